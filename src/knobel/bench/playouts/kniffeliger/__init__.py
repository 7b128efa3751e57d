"""Playouts of Kniffeliger for two."""

from functools import partial
from typing import Any

import numpy as np

from knobel.bench.playouts import Playouts
from knobel.bench.playouts.kniffeliger.greedy import greedy_playouts
from knobel.bench.playouts.kniffeliger.random import random_playouts
from knobel.bench.playouts.kniffeliger.table import kniffeliger_table

SEATS = 2


def _playouts(kernel: Any, native: str) -> Playouts:
    trace, ends = np.empty((0, 0, 3), np.int16), np.empty((0, 1), np.int64)
    return Playouts(
        lambda rng, scores: kernel(rng, kniffeliger_table(), scores, trace, ends),
        lambda games: np.empty((games, SEATS), np.int64),
        native,
        tuple(kniffeliger_table()),
        (SEATS,),
    )


PLAYOUTS = {
    "random": partial(_playouts, random_playouts, "kniffeliger_random"),
    "greedy": partial(_playouts, greedy_playouts, "kniffeliger_greedy"),
}
