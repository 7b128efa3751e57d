"""Playouts of Knapp Daneben! alone, with the first colour."""

from functools import partial
from typing import Any

import numpy as np

from knobel.bench.playouts import Playouts
from knobel.bench.playouts.knapp_daneben.greedy import greedy_playouts
from knobel.bench.playouts.knapp_daneben.random import random_playouts
from knobel.engines.knapp_daneben.lookup import rules
from knobel.games.grid import CELLS


def _playouts(kernel: Any, native: str) -> Playouts:
    rolls, cells, others = (np.empty(len(CELLS), np.int64) for _ in range(3))
    return Playouts(
        lambda rng, scores: kernel(rng, rules(), 0, scores, rolls, cells, others),
        lambda games: np.empty(games, np.int32),
        native,
        tuple(rules()),
        (0,),
    )


PLAYOUTS = {
    "random": partial(_playouts, random_playouts, "knapp_daneben_random"),
    "greedy": partial(_playouts, greedy_playouts, "knapp_daneben_greedy"),
}
