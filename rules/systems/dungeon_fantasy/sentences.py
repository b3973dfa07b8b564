"""The sentences of the log. A `.vague` one stands in where the numbers of a fighter are not to be seen."""

from __future__ import annotations

from rules.table import SENTENCES as TABLE_SENTENCES
from rules.walking import SENTENCES as WALKING_SENTENCES
from rules.words import gettext_noop as _

DEFENCE_SENTENCES = {
    # Whether a defence is possible (DF-02, DF-03, DF-05, DF-10, DF-12, DF-14)
    "defenceless": _("{target} is helpless and cannot defend itself."),
    "critical_hit_leaves_none": _("{target}: there is no defence against a critical hit."),
    "all_out_attack_leaves_none": _("{target}: no defence after All-Out Attack."),
    "unseen_leaves_none": _("{target} knows nothing of the attacker: no defence. Now it is alert."),
    "vanished": _("{actor} vanishes from sight: those who saw it are alert."),
    "behind_leaves_none": _("{target} is attacked from behind: no defence."),
    "surprise_leaves_none": _("{target} is taken by surprise: no defence."),
    "no_defence_left": _("{target} has no defence left against this attack."),
    "not_defended": _("{target} does not defend itself."),
    # Rolls (DF-16 to DF-22, DF-28)
    "dodged": _("{target}, Dodge: {roll} against {level} — success."),
    "dodged.vague": _("{target}, Dodge: success."),
    "failed_dodge": _("{target}, Dodge: {roll} against {level} — failure."),
    "failed_dodge.vague": _("{target}, Dodge: failure."),
    "parried": _("{target}, Parry ({item}): {roll} against {level} — success."),
    "parried.vague": _("{target}, Parry ({item}): success."),
    "failed_parry": _("{target}, Parry ({item}): {roll} against {level} — failure."),
    "failed_parry.vague": _("{target}, Parry ({item}): failure."),
    "blocked": _("{target}, Block ({item}): {roll} against {level} — success."),
    "blocked.vague": _("{target}, Block ({item}): success."),
    "failed_block": _("{target}, Block ({item}): {roll} against {level} — failure."),
    "failed_block.vague": _("{target}, Block ({item}): failure."),
    "failed_cloak": _(
        "{target}, Block ({item}): {roll} against {level} — failure, as of a Parry with the hand that holds the cloak."
    ),
    "failed_cloak.vague": _("{target}, Block ({item}): failure, as of a Parry with the hand that holds the cloak."),
    "jumped": _("{target}, Acrobatic Dodge: +2 to this dodge."),
    "stumbled": _("{target}, Acrobatic Dodge: −2 to this dodge."),
    "arm_struck": _("{actor} strikes the arm of {target} that stood in the way."),
    # What comes of parries (DF-33 to DF-35)
    "limb_struck": _("{actor} strikes the limb that attacked: {item} → {target}."),
    "swept_aside": _("{target}, Parry ({item}): {roll} against {level} — success, but the Parry does not count."),
    "swept_aside.vague": _("{target}, Parry ({item}): the Parry does not count."),
    "broke": _("{target}: {item} breaks."),
    "broke_by_roll": _("{target}: {item} breaks ({roll}, chance {chance} in 6)."),
    "held": _("{target}: {item} does not break ({roll}, chance {chance} in 6)."),
    "overborne": _("{target}, Parry ({item}): too heavy to be parried."),
    "knocked_away": _("{target}: {item} is knocked out of the hand."),
    "knocked_back": _("{target} is knocked back by a metre."),
    "fell": _("{target} falls."),
    # Options of the turn (DF-36 to DF-39)
    "retreated": _("{target}, Retreat: a step away from {actor}."),
    "followed": _("{actor} follows {target}."),
    "dropped": _("{target}, Dodge and Drop: now lying."),
    "dived": _("{target} dives for cover."),
    "landed": _("{target}: a step away, into cover."),
    "landed_prone": _("{target}: a step away, and down."),
    "dive_lost": _("{target} can dive for cover no more."),
}

