"""English templates: reasons of all games."""

from typing import Any

WINNING: dict[str, Any] = {
    "many_small": "This is the sum of many small things: look closer here.",
    "win": "With the better move the chance of winning is {chance} instead of {other_chance}.",
    "win_less": "To win, the other choice is even better: {other_chance} instead of {chance}.",
    "win_over_points": "The better move gives up {mean} on average, but wins {chance} of the time instead of {other_chance}.",
    "win_favourite": "With the better move the chances are in your favour ({chance}), with the other one they are not "
    "({other_chance}).",
    "win_last_hope": "The other move leaves a chance of winning of only {other_chance}, the better one {chance}.",
    "win_secured": "The better move wins almost for certain ({chance}), the other one only {other_chance} of the time.",
    "win_decided": "This move decides the game: the better one wins {chance} of the time, the other one {other_chance}.",
}
