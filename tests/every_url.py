"""A world full of secrets, and how to build every address of the site in it.

A new address is declared here: in `DOORS` who may use it and how, and if its pattern has a new parameter, in
`values_of` what may stand there.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from encounters.models import CampaignMap, Combatant, Encounter, MapPicture, Report
from encounters.reports import kind_of
from encounters.services import build, laying, report_making, reports, turn
from encounters.services.maps import create_map
from encounters.services.recruits import Joining
from encounters.services.submitting import Submit
from rules.maps import read_map
from rules.registry import system_of
from sheets.door import seat_for
from sheets.models import Campaign, Creature, Equipment, Membership, Sheet, User
from sheets.models.equipment import search_text
from sheets.models.ids import public_id
from sheets.services.campaigns import create_campaign
from sheets.services.fields import edit_field
from sheets.services.sheets import create_sheet, delete_sheet

#: The Game Master, the owner of most of what is tried, another player, a spectator, another campaign's Game
#: Master, nobody in particular, and the site's staff.
SEATS = ("gm", "anna", "torvald", "watcher", "stranger", "visitor", "staff")
TABLE = frozenset({"gm", "anna", "torvald", "watcher"})
PLAYERS = frozenset({"gm", "anna", "torvald"})
GM_ONLY = frozenset({"gm"})
EVERYBODY = frozenset(SEATS)
MEMBERS = EVERYBODY - {"visitor"}

READ, WRITE, BOTH = ("get",), ("post",), ("get", "post")


@dataclass(frozen=True)
class Door:
    """How an address is used and by whom. `sure`: each of them gets in at one place at least."""

    methods: tuple[str, ...]
    seats: frozenset[str]
    sure: bool = True


def _doors(methods: tuple[str, ...], seats: frozenset[str], names: str, *, sure: bool = True) -> dict[str, Door]:
    return {name: Door(methods, seats, sure) for name in names.split()}


DOORS: dict[str, Door] = {
    **_doors(READ, EVERYBODY, "home rulebook tables"),
    **_doors(WRITE, EVERYBODY, "set_language set_theme"),
    **_doors(BOTH, EVERYBODY, "join"),
    **_doors(READ, MEMBERS, "campaign_list"),
    **_doors(BOTH, MEMBERS, "campaign_new"),
    **_doors(READ, TABLE, "campaign campaign_encounters encounter encounter_parts encounter_version encounter_live"),
    **_doors(READ, TABLE, "encounter_act encounter_odds encounter_combatant encounter_log encounter_reports report"),
    **_doors(WRITE, TABLE, "seat_dice seat_leave"),
    **_doors(BOTH, TABLE, "report_new"),  # asking is for players; the address itself leads to the list
    **_doors(BOTH, PLAYERS, "sheet_new sheet_import encounter_send_back"),
    **_doors(WRITE, PLAYERS, "sheet_quick sheet_ready report_again encounter_order"),
    **_doors(WRITE, PLAYERS, "encounter_answer encounter_take_back encounter_undo encounter_redo", sure=False),
    **_doors(WRITE, PLAYERS, "report_cancel report_delete", sure=False),  # those that they asked for
    # A sheet is its player's and the Game Master's.
    **_doors(READ, PLAYERS, "sheet sheet_why sheet_history sheet_export item_find item"),
    **_doors(BOTH, PLAYERS, "sheet_field sheet_import_over item_column"),
    **_doors(WRITE, PLAYERS, "sheet_rows history_restore sheet_copy sheet_delete item_add"),
    **_doors(WRITE, PLAYERS, "sheet_restore", sure=False),  # only where there is something to bring back
    **_doors(WRITE, PLAYERS, "item_up item_down item_remove"),
    **_doors(WRITE, PLAYERS, "item_rows", sure=False),  # only where a thing has several of something
    # What is for Game Masters
    **_doors(BOTH, GM_ONLY, "campaign_edit npc_new encounter_new encounter_import encounter_settings combatant_add"),
    **_doors(WRITE, GM_ONLY, "campaign_delete link_rotate member_promote member_remove sheet_from_creature"),
    **_doors(READ, GM_ONLY, "creature_find encounter_build build_creatures encounter_export encounter_extra"),
    **_doors(WRITE, GM_ONLY, "encounter_again encounter_delete encounter_end build_party build_sheet build_creature"),
    **_doors(WRITE, GM_ONLY, "build_start build_flag build_refresh build_remove"),
    **_doors(BOTH, GM_ONLY, "build_edit"),
    # Maps
    **_doors(READ, TABLE, "encounter_map_look encounter_map_cell"),
    **_doors(WRITE, PLAYERS, "encounter_map_show", sure=False),  # that it is the Game Master who draws, the order says
    **_doors(
        READ, GM_ONLY, "campaign_maps map_editor map_about map_export encounter_map encounter_map_about build_map"
    ),
    **_doors(BOTH, GM_ONLY, "map_new map_import map_settings"),
    **_doors(WRITE, GM_ONLY, "map_draw map_copy map_delete encounter_map_draw encounter_map_keep build_map_lay"),
    **_doors(WRITE, GM_ONLY, "map_undo map_redo encounter_map_undo encounter_map_redo build_map_put build_map_side"),
    **_doors(WRITE, GM_ONLY, "build_map_lift encounter_map_lay"),
    # Whoever knows the address of a picture may see it, and nobody guesses one.
    **_doors(READ, EVERYBODY, "map_picture", sure=False),
}

#: Addresses of others' applications: tried like ours, but who is let in is for their own tests.
FOREIGN = ("accounts/", "admin/")


@dataclass
class World:
    """Everybody, everything, and which seats may ever be sent which secret."""

    people: dict[str, User]
    campaign: Campaign
    other: Campaign
    sheets: dict[str, Sheet]
    deleted: Sheet
    running: Encounter
    draft: Encounter
    hidden: Combatant
    foe: Combatant
    heroes: dict[str, Combatant]
    drafted: Combatant
    reports: dict[str, Report]
    kept: CampaignMap
    secrets: dict[str, frozenset[str]] = field(default_factory=dict)

    def client(self, seat: str) -> Client:
        client = Client()
        if seat != "visitor":
            client.force_login(self.people[seat])
        return client

    def version(self, seat: str, public_id: str) -> int:
        if public_id == self.kept.public_id:
            return self.kept.version
        encounter = self.draft if public_id == self.draft.public_id else self.running
        return encounter.version if seat == "gm" else encounter.shown


def lay_world() -> World:
    """A campaign in play, another one beside it, and secrets in every place that has any."""
    cairn = system_of("cairn")
    people = {name: User.objects.create(username=name) for name in SEATS if name != "visitor"}
    User.objects.filter(pk=people["staff"].pk).update(is_staff=True, is_superuser=True)
    _tables()
    campaign = create_campaign(people["gm"], cairn, "Cinderhollow Road", "about-the-cinder-road")
    other = create_campaign(people["stranger"], cairn, "Elsewhere-Ostrava", "about-elsewhere")
    for name, role in (("anna", "player"), ("torvald", "player"), ("watcher", "spectator")):
        Membership.objects.create(campaign=campaign, user=people[name], role=role)
    things = [{"item": "sword"}, {"kind": "gear", "name": "Locket-of-Anna"}]
    anna = create_sheet(campaign, people["anna"], "Anna Heather", _hero("anna-owes-the-ferryman"), things)
    axe = [{"kind": "weapon", "name": "Axe-of-Torvald", "damage": "d10"}]
    torvald = create_sheet(campaign, people["torvald"], "Torvald Greyaxe", _hero("torvald-is-the-heir"), axe)
    npc = create_sheet(
        campaign, None, "Gravemaw Oddname", {"str": 14, "hp": 8, "notes": "weak-to-silver"},
        [{"kind": "weapon", "name": "Knife-of-Gravemaw", "damage": "d6"}],
    )  # fmt: skip
    gone = create_sheet(campaign, people["anna"], "Anna Before", _hero("anna-was-somebody"))
    delete_sheet(gone)
    for sheet, by in ((anna, "anna"), (torvald, "torvald"), (npc, "gm")):
        edit_field(sheet, people[by], "hp", 4, 0)
    gm = people["gm"]
    running = build.create_encounter(campaign, "At the weir", Encounter.Health.WORDS, campaign.settings)
    draft = build.create_encounter(campaign, "Ambush-nobody-expects", Encounter.Health.WORDS, campaign.settings)
    build.add_party(_submit(gm, running))
    build.add_creatures(_submit(gm, running), "goblin", Joining(count=2))
    build.add_sheet(_submit(gm, running), npc.public_id, Joining(side="Guild-of-Gravemaw", hidden=True))
    build.add_sheet(_submit(gm, running), npc.public_id, Joining(side=cairn.party, hidden=True))
    build.add_creatures(_submit(gm, draft), "goblin", Joining(side="Side-of-the-draft"))
    hidden = running.combatants.get(sheet=npc, side="Guild-of-Gravemaw")
    picture = MapPicture.objects.create(campaign=campaign, name="Picture-nobody-guesses", width=60, height=40)
    cave = read_map({"grid": "square", "size": [12, 8], "shroud": [[0, 0]]})
    kept = create_map(seat_for(gm, campaign), "Cave-nobody-found", cave, picture=picture)
    for each in (running, draft):
        laying.lay(_submit(gm, each), kept)
    for one, cell in ((_of(running, anna), "B2"), (_of(running, torvald), "B4"), (hidden, "D2")):
        laying.put(_submit(gm, running), one.ref, cell)
    laying.put(_submit(gm, running), running.combatants.filter(side="foes")[0].ref, "C2")
    turn.start(_submit(gm, running), waive=True)
    noted = {"do": "save", "target": hidden.ref, "ability": "wil", "note": "whispered-plan"}
    turn.give_order(_submit(gm, running), noted)
    fixed = {"do": "correct", "target": hidden.ref, "set": {"hp": 5}, "note": "fudged-for-drama"}
    turn.give_order(_submit(gm, running), fixed)
    turn.undo(_submit(gm, running))
    turn.redo(_submit(gm, running))
    turn.give_order(_submit(people["torvald"], running), {"do": "act", "actor": _of(running, torvald).ref, "note": "?"})
    turn.give_answer(_submit(gm, running), "none")
    made = {slug: _report(people["gm"], running, slug) for slug in ("forecast", "summary")}
    running.refresh_from_db()
    draft.refresh_from_db()
    world = World(
        people, campaign, other, {"anna": anna, "torvald": torvald, "npc": npc}, gone, running, draft, hidden,
        running.combatants.filter(side="foes")[0], {"anna": _of(running, anna), "torvald": _of(running, torvald)},
        draft.combatants.all()[0], made, kept,
    )  # fmt: skip
    world.secrets = {
        **dict.fromkeys(("Gravemaw Oddname", "weak-to-silver", "Knife-of-Gravemaw", "Guild-of-Gravemaw"), GM_ONLY),
        **dict.fromkeys(("whispered-plan", "fudged-for-drama", "Ambush-nobody-expects", "Side-of-the-draft"), GM_ONLY),
        **dict.fromkeys((hidden.ref, npc.public_id, draft.public_id, made["forecast"].public_id), GM_ONLY),
        **dict.fromkeys(("Cave-nobody-found", kept.public_id, picture.name), GM_ONLY),
        **dict.fromkeys((campaign.player_link, campaign.spectator_link), GM_ONLY),
        # Staff keep the tables, and bring back what was put away.
        "Fang-of-the-goblin": frozenset({"gm", "staff"}),
        "Anna Before": frozenset({"gm", "anna", "staff"}),
        **dict.fromkeys(("anna-owes-the-ferryman", "Locket-of-Anna"), frozenset({"gm", "anna"})),
        **dict.fromkeys(("torvald-is-the-heir", "Axe-of-Torvald"), frozenset({"gm", "torvald"})),
        **dict.fromkeys(("At the weir", running.public_id, made["summary"].public_id, "Anna Heather"), TABLE),
        **dict.fromkeys(("Elsewhere-Ostrava", "about-elsewhere", other.public_id), frozenset({"stranger"})),
        **dict.fromkeys(("about-the-cinder-road", campaign.public_id), TABLE),
        **dict.fromkeys((running.seed, other.player_link, settings.SECRET_KEY), frozenset()),
    }
    return world


def _tables() -> None:
    cairn = system_of("cairn")
    for kind, rows in cairn.equipment().items():
        Equipment.objects.bulk_create(
            Equipment(
                system="cairn", key=row["key"], kind=kind, name=row["name"], data=dict(row),
                search=search_text(row["name"]),
            )
            for row in rows[:5] if row["key"]
        )  # fmt: skip
    fang = [{"name": "Fang-of-the-goblin", "damage": "d6"}]
    goblin = {"hp": 4, "str": 8, "dex": 14, "wil": 8, "attacks": fang}
    Creature.objects.create(
        system="cairn", key="goblin", name={"en": "Goblin", "ru": "Гоблин"}, data={"sheet": goblin, "gear": []}
    )


def _hero(notes: str) -> dict[str, Any]:
    return {"str": 11, "dex": 14, "wil": 10, "hp": 5, "notes": notes}


def _of(encounter: Encounter, sheet: Sheet) -> Combatant:
    return encounter.combatants.get(sheet=sheet)


def _submit(user: User, encounter: Encounter) -> Submit:
    encounter.refresh_from_db()
    is_gm = Membership.objects.get(user=user, campaign=encounter.campaign_id).is_gm
    return Submit(user, encounter.public_id, encounter.version if is_gm else encounter.shown, public_id())


def _report(user: User, encounter: Encounter, slug: str) -> Report:
    from encounters.door import seat_at

    kind = kind_of(slug)
    assert kind is not None
    options = {"fights": 100, "seed": "x"} if slug == "forecast" else {}
    made = reports.ask_for(seat_at(user, encounter.public_id), kind, options, public_id())
    report_making.make(made.pk)
    made.refresh_from_db()
    assert made.status == Report.Status.DONE, made.error
    return made


# The addresses


@dataclass(frozen=True)
class Address:
    """A pattern of the site: its name, its route, and the parameters of the route."""

    name: str
    route: str
    parameters: tuple[str, ...]
    space: str

    @property
    def is_ours(self) -> bool:
        return not self.route.startswith(FOREIGN)


def every_address() -> Iterator[Address]:
    """Every pattern that the site answers, from its root on."""
    return _below(get_resolver(), "", "")


def _below(resolver: URLResolver, route: str, space: str) -> Iterator[Address]:
    for each in resolver.url_patterns:
        here = route + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from _below(each, here, each.namespace or space)
        elif isinstance(each, URLPattern):
            parameters = tuple(each.pattern.converters) or tuple(each.pattern.regex.groupindex)
            yield Address(each.name or "", here, parameters, space)


def paths_of(world: World, address: Address) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The address with everything that may stand in it, and what stands there."""
    choices = [values_of(world, address, parameter) for parameter in address.parameters]
    for values in itertools.product(*choices):
        name = f"{address.space}:{address.name}" if address.space else address.name
        if address.name:
            yield reverse(name, args=values), values
        elif address.route.endswith("<path:object_id>/"):
            yield "/" + address.route.replace("<path:object_id>", values[0]), values
        else:
            yield "/admin/nothing-here", values  # where the administration sends whatever it does not know


