"""A campaign to look around in: four players' seats, heroes with sheets, and an encounter of every status."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.db import transaction

from encounters.board import Board, set_up
from encounters.door import seat_at
from encounters.models import Encounter
from encounters.services import build, laying, turn
from encounters.services.demo_maps import ford, mountain_pass
from encounters.services.maps import create_map
from encounters.services.recruits import FOES, Joining
from encounters.services.submitting import Submit
from rules.effects import Ask
from rules.registry import system_of
from sheets.door import seat_for
from sheets.models import Campaign, Creature, Membership, Sheet, User
from sheets.services.campaigns import create_campaign
from sheets.services.sheets import create_from_creature, create_ready, ready_hero

NAME = "The North Road · Северный тракт"
ABOUT = (
    "A road through border woods, an old ferry, and somebody who does not want it used.\n\n"
    "Дорога через приграничный лес, старый паром — и кто-то, кому не нужно, чтобы им пользовались."
)
LANGUAGE = "ru"
#: Who plays which of the ready-made heroes.
HEROES = (("anna_heather", "anna"), ("torvald", "torvald"), ("brother_osip", "anna"), ("lis_rowan", "torvald"))
#: Far more orders than any of these fights takes.
MOST_ORDERS = 400


@dataclass(frozen=True, slots=True)
class Login:
    """An account of the demo. `password` is None where its owner has changed it."""

    name: str
    role: str
    password: str | None


SEATS = (
    ("gm", Membership.Role.GM), ("anna", Membership.Role.PLAYER), ("torvald", Membership.Role.PLAYER),
    ("watcher", Membership.Role.SPECTATOR),
)  # fmt: skip


@transaction.atomic
def load_demo() -> list[Login]:
    """Make the demo where it is not there yet, and give its log-ins. What is there already stays as it is."""
    logins = [_account("admin", "admin", is_admin=True), *(_account(name, str(role.label)) for name, role in SEATS)]
    users = {user.username: user for user in User.objects.filter(username__in=[name for name, _role in SEATS])}
    if not Campaign.objects.filter(name=NAME, memberships__user=users["gm"]).exists():
        campaign = create_campaign(users["gm"], system_of("cairn"), NAME, ABOUT)
        for name, role in SEATS[1:]:
            Membership.objects.create(campaign=campaign, user=users[name], role=role)
        _sheets(campaign, users)
        _ended(campaign, users)
        _running(campaign, users)
        _draft(campaign, users)
    return logins


def _account(name: str, role: str, *, is_admin: bool = False) -> Login:
    password = f"{name}-demo"
    user = User.objects.filter(username=name).first()
    if user is None:
        make = User.objects.create_superuser if is_admin else User.objects.create_user
        make(name, None, password)
        return Login(name, role, password)
    return Login(name, role, password if user.check_password(password) else None)


def _sheets(campaign: Campaign, users: dict[str, User]) -> None:
    for key, player in HEROES:
        hero = ready_hero(campaign.rules, key)
        assert hero is not None
        create_ready(campaign, users[player], hero, LANGUAGE)
    for key, name in (("berserker", "Атаман Кривой"), ("hunting_dog", "Пёс Уголёк")):
        sheet = create_from_creature(campaign, Creature.objects.of_system("cairn").get(key=key), LANGUAGE)
        Sheet.objects.filter(pk=sheet.pk).update(name=name)


def _draft(campaign: Campaign, users: dict[str, User]) -> None:
    encounter = build.create_encounter(campaign, "Засада у брода", Encounter.Health.WORDS, campaign.settings)
    gm = users["gm"]
    build.add_party(_submit(gm, encounter))
    build.add_creatures(_submit(gm, encounter), "bandit", Joining(count=4))
    build.add_sheet(_submit(gm, encounter), campaign.sheets.get(name="Атаман Кривой").public_id, Joining())
    build.add_creatures(_submit(gm, encounter), "wolf", Joining(hidden=True, count=2))
    chief = encounter.combatants.get(name="Атаман Кривой")
    build.edit_combatant(_submit(gm, encounter), chief.ref, {}, {"leader": True})
    seat = seat_for(gm, campaign)
    create_map(seat, "Перевал", mountain_pass())
    laying.lay(_submit(gm, encounter), create_map(seat, "Брод", ford()))
    for wolf, cell in zip(encounter.combatants.filter(hidden=True), ("P2", "Q3"), strict=True):
        laying.put(_submit(gm, encounter), wolf.ref, cell)
    for side in (campaign.rules.party, FOES):
        laying.put_side(_submit(gm, encounter), side)


def _running(campaign: Campaign, users: dict[str, User]) -> None:
    """In the middle of round 2: the first of the party has declared an attack, the others have not acted yet."""
    encounter = build.create_encounter(campaign, "Волки на перевале", Encounter.Health.WORDS, campaign.settings)
    build.add_party(_submit(users["gm"], encounter))
    build.add_creatures(_submit(users["gm"], encounter), "wolf", Joining(count=4))
    build.add_creatures(_submit(users["gm"], encounter), "dire_wolf", Joining(hidden=True))
    _play(encounter, users["gm"], "the pass", _is_in_round_two)


def _ended(campaign: Campaign, users: dict[str, User]) -> None:
    encounter = build.create_encounter(campaign, "Переполох на мельнице", Encounter.Health.NUMBERS, campaign.settings)
    build.add_party(_submit(users["gm"], encounter))
    build.add_creatures(_submit(users["gm"], encounter), "gnoll", Joining(count=3))
    _play(encounter, users["gm"], "the mill", lambda board: board.fight.winner is not None)
    turn.end(_submit(users["gm"], encounter))


def _is_in_round_two(board: Board) -> bool:
    fight = board.fight
    party = [each for each in fight.fighters.values() if each.side == fight.system.party]
    acting = fight.system.acting(fight)
    standing = [each.id for each in party if fight.system.is_standing(each)]
    some_have_acted = 0 < sum(id_ in acting for id_ in standing) < len(standing)
    return fight.winner is not None or (fight.round == 2 and some_have_acted)


def _play(encounter: Encounter, gm: User, seed: str, until: Callable[[Board], bool]) -> None:
    """Play by the system's own policy, each order given by its player; the dice are always the same."""
    turn.start(_submit(gm, encounter), waive=True)
    Encounter.objects.filter(pk=encounter.pk).update(seed=seed)
    for _order in range(MOST_ORDERS):
        board = set_up(seat_at(gm, encounter.public_id).encounter)
        if board.played is not None and isinstance(board.played.waiting, Ask):
            turn.give_answer(_submit(gm, encounter), board.fight.system.answer(board.played.waiting))
            continue
        if until(board):
            return
        command = board.fight.system.choose(board.fight)
        assert command is not None
        actor = board.combatants.get(command.actor or "")
        by = actor.owner if actor is not None and actor.owner is not None else gm
        turn.give_order(_submit(by, encounter), command.model_dump(mode="json", exclude={"claimed"}))
    raise AssertionError("the demo's fight does not come to its end")


def _submit(user: User, encounter: Encounter) -> Submit:
    return Submit(user, encounter.public_id, seat_at(user, encounter.public_id).version, "")
