"""What the Game Master does with a map: puts somebody down, draws, shows, lays another."""

from __future__ import annotations

from typing import Any

import pytest

from rules.effects import EVERYBODY, GM
from rules.errors import BadInput, Refused
from rules.maps import read_map, write_map
from tests.rules.stage import SWORD, Stage, at, field, foe, hero


def stage(*fighters: dict[str, Any], **more: Any) -> Stage:
    return Stage(*fighters, ground=field(**more)).begin()


def told(on: Stage) -> list[tuple[str, str]]:
    return [(event.kind, event.audience) for event in on.last.events]


def undone(on: Stage) -> None:
    on.fight.undo(on.last.changes)


class TestPutDown:
    def test_a_fighter_is_put_down_wherever_there_is_a_place(self) -> None:
        on = stage(hero(), at(foe(), 1, 0)).order("place", target="anna", at=[9, 7])
        assert on["anna"].at == (9, 7)
        assert on.one("placed") == {"target": "anna", "to": "J8"}
        undone(on)
        assert on["anna"].at is None

    def test_it_is_taken_off_the_map(self) -> None:
        on = stage(at(hero(), 3, 3, facing=2), at(foe(), 1, 0)).order("place", target="anna")
        assert (on["anna"].at, on["anna"].facing) == (None, None)
        assert on.kinds() == ["lifted"]

    @pytest.mark.parametrize(
        ("where", "sentence"),
        [
            ([1, 0], "goblin stands there."),
            ([2, 0], "Something solid fills the cell C1."),
            ([0, 8], "The cell A9 is not on the map."),
            ([0, 0], "That changes nothing."),
        ],
    )
    def test_where_there_is_no_place_it_is_refused(self, where: list[int], sentence: str) -> None:
        on = stage(at(hero(), 0, 0), at(foe(), 1, 0), walls=[[2, 0]])
        with pytest.raises(Refused) as refused:
            on.order("place", target="anna", at=where)
        assert (str(refused.value.words), refused.value.path) == (sentence, "at")
        assert on["anna"].at == (0, 0)

    def test_without_a_map_nobody_is_put_down(self) -> None:
        with pytest.raises(Refused, match="This fight has no map"):
            Stage(hero(), foe()).begin().order("place", target="anna", at=[0, 0])

    def test_who_is_put_under_the_shroud_is_put_there_without_a_word(self) -> None:
        on = stage(hero(), at(foe(), 1, 0), shroud=[[5, 5]]).order("place", target="goblin", at=[5, 5])
        assert told(on) == [("placed", GM)]

    def test_who_comes_out_from_under_it_is_seen_to_stand_there(self) -> None:
        on = stage(hero(), at(foe(), 5, 5), shroud=[[5, 5]]).order("place", target="goblin", at=[1, 0])
        assert told(on) == [("placed", EVERYBODY)]

    def test_whoever_joins_is_put_where_there_is_a_place(self) -> None:
        on = stage(at(hero(), 0, 0), foe())
        joining = {"id": "orc", "name": "Orc", "side": "foes", "sheet": {}}
        with pytest.raises(Refused, match="anna stands there"):
            on.order("join", **joining, at=[0, 0])
        assert on.order("join", **joining, at=[4, 4])["orc"].at == (4, 4)

    def test_without_a_map_whoever_joins_stands_nowhere(self) -> None:
        on = Stage(hero(), foe()).begin()
        on.order("join", id="orc", name="Orc", side="foes", sheet={}, at=[4, 4], facing=1)
        assert (on["orc"].at, on["orc"].facing) == (None, None)


