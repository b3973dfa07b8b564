"""What may be done now, and why not."""

from __future__ import annotations

from collections.abc import Iterable

from rules.effects import Option
from rules.errors import Refused
from rules.offers import nothing_of, offer
from rules.system import Action, Field
from rules.systems.cairn.acts import why_no_help, why_not_usable
from rules.systems.cairn.attack_dice import NO_CLAIMS, damage_dice_why
from rules.systems.cairn.declare import is_blast, why_no_target
from rules.systems.cairn.derived import UNARMED
from rules.systems.cairn.fighter import OUT, CairnFight, CairnFighter
from rules.systems.cairn.going import why_hemmed_in, why_no_going
from rules.systems.cairn.ground import best_of, distance_words, ground_of, grounds, on_map
from rules.systems.cairn.perform import why_no_morale
from rules.systems.cairn.turn import can_fight, may_act, may_wait, why_not_begun
from rules.words import gettext_noop as _
from rules.words import say

_NOTE = Field("note", _("What exactly"), "text", required=False)
_ABILITIES = (Option("str", say(_("STR"))), Option("dex", say(_("DEX"))), Option("wil", say(_("WIL"))))

_FACINGS = (_("east"), _("south-east"), _("south-west"), _("west"), _("north-west"), _("north-east"))


def actions(fight: CairnFight, actor: CairnFighter) -> tuple[Action, ...]:
    """The orders of one fighter, allowed or not."""
    no, wait = may_act(fight, actor), may_wait(fight, actor)
    foes = _targets(fight, actor)
    down = _helpless(fight, actor)
    things = _things(actor)
    return (
        offer("attack", _("Attack"), "CA-04", no or nothing_of(foes, _("There is nobody to attack."), "CA-04"),
                _attack_fields(fight, actor, foes), odds=True),
        offer("help", _("Help"), "CA-10", no or nothing_of(down, _("Nobody has critical damage."), "CA-10"),
                (Field("target", _("Whom"), "one", down),)),
        offer("retreat", _("Retreat"), "CA-11", no),
        offer("move", _("Second move"), "CA-03", no, (_NOTE,)),
        offer("use", _("Use a thing"), "CA-03", no or nothing_of(things, _("There is nothing to use."), "CA-03"),
                (Field("item", _("Thing"), "one", things), _NOTE)),
        offer("act", _("Something else"), "CA-03", no, (_NOTE,)),
        offer("wait", _("Wait"), "CA-03", wait),
        *([offer("go", _("Go"), "CA-03", why_no_going(fight, actor) or why_hemmed_in(fight, actor), _where(fight),
                   group="free")] if fight.map is not None else []),
        *([Action("withdraw", _("Take back the attack"), rule="CA-06", group="free")] if actor.declared else []),
        *([Action("crawl", _("Crawl"), rule="CA-08", fields=(_NOTE,), group="free")]
          if actor.fate in ("critical", "stable") else []),
    )  # fmt: skip


def gm_actions(fight: CairnFight) -> tuple[Action, ...]:
    """The orders of the Game Master, and of the acting side as a whole."""
    idle = why_not_begun(fight)
    begun = None if fight.begun else idle
    declared = [each for each in fight.fighters.values() if each.declared]
    everybody = _named(fight.fighters.values())
    nobody = nothing_of(everybody, _("Nobody is here to fight."), "CA-01")
    sides = tuple(
        Option(side, side) if no is None else Option(side, side, False, no.words, no.rule)
        for side in fight.sides()
        for no in [why_no_morale(fight, side)]
    )
    return (
        *([] if fight.begun else [
            offer("begin", _("Begin the fight"), "CA-02",
                    nothing_of(can_fight(fight), _("Nobody is here to fight."), "CA-01"),
                    (Field("waive", _("No DEX save in the first round"), "flag", rule="CA-02", required=False),),
                    group="flow")]),
        offer("roll", _("Roll what is declared"), "CA-06",
                idle or nothing_of(declared, _("No attack is declared."), "CA-06"), group="flow"),
        offer("end_turn", _("End the side's turn"), "CA-01", idle, group="flow"),
        offer("save", _("Call for a save"), "CA-03", nobody,
                (Field("target", _("Who"), "one", everybody), Field("ability", _("Ability"), "one", _ABILITIES), _NOTE),
                group="gm"),
        offer("harm", _("Damage outside an attack"), "CA-18", nobody,
                (Field("target", _("Who"), "one", everybody), Field("amount", _("How much"), "number", initial=1),
                 Field("ability", _("Straight from"), "one",
                       (Option("", say(_("HP first"))), *_ABILITIES), required=False), _NOTE), group="gm"),
        offer("morale", _("Morale save"), "CA-12",
                begun or nothing_of(sides, _("Nobody makes morale saves."), "CA-12"),
                (Field("side", _("Side"), "one", sides),), group="gm"),
        offer("pass_time", _("Let time pass"), "CA-08",
                begun or (Refused(say(_("Declared attacks are rolled first.")), rule="CA-06") if declared else None),
                (Field("minutes", _("Minutes"), "number", initial=10),), group="gm"),
    )  # fmt: skip


