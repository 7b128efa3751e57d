"""Effects of other seats on a seat.

They end the game earlier or later than expected, where it ends for all seats when one sheet is full, they take points
and sheets, and a seat takes risks to beat them.
"""

from functools import lru_cache
from types import ModuleType
from typing import Any

from knobel.core import Game
from knobel.engines import Aim, engine, find_module


def round_effect(game: Game[Any], state: Any, seat: int) -> float:
    """Return the change of a seat's expected score by other seats in the round that has just ended, in points.

    It is 0 during a round, and in games whose seats play to the end independently: their engines have no such method.
    """
    effect = getattr(engine(game), "round_effect", None)
    return float(effect(state, seat)) if effect else 0.0


def expected_effect(game: Game[Any], view: Any, seat: int, aim: Aim = "win") -> float:
    """Return the expected future effect of other seats on a seat's score, in points.

    It is 0 in games without such effects.

    :param aim: the aim with which all seats are assumed to play.
    """
    module = find_effects_module(game.name)
    return float(module.expected_effect(engine(game), view, seat, aim)) if module else 0.0


def is_effect_included(game: Game[Any], state: Any) -> bool:
    """True if the values of a game's engine include the effect of other seats in this position.

    `expected_effect` is 0 there.
    """
    is_included = getattr(find_effects_module(game.name), "is_included", None)
    return bool(is_included and is_included(game, state))


@lru_cache
def find_effects_module(game: str) -> ModuleType | None:
    """Return the module of a game's engine that computes the expected effects of other seats, None if there is none."""
    return find_module(game, "opponent_effects")
