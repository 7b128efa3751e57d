"""Reviews of random games, which compile all kernels of the coach to the cache on disk."""

from collections.abc import Mapping
from typing import Any

from knobel.bots.warm_up import random_game
from knobel.coach.review import review
from knobel.games import make
from knobel.notation import Record


def warm_up(name: str, options: Mapping[str, Any]) -> None:
    """Review a random game with the fewest seats, and one with at least two; a job for a worker."""
    game = make(name, **options)
    for seats in sorted({game.min_seats, max(game.min_seats, min(2, game.max_seats or 2))}):
        events = [event for _, event in random_game(game, seats)]
        review(Record(game, tuple(str(seat) for seat in range(seats)), events))
