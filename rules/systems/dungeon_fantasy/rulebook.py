"""The rules of Dungeon Fantasy by their IDs, in our own words."""

from __future__ import annotations

from rules.system import RuleEntry
from rules.words import gettext_noop as _

RULEBOOK = (
    RuleEntry(
        "DF-01",
        _("One active defence"),
        _(
            "An attack that is rolled well only threatens. Unless it was a critical hit, its target chooses "
            "one active defence, a dodge, a parry or a block, and rolls for it."
        ),
        _("Defence"),
    ),
    RuleEntry(
        "DF-02",
        _("What one did last"),
        _(
            "All-Out Attack leaves no defence. After Move and Attack the arm that attacked does not parry. "
            "All-Out Defence (Double) allows a second, different defence where the first has failed."
        ),
        _("Defence"),
    ),
    RuleEntry(
        "DF-03",
        _("No defence at all"),
        _("Who does not know of the attack, is unconscious, held fast or helpless in some other way does not defend."),
        _("Defence"),
    ),
    RuleEntry(
        "DF-04",
        _("The defence roll"),
        _(
            "3d against the effective defence: that or less succeeds. A 3 or 4 always succeeds, even where "
            "the defence is lower; a 17 or 18 always fails."
        ),
        _("Defence"),
    ),
    RuleEntry(
        "DF-05",
        _("Critical hits"),
        _("Nobody defends against a critical hit."),
        _("Defence"),
    ),
    RuleEntry(
        "DF-06",
        _("Shock and stun"),
        _("Shock never lowers a defence. Being stunned costs 4 on every one."),
        _("Defence"),
    ),
    RuleEntry(
        "DF-07",
        _("Defence Bonus"),
        _(
            "A ready shield or cloak adds its Defence Bonus to any dodge, parry or block against attacks from"
            " the front or from its side."
        ),
        _("Defence"),
    ),
    RuleEntry(
        "DF-08",
        _("Magical Defence Bonus"),
        _("Of magical bonuses only the best counts. It comes on top of a shield’s own."),
        _("Defence"),
    ),
    RuleEntry(
        "DF-10",
        _("Seeing the attack"),
        _(
            "Who sees anything of the weapon defends without a penalty. Against an attacker that cannot be "
            "seen and is not known of there is no defence; once alert, one dodges at −4, and parries or "
            "blocks at −4 after a Hearing roll at −2."
        ),
        _("Awareness of an attack"),
    ),
    RuleEntry(
        "DF-11",
        _("From the side"),
        _(
            "Defences against attacks from a side hex are at −2 without Peripheral Vision. A shield does not "
            "block on the weapon’s side, and a one-handed weapon does not parry on the other hand’s, unless "
            "its bearer is Flexible."
        ),
        _("Awareness of an attack"),
    ),
    RuleEntry(
        "DF-12",
        _("From behind"),
        _(
            "No defence without Peripheral Vision or a good roll on Blind Fighting; with either at −2, and a "
            "parry at another −2 unless Flexible. Nothing from behind can be blocked."
        ),
        _("Awareness of an attack"),
    ),
    RuleEntry(
        "DF-13",
        _("Run-around"),
        _(
            "An attack comes from behind only where the attacker was behind its target when its turn began, "
            "too; else it comes from the side."
        ),
        _("Awareness of an attack"),
    ),
    RuleEntry(
        "DF-14",
        _("Surprise"),
        _(
            "Unseen traps and treacherous friends leave no defence; the Game Master may allow a roll to "
            "notice, and then a dodge."
        ),
        _("Awareness of an attack"),
    ),
    RuleEntry(
        "DF-15",
        _("Heights"),
        _(
            "In melee, a defender that stands at least 0.6 m higher defends at +1, a lower one at −1; at 45° "
            "or steeper, or above in the air, it is +2 and −2."
        ),
        _("Awareness of an attack"),
    ),
    RuleEntry(
        "DF-16",
        _("Dodge"),
        _(
            "3 + Basic Speed − encumbrance, rounded down. Below a third of HP or FP it is halved, rounded up,"
            " before encumbrance."
        ),
        _("Dodge"),
    ),
    RuleEntry(
        "DF-17",
        _("How often one dodges"),
        _("Once against each attack, against as many attacks as there are."),
        _("Dodge"),
    ),
    RuleEntry(
        "DF-18",
        _("Acrobatic dodge"),
        _(
            "Once a turn, who has learned Acrobatics may roll it first: success adds 2 to this dodge, failure"
            " takes 2. It goes together with a retreat."
        ),
        _("Dodge"),
    ),
    RuleEntry(
        "DF-19",
        _("Block"),
        _(
            "3 + half of Shield or Cloak, rounded down; a lifted body is used by DX or Wrestling. One try a "
            "turn, against nearly anything. Flails and kusari take 2."
        ),
        _("Blocking"),
    ),
    RuleEntry(
        "DF-20",
        _("A failed block with a cloak"),
        _(
            "It counts as a failed parry with that hand: who attacks in melee may hit the cloak arm instead. "
            "The cloak gives the arm no DR."
        ),
        _("Blocking"),
    ),
    RuleEntry(
        "DF-21",
        _("Parry"),
        _("3 + half the skill, rounded down, and the weapon’s own modifier."),
        _("Parry"),
    ),
    RuleEntry(
        "DF-22",
        _("What can be parried"),
        _("Blows in melee and thrown weapons; missiles only with the skill Parry Missile Weapons."),
        _("Parry"),
    ),
    RuleEntry(
        "DF-23",
        _("Repeated parries"),
        _(
            "Each parry after the first with the same weapon or hand in a turn takes 4 more; 2 with a fencing"
            " weapon or for a Weapon Master or one Trained by a Master; 1 with both."
        ),
        _("Parry"),
    ),
    RuleEntry(
        "DF-24",
        _("The off hand"),
        _(
            "It takes 4 from the skill, and so 2 from the parry, without Ambidexterity. Parries with the "
            "skill Main-Gauche never suffer from it."
        ),
        _("Parry"),
    ),
    RuleEntry(
        "DF-25",
        _("Fencing weapons"),
        _(
            "Half the penalty for repeated parries and +3 on a retreat; but encumbrance lowers the parry, and"
            " flails and kusari cannot be parried."
        ),
        _("Parry"),
    ),
    RuleEntry(
        "DF-26",
        _("Unbalanced weapons"),
        _("They do not parry in a turn in which they have attacked. The other hand may."),
        _("Parry"),
    ),
    RuleEntry(
        "DF-27",
        _("Improvised weapons"),
        _("Whatever has the right shape parries with the nearest weapon skill, and breaks like something cheap."),
        _("Parry"),
    ),
    RuleEntry(
        "DF-28",
        _("Unarmed parries"),
        _(
            "3 + half of DX, Boxing, Judo or Karate with one free hand, of Wrestling or Sumo Wrestling with "
            "two. Against weapons at −3, unless the blow is a thrust or the skill Judo or Karate. Where it "
            "fails against a weapon, the attacker may strike the parrying arm."
        ),
        _("Parry"),
    ),
    RuleEntry(
        "DF-29",
        _("Beasts and monsters"),
        _("Natural creatures without hands only dodge. Monsters may parry, and some limbs count as weapons."),
        _("Parry"),
    ),
    RuleEntry(
        "DF-30",
        _("Flails and kusari"),
        _("They are parried at −4, and not at all by knives and fencing weapons."),
        _("Parry"),
    ),
    RuleEntry(
        "DF-31",
        _("Bows within reach"),
        _("A missile weapon that is used within reach may be parried itself; the shot goes wide."),
        _("Parry"),
    ),
    RuleEntry(
        "DF-32",
        _("Thrown weapons"),
        _("Parried at −2 up to 0.5 kg, at −1 above."),
        _("Parry"),
    ),
    RuleEntry(
        "DF-33",
        _("A weapon against a bare limb"),
        _(
            "Who has parried a bare blow with a weapon rolls its skill at once, at −4 against Judo or Karate,"
            " to injure the limb."
        ),
        _("Parry"),
    ),
    RuleEntry(
        "DF-34",
        _("Heavy weapons"),
        _(
            "A weapon that parries one of three times its weight may break: 2 in 6, and 1 more for each "
            "further multiple; cheap +2, fine −1, very fine −2. It has parried all the same, unless the "
            "chance is above 6 in 6."
        ),
        _("Parry"),
    ),
    RuleEntry(
        "DF-35",
        _("Too heavy to parry"),
        _(
            "Nothing above Basic Lift can be parried with one hand, above twice of it with two: the weapon is"
            " knocked away and the attack hits."
        ),
        _("Parry"),
    ),
    RuleEntry(
        "DF-36",
        _("One option a turn"),
        _("Once a turn, against one enemy, one of the options may go with a defence."),
        _("Options of an active defence"),
    ),
    RuleEntry(
        "DF-37",
        _("Retreat"),
        _(
            "In melee: a step away for +3 to dodge and to parry with Boxing, Judo, Karate, Main-Gauche, "
            "Rapier, Saber or Smallsword, +1 to other parries and to block, until the next turn against that "
            "enemy. Not when sitting, kneeling or stunned, nor after Move and Attack or a sprint."
        ),
        _("Options of an active defence"),
    ),
    RuleEntry(
        "DF-38",
        _("Dodge and drop"),
        _(
            "Against ranged attacks: +3 to dodge this and later shots of that enemy in the turn. One lies "
            "afterwards, and defends at −3 against everybody else."
        ),
        _("Options of an active defence"),
    ),
    RuleEntry(
        "DF-39",
        _("Dive for cover"),
        _(
            "From what covers an area: dodge at +3 without Defence Bonus, and a step away whether it succeeds"
            " or not. Success protects by cover or distance."
        ),
        _("Options of an active defence"),
    ),
    RuleEntry(
        "DF-50",
        _("The attack roll"),
        _(
            "3d against the effective skill. 3 and 4 are critical hits, 5 from skill 15, 6 from 16. 18 is a "
            "critical miss, 17 up to skill 15, and any roll 10 above the skill."
        ),
        _("Playing it out"),
    ),
    RuleEntry(
        "DF-51",
        _("Damage and wounds"),
        _(
            "What passes DR wounds: half as much again when cutting, twice when impaling; at least 1 if "
            "anything passes."
        ),
        _("Playing it out"),
    ),
    RuleEntry(
        "DF-52",
        _("Hurt"),
        _(
            "Shock of 1 to 4 in the next turn; more than half of HP at once: HT or stunned and down. At 0 HP "
            "an HT roll each turn to go on, at −HP and each further multiple one to live, dead at −5 × HP."
        ),
        _("Playing it out"),
    ),
    RuleEntry(
        "DF-53",
        _("Turns and manoeuvres"),
        _(
            "By Basic Speed, then DX, then a roll; one manoeuvre a turn: Attack, All-Out Attack, All-Out "
            "Defence, Move, Move and Attack, Evaluate, Feint, Aim, Ready, Change Posture, Wait, Do Nothing."
        ),
        _("Playing it out"),
    ),
    RuleEntry(
        "DF-54",
        _("Deceptive attacks and hit locations"),
        _(
            "Each −2 taken on the attack takes 1 from the target’s defence. One may aim at a part of the "
            "body, each with its penalty and its effects."
        ),
        _("Playing it out"),
    ),
    RuleEntry(
        "DF-55",
        _("Posture"),
        _("Kneeling or sitting takes 2 from every defence, lying 3."),
        _("Playing it out"),
    ),
)
