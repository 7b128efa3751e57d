"""Positions with their evaluations, to compare engines in two places. It needs the standard library only."""

from collections.abc import Iterator
from itertools import count, islice
from random import Random
from typing import Any, get_args

import knobel
from knobel.core import Decide, Game, Over
from knobel.engines import Aim, Effort, Engine, engine
from tests.games.cases import walk

Position = tuple[Game[Any], Any, int, Effort, Aim]


def positions(name: str, seed: int, number: int) -> Iterator[Position]:
    """Return positions of random games, each with a seat, an effort and an aim."""
    return islice(all_positions(name, seed), number)


def all_positions(name: str, seed: int) -> Iterator[Position]:
    game, rng = knobel.make(name), Random(seed)
    for attempt in count(seed):
        seats = game.min_seats + attempt % 5
        for state, _, _ in walk(game, seats, attempt):
            if rng.random() < 0.15 and not isinstance(game.turn(state), Over):
                yield game, state, rng.randrange(seats), rng.choice(get_args(Effort)), rng.choice(get_args(Aim))


def evaluation(thinking: Engine, position: Position) -> Any:
    """Return all evaluations of a position."""
    game, state, seat, effort, aim = position
    view, turn = game.view(state, seat), game.turn(state)
    if isinstance(turn, Decide) and seat in turn.seats:
        return thinking.evaluate(view, seat, effort, aim)
    return thinking.expect(view, seat, effort, aim)


def evaluations(name: str, seed: int, number: int) -> list[str]:
    """Return the evaluations of positions by the usual engine, as text with all digits."""
    return [repr(evaluation(engine(found[0]), found)) for found in positions(name, seed, number)]
