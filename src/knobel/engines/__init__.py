"""Engines, which evaluate positions and actions: one for each game, found by the game's name.

All code that evaluates a game is in the package of its name. A game without a package uses the generic engine, which
relies only on the rules.

>>> import knobel
>>> from knobel import engines
>>> game = knobel.make("knister")
>>> state = game.apply(game.start(seats=1), knobel.Roll((3, 4)))
>>> evaluations = engines.engine(game).evaluate(game.view(state, 0), seat=0, effort="quick")
>>> max(evaluations, key=lambda action: evaluations[action].points) in game.legal(state, 0)
True
"""

from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from knobel.core import BadSetup, Game
from knobel.engines.engine import NOT_CONSIDERED, Aim, Effort, Engine, Evaluation, Rollouts
from knobel.games import GAMES

__all__ = ["NOT_CONSIDERED", "Aim", "Effort", "Engine", "Evaluation", "engine"]

MAX_CACHED_ENGINES = 16
"""Maximum number of cached engines; each combination of a game and its options has its own."""


def engine(game: Game[Any]) -> Engine:
    """Return the engine of a game with these options.

    :raises FileNotFoundError: if its trained data is missing.
    :raises StaleData: if the data was made with other rules or tables.
    """
    return _engine(type(game), tuple(game.options.items()))


@lru_cache(MAX_CACHED_ENGINES)
def _engine(kind: type[Game[Any]], options: tuple[tuple[str, Any], ...]) -> Engine:
    game = kind(**dict(options))
    module = find_module(game.name, "engine") or import_module("knobel.engines.expectimax")
    made: Engine = module.engine(game)
    return made


def rollouts(game: Game[Any]) -> Rollouts | None:
    """Return the rollouts of a game with these options, or None if its engine has none.

    :raises FileNotFoundError: if its trained data is missing.
    :raises StaleData: if the data was made with other rules or tables.
    """
    return _rollouts(type(game), tuple(game.options.items()))


@lru_cache(MAX_CACHED_ENGINES)
def _rollouts(kind: type[Game[Any]], options: tuple[tuple[str, Any], ...]) -> Rollouts | None:
    module = find_module(kind.name, "rollout")
    made: Rollouts | None = module.rollouts(_engine(kind, options)) if module else None
    return made


def find_module(game: str, name: str) -> ModuleType | None:
    """Return a module of the package of a game, such as `rollout` or `solve`, or None if there is none."""
    package = f"knobel.engines.{game}"
    if find_spec(package) is None or find_spec(f"{package}.{name}") is None:
        return None
    return import_module(f"{package}.{name}")


def games_with(name: str) -> tuple[str, ...]:
    """Return the games whose package has a module of this name."""
    packages = ((game, f"knobel.engines.{game}") for game in GAMES)
    return tuple(game for game, package in packages if find_spec(package) and find_spec(f"{package}.{name}"))


def solver(game: str) -> ModuleType:
    """Return the module that solves a game exactly.

    Its `solution(game)` returns the values of all states, the start position first.

    :raises BadSetup: if the game is not solved.
    """
    module = find_module(game, "solve")
    if module is None:
        raise BadSetup(f"{game} is not solved exactly; the games that are: {', '.join(games_with('solve'))}")
    return module
