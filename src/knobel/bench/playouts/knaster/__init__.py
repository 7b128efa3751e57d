"""Playouts of Knaster alone."""

from functools import partial
from typing import Any

import numpy as np

from knobel.bench.playouts import Playouts
from knobel.bench.playouts.knaster.greedy import greedy_playouts
from knobel.bench.playouts.knaster.random import MOST_ACTIONS, random_playouts
from knobel.engines.knaster.lookup import rules
from knobel.engines.shared.grid import grid


def _playouts(kernel: Any, native: str) -> Playouts:
    sums, actions = np.empty(60, np.int64), np.empty(MOST_ACTIONS, np.int64)
    return Playouts(
        lambda rng, scores: kernel(rng, grid(), rules(), scores, sums, actions),
        lambda games: np.empty(games, np.int32),
        native,
        (*grid(), *rules()),
    )


PLAYOUTS = {
    "random": partial(_playouts, random_playouts, "knaster_random"),
    "greedy": partial(_playouts, greedy_playouts, "knaster_greedy"),
}
