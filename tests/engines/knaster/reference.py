"""Positions of Knaster and their values by the rules alone."""

import random
from collections.abc import Iterator
from typing import Any

from knobel.core import Chance, Decide, Move, Over, Roll
from knobel.games.knaster import Knaster

GAME = Knaster()
CHANCES = {total: (6 - abs(total - 7)) / 36 for total in range(2, 13)}


def dice(total: int) -> tuple[int, int]:
    return (max(1, total - 6), total - max(1, total - 6))


def positions(seed: int, seats: int, games: int) -> Iterator[Any]:
    """Return all positions of random games."""
    rng = random.Random(seed)
    for _ in range(games):
        state = GAME.start(seats)
        while not isinstance(turn := GAME.turn(state), Over):
            yield state
            if isinstance(turn, Chance):
                state = GAME.apply(state, Roll(dice(sum(rng.choices(range(1, 7), k=2)))))
            else:
                seat = rng.choice(turn.seats)
                state = GAME.apply(state, Move(seat, rng.choice(GAME.legal(state, seat))))
        yield state


def decisions(seed: int, seats: int, games: int) -> Iterator[tuple[Any, int]]:
    """Return the positions in which a seat has to move, with the seat."""
    rng = random.Random(seed)
    for state in positions(seed, seats, games):
        if isinstance(turn := GAME.turn(state), Decide):
            yield state, rng.choice(turn.seats)


def best_score(state: Any, seat: int) -> int:
    """Return the maximum points of a seat at the end of its move."""
    if seat not in state.waiting:
        return GAME.score(state, seat)
    return max(best_score(GAME.apply(state, Move(seat, action)), seat) for action in GAME.legal(state, seat))


def last_rolls(state: Any) -> list[tuple[float, Any]]:
    """Return the possible positions after a roll, with their probabilities."""
    return [(chance, GAME.apply(state, Roll(dice(total)))) for total, chance in CHANCES.items()]


def won(mine: float, theirs: float) -> float:
    return (mine > theirs) + (mine == theirs) / 2
