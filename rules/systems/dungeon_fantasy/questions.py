"""The question for a defence: all that a target may choose from in one situation.

Simulated fights and exact odds meet the same situations again and again: the last questions are kept.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from rules.effects import Option
from rules.systems.dungeon_fantasy.blocking import block_choices
from rules.systems.dungeon_fantasy.choices import Choice, No, best_of, option_of
from rules.systems.dungeon_fantasy.dodging import dodge_choices
from rules.systems.dungeon_fantasy.fighter import Blow, DfFight, Kit
from rules.systems.dungeon_fantasy.heavy import weight_of
from rules.systems.dungeon_fantasy.modifiers import shared_by_all
from rules.systems.dungeon_fantasy.parrying import parry_choices, yards_to_the_bow
from rules.systems.dungeon_fantasy.retreating import why_no_retreat
from rules.systems.dungeon_fantasy.ways import Way
from rules.words import gettext_noop as _
from rules.words import say

#: How many questions are kept.
MOST = 2000

NONE = Option("none", say(_("No defence")))
TRIED = No("DF-02", say(_("The second defence has to be another one.")))


class Question(Struct, frozen=True):
    """What a target may choose from. `best` is the key of the default, empty where everything is forbidden.

    It holds on to the kit and the way that it is about, so that nothing else in memory can be taken for them.
    """

    choices: Mapping[str, Choice]
    options: tuple[Option, ...]
    best: str
    kit: Kit
    way: Way


_asked: dict[Hashable, Question] = {}


def question_of(fight: DfFight, blow: Blow, no_guard: No | None = None, tried: Sequence[Choice] = ()) -> Question:
    """The question for a defence against a blow, after those that have been `tried` in vain."""
    situation = _situation(fight, blow, (no_guard, why_no_retreat(fight, blow)), tried)
    question = _asked.get(situation)
    if question is None:
        if len(_asked) >= MOST:
            _asked.clear()
        question = _asked[situation] = _work_out(fight, blow, no_guard, tried)
    return question


def _work_out(fight: DfFight, blow: Blow, no_guard: No | None, tried: Sequence[Choice]) -> Question:
    choices = choices_against(fight, blow, no_guard, tried)
    best = best_of(choices)
    options = (*[option_of(choice, best) for choice in choices], NONE)
    return Question({choice.key: choice for choice in choices}, options, best, blow.target.kit, blow.way)


def _situation(fight: DfFight, blow: Blow, nos: tuple[No | None, ...], tried: Sequence[Choice]) -> Hashable:
    """All that a question depends on. The kit, which follows from sheet and gear, and the way are told by where they
    are in memory."""
    target, settings = blow.target, fight.settings
    option, way = target.option, blow.way
    return (
        id(target.kit), target.posture, target.stunned, target.manoeuvre, target.kind, target.struck_with,
        target.blocked, target.acrobatic, tuple(target.parries.items()) if target.parries else None,
        None if option is None else (option["kind"], option["against"], option.get("posture")),
        3 * target.hp < target.hp_most, 3 * target.fp < target.fp_most,
        blow.attacker.id, id(way), weight_of(blow), blow.arc, blow.sight, blow.height, blow.deceptive, blow.feint,
        blow.ranged, blow.area, None if way.range is None else yards_to_the_bow(fight, blow),
        settings.half_dodge, settings.breakage,
        tuple([None if no is None else no.words.msgid for no in nos]), tuple([choice.key for choice in tried]),
    )  # fmt: skip


def choices_against(
    fight: DfFight, blow: Blow, no_guard: No | None = None, tried: Sequence[Choice] = ()
) -> list[Choice]:
    """Every defence against a blow, the forbidden ones with the reason: dodges, parries, blocks."""
    shared = shared_by_all(blow)
    choices = [
        *dodge_choices(fight, blow, shared),
        *parry_choices(fight, blow, shared, no_guard),
        *block_choices(fight, blow, shared, no_guard),
    ]
    return [replace(each, no=each.no or TRIED) if _is_tried(each, tried) else each for each in choices]


def _is_tried(choice: Choice, tried: Iterable[Choice]) -> bool:
    """Whether it is no different defence from one that has failed: another hand's parry is (DF-02)."""
    return any(
        choice.by == each.by and (choice.parry is None or each.parry is None or _share_a_hand(choice, each))
        for each in tried
    )


def _share_a_hand(choice: Choice, other: Choice) -> bool:
    assert choice.parry is not None
    assert other.parry is not None
    hands = {choice.parry.hand, other.parry.hand}
    return len(hands) == 1 or "both" in hands or choice.parry.thing == other.parry.thing
