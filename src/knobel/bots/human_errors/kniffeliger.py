"""Errors of people in Kniffeliger."""

from collections.abc import Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Any

from knobel.bots.human_errors import reduced
from knobel.bots.human_errors.five_dice import TINY, misjudged, unseen
from knobel.core import Game
from knobel.dice import Dice
from knobel.games.combinations import kept_dice
from knobel.games.kniffeliger import ROWS, State

HASTE: Mapping[str, float] = MappingProxyType(
    {"beginner": 0.9, "casual": 0.3, "intermediate": 0.15, "advanced": 0.05, "expert": 0.0}
)
"""Probability that a person with rolls left writes what the dice already bring, by level."""


def considered(game: Game[Any], view: State, seat: int, actions: Sequence[str]) -> Sequence[str]:
    """Return the actions that people consider: they steal nothing worthless."""
    entries, keeps = split(game, view, seat, actions)
    refused = unseen(entries, keeps, view.dice, view.rolls) if entries else set[str]()
    for action in actions:
        die, _, where = action.partition(".")
        victim, _, row = where.partition(".")
        if die == "steal" and not view.sheets[int(victim)].at(row):
            refused.add(action)
    return reduced(actions, refused)


def written(game: Game[Any], view: State, seat: int, actions: Sequence[str]) -> Sequence[str]:
    """Return the entries that bring some points."""
    entries, _ = split(game, view, seat, actions)
    return [action for action, points in entries.items() if points > TINY]


def doubts(game: Game[Any], view: State, seat: int, actions: Sequence[str], rng: Random) -> dict[str, float]:
    """Return the error of each action, for errors of 1 point."""
    return misjudged(*split(game, view, seat, actions), view.rolls, actions, rng)


def split(game: Game[Any], view: State, seat: int, actions: Sequence[str]) -> tuple[dict[str, int], dict[str, Dice]]:
    """Return the points of the entries and the dice of the keeps among some actions."""
    entries = {action: game.preview(view, seat, action).gain for action in actions if action in ROWS}
    return entries, {action: kept_dice(action) for action in actions if action[0] == "k" and action not in ROWS}
