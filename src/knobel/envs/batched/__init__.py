"""Compiled single steps of many games; a module for each game, whose `game_batch(game, count)` creates the games.

Tests compare every step with the rules.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from knobel.core import BadSetup, Game
from knobel.games import GAMES

if TYPE_CHECKING:
    # Environments of single games need no compiler.
    from knobel.envs.batched.batch import GameBatch

__all__ = ["BATCHED", "game_batch"]

BATCHED = tuple(name for name in GAMES if find_spec(f"{__name__}.{name}"))
"""The games that have compiled steps."""


def game_batch(game: Game[Any], count: int) -> "GameBatch":
    """Return `count` games of one player each.

    :raises BadSetup: if the game has no compiled steps.
    """
    if game.name not in BATCHED:
        raise BadSetup(f"{game.name} has no compiled steps; the games that have: {', '.join(BATCHED)}")
    made: GameBatch = import_module(f"{__name__}.{game.name}").game_batch(game, count)
    return made
