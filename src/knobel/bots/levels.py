"""How strong a bot plays: how hard it thinks, what it plays for, and how far it errs."""

from functools import cache
from importlib import import_module
from math import log
from random import Random
from typing import Any, NamedTuple, get_args

from knobel.bots.evaluator import Aim, Effort, Evaluator
from knobel.bots.lookahead import Lookahead
from knobel.core import BadSetup, Game

OWN = ("knister", "knaster", "knapp_daneben", "knoeffel", "kniffeliger")
"""The games whose evaluators know more than the rules: each in a module of this package with the game's name."""
SLIPS = {"beginner": 4.0, "casual": 1.5}
"""How far bots err at a game without an evaluator of its own; see `Level.errs`."""


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


@cache
def evaluator(game: str, effort: Effort, aim: Aim) -> Evaluator:
    """What values the actions of the game of that name."""
    if game not in OWN:
        return Lookahead()
    own: Evaluator = import_module(f"knobel.bots.{game}").evaluator(effort, aim)
    return own


def slip(game: str, level: str) -> float:
    """How far a level errs at a game, in points: the scale of the noise on its values."""
    slips: dict[str, float] = SLIPS if game not in OWN else import_module(f"knobel.bots.{game}").SLIPS
    return slips[level]


class LevelBot:
    """Chooses what its game's evaluator values most, after errors if its level makes any.

    Noise with a Gumbel distribution on every value makes the choice a softmax of the values (Luce, "Individual Choice
    Behavior", 1959): small mistakes are common and big ones are rare.
    """

    def __init__(self, name: str) -> None:
        """By name: a level, or a level and an aim, as in `master/points`.

        :raises BadSetup: if there is none of that name.
        """
        self.level, _, aim = name.partition("/")
        if self.level not in LEVELS or aim not in ("", *get_args(Aim)):
            raise BadSetup(f"there is no bot {name!r}: {', '.join(LEVELS)}, or one of them with /points or /win")
        self.effort, usual, self.errs = LEVELS[self.level]
        self.aim = aim or usual

    def choose(self, game: Game[Any], view: Any, seat: int, rng: Random) -> str:
        actions = game.legal(view, seat)
        if len(actions) == 1:
            return actions[0]
        values = evaluator(game.name, self.effort, self.aim).evaluate(game, view, seat, rng)
        if self.errs:
            scale = slip(game.name, self.level)
            values = {action: value - scale * log(rng.expovariate(1)) for action, value in values.items()}
        return max(values, key=values.__getitem__)
