"""Opponents with a name and a way to play: the errors of a level, and their likings.

A character is data: `level` gives the size of the errors, `haste` the probability of an entry while rolls are left, and
`likings` the points by which the character overrates an action for each unit of a measure (`likings`), by game.
"""

from collections.abc import Mapping
from math import fsum
from types import MappingProxyType
from typing import Any, NamedTuple

from knobel.bots.human_errors.likings import MEASURES
from knobel.core import Game


class Character(NamedTuple):
    """A named opponent."""

    level: str
    likings: Mapping[str, Mapping[str, float]]
    haste: float | None = None

    def liking(self, game: Game[Any], view: Any, seat: int, action: str) -> float:
        """Return the points by which this character overrates an action."""
        likings = self.likings.get(game.name, {})
        return fsum(weight * MEASURES[measure](game, view, seat, action) for measure, weight in likings.items())


CHARACTERS: Mapping[str, Character] = MappingProxyType(
    {
        # Writes what she has.
        "grandma": Character(
            "casual",
            {
                "knister": {"points": 1.0},
                "knaster": {"points": 1.0, "entry": 2.0},
                "knapp_daneben": {"points": 1.0},
                "knoeffel": {"points": 0.3},
                "kniffeliger": {"points": 0.3},
            },
            haste=0.6,
        ),
        # Fills the sheet from above.
        "grandpa": Character(
            "casual",
            {
                "knister": {"below": -3.0},
                "knaster": {"below": -3.0},
                "knapp_daneben": {"below": -3.0},
                "knoeffel": {"below": -1.0},
                "kniffeliger": {"below": -1.0},
            },
        ),
        # Goes for the big one.
        "jonas": Character(
            "intermediate",
            {
                "knister": {"equal_numbers": 2.0},
                "knaster": {"equal_numbers": 2.0},
                "knapp_daneben": {"chain": 2.0},
                "knoeffel": {"equal_dice": 5.0},
                "kniffeliger": {"equal_dice": 5.0},
            },
        ),
        # Hates to give anything up.
        "rosi": Character(
            "intermediate",
            {
                "knister": {"diagonal": -2.0},
                "knaster": {"entry": 3.0},
                "knapp_daneben": {"own_colour": -4.0},
                "knoeffel": {"zero": -25.0, "chance": -10.0, "free_roll": -10.0},
                "kniffeliger": {"zero": -25.0, "chance": -10.0, "action_die": -40.0},
            },
        ),
    }
)
"""By name."""


def level_of(name: str) -> str:
    """Return the level of a character; a level is its own."""
    return CHARACTERS[name].level if name in CHARACTERS else name
