"""Reasons for one of two arbitrary actions: all kinds, in many positions.

Reasons describe the differences between two actions, so their figures must be correct for any two.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from random import Random
from typing import Any, NamedTuple

import knobel
from knobel import Move, Over, bots
from knobel.coach import Reason
from knobel.core import Chance


class Found(NamedTuple):
    """A reason for `better` instead of `worse` in a position of seat 0's."""

    game: Any
    view: Any
    better: str
    worse: str
    reason: Reason

    @property
    def figures(self) -> Any:
        return self.reason.figures


def positions(name: str, seats: int, games: int, level: str = "random", **options: Any) -> Iterator[tuple[Any, Any]]:
    """Yield the positions of games of random bots in which seat 0 has a choice."""
    for seed in range(games):
        game, rng, bot = knobel.make(name, **options), Random(seed), bots.make(level)
        state = game.start(seats)
        while not isinstance(turn := game.turn(state), Over):
            if isinstance(turn, Chance):
                state = game.apply(state, game.sample(state, rng))
                continue
            seat = turn.seats[0]
            if seat == 0 and len(game.legal(state, 0)) > 1:
                yield game, state
            state = game.apply(state, Move(seat, bot.choose(game, game.view(state, seat), seat, rng)))


@cache
def found_reasons(name: str, seats: int = 1, games: int = 4, pairs: int = 6, **options: Any) -> dict[str, list[Found]]:
    """Return all reasons for random pairs of actions in the positions of random games, by kind."""
    return reasons_in(positions(name, seats, games, **options), pairs)


def reasons_in(where: Iterable[tuple[Any, Any]], pairs: int = 6) -> dict[str, list[Found]]:
    """Return all reasons for random pairs of actions of seat 0 in these positions, by kind."""
    rng, found = Random(1), dict[str, list[Found]]()
    for game, state in where:
        module = import_module(f"knobel.coach.reasons.{game.name}")
        view = game.view(state, 0)
        for _ in range(pairs):
            better, worse = rng.sample(game.legal(state, 0), 2)
            for _, reason in module.reasons(game, view, 0, better, worse):
                found.setdefault(reason.kind, []).append(Found(game, view, better, worse, reason))
    return found
