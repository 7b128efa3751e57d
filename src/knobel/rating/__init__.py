"""Ratings: the expected points of a player at a game, estimated from results without the luck of the dice.

`docs/rating.md` explains the formula with an example.
"""

from knobel.rating.estimate import HALF_LIFE_GAMES, MIN_GAMES, Estimate, estimates, percentile, without_luck
from knobel.rating.levels import BotLevels, bot_levels, error_limit

__all__ = [
    "HALF_LIFE_GAMES",
    "MIN_GAMES",
    "BotLevels",
    "Estimate",
    "bot_levels",
    "error_limit",
    "estimates",
    "percentile",
    "without_luck",
]
