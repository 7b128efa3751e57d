"""Training that can be interrupted and resumed.

Each game supplies a *learner*: its whole state as named arrays, and a method that plays and learns from more games.
Games are learned sequentially from a stored stream of random numbers, so a run that is killed and resumed from its last
checkpoint ends with the same weights as an uninterrupted run.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol

from knobel.engines.shared.arrays import Array
from knobel.engines.shared.data_files import load, save

BLOCK_SECONDS = 1.0
"""Approximate duration of a block of games, after which the progress is reported."""


class Learner(Protocol):
    """The interface between training and a game."""

    stamp: str
    """Identifies the rules, arrays and settings with which the learner trains."""

    def learn(self, first: int, games: int) -> Array:
        """Play and learn from `games` games, numbered from `first`, and return their scores.

        The result does not depend on how the games are divided into calls.
        """

    def state(self) -> Mapping[str, Array]:
        """Return the whole state on which the next block depends."""

    def restore(self, state: Mapping[str, Array]) -> None:
        """Restore a state."""

    def export(self, path: Path, games: int) -> None:
        """Write the data that play needs, in the format that ships, after this number of games."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Progress of a training run.

    It consists of the number of games learned, their mean score in the last block, and the seconds spent in this
    process.
    """

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
    """Learn until the total number of games is reached, and return the number of games learned.

    A checkpoint, with the number of games and other `facts`, is written at the start, every `every` seconds, and at the
    end. Blocks of up to `block` games take about a second. After each block, `report` receives the progress, and
    training ends if `stop` returns True. The result depends on the learner and the number of games, not on
    interruptions.

    :raises StaleData: if the checkpoint to resume was made with other rules, arrays or settings.
    :raises OSError: if a checkpoint cannot be written. The previous checkpoint is kept.
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