FIGHT_SENTENCES = {
    # Turns (DF-53)
    "began": _("The fight begins. Round 1."),
    "tie_rolled": _("{actor}, who acts first: {roll}."),
    "round": _("Round {round}."),
    "turn": _("Turn: {actor}."),
    "turn_ended": _("{actor} ends the turn."),
    "cuts_in": _("{actor}: what it waited for happens, and it acts now."),
    "resumed": _("{actor} goes on with the turn."),
    "cut_short": _("The turn that was cut in on is over."),
    "won": _("The fight is decided. Still standing: {side}."),
    "reopened": _("The fight goes on."),
    "reordered": _("The order changes."),
    # Manoeuvres (DF-53, DF-55)
    "defends_dodge": _("{actor}: All-Out Defence, Dodge +2."),
    "defends_parry": _("{actor}: All-Out Defence, Parry +2."),
    "defends_block": _("{actor}: All-Out Defence, Block +2."),
    "defends_double": _("{actor}: All-Out Defence, two defences against an attack."),
    "moves": _("{actor} moves. {note}"),
    "evaluated": _("{actor} evaluates {target}: +{bonus} to the next attack."),
    "aimed": _("{actor} aims at {target}: {weapon}, turn {turns}."),
    "feints": _("{actor} feints at {target}: {weapon}."),
    "feint_won": _("{target} is taken in: −{penalty} to its defence against the next attack of {actor}."),
    "feint_failed": _("{target} sees through the feint of {actor}."),
    "readied": _("{actor} readies: {item}."),
    "put_away": _("{actor} puts away: {item}."),
    "laid_down": _("{actor} lays down: {item}."),
    "posture_standing": _("{actor} stands up."),
    "posture_crouching": _("{actor} crouches."),
    "posture_kneeling": _("{actor} kneels."),
    "posture_sitting": _("{actor} sits."),
    "posture_lying": _("{actor} lies down."),
    "waits": _("{actor} waits. {note}"),
    "does_nothing": _("{actor} does nothing."),
    "acted": _("{actor}: {note}"),
    # Attacks (DF-50, DF-54)
    "hit": _("{actor} attacks {target}, {weapon}: {roll} against {level} — a hit."),
    "hit.vague": _("{actor} attacks {target}, {weapon}: {roll} — a hit."),
    "hit_at": _("{actor} attacks {target}, {weapon}, {location}: {roll} against {level} — a hit."),
    "hit_at.vague": _("{actor} attacks {target}, {weapon}, {location}: {roll} — a hit."),
    "hit_critically": _("{actor} attacks {target}, {weapon}: {roll} against {level} — a critical hit, no defence."),
    "hit_critically.vague": _("{actor} attacks {target}, {weapon}: {roll} — a critical hit, no defence."),
    "hit_critically_at": _(
        "{actor} attacks {target}, {weapon}, {location}: {roll} against {level} — a critical hit, no defence."
    ),
    "hit_critically_at.vague": _(
        "{actor} attacks {target}, {weapon}, {location}: {roll} — a critical hit, no defence."
    ),
    "missed": _("{actor} attacks {target}, {weapon}: {roll} against {level} — a miss."),
    "missed.vague": _("{actor} attacks {target}, {weapon}: {roll} — a miss."),
    "missed_at": _("{actor} attacks {target}, {weapon}, {location}: {roll} against {level} — a miss."),
    "missed_at.vague": _("{actor} attacks {target}, {weapon}, {location}: {roll} — a miss."),
    "fumbled": _("{actor} attacks {target}, {weapon}: {roll} against {level} — a critical miss."),
    "fumbled.vague": _("{actor} attacks {target}, {weapon}: {roll} — a critical miss."),
    "fumbled_at": _("{actor} attacks {target}, {weapon}, {location}: {roll} against {level} — a critical miss."),
    "fumbled_at.vague": _("{actor} attacks {target}, {weapon}, {location}: {roll} — a critical miss."),
    "off_balance": _("{actor} is thrown off balance: no more attacks in this turn."),
    "let_fall": _("{actor} drops: {item}."),
    "thrown": _("{item} has left the hand of {actor}."),
    # Injury (DF-51, DF-52, DF-54)
    "absorbed": _("{target}, {location}: {rolled} {wound} − DR {dr}: no injury."),
    "absorbed.vague": _("{target} is not hurt."),
    "wounded": _("{target}, {location}: {rolled} {wound} − DR {dr}: injury {injury}. HP {hp}."),
    "wounded.vague": _("{target} is wounded: {location}."),
    "tired": _("{target}: {rolled} {wound} − DR {dr}: FP −{injury}, now {fp}."),
    "tired.vague": _("{target} is wearied."),
    "harmed": _("{target}: injury {injury}. HP {hp}. {note}"),
    "harmed.vague": _("{target} is hurt. {note}"),
    "healed": _("{target}: HP +{gained}, now {hp}. {note}"),
    "healed.vague": _("{target} is better. {note}"),
    "crippled": _("{target}: {location} crippled."),
    "knocked_down": _("{target} is stunned and falls."),
    "recovered": _("{target} is stunned no more."),
    "fainted": _("{target} falls unconscious."),
    "lived": _("{target} lives."),
    "died": _("{target} dies."),
    "succeeded": _("{target}, {purpose}: {roll} against {level} — success."),
    "succeeded.vague": _("{target}, {purpose}: success."),
    "failed": _("{target}, {purpose}: {roll} against {level} — failure."),
    "failed.vague": _("{target}, {purpose}: failure."),
}

SENTENCES = {**TABLE_SENTENCES, **WALKING_SENTENCES, **DEFENCE_SENTENCES, **FIGHT_SENTENCES}
