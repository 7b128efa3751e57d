"""Single steps of many games at once, compiled: a module a game, whose `stepper(game, count)` holds so many games.

Whatever a stepper does is held against the rules, move by move, by the tests.
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
"""The games that have one."""


def stepper(game: Game[Any], count: int) -> "Stepper":
    """So many games of one player each.

    :raises BadSetup: if the game has no stepper.
    """
    if game.name not in STEPPED:
        raise BadSetup(f"{game.name} has no compiled steps; the games that have: {', '.join(STEPPED)}")
    made: Stepper = import_module(f"{__name__}.{game.name}").stepper(game, count)
    return made
