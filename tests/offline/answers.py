"""Answers of the coach about a random game, to compare two places. It needs the standard library and msgspec only."""

from random import Random
from typing import Any

import knobel
from knobel import coach
from knobel.core import Decide, replay
from knobel.notation import Record, dumps
from knobel.presentation import coach_jobs
from tests.games.cases import walk

SAMPLES = 14
"""The number of samples of the comparison."""


def finished(name: str, seats: int, seed: int) -> Record:
    """Return a game of random moves."""
    game = knobel.make(name)
    events = [event for _, event, _ in walk(game, seats, seed)]
    return Record(game, tuple(f"player {seat}" for seat in range(seats)), events)


def answers(name: str, seats: int, seed: int) -> list[str]:
    """Return a review, and the coach's answers about a position, as text with all digits."""
    record = finished(name, seats, seed)
    text, rng = dumps(record), Random(seed)
    reviewed, progress = None, b""
    while reviewed is None:
        reviewed, progress, *_ = coach_jobs.review(text, progress)
    game, count, choices = record.game, 0, tuple[str, ...]()
    while len(choices) < 2:
        count = rng.randrange(len(record.events) // 2, len(record.events))
        state = replay(game, seats, record.events[:count])
        turn = game.turn(state)
        seat = turn.seats[0] if isinstance(turn, Decide) else -1
        choices = game.legal(state, seat) if seat >= 0 else ()
    before = "".join(text.splitlines(keepends=True)[: 1 + count])
    rollouts = coach.Rollouts(game, state, seat, choices[:2])
    for _ in range(SAMPLES):
        rollouts.step()
    found: list[Any] = [
        reviewed,
        coach_jobs.stamp(name, {}),
        *(coach_jobs.assess(before, None, effort).data for effort in ("quick", "strong", "master")),
        coach_jobs.judge(before, seat, choices[0]),
        rollouts.comparison(),
        sorted(coach.luck(record).items()),
    ]
    return [repr(each) for each in found]
