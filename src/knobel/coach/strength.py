"""Strength of a seat, compared with the levels of the bots."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

from knobel.coach import measured_files

NAME = "level_errors"
"""Name of the files of these figures (`measured_files`)."""
FIELDS = "points", "accuracy"


class LevelErrors(NamedTuple):
    """The mean points that a level of bots loses a decision, and its median accuracy in percent."""

    points: float
    accuracy: float


@dataclass(frozen=True, slots=True)
class Peers:
    """The level of bots whose accuracy is nearest to that of a seat."""

    level: str
    points: float
    accuracy: float


@cache
def level_errors(game: str) -> dict[str, LevelErrors]:
    """Return the errors of the levels at a game, the weakest first, loaded once; empty if they were not measured.

    :raises StaleData: if they were measured with other rules or arrays.
    """
    found = measured_files.shipped(game, NAME, FIELDS) or {}
    return {level: LevelErrors(*errors) for level, errors in found.items()}


def save_level_errors(path: Path, game: str, errors: dict[str, LevelErrors]) -> None:
    """Write the measured errors of the levels at a game."""
    measured_files.save(path, game, FIELDS, {level: list(each) for level, each in errors.items()})


def peers(game: str, accuracy: float) -> Peers | None:
    """Return the level of bots that plays about as well; None if no levels were measured at the game."""
    levels = level_errors(game)
    if not levels:
        return None
    level = min(levels, key=lambda name: abs(levels[name].accuracy - accuracy))
    return Peers(level, *levels[level])
