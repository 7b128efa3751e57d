"""Playouts of Knöffel alone, with two free columns."""

from functools import partial
from typing import Any

import numpy as np

from knobel.bench.playouts import Playouts
from knobel.bench.playouts.knoeffel.greedy import greedy_playouts
from knobel.bench.playouts.knoeffel.random import random_playouts
from knobel.bench.solutions import knoeffel_rules
from knobel.engines.knoeffel.lookup import shipped_rules
from knobel.engines.shared.five_dice import five_dice
from knobel.games.knoeffel import FIELDS

COLUMNS = 2


def _playouts(kernel: Any, native: str) -> Playouts:
    trace = np.empty((0, COLUMNS * len(FIELDS), 9), np.int16)
    return Playouts(
        lambda rng, scores: kernel(rng, shipped_rules(), five_dice(), COLUMNS, scores, trace),
        np.empty,
        native,
        knoeffel_rules(),
        (COLUMNS,),
    )


PLAYOUTS = {
    "random": partial(_playouts, random_playouts, "knoeffel_random"),
    "greedy": partial(_playouts, greedy_playouts, "knoeffel_greedy"),
}
