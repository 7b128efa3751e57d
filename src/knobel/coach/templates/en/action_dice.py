"""English templates: reasons from the action dice of Kniffeliger."""

from typing import Any

ACTION_DICE: dict[str, Any] = {
    "steal": "{seat} loses {points} in {field}, and you write them yourself[; a turn for it brings {mean} on average].",
    "steal_poor": "{seat} has only {points} in {field}: a turn for it brings more on average[ ({mean})].",
    "cross": "{seat} loses {field}: a turn for it brings {mean} on average.",
    "cross_points": "{seat} loses {points} in {field}.",
    "cross_little": "{field} is not worth much to {seat}: a turn for it brings {mean} on average.",
    "freeze": "{seat} cannot fill {field} in the next turn; it comes in {chance} of turns.",
    "freeze_little": "{field} is not worth much to {seat}: it comes in {chance} of turns and is blocked for only one of "
    "them.",
    "sheet": "You then hold a better sheet[: {points} instead of {other_points}].",
    "open_rows": (
        (
            "The sheet that you then hold has {count} open row, worth {mean} in average turns; on the other, "
            "{other_count} are worth {other_mean}."
        ),
        (
            "The sheet that you then hold has {count} open rows, worth {mean} in average turns; on the other, "
            "{other_count} are worth {other_mean}."
        ),
    ),
    "swapped_back": "Then {seat} swaps back, and you end with {points} instead of {other_points}.",
    "answered_swap": "Then {seat} swaps sheets with you, and you end with {points} instead of {other_points}.",
    "answered_shift": "Then {seat} shifts the sheets, and you end with {points} instead of {other_points}.",
    "taken_again": "The other sheet shows more[: {other_points} instead of {points}], but {seat} moves after you and can play {die}.",
    "steal_loses": (
        "This steal brings less than a turn of your own for it[ (by {mean})]; with {count} more round to come, a steal brings more on average[ (about {other_mean})]. Wait for a better row.",
        "This steal brings less than a turn of your own for it[ (by {mean})]; with {count} more rounds to come, a steal brings more on average[ (about {other_mean})]. Wait for a better row.",
    ),
    "steal_waits": (
        "This steal brings little more than a turn of your own for it[ ({mean})]; with {count} more round to come, a steal brings more on average[ (about {other_mean})]. Wait for a better row.",
        "This steal brings little more than a turn of your own for it[ ({mean})]; with {count} more rounds to come, a steal brings more on average[ (about {other_mean})]. Wait for a better row.",
    ),
    "swap_waits": (
        "{die} decides only in the last round: {count} more round follows, in which everybody can answer with Shift or Swap.",
        "{die} decides only in the last round: {count} more rounds follow, in which everybody can answer with Shift or Swap.",
    ),
    "sum_earns": "The dice sum to {number}, divisible by three: entering earns an action die for certain, rolling on only in a third of the rolls.",
    "sum_for_die": "The dice sum to {number}, not divisible by three: entering earns no action die, rolling on does in a third of the rolls.",
    "die_waits": (
        "{die} can wait: {count} more round is left to play it.",
        "{die} can wait: {count} more rounds are left to play it.",
    ),
}
