"""Positions with their evaluations, to compare engines in two places. It needs the standard library only."""

from collections.abc import Iterator, Mapping
from itertools import count, islice
from random import Random
from typing import Any, get_args

import knobel
from knobel.core import Decide, Game, Over
from knobel.engines import Aim, Effort, Engine, engine, find_module
from tests.games.cases import walk

MORE_SEATS = (0, 1, 10, 2, 3, 10, 4)
"""By how many seats tables exceed the smallest one, in turn."""

OPTIONS: Mapping[str, tuple[Mapping[str, Any], ...]] = {
    "knoeffel": ({}, {"columns": 3}, {"columns": 1, "free_rolls": "none", "knoeffel_points": 50, "joker": "forced"})
}
"""The options of games, in turn, of games that have tables of their own for some."""

Position = tuple[Game[Any], Any, int, Effort, Aim, int]


def positions(name: str, seed: int, number: int) -> Iterator[Position]:
    """Return positions of random games, each with a seat, an effort, an aim and a seed."""
    return islice(all_positions(name, seed), number)


def all_positions(name: str, seed: int) -> Iterator[Position]:
    games, rng = [knobel.make(name, **options) for options in OPTIONS.get(name, ({},))], Random(seed)
    for attempt in count(seed):
        game = games[(attempt - seed) % len(games)]
        seats = game.min_seats + MORE_SEATS[attempt % len(MORE_SEATS)]
        states = [state for state, _, _ in walk(game, min(seats, game.max_seats or seats), attempt)]
        for number, state in enumerate(states):
            # Some kernels are called near the end only.
            share = 0.5 if number > 0.93 * len(states) else 0.1
            if rng.random() < share and not isinstance(game.turn(state), Over):
                seat, effort, aim = rng.randrange(game.seats(state)), rng.choice(get_args(Effort)), get_args(Aim)
                yield game, state, seat, effort, rng.choice(aim), rng.getrandbits(32)


def evaluation(thinking: Engine, position: Position) -> Any:
    """Return all evaluations of a position, with sampled chance if the seed is odd."""
    game, state, seat, effort, aim, seed = position
    view, turn = game.view(state, seat), game.turn(state)
    if isinstance(turn, Decide) and seat in turn.seats:
        return thinking.evaluate(view, seat, effort, aim, Random(seed) if seed % 2 else None)
    return thinking.expect(view, seat, effort, aim)


def values(thinking: Engine, position: Position) -> Any:
    """Return all evaluations of a position, at most positions also that by the rollouts of the game."""
    game, state, seat, *_, seed = position
    found = evaluation(thinking, position)
    playing_out = find_module(game.name, "rollout") if seed % 4 else None
    if playing_out is None:
        return found
    return found, playing_out.rollouts(thinking).expect(game.view(state, seat), seat, seed)


def all_values(name: str, seed: int, number: int) -> list[str]:
    """Return the values of positions by the usual engine, as text with all digits."""
    return [repr(values(engine(found[0]), found)) for found in positions(name, seed, number)]
