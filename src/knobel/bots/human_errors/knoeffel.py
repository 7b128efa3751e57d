"""Errors of people in Knöffel."""

from collections.abc import Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Any

from knobel.bots.human_errors import reduced
from knobel.bots.human_errors.five_dice import TINY, misjudged, unseen
from knobel.core import Game
from knobel.dice import Dice
from knobel.games.combinations import kept_dice
from knobel.games.knoeffel import State

HASTE: Mapping[str, float] = MappingProxyType(
    {"beginner": 0.15, "casual": 0.1, "intermediate": 0.05, "advanced": 0.02, "expert": 0.0}
)
"""Probability that a person with rolls left writes what the dice already bring, by level."""


def considered(game: Game[Any], view: State, seat: int, actions: Sequence[str]) -> Sequence[str]:
    """Return the actions that people consider."""
    return reduced(actions, unseen(*split(game, view, seat, actions), view.dice, view.rolls))


def written(game: Game[Any], view: State, seat: int, actions: Sequence[str]) -> Sequence[str]:
    """Return the entries that bring some points."""
    entries, _ = split(game, view, seat, actions)
    return [action for action, points in entries.items() if points > TINY]


def doubts(game: Game[Any], view: State, seat: int, actions: Sequence[str], rng: Random) -> dict[str, float]:
    """Return the error of each action, for errors of 1 point."""
    return misjudged(*split(game, view, seat, actions), view.rolls, actions, rng)


def split(game: Game[Any], view: State, seat: int, actions: Sequence[str]) -> tuple[dict[str, int], dict[str, Dice]]:
    """Return the points of the entries and the dice of the keeps among some actions."""
    entries = {action: game.preview(view, seat, action).writes or 0 for action in actions if "." in action}
    return entries, {action: kept_dice(action) for action in actions if "." not in action}
