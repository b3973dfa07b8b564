"""The rules of Cairn by their IDs, in our own words."""

from __future__ import annotations

from rules.system import RuleEntry
from rules.words import gettext_noop as _

RULEBOOK = (
    RuleEntry(
        "CA-01",
        _("Rounds and sides"),
        _(
            "A round is about ten seconds. The party acts first, then its opponents; what one side "
            "does happens at the same time."
        ),
        _("Rounds and initiative"),
    ),
    RuleEntry(
        "CA-02",
        _("The first round"),
        _(
            "Each player character makes a DEX save to act before the opponents; who fails loses the "
            "turn of that round. The Game Master may waive the save."
        ),
        _("Rounds and initiative"),
    ),
    RuleEntry(
        "CA-03",
        _("A turn"),
        _(
            "A sensible move and one action: attack, move again, use a thing, help, or whatever else fits. On a map a "
            "move is so many feet; it may be split, and going farther takes the action. Foes bar the way, friends let "
            "one through, over those who lie there one steps."
        ),
        _("Actions"),
    ),
    RuleEntry(
        "CA-04",
        _("Attack and damage"),
        _(
            "An attack needs no roll to hit. Take the target's Armor, at most 3, from the damage die;"
            " the rest comes off HP, and what HP cannot take comes off STR. On a map a blow reaches the next cells, "
            "and nothing gets through a wall or a shut door."
        ),
        _("Attacks and damage"),
    ),
    RuleEntry(
        "CA-05",
        _("HP at exactly 0"),
        _("HP brought to 0 with no STR lost calls for no save, and the character still acts."),
        _("Attacks and damage"),
    ),
    RuleEntry(
        "CA-06",
        _("Several on one"),
        _(
            "Attacks of one side on one target are declared before rolling. All dice are rolled, only"
            " the highest counts, and Armor is taken from it once."
        ),
        _("Attacks and damage"),
    ),
    RuleEntry(
        "CA-07",
        _("Losing STR"),
        _("At STR 0 the fighter is dead. Otherwise it saves against its new STR at once, each time STR is lost."),
        _("Critical damage"),
    ),
    RuleEntry(
        "CA-08",
        _("Critical damage"),
        _(
            "After a failed STR save one can only crawl and do the simplest things, and dies within "
            "an hour unless helped."
        ),
        _("Critical damage"),
    ),
    RuleEntry(
        "CA-09",
        _("Creatures and critical damage"),
        _(
            "For creatures the Game Master may take a failed STR save for death, unless their "
            "description says otherwise."
        ),
        _("Critical damage"),
    ),
    RuleEntry(
        "CA-10",
        _("Help"),
        _(
            "An action that stabilises: the danger of death is gone, lost STR is not restored. No "
            "roll where the means fit and nothing else is at risk."
        ),
        _("Helping the wounded"),
    ),
    RuleEntry(
        "CA-11",
        _("Retreat"),
        _("A safe place to go and a successful DEX save."),
        _("Retreat"),
    ),
    RuleEntry(
        "CA-12",
        _("Morale"),
        _(
            "Opponents make a WIL save or flee after their first loss and again when half of them are"
            " lost; a leader's WIL may be used. A lone opponent saves when its HP reach 0. Player "
            "characters never do."
        ),
        _("Morale"),
    ),
    RuleEntry(
        "CA-13",
        _("Impaired and enhanced"),
        _(
            "An impaired attack deals d4 whatever the weapon, and so does one without a weapon. An "
            "enhanced attack deals d12. Both at once cancel each other, unless the table decides "
            "otherwise. On a map cover is judged by the lines to the target."
        ),
        _("Impaired and enhanced attacks"),
    ),
    RuleEntry(
        "CA-14",
        _("Ranged attacks"),
        _(
            "They hit what can be clearly seen and reached; at farther targets they are impaired, and on a map at "
            "those whom darkness, fog or the like hides. "
            "Ammunition is not counted unless the thing says so."
        ),
        _("Ranged attacks"),
    ),
    RuleEntry(
        "CA-15",
        _("Blast"),
        _(
            "A blast hits every suitable target in its area, each with a roll of its own. Where their"
            " number is unclear, the attack's die tells it. On a map it strikes all who stand around its centre, "
            "friend or foe, as far as walls let it."
        ),
        _("Blast"),
    ),
    RuleEntry(
        "CA-16",
        _("Two weapons"),
        _("Roll the dice of both and keep the highest; they are not added."),
        _("Two weapons"),
    ),
    RuleEntry(
        "CA-17",
        _("Detachments"),
        _(
            "Many alike as one combatant. Critical damage routs or weakens it, STR 0 destroys it. One"
            " fighter's attack on it is impaired unless it is a blast; its own attacks on single "
            "fighters are enhanced and blast."
        ),
        _("Detachments"),
    ),
    RuleEntry(
        "CA-18",
        _("Losing abilities"),
        _("STR 0 is death, DEX 0 paralysis, WIL 0 delirium; who lost DEX or WIL can do nothing until it is restored."),
        _("Ability loss"),
    ),
    RuleEntry(
        "CA-19",
        _("A new character"),
        _("The player of a dead character makes a new one, who comes in at the first good moment."),
        _("Death of a character"),
    ),
    RuleEntry(
        "CA-20",
        _("The sheet"),
        _(
            "Ten slots; bulky things take two, petty ones none. With a full inventory HP count as 0, "
            "though the stored HP stay. One body armour counts; shield, helmet and gambeson add 1 "
            "each; Armor is at most 3."
        ),
        _("Character"),
    ),
)
