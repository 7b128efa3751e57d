"""The source of the engines' trained data: one package for each game, found by the game's name.

A game is learned by self-play (`learn`), or solved and fitted (`shipped_data`).
"""

from importlib import import_module
from importlib.util import find_spec
from inspect import signature
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from knobel.core import BadSetup
from knobel.games import GAMES

if TYPE_CHECKING:
    from knobel_lab.learning.training import Learner


def learned_games() -> tuple[str, ...]:
    """Return the games that are learned by self-play."""
    return _games_with("learn")


def solved_games() -> tuple[str, ...]:
    """Return the games whose data is solved, not learned."""
    return _games_with("shipped_data")


def learner(game: str, seed: int, threads: int = 1) -> "Learner":
    """Return the learner of a game in its initial state.

    :raises BadSetup: if the game has no learner, or one that cannot use several threads.
    """
    module = _find_module(game, "learn")
    if module is None:
        raise BadSetup(f"{game} has nothing to learn; the games that have: {', '.join(learned_games())}")
    if threads > 1 and "threads" not in signature(module.learner).parameters:
        raise BadSetup(f"{game} is learned by one thread")
    made: Learner = module.learner(seed, threads) if threads > 1 else module.learner(seed)
    return made


def export_solved(game: str, path: Path) -> None:
    """Solve a game and write the trained data in the format that ships.

    :raises BadSetup: if the game is not solved.
    """
    module = _find_module(game, "shipped_data")
    if module is None:
        raise BadSetup(f"{game} is not solved; the games that are: {', '.join(solved_games())}")
    module.export(path)


def _find_module(game: str, name: str) -> ModuleType | None:
    return import_module(f"{__name__}.{game}.{name}") if game in _games_with(name) else None


def _games_with(name: str) -> tuple[str, ...]:
    packages = ((game, f"{__name__}.{game}") for game in GAMES)
    return tuple(game for game, package in packages if find_spec(package) and find_spec(f"{package}.{name}"))