class TestDrawing:
    DOOR = {"tool": "edge", "kind": "door", "between": [[[2, 0], [3, 0]]]}

    def test_a_stroke_changes_the_map_and_undo_gives_the_very_map_back(self) -> None:
        on = stage(hero(), foe(), walls=[[4, 4]], light="dark", lamps=[{"at": [1, 1], "bright": 2, "dim": 4}])
        before = on.fight.map
        on.order("redraw", strokes=[self.DOOR, {"tool": "erase", "cells": [[4, 4]]}, {"tool": "light", "light": "dim"}])
        assert on.kinds() == ["drawn"]
        assert list(on.fight.map.drawn.borders.values()) == ["door"]
        assert (on.fight.map.drawn.solid, on.fight.map.light) == (frozenset(), "dim")
        after = on.fight.map
        undone(on)
        assert on.fight.map == before
        assert on.fight.map.grid.terrain == before.grid.terrain
        on.fight.apply(on.last.changes)
        assert on.fight.map == after

    def test_what_is_drawn_under_the_shroud_is_told_to_the_game_master_alone(self) -> None:
        on = stage(hero(), foe(), shroud=[[5, 5]])
        hidden = {"tool": "paint", "kind": "fog", "cells": [[5, 5]]}
        assert told(on.order("redraw", strokes=[hidden])) == [("drawn", GM)]
        seen = {"tool": "paint", "kind": "fog", "cells": [[5, 6]]}
        assert told(on.order("redraw", strokes=[seen])) == [("drawn", EVERYBODY)]

    def test_players_are_told_when_more_of_the_map_is_shown_or_covered(self) -> None:
        on = stage(hero(), foe(), shroud=[[5, 5]])
        assert told(on.order("redraw", strokes=[{"tool": "show", "cells": [[5, 5]]}])) == [("shown", EVERYBODY)]
        assert told(on.order("redraw", strokes=[{"tool": "cover", "cells": [[6, 5]]}])) == [("covered", EVERYBODY)]

    def test_no_wall_is_drawn_where_somebody_stands(self) -> None:
        on = stage(at(hero(), 3, 3), foe())
        with pytest.raises(Refused, match="anna stands there"):
            on.order("redraw", strokes=[{"tool": "paint", "kind": "wall", "cells": [[3, 3]]}])
        assert on.fight.map == read_map(field())

    def test_a_stroke_that_changes_nothing_is_refused(self) -> None:
        with pytest.raises(Refused, match="That changes nothing"):
            stage(hero(), foe()).order("redraw", strokes=[{"tool": "erase", "cells": [[3, 3]]}])

    def test_a_stroke_off_the_map_is_refused_at_its_place(self) -> None:
        on = stage(hero(), foe())
        with pytest.raises(BadInput) as bad:
            on.order("redraw", strokes=[self.DOOR, {"tool": "erase", "cells": [[12, 0]]}])
        assert [each.path for each in bad.value.errors] == ["strokes.1"]
        assert on.fight.map == read_map(field())

    def test_without_a_map_there_is_nothing_to_draw_on(self) -> None:
        with pytest.raises(Refused, match="This fight has no map"):
            Stage(hero(), foe()).begin().order("redraw", strokes=[self.DOOR])


class TestLayingAMap:
    def test_who_has_a_place_on_the_new_map_keeps_it_and_the_others_are_taken_off(self) -> None:
        on = stage(at(hero(), 1, 1), at(foe(), 11, 7), at(foe("orc"), 2, 2))
        before = on.fight.map
        on.order("lay_map", map=field(5, 5, walls=[[2, 2]]))
        assert on.kinds() == ["laid"]
        assert (on["anna"].at, on["goblin"].at, on["orc"].at) == ((1, 1), None, None)
        assert write_map(on.fight.map) == {**field(5, 5, walls=[[2, 2]]), "scale": [5, "ft"]}
        undone(on)
        assert (on["anna"].at, on["goblin"].at, on["orc"].at) == ((1, 1), (11, 7), (2, 2))
        assert on.fight.map == before

    def test_a_map_is_taken_away_and_comes_back(self) -> None:
        on = stage(at(hero(), 1, 1), foe())
        before = on.fight.map
        on.order("lay_map", map=None)
        assert on.kinds() == ["cleared"]
        assert (on.fight.map, on["anna"].at) == (None, None)
        undone(on)
        assert (on.fight.map, on["anna"].at) == (before, (1, 1))

    def test_a_fight_without_a_map_gets_one(self) -> None:
        on = Stage(hero("anna", SWORD), foe()).begin().order("lay_map", map=field(grid="hex"))
        assert on.fight.map == read_map(field(grid="hex"))
        undone(on)
        assert on.fight.map is None

    def test_the_same_map_again_changes_nothing(self) -> None:
        with pytest.raises(Refused, match="That changes nothing"):
            stage(hero(), foe()).order("lay_map", map=field())

    def test_a_map_that_is_none_is_refused_with_all_that_is_wrong(self) -> None:
        with pytest.raises(BadInput) as bad:
            stage(hero(), foe()).order("lay_map", map={"grid": "square", "size": [3, 3], "walls": [[3, 0]]})
        assert [each.path for each in bad.value.errors] == ["map.walls.0"]
