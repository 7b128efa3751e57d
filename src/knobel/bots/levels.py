"""Levels of strength of bots: the effort, the aim and the size of errors."""

from collections.abc import Mapping
from math import log
from random import Random
from typing import Any, NamedTuple, get_args

from knobel.bots import human_errors
from knobel.bots.human_errors.characters import CHARACTERS, level_of
from knobel.bots.oversights import notice
from knobel.core import BadSetup, Game
from knobel.engines import NOT_CONSIDERED, Aim, Effort, Engine, Evaluation, engine


class Level(NamedTuple):
    """A level with its `effort` and its default `aim`.

    If `errs` is True, the bot errs like people (`human_errors`), by points that the engine defines, and overlooks
    actions.
    """

    effort: Effort
    aim: Aim = "points"
    errs: bool = False


LEVELS = {
    "beginner": Level("quick", errs=True),
    "casual": Level("quick", errs=True),
    "intermediate": Level("quick", errs=True),
    "advanced": Level("quick", errs=True),
    "expert": Level("strong", errs=True),
    "master": Level("master", "win"),
}
"""The levels, the weakest first; each wins about two thirds of the games for two against the one before."""
REFERENCES = {"strong": Level("strong")}
"""Search bots that are not levels: `strong` plays for points without errors, about as well as `master`."""
SEARCH_BOTS = LEVELS | REFERENCES | {name: LEVELS[character.level] for name, character in CHARACTERS.items()}


def best_action(evaluations: Mapping[str, Evaluation], slip: float = 0.0, rng: Random | None = None) -> str:
    """Return the action with the highest merit (the first of equals) after adding errors of about `slip` points.

    Gumbel noise on every value makes the choice a softmax of the values (Luce, "Individual Choice Behavior", 1959):
    small mistakes are common and large ones are rare.
    """
    merits = {
        action: evaluation.merit for action, evaluation in evaluations.items() if evaluation.merit > NOT_CONSIDERED
    }
    if rng is not None and slip:
        merits = {action: merit - slip * log(rng.expovariate(1)) for action, merit in merits.items()}
    return max(merits, key=merits.__getitem__)


class LevelBot:
    """Chooses the action that its game's engine values most, with errors if its level has any."""

    def __init__(self, name: str) -> None:
        """Create a bot by name: one of `SEARCH_BOTS`, possibly with an aim, as in `master/points`.

        :raises BadSetup: if there is no bot with this name.
        """
        self.level, _, aim = name.partition("/")
        if self.level not in SEARCH_BOTS or aim not in ("", *get_args(Aim)):
            raise BadSetup(f"there is no bot {name!r}: {', '.join(SEARCH_BOTS)}, or one of them with /points or /win")
        self.effort, usual, self.errs = SEARCH_BOTS[self.level]
        self.aim: Aim = "win" if (aim or usual) == "win" else "points"

    def choose(self, game: Game[Any], view: Any, seat: int, rng: Random) -> str:
        actions = game.legal(view, seat)
        if len(actions) == 1:
            return actions[0]
        thinking = engine(game)
        evaluations = thinking.evaluate(view, seat, self.effort, self.aim, rng)
        if not self.errs:
            return best_action(evaluations)
        noticed = notice(game, view, seat, level_of(self.level), evaluations, rng)
        return human_errors.choose(game, view, seat, self.level, noticed, self.noise_scale(thinking), rng)

    def noise_scale(self, thinking: Engine) -> float:
        """Return the typical size of this bot's errors in a game, in points."""
        return thinking.noise_scales[level_of(self.level)]
