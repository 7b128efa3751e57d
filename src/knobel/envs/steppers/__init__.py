"""Compiled single steps of many games; a module for each game, whose `stepper(game, count)` creates the games.

Tests compare every step with the rules.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from knobel.core import BadSetup, Game
from knobel.games import GAMES

if TYPE_CHECKING:
    # Environments of single games need no compiler.
    from knobel.envs.steppers.stepper import Stepper

__all__ = ["STEPPED", "stepper"]

STEPPED = tuple(name for name in GAMES if find_spec(f"{__name__}.{name}"))
"""The games that have a stepper."""


def stepper(game: Game[Any], count: int) -> "Stepper":
    """Return a stepper of `count` games of one player each.

    :raises BadSetup: if the game has no stepper.
    """
    if game.name not in STEPPED:
        raise BadSetup(f"{game.name} has no compiled steps; the games that have: {', '.join(STEPPED)}")
    made: Stepper = import_module(f"{__name__}.{game.name}").stepper(game, count)
    return made
