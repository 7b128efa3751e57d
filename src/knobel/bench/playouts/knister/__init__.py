"""Playouts of Knister alone."""

from functools import partial
from typing import Any

import numpy as np

from knobel.bench.playouts import Playouts
from knobel.bench.playouts.knister.greedy import greedy_playouts
from knobel.bench.playouts.knister.random import random_playouts
from knobel.engines.knister.lookup import CELL_COUNT, points
from knobel.engines.shared.grid import grid


def _playouts(kernel: Any, native: str) -> Playouts:
    cells, sums = np.empty(CELL_COUNT, np.int64), np.empty(CELL_COUNT, np.int64)
    return Playouts(
        lambda rng, scores: kernel(rng, grid(), points(), scores, cells, sums),
        lambda games: np.empty(games, np.int32),
        native,
        (*grid(), points()),
    )


PLAYOUTS = {
    "random": partial(_playouts, random_playouts, "knister_random"),
    "greedy": partial(_playouts, greedy_playouts, "knister_greedy"),
}
