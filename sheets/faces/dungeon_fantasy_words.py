"""The words of a Dungeon Fantasy sheet: its columns, its choices, the state of a combatant."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from sheets.faces.face import Text

LABELS: Mapping[str, Text] = {
    "concept": _("Calling"),
    "st": pgettext_lazy("attribute", "ST"), "dx": pgettext_lazy("attribute", "DX"),
    "iq": pgettext_lazy("attribute", "IQ"), "ht": pgettext_lazy("attribute", "HT"),
    "hp": pgettext_lazy("hit points", "HP"), "hp_max": _("HP when unhurt"),
    "fp": _("FP"), "fp_max": _("FP when rested"),
    "will": _("Will"), "per": _("Perception"), "basic_speed": _("Basic Speed"), "basic_move": _("Basic Move"),
    "striking_st": _("Striking ST"), "lifting_st": _("Lifting ST"), "sm": _("Size modifier"),
    "handedness": _("Better hand"), "traits": _("Traits"), "skills": _("Skills"), "bonuses": _("Other bonuses"),
    "attacks": _("Natural attacks"), "natural": _("A beast of nature: without hands it only dodges"),
    "points": _("Points"), "notes": _("Notes"),
    # rows
    "key": _("Kind"), "level": _("Level"), "specialty": _("Speciality"), "to": _("To"), "amount": _("By"),
    "source": _("From"), "skill": _("Skill"), "damage": _("Damage"), "reach": _("Reach"),
    "parries": _("Parries"), "as_weapon": _("Counts as a weapon"),
    # gear
    "kind": _("Kind"), "name": _("Name"), "place": _("Where"), "quantity": _("Quantity"),
    "weight_lb": _("Weight of one, lb"), "cost": _("Cost"), "note": _("Note"),
    "modes": _("Modes"), "shots": _("Shots and throws"), "quality": _("Quality"),
    "improvised": _("Improvised: no real weapon"), "make": _("Make"), "db": _("Defence Bonus"),
    "magic_db": _("Magical Defence Bonus"), "dr": _("DR"), "flexible": _("Flexible"),
    "crushing": _("Less DR against crushing"), "defaults": _("Defaults"), "parry": _("Parry"), "block": _("Block"),
    "fencing": _("Fencing (F)"), "unbalanced": _("Unbalanced (U)"), "hands": _("Hands"), "accuracy": _("Accuracy"),
    "half": _("Half-damage range"), "most": _("Range"), "by_st": _("Ranges × ST"), "bulk": _("Bulk"),
    "thrown": _("Thrown"),
    # derived values
    **{f"dodge_by_encumbrance.{level}": _("Dodge") for level in range(5)},
    "dodge": _("Dodge"), "defence_bonus": _("DB"), "move": pgettext_lazy("characteristic", "Move"),
    "encumbrance": _("Encumbrance"), "carried_lb": _("Carried, lb"), "basic_lift": _("Basic Lift, lb"),
    "damage_thrust": _("Thrust"), "damage_swing": _("Swing"),
    # settings
    "half_dodge": _("At low HP or FP is halved"), "surprise": _("Surprised fighters"),
    "breakage": _("Weapons may break when they parry heavy ones"), "npc_death": _("Opponents at 0 HP"),
}  # fmt: skip

STATE: Mapping[str, Text] = {
    "posture": _("Posture"), "fate": _("What became of it"), "stunned": _("Stunned"), "shock": _("Shock"),
    "shock_next": _("Shock in its next turn"), "manoeuvre": _("Last manoeuvre"), "moved": _("Has moved, in hexes"),
    "kind": _("Kind of manoeuvre"), "sprinted": _("Has sprinted"), "step_left": _("Has its step left"),
    "blocked": _("Has blocked"), "acrobatic": _("Has dodged acrobatically"), "attacks_left": _("Attacks left"),
    "defied": _("Has cheated death so often"),
    "parries": _("Parries of this turn"), "struck_with": _("Has attacked with"), "behind": _("Stood behind"),
    "option": _("Option of this turn"), "alert": _("Knows of unseen attackers"), "evaluated": _("Evaluates"),
    "aimed": _("Aims"), "feinted": _("Has won a feint"), "waiting": _("Waits for"), "moved_gear": _("Things moved"),
    "broken": _("Broken things"), "crippled": _("Crippled limbs"),
}  # fmt: skip

#: What a question is about, for those whom it is not put to.
QUESTIONS: Mapping[str, Text] = {
    "defend": _("how does it defend itself?"), "defend_again": _("does it try another defence?"),
    "strike_arm": _("the arm or the target?"), "retreat_to": _("where does it retreat to?"),
    "follow": _("does it follow?"), "surprise": _("does the surprise succeed?"), "notice": _("may it notice in time?"),
}  # fmt: skip

#: How a blow wounds, as the tables shorten it.
DAMAGE: Mapping[str, Text] = {
    "cr": pgettext_lazy("damage", "cr"), "cut": pgettext_lazy("damage", "cut"), "imp": pgettext_lazy("damage", "imp"),
    "pi-": pgettext_lazy("damage", "pi-"), "pi": pgettext_lazy("damage", "pi"), "pi+": pgettext_lazy("damage", "pi+"),
    "pi++": pgettext_lazy("damage", "pi++"), "burn": pgettext_lazy("damage", "burn"),
    "cor": pgettext_lazy("damage", "cor"), "tox": pgettext_lazy("damage", "tox"),
    "fat": pgettext_lazy("damage", "fat"), "kb": pgettext_lazy("damage", "kb"),
    "special": pgettext_lazy("damage", "special"), "sw": pgettext_lazy("damage", "sw"),
    "thr": pgettext_lazy("damage", "thr"), "d": pgettext_lazy("dice", "d"),
}  # fmt: skip

SHORT_LOADS: tuple[Text, ...] = (
    pgettext_lazy("encumbrance", "None"), pgettext_lazy("encumbrance", "Light"), pgettext_lazy("encumbrance", "Medium"),
    pgettext_lazy("encumbrance", "Heavy"), pgettext_lazy("encumbrance", "X-Heavy"),
)  # fmt: skip

_SIDES: Mapping[str, Text] = {"right": _("right"), "left": _("left")}

CHOICES: Mapping[str, Mapping[str, Text]] = {
    "handedness": _SIDES,
    "hand": {"right": _("right hand"), "left": _("left hand"), "both": _("both hands")},
    "place": {
        "right": _("right hand"), "left": _("left hand"), "both": _("both hands"), "worn": _("worn"),
        "pack": _("in the pack"), "elsewhere": _("elsewhere"),
    },
    "kind": {
        "weapon": _("weapon"), "shield": _("shield or cloak"), "armor": _("armour"), "gear": _("gear"),
        # of a manoeuvre
        "": "—", "determined": _("determined"), "strong": _("strong"), "double": _("double"),
        "dodge": _("increased dodge"), "parry": _("increased parry"), "block": _("increased block"),
    },
    "quality": {"cheap": _("cheap"), "good": _("good"), "fine": _("fine"), "very_fine": _("very fine")},
    "make": {"shield": _("shield"), "buckler": _("buckler"), "cloak": _("cloak"), "body": _("lifted body")},
    "to": {"dodge": _("Dodge"), "parry": _("Parry"), "block": _("Block"), "magic_db": _("Magical Defence Bonus")},
    "dr": {
        "skull": _("skull"), "face": _("face"), "eye": _("eyes"), "neck": _("neck"), "torso": _("torso"),
        "vitals": _("vitals"), "groin": _("groin"), "arm": _("arms"), "hand": _("hands"), "leg": _("legs"),
        "foot": pgettext_lazy("body", "feet"),
    },
    "key": {
        "other": _("other"), "combat_reflexes": _("Combat Reflexes"), "enhanced_dodge": _("Enhanced Dodge"),
        "enhanced_parry": _("Enhanced Parry"), "enhanced_block": _("Enhanced Block"),
        "weapon_master": _("Weapon Master"), "trained_by_a_master": _("Trained by a Master"),
        "ambidexterity": _("Ambidexterity"), "peripheral_vision": _("Peripheral Vision"),
        "all_round_vision": _("360° Vision"), "night_vision": _("Night Vision"), "dark_vision": _("Dark Vision"),
        "blindness": _("Blindness"), "flexibility": _("Flexibility"), "double_jointed": _("Double-Jointed"),
        "high_pain_threshold": _("High Pain Threshold"), "low_pain_threshold": _("Low Pain Threshold"),
        "hard_to_kill": _("Hard to Kill"), "hard_to_subdue": _("Hard to Subdue"), "extra_attack": _("Extra Attack"),
        "acute_hearing": _("Acute Hearing"), "one_arm": _("One Arm"), "no_manipulators": _("No Manipulators"),
        "no_legs": _("No Legs"), "flight": _("Flight"),
    },
    "posture": {
        "standing": _("standing"), "crouching": _("crouching"), "kneeling": _("kneeling"), "sitting": _("sitting"),
        "lying": _("lying"),
    },
    "fate": {"": _("fights on"), "unconscious": _("unconscious"), "dead": _("dead"), "fled": _("fled")},
    "manoeuvre": {
        "": "—", "attack": _("Attack"), "all_out_attack": _("All-Out Attack"), "all_out_defence": _("All-Out Defence"),
        "move": pgettext_lazy("manoeuvre", "Move"), "move_and_attack": _("Move and Attack"),
        "evaluate": _("Evaluate"), "feint": _("Feint"), "aim": _("Aim"),
        "ready": _("Ready"), "change_posture": _("Change Posture"), "wait": _("Wait"),
        "do_nothing": _("Do Nothing"),
    },
    "half_dodge": {"all": _("Dodge with its bonuses"), "base": _("base Dodge alone")},
    "surprise": {"ask": _("may dodge after a roll, if the Game Master says so"), "none": _("never defend")},
    "npc_death": {"roll": _("fight on while their HT rolls succeed"), "zero": _("fall")},
}  # fmt: skip