def _targets(fight: CairnFight, actor: CairnFighter) -> tuple[Option, ...]:
    """Whom it may attack: its foes first, and of them those who stand first."""
    there = [
        each for each in fight.fighters.values()
        if each is not actor and each.fate not in OUT and not (each.hidden and each.side != actor.side)
    ]  # fmt: skip
    there.sort(key=lambda each: (each.side == actor.side, not each.is_standing))
    options = []
    for each in there:
        no, far = why_no_target(fight, actor, each), None
        if fight.map is not None and actor.at is not None and each.at is not None:
            ground = best_of(grounds(fight, actor, actor.at, each).values())
            no, far = no or ground.no, distance_words(fight.map, ground.far)
        if no is None:
            options.append(Option(each.id, each.name, level=far))
        else:
            options.append(Option(each.id, each.name, False, no.words, no.rule, level=far))
    return tuple(options)


def _helpless(fight: CairnFight, actor: CairnFighter) -> tuple[Option, ...]:
    """Whom it may help."""
    there = [each for each in fight.fighters.values() if each.fate == "critical" and each is not actor]
    whys = [why_no_help(fight, actor, each) for each in there]
    return tuple(
        Option(each.id, each.name) if no is None else Option(each.id, each.name, False, no.words, no.rule)
        for each, no in zip(there, whys, strict=True)
    )


def _where(fight: CairnFight) -> tuple[Field, ...]:
    facings = tuple(Option(str(each), say(label)) for each, label in enumerate(_FACINGS))
    to = Field("to", _("Where to"), "cell", rule="CA-03")
    if fight.map is None or fight.map.grid.kind != "hex":
        return (to,)
    return (to, Field("facing", _("Looking"), "one", facings, required=False))


def _named(fighters: Iterable[CairnFighter]) -> tuple[Option, ...]:
    return tuple(Option(each.id, each.name) for each in fighters)


def _things(actor: CairnFighter) -> tuple[Option, ...]:
    found = []
    for place, item in enumerate(actor.gear):
        left = actor.uses_left(place)
        no = why_not_usable(actor, place)
        if no is None:
            found.append(Option(str(place), item.name, level=left))
        else:
            found.append(Option(str(place), item.name, False, no.words, no.rule, level=left))
    return tuple(found)


def _attack_fields(fight: CairnFight, actor: CairnFighter, targets: tuple[Option, ...]) -> tuple[Field, ...]:
    first = next((each.key for each in targets if each.allowed), None)
    if first is None:
        return ()
    target = fight.fighters[first]
    ways = _weapons(fight, actor, target)
    with_what = [way.key for way in ways if way.allowed]
    mapped = on_map(fight, actor, *(fight.fighters[each.key] for each in targets))
    if actor.at is not None and on_map(fight, target):
        lies = grounds(fight, actor, actor.at, target)
        with_what = [key for key in with_what if lies[key].no is None]
    fields = [
        Field("target", _("Target"), "one", targets, initial=first if target.side != actor.side else ""),
        Field("weapon", _("With what"), "one", ways, initial=with_what[0]),
        Field("impaired", _("Impaired, d4"), "flag", rule="CA-13", required=False,
              help=_("Bonds or the like: cover, darkness and distance are seen from the map.") if mapped
              else _("Cover, bonds or darkness stand in the way.")),
        Field("enhanced", _("Enhanced, d12"), "flag", rule="CA-13", required=False,
              help=_("The target is helpless or wide open.")),
    ]  # fmt: skip
    if not mapped and any(way.ranged for way in actor.attacks):
        fields.append(Field("far", _("Too far for a sure shot"), "flag", rule="CA-14", required=False))
    by_template = on_map(fight, actor)
    if by_template and any(way.blast for way in actor.attacks):
        fields.append(Field("at", _("Centre of the blast"), "cell", rule="CA-15", required=False,
                            help=_("Where none is named, the blast strikes around the target.")))  # fmt: skip
    if any(is_blast(actor, way) and not (way.blast and by_template) for way in actor.attacks):
        fields += [
            Field("targets", _("Caught by the blast as well"), "many", targets, rule="CA-15", required=False),
            Field("unclear", _("Unclear how many: the die says"), "flag", rule="CA-15", required=False),
        ]
    return tuple(fields)


def _weapons(fight: CairnFight, actor: CairnFighter, target: CairnFighter) -> tuple[Option, ...]:
    found: list[Option] = []
    for way in actor.attacks:
        rule = "CA-13" if way is UNARMED else "CA-16" if len(way.dice) > 1 else "CA-04"
        why = damage_dice_why(fight, actor, way, target, {**NO_CLAIMS, **ground_of(fight, actor, way, target)})
        if actor.has_left(way):
            found.append(Option(way.key, way.name, rule=rule, level=str(way.dice), breakdown=why))
        else:
            empty = say(_("{item} is used up."), item=way.name)
            found.append(Option(way.key, way.name, False, empty, "CA-14", str(way.dice), why))
    return tuple(found)
