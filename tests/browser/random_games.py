"""Random games as digests of all that the rules say after each event, to compare two interpreters."""

import json
from hashlib import sha256
from random import Random

import knobel
from knobel.core import Chance, Move, Over


def digests(name: str, seed: int) -> list[str]:
    """Return a digest for each event of a random game."""
    rng, game = Random(f"{name} {seed}"), knobel.make(name)
    seats = game.min_seats + rng.randrange(3)
    state, found = game.start(seats), []
    while not isinstance(turn := game.turn(state), Over):
        if isinstance(turn, Chance):
            event: knobel.Event = game.sample(state, rng)
        else:
            seat = rng.choice(turn.seats)
            event = Move(seat, rng.choice(game.legal(state, seat)))
        state = game.apply(state, event)
        seen = [
            repr(event),
            repr(game.turn(state)),
            game.info(state),
            [game.sheet(state, seat) for seat in range(seats)],
            [game.legal(state, seat) for seat in range(seats)],
            game.scores(state),
        ]
        found.append(sha256(json.dumps(seen, sort_keys=True, default=str).encode()).hexdigest()[:16])
    return found