def values_of(world: World, address: Address, parameter: str) -> list[str]:
    """What may stand in a parameter of an address: everything there is to know of, and what is not there."""
    kind = address.route.split("/")[0]
    if parameter == "public_id":
        return {
            "c": [world.campaign.public_id],
            "e": [world.running.public_id, world.draft.public_id],
            "s": [each.public_id for each in (*world.sheets.values(), world.deleted)],
            "r": [each.public_id for each in world.reports.values()],
            "m": [world.kept.public_id],
        }[kind]
    if parameter == "key" and kind == "c":
        return ["torvald" if "ready" in address.route else "goblin"]
    things = [world.sheets[name].items.all()[0].public_id for name in ("anna", "torvald")]
    known = {
        "ref": [world.hidden.ref, world.foe.ref, world.drafted.ref, "nobody"],
        "field": ["attacks" if "rows" in address.route else "hp"], "thing": things, "column": ["note"],
        "role": ["player", "spectator"], "link": [world.campaign.player_link, world.campaign.spectator_link],
        "member": [Membership.objects.get(user=world.people["torvald"]).public_id],
        "sheet": [each.public_id for each in world.sheets.values()],
        "kind": ["summary", "forecast"], "slug": ["cairn"], "key": ["goblin", "nothing"], "uidb36": ["1"],
        "id": [str(world.people["anna"].pk)], "object_id": [_pk_below(address.route)], "app_label": ["sheets"],
        "content_type_id": ["1"], "url": ["x"], "name": ["nobody-guesses-it"],
    }  # fmt: skip
    assert parameter in known, f"{address.route}: say in tests/every_url.py what may stand in <{parameter}>"
    return known[parameter]


def _pk_below(route: str) -> str:
    """The newest row of the table that a page of the administration is about."""
    for name, model in (("creature", Creature), ("equipment", Equipment), ("user", User)):
        if f"/{name}/" in route and (row := model._default_manager.order_by("-pk").first()) is not None:
            return str(row.pk)
    return "1"


def seats_at(world: World, address: Address, values: tuple[str, ...]) -> frozenset[str]:
    """Who may use the address where these values stand in it."""
    seats, given = DOORS[address.name].seats, dict(zip(address.parameters, values, strict=True))
    kind, id_ = address.route.split("/")[0], given.get("public_id")
    if kind == "s":
        owners = {each.public_id: frozenset({"gm", name}) for name, each in world.sheets.items()}
        is_restored = address.name == "sheet_restore"
        if is_restored != (id_ == world.deleted.public_id):
            return frozenset()
        return frozenset({"gm", "anna"}) if is_restored else seats & owners.get(id_ or "", frozenset())
    if (kind == "e" and id_ == world.draft.public_id) or world.reports["forecast"].public_id == id_:
        return seats & GM_ONLY
    if given.get("kind") == "forecast" or given.get("ref") == world.hidden.ref:
        return seats & GM_ONLY
    return seats
