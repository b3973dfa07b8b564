"""What may be done now, and why not."""

from __future__ import annotations

from collections.abc import Iterable

from rules.effects import Option
from rules.errors import Refused
from rules.system import Action, Field
from rules.systems.cairn.attack import Circumstances, damage_dice_why, is_blast
from rules.systems.cairn.derived import UNARMED
from rules.systems.cairn.fighter import CairnFight, CairnFighter
from rules.systems.cairn.turn import may_act
from rules.words import Words, say
from rules.words import gettext_noop as _

_NOTE = Field("note", _("What exactly"), "text", required=False)
_OUT = ("dead", "fled", "retreated")


def actions(fight: CairnFight, actor: CairnFighter) -> tuple[Action, ...]:
    """The orders of one fighter, allowed or not."""
    no = may_act(fight, actor)
    down = [each for each in fight.fighters.values() if each.fate == "critical" and each.id != actor.id]
    foes = _targets(fight, actor)
    return (
        _action("attack", _("Attack"), "CA-04", no or _none(foes, _("There is nobody to attack."), "CA-04"),
                _attack_fields(fight, actor, foes), odds=True),
        _action("help", _("Help"), "CA-10", no or _none(down, _("Nobody has critical damage."), "CA-10"),
                (Field("target", _("Whom"), "one", _named(down)),)),
        _action("retreat", _("Retreat"), "CA-11", no),
        _action("move", _("Second move"), "CA-03", no, (_NOTE,)),
        _action("use", _("Use a thing"), "CA-03",
                no or _none(actor.gear, _("There is nothing in the inventory."), "CA-03"),
                (Field("item", _("Thing"), "one", _things(actor)), _NOTE)),
        _action("act", _("Something else"), "CA-03", no, (_NOTE,)),
        _action("wait", _("Wait"), "CA-03", no),
        *([Action("withdraw", _("Take back the attack"), rule="CA-06", group="free")] if actor.declared else []),
        *([Action("crawl", _("Crawl"), rule="CA-08", fields=(_NOTE,), group="free")]
          if actor.fate in ("critical", "stable") else []),
    )  # fmt: skip


def gm_actions(fight: CairnFight) -> tuple[Action, ...]:
    """The orders of the Game Master, and of the acting side as a whole."""
    begun = None if fight.begun else Refused(say(_("The fight has not begun.")), rule="CA-01")
    declared = any(each.declared for each in fight.side(fight.turn))
    everybody = _named(fight.fighters.values())
    abilities = (
        Option("str", say(_("STR"))), Option("dex", say(_("DEX"))), Option("wil", say(_("WIL"))),
    )  # fmt: skip
    opponents = tuple(Option(side, side) for side in fight.sides())
    return (
        *([] if fight.begun else [
            Action("begin", _("Begin the fight"), group="flow", rule="CA-02",
                   fields=(Field("waive", _("No DEX save in the first round"), "flag", rule="CA-02", required=False),))]),
        _action("roll", _("Roll what is declared"), "CA-06",
                begun or (None if declared else Refused(say(_("No attack is declared.")), rule="CA-06")), group="flow"),
        _action("end_turn", _("End the side's turn"), "CA-01", begun, group="flow"),
        _action("save", _("Call for a save"), "CA-03", None,
                (Field("target", _("Who"), "one", everybody), Field("ability", _("Ability"), "one", abilities), _NOTE), group="gm"),
        _action("harm", _("Damage outside an attack"), "CA-18", None,
                (Field("target", _("Who"), "one", everybody), Field("amount", _("How much"), "number", initial=1),
                 Field("ability", _("Straight from"), "one",
                       (Option("", say(_("HP first"))), *abilities), required=False), _NOTE), group="gm"),
        _action("morale", _("Morale save"), "CA-12", begun, (Field("side", _("Side"), "one", opponents),), group="gm"),
        _action("pass_time", _("Let time pass"), "CA-08", begun,
                (Field("minutes", _("Minutes"), "number", initial=10),), group="gm"),
    )  # fmt: skip


def _action(
    do: str, label: str, rule: str, no: Refused | None, fields: tuple[Field, ...] = (),
    *, odds: bool = False, group: str = "action",
) -> Action:  # fmt: skip
    if no is not None:
        return Action(do, label, False, no.words, no.rule or rule, (), odds, group)  # type: ignore[arg-type]
    return Action(do, label, True, None, rule, fields, odds, group)  # type: ignore[arg-type]


def _none(there: Iterable[object], sentence: str, rule: str) -> Refused | None:
    return None if any(True for _each in there) else Refused(Words(sentence), rule=rule)


def _targets(fight: CairnFight, actor: CairnFighter) -> list[CairnFighter]:
    """Whom it may attack: its foes first, and of them those who stand first."""
    there = [
        each for each in fight.fighters.values()
        if each.id != actor.id and each.fate not in _OUT and not (each.hidden and each.side != actor.side)
    ]  # fmt: skip
    return sorted(there, key=lambda each: (each.side == actor.side, not each.is_standing))


def _named(fighters: Iterable[CairnFighter]) -> tuple[Option, ...]:
    return tuple(Option(each.id, each.name) for each in fighters)


def _things(actor: CairnFighter) -> tuple[Option, ...]:
    found = []
    for number, item in enumerate(actor.gear):
        left = actor.uses.get(str(number), item.uses)
        empty = left is not None and left <= 0
        why = say(_("{item} is used up."), item=item.name) if empty else None
        found.append(Option(str(number), item.name, not empty, why, "CA-03" if empty else None, level=left))
    return tuple(found)


def _attack_fields(fight: CairnFight, actor: CairnFighter, targets: list[CairnFighter]) -> tuple[Field, ...]:
    if not targets:
        return ()
    first = targets[0]
    foes = tuple(
        Option(each.id, each.name, default=not number, why=None) for number, each in enumerate(targets)
    )  # fmt: skip
    weapons = []
    for way in actor.attacks:
        why = damage_dice_why(fight, actor, way, first, Circumstances())
        rule = "CA-13" if way is UNARMED else "CA-16" if len(way.dice) > 1 else "CA-04"
        weapons.append(Option(way.key, way.name, rule=rule, level=str(way.dice), breakdown=why, default=not weapons))
    fields = [
        Field("target", _("Target"), "one", foes, initial=first.id),
        Field("weapon", _("With what"), "one", tuple(weapons), initial=actor.attacks[0].key),
        Field("impaired", _("Impaired, d4"), "flag", rule="CA-13", required=False,
              help=_("Cover, bonds or darkness stand in the way.")),
        Field("enhanced", _("Enhanced, d12"), "flag", rule="CA-13", required=False,
              help=_("The target is helpless or wide open.")),
    ]  # fmt: skip
    if any(way.ranged for way in actor.attacks):
        fields.append(Field("far", _("Too far for a sure shot"), "flag", rule="CA-14", required=False))
    if any(is_blast(actor, way) for way in actor.attacks):
        fields.append(Field("targets", _("Caught by the blast as well"), "many", foes, rule="CA-15", required=False))
        fields.append(
            Field("unclear", _("Unclear how many: the die says"), "flag", rule="CA-15", required=False)
        )
    return tuple(fields)
