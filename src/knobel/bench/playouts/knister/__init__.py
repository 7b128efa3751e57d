"""Playouts of Knister alone."""

from functools import partial
from typing import Any

import numpy as np

from knobel.bench.playouts import Playouts
from knobel.bench.playouts.knister.greedy import greedy_playouts
from knobel.bench.playouts.knister.random import random_playouts
from knobel.engines.knister.arrays import knister
from knobel.engines.shared.grid import grid


def _playouts(kernel: Any, native: str) -> Playouts:
    cells, sums = np.empty(25, np.int64), np.empty(25, np.int64)
    return Playouts(
        lambda rng, scores: kernel(rng, grid(), knister(), scores, cells, sums),
        lambda games: np.empty(games, np.int32),
        native,
        (*grid(), *knister()),
    )


PLAYOUTS = {
    "random": partial(_playouts, random_playouts, "knister_random"),
    "greedy": partial(_playouts, greedy_playouts, "knister_greedy"),
}
