"""Batches of pictures for training, drawn by several processes."""

import multiprocessing
import os
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from types import TracebackType
from typing import Self

import numpy as np

from knobel.engines.shared.arrays import Array
from knobel_lab.reader.drawing.scene import MIXTURE, TRAINING, draw

BATCH = 16
"""Pictures in a batch."""
MOST = 14
"""Dice in a picture at most."""
AHEAD = 4
"""Batches that are drawn or wait to be taken, for each process."""


def draw_batch(first: int) -> tuple[Array, Array]:
    """Return the pictures of the seeds from `first` on, and the truths about them.

    :return: shapes (BATCH, size, size, 3), uint8, and (BATCH, MOST, 8), float32; rows without a die are 0
    """
    pictures = np.zeros((BATCH, TRAINING.size, TRAINING.size, 3), np.uint8)
    truths = np.zeros((BATCH, MOST, 8), np.float32)
    for i in range(BATCH):
        pictures[i], truth = draw(first + i, MIXTURE[(first + i) % len(MIXTURE)])
        truths[i, : len(truth)] = truth[:MOST]
    return pictures, truths


def lower_priority() -> None:
    """Let training come first."""
    if hasattr(os, "nice"):
        os.nice(5)


class BatchSource:
    """Draws batches in other processes, in the order of their seeds."""

    def __init__(self, first: int, workers: int) -> None:
        self.next_seed = first
        """Seed of the next picture that was not taken."""
        self._executor = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), lower_priority)
        self._waiting: deque[Future[tuple[Array, Array]]] = deque()
        self._drawn = first
        for _ in range(workers * AHEAD):
            self._submit()

    def _submit(self) -> None:
        self._waiting.append(self._executor.submit(draw_batch, self._drawn))
        self._drawn += BATCH

    def take(self, *, wait: bool) -> Iterator[tuple[Array, Array]]:
        """Yield the finished batches; wait for the first one if `wait` is true."""
        for _ in range(len(self._waiting)):
            if not wait and not self._waiting[0].done():
                return
            batch = self._waiting.popleft().result()
            self._submit()
            self.next_seed += BATCH
            yield batch
            wait = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._executor.shutdown(cancel_futures=True)
