"""Records of random games, for reviews."""

from random import Random

import knobel
from knobel import notation
from knobel.core import Chance, Event


def random_record(name: str, seats: int) -> str:
    """Return the record of a random game."""
    game, rng = knobel.make(name), Random(seats)
    state, events = game.start(seats), list[Event]()
    while not isinstance(turn := game.turn(state), knobel.Over):
        if isinstance(turn, Chance):
            events.append(game.sample(state, rng))
        else:
            seat = turn.seats[0]
            events.append(knobel.Move(seat, rng.choice(game.legal(state, seat))))
        state = game.apply(state, events[-1])
    return notation.dumps(notation.Record(game, tuple(f"Player {seat}" for seat in range(seats)), events))
