"""Decisions throughout a game, which compile all kernels of the bots to the cache on disk."""

import itertools
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from knobel.bots.levels import LevelBot
from knobel.core import Chance, Event, Game, Move, Over
from knobel.games import make

DECISION_INTERVAL = 7
"""Only every n-th decision is computed."""


def random_game(game: Game[Any], seats: int) -> Iterator[tuple[Any, Event]]:
    """Yield the positions of a random game, each with the event that follows it."""
    rng, state = Random(1), game.start(seats)
    while not isinstance(turn := game.turn(state), Over):
        event: Event
        if isinstance(turn, Chance):
            event = game.sample(state, rng)
        else:
            seat = turn.seats[0]
            event = Move(seat, rng.choice(game.legal(game.view(state, seat), seat)))
        yield state, event
        state = game.apply(state, event)


def random_positions(game: Game[Any]) -> Iterator[tuple[Any, int]]:
    """Yield the views with a choice, and their seats, of a random game for two."""
    for state, event in random_game(game, max(game.min_seats, min(2, game.max_seats or 2))):
        if isinstance(event, Move):
            view = game.view(state, event.seat)
            if len(game.legal(view, event.seat)) > 1:
                yield view, event.seat


def warm_up(name: str, options: Mapping[str, Any], level: str) -> None:
    """Make decisions of a level throughout a game; a job for a worker.

    :raises BadSetup: if no bot with an engine has this name.
    """
    game, bot, rng = make(name, **options), LevelBot(level), Random(1)
    for view, seat in itertools.islice(random_positions(game), 0, None, DECISION_INTERVAL):
        bot.choose(game, view, seat, rng)
