"""Decisions throughout a game, which compile all kernels to the cache on disk."""

import itertools
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from knobel.bots.registry import make as make_bot
from knobel.core import Chance, Game, Move, Over
from knobel.games import make

DECISION_INTERVAL = 7
"""Only every n-th decision is computed."""


def random_positions(game: Game[Any]) -> Iterator[tuple[Any, int]]:
    """Yield the views with a choice, and their seats, of a random game for two."""
    rng = Random(1)
    state = game.start(max(game.min_seats, min(2, game.max_seats or 2)))
    while not isinstance(turn := game.turn(state), Over):
        if isinstance(turn, Chance):
            state = game.apply(state, game.sample(state, rng))
            continue
        seat = turn.seats[0]
        view = game.view(state, seat)
        actions = game.legal(view, seat)
        if len(actions) > 1:
            yield view, seat
        state = game.apply(state, Move(seat, rng.choice(actions)))


def warm_up(name: str, options: Mapping[str, Any], level: str) -> None:
    """Make decisions throughout a game; a job for a worker."""
    game, rng = make(name, **options), Random(1)
    for view, seat in itertools.islice(random_positions(game), 0, None, DECISION_INTERVAL):
        make_bot(level).choose(game, view, seat, rng)
