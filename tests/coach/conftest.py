"""Games to review."""

from collections.abc import Callable, Hashable
from functools import cache
from random import Random
from typing import TypeAlias

import pytest

import knobel
from knobel import Move, Over, Roll, bots
from knobel.core import Chance, Event
from knobel.dice import FACES
from knobel.engines import games_with
from knobel.notation import Record

PLAYOUTS = 12
"""Number of rollouts in tests that do not depend on their accuracy."""

Played: TypeAlias = Callable[..., Record]


@pytest.fixture(scope="session")
def played() -> Played:
    """Return a game played to its end by bots of these levels."""

    @cache
    def events_of(name: str, levels: str, seed: int, **options: Hashable) -> tuple[Event, ...]:
        game, rng = knobel.make(name, **options), Random(f"{name} {seed}")
        names = levels.split(",")
        players = [bots.make(level) for level in names]
        state, events = game.start(len(names)), list[Event]()
        while not isinstance(turn := game.turn(state), Over):
            if isinstance(turn, Chance):
                events.append(Roll(tuple(rng.choices(FACES, k=turn.dice))))
            else:
                seat = turn.seats[0]
                events.append(Move(seat, players[seat].choose(game, game.view(state, seat), seat, rng)))
            state = game.apply(state, events[-1])
        return tuple(events)

    def play(name: str, levels: str, seed: int = 1, **options: Hashable) -> Record:
        # Tests change the list of events.
        game = knobel.make(name, **options)
        return Record(game, tuple(levels.split(",")), list(events_of(name, levels, seed, **options)))

    return play


@pytest.fixture(autouse=True)
def few_rollouts(monkeypatch: pytest.MonkeyPatch) -> None:
    for game in games_with("rollout"):
        monkeypatch.setattr(f"knobel.engines.{game}.rollout.PLAYOUTS", PLAYOUTS)
