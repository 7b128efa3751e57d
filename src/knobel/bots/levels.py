"""How strong a bot plays: how hard it thinks, what it plays for, and how far it errs."""

from collections.abc import Mapping
from math import log
from random import Random
from typing import Any, NamedTuple, get_args

from knobel.core import BadSetup, Game
from knobel.engines import NOT_CONSIDERED, Aim, Effort, Evaluation, engine


class Level(NamedTuple):
    """`effort` and the usual `aim`; a bot that `errs` adds noise to its values, as many points as its game says."""

    effort: Effort
    aim: Aim = "points"
    errs: bool = False


LEVELS = {
    "beginner": Level("quick", errs=True),
    "casual": Level("quick", errs=True),
    "strong": Level("strong"),
    "master": Level("master", "win"),
}


def chosen(worth: Mapping[str, Evaluation], slip: float = 0.0, rng: Random | None = None) -> str:
    """The action of most merit, the first of equals, after errors of about `slip` points.

    Noise with a Gumbel distribution on every value makes the choice a softmax of the values (Luce, "Individual Choice
    Behavior", 1959): small mistakes are common and big ones are rare.
    """
    merits = {action: evaluation.merit for action, evaluation in worth.items() if evaluation.merit > NOT_CONSIDERED}
    if rng is not None and slip:
        merits = {action: merit - slip * log(rng.expovariate(1)) for action, merit in merits.items()}
    return max(merits, key=merits.__getitem__)


class LevelBot:
    """Chooses what its game's engine values most, after errors if its level makes any."""

    def __init__(self, name: str) -> None:
        """By name: a level, or a level and an aim, as in `master/points`.

        :raises BadSetup: if there is none of that name.
        """
        self.level, _, aim = name.partition("/")
        if self.level not in LEVELS or aim not in ("", *get_args(Aim)):
            raise BadSetup(f"there is no bot {name!r}: {', '.join(LEVELS)}, or one of them with /points or /win")
        self.effort, usual, self.errs = LEVELS[self.level]
        self.aim: Aim = "win" if (aim or usual) == "win" else "points"

    def choose(self, game: Game[Any], view: Any, seat: int, rng: Random) -> str:
        actions = game.legal(view, seat)
        if len(actions) == 1:
            return actions[0]
        thinking = engine(game)
        worth = thinking.evaluate(view, seat, self.effort, self.aim, rng)
        return chosen(worth, thinking.slips[self.level] if self.errs else 0.0, rng)
