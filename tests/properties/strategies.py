"""Random games for Hypothesis: a setup, and a seed that determines everything else."""

import random
from typing import Any

from hypothesis import strategies as st

import knobel
from knobel.core import Decide, Event, Game, Move, Roll, Undo
from tests.games.cases import VARIANTS, pick, random_event

setups = st.sampled_from([setup for setup in VARIANTS if setup[2] <= 5])
together = st.sampled_from(
    [setup for setup in VARIANTS if setup[0] in ("knister", "knaster", "knapp_daneben") and 1 < setup[2] <= 5]
)
in_turn = st.sampled_from([setup for setup in VARIANTS if setup[0] in ("knoeffel", "kniffeliger") and setup[2] <= 5])
seeds = st.integers(0, 2**32 - 1)
lengths = st.integers(0, 400)


def play(game: Game[Any], seats: int, seed: int, length: int | None = None, undo: float = 0.0) -> list[Event]:
    """The events of a random game, or of its first part; `undo`: how often a move is taken back."""
    rng = random.Random(seed)
    state = game.start(seats)
    events: list[Event] = []
    while length is None or len(events) < length:
        event = random_event(game, state, rng)
        if event is None:
            break
        state = game.apply(state, event)
        events.append(event)
        if undo and isinstance(event, Move) and rng.random() < undo and not isinstance(game.turn(state), knobel.Over):
            state = game.apply(state, Undo(event.seat))
            events.append(Undo(event.seat))
    return events


def complete_move(game: Game[Any], state: Any, seat: int, rng: random.Random) -> list[Move]:
    """Return a seat's random move of the open round: all its actions until it waits."""
    moves = []
    while isinstance(turn := game.turn(state), Decide) and seat in turn.seats:
        move = Move(seat, pick(game.legal(state, seat), rng))
        moves.append(move)
        state = game.apply(state, move)
        if not game.sheet(state, seat).get("pending"):
            break
    return moves


def open_round(game: Game[Any], seats: int, seed: int, rounds: int) -> Any:
    """Return the position directly after the roll of some round, after random moves."""
    rng = random.Random(seed)
    state = game.start(seats)
    for number in range(rounds + 1):
        turn = game.turn(state)
        if not isinstance(turn, knobel.Chance):
            break
        before = state
        state = game.apply(state, Roll(tuple(rng.randint(1, 6) for _ in range(turn.dice))))
        if number == rounds:
            break
        for seat in range(seats):
            for move in complete_move(game, state, seat, rng):
                state = game.apply(state, move)
        if isinstance(game.turn(state), knobel.Over):
            return open_round(game, seats, seed, rounds - 1)
        assert state != before
    return state
