"""Training that survives being killed.

A *learner* is what a game supplies: its whole state as named arrays, and how to play and learn some more games. Games
are learned one after the other from a stored stream of random numbers, so a run that is killed and resumed from its
last checkpoint ends with the same weights as an undisturbed one.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol

from knobel.engines.shared.arrays import Array
from knobel.engines.shared.stamps import load, save

BLOCK_SECONDS = 1.0
"""About how long games are learned until somebody is told."""


class Learner(Protocol):
    """What training needs of a game."""

    stamp: str
    """Says with which rules, arrays and settings it learns."""

    def learn(self, first: int, games: int) -> Array:
        """Play and learn from so many games, the first being number `first`; returns their scores.

        Learning games in one call or in several comes to the same.
        """

    def state(self) -> Mapping[str, Array]:
        """All that the next block depends on."""

    def restore(self, state: Mapping[str, Array]) -> None:
        """Take up a state."""

    def export(self, path: Path, games: int) -> None:
        """Write what play needs, in the form that ships, after so many games."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a training is: games learned, their mean score in the last block and seconds spent in this process."""

    games: int
    mean: float
    seconds: float


def train(
    learner: Learner,
    checkpoint: Path,
    games: int,
    *,
    block: int = 20_000,
    every: float = 300,
    resume: bool = False,
    report: Callable[[Progress], None] | None = None,
    stop: Callable[[], bool] = bool,
    facts: Mapping[str, Any] = MappingProxyType({}),
) -> int:
    """Learn until so many games are learned in all, and return how many are.

    A checkpoint, with the number of games and other `facts`, is written at the start, every so many seconds, and at
    the end. Blocks of up to `block` games take about a second; after each `report` is told, and `stop` asked whether to
    end now. The result depends on the learner and the number of games, not on where it was stopped and resumed.

    :raises Stale: if the checkpoint to resume was made with other rules, arrays or settings.
    :raises OSError: if a checkpoint cannot be written; the one before it stays.
    """
    done, size = 0, 1
    if resume and checkpoint.exists():
        state, found = load(checkpoint, learner.stamp)
        learner.restore(state)
        done = int(found["games"])
    else:
        save(checkpoint, learner.stamp, learner.state(), games=0, **facts)
    started = saved = before = time.monotonic()
    while done < games and not stop():
        scores = learner.learn(done, min(size, games - done))
        done += len(scores)
        now = time.monotonic()
        size = min(max(int(len(scores) * BLOCK_SECONDS / max(now - before, 1e-6)), 1), 4 * size, block)
        if report:
            report(Progress(done, float(scores.mean()), now - started))
        if done >= games or now - saved >= every or stop():
            save(checkpoint, learner.stamp, learner.state(), games=done, **facts)
            saved = time.monotonic()
        before = time.monotonic()
    return done
