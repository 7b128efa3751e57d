"""Bots in plain Python, for machines without NumPy and Numba such as a browser.

A game has a module that values its actions, or uses the generic engine; this module adds the levels. Decisions take a
few milliseconds.
"""

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from random import Random
from types import MappingProxyType
from typing import Any, TypeAlias

from knobel.bots import human_errors
from knobel.bots.human_errors.characters import CHARACTERS, level_of
from knobel.bots.oversights import notice
from knobel.core import BadSetup, Chance, Game
from knobel.engines import Evaluation, expectimax
from knobel.games import GAMES

LEVELS = ("random", "beginner", "casual", "intermediate", "advanced")
"""The levels of all games, the weakest first."""
STRONGEST = LEVELS[-1]

Evaluate: TypeAlias = Callable[[Any, Any, int], dict[str, float]]
"""Returns the value in points of every legal action of a seat, from the game and its view."""

NOISE: Mapping[str, Mapping[str, float]] = MappingProxyType(
    {
        "knister": {"beginner": 4.3, "casual": 2.9, "intermediate": 0.6},
        "knaster": {"beginner": 1.95},
        "knapp_daneben": {"beginner": 3.3, "casual": 1.4, "intermediate": 0.54},
        "knoeffel": {"beginner": 7.4, "casual": 4.3, "intermediate": 2.4},
        "kniffeliger": {"beginner": 110.0, "casual": 48.0, "intermediate": 24.0},
    }
)
"""Typical size of the errors of a level, in points, by game. The other levels make no errors."""
BEST = MappingProxyType({"knaster": "casual"})
"""The level of a bot without errors in games that plain bots play less well than `STRONGEST` says."""


def levels_of(game: str) -> tuple[str, ...]:
    """Return the levels that are offered for a game, the weakest first."""
    return ("random", *NOISE.get(game, ()), BEST.get(game, STRONGEST))


class PlainBot:
    """Chooses the action that the module of its game values most, with errors if its level has any."""

    def __init__(self, level: str = STRONGEST) -> None:
        """Create a bot of a level, or a character.

        :raises BadSetup: if there is none of this name.
        """
        if level_of(level) not in LEVELS:
            raise BadSetup(f"there is no plain bot {level!r}: {', '.join((*LEVELS, *CHARACTERS))}")
        self.level = level

    def choose(self, game: Game[Any], view: Any, seat: int, rng: Random) -> str:
        actions = game.legal(view, seat)
        if len(actions) == 1 or self.level == "random":
            return rng.choice(actions)
        values = evaluate(game, view, seat, rng)
        noise = NOISE.get(game.name, {}).get(level_of(self.level), 0.0)
        if not noise and self.level not in CHARACTERS:
            return max(actions, key=values.__getitem__)
        evaluations = {action: Evaluation(values[action], None, False, False, values[action]) for action in actions}
        noticed = notice(game, view, seat, level_of(self.level), evaluations, rng)
        return human_errors.choose(game, view, seat, self.level, noticed, noise, rng)


def evaluate(game: Game[Any], view: Any, seat: int, rng: Random) -> dict[str, float]:
    """Return the value of every legal action of a seat, in points."""
    if (evaluate_actions := find_evaluation(game.name)) is not None:
        return evaluate_actions(game, view, seat)
    evaluations = expectimax.engine(game).evaluate(view, seat, rng=rng)
    return {action: evaluation.merit for action, evaluation in evaluations.items()}


@cache
def find_evaluation(game: str) -> Evaluate | None:
    """Return the function of a game's module, which is loaded for it; None if the game has no module."""
    module = f"{__name__}.{game}"
    if game not in GAMES or find_spec(module) is None:
        return None
    evaluate_actions: Evaluate = import_module(module).evaluate
    return evaluate_actions


def prepare(game: Game[Any]) -> None:
    """Compute the tables of a game, which the first decision would otherwise do."""
    state = game.start(game.min_seats)
    rng = Random(1)
    while isinstance(game.turn(state), Chance):
        state = game.apply(state, game.sample(state, rng))
    evaluate(game, state, 0, rng)


def choose(game: Game[Any], view: Any, seat: int, level: str, rng: Random) -> str:
    """Return the action of a bot of a level; the strongest bot plays at unknown levels."""
    return PlainBot(level if level_of(level) in LEVELS else STRONGEST).choose(game, view, seat, rng)
