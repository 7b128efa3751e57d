"""The playouts that are measured: for each game one kernel and its C counterpart, called with the same arrays."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from knobel.arrays import Array
from knobel.arrays.combinations import five_dice
from knobel.arrays.grid import grid
from knobel.arrays.knapp_daneben import knapp_daneben
from knobel.arrays.knaster import knaster
from knobel.arrays.kniffeliger_table import kniffeliger_table
from knobel.arrays.knister import knister
from knobel.arrays.knoeffel import knoeffel
from knobel.bench.solutions import knoeffel_rules
from knobel.kernels import knapp_daneben as knapp_daneben_kernels
from knobel.kernels import (
    knapp_daneben_greedy,
    knaster_greedy,
    kniffeliger_greedy,
    kniffeliger_random,
    knister_greedy,
    knoeffel_greedy,
    knoeffel_random,
)
from knobel.kernels import knaster as knaster_kernels
from knobel.kernels import knister as knister_kernels

COLUMNS = 2
SEATS = 2


@dataclass(frozen=True, slots=True)
class Playouts:
    """`kernel` plays as many games as `scores(games)` has room for, with a generator of random numbers.

    Its C counterpart, the function named `native`, gets the addresses of the arrays `rules`, the generator, the number
    of games, the integers `extra` and the scores, and plays the same games.
    """

    kernel: Callable[[Array, Array], object]
    scores: Callable[[int], Array]
    native: str
    rules: tuple[Array, ...]
    extra: tuple[int, ...] = ()


def points_of(games: int) -> Array:
    """Room for the scores of games alone on the grid."""
    return np.empty(games, np.int32)


def no_trace(width: int) -> Array:
    """No games to trace."""
    return np.empty((0, 0, width), np.int16)


def knister_with(kernel: Any, native: str) -> Playouts:
    """Knister by a kernel of its."""
    cells, sums = np.empty(25, np.int64), np.empty(25, np.int64)
    return Playouts(
        lambda rng, scores: kernel(rng, grid(), knister(), scores, cells, sums),
        points_of,
        native,
        (*grid(), *knister()),
    )


def knaster_with(kernel: Any, native: str) -> Playouts:
    """Knaster by a kernel of its."""
    sums, actions = np.empty(60, np.int64), np.empty(knaster_kernels.MOST_ACTIONS, np.int64)
    return Playouts(
        lambda rng, scores: kernel(rng, grid(), knaster(), scores, sums, actions),
        points_of,
        native,
        (*grid(), *knaster()),
    )


def knapp_daneben_with(kernel: Any, native: str) -> Playouts:
    """Knapp Daneben! by a kernel of its, with the first colour."""
    rolls, cells, others = (np.empty(25, np.int64) for _ in range(3))
    return Playouts(
        lambda rng, scores: kernel(rng, knapp_daneben(), 0, scores, rolls, cells, others),
        points_of,
        native,
        tuple(knapp_daneben()),
        (0,),
    )


def knoeffel_with(kernel: Any, native: str) -> Playouts:
    """Knöffel with two free columns by a kernel of its."""
    trace = np.empty((0, COLUMNS * 13, 9), np.int16)
    return Playouts(
        lambda rng, scores: kernel(rng, knoeffel(), five_dice(), COLUMNS, scores, trace),
        np.empty,
        native,
        knoeffel_rules(),
        (COLUMNS,),
    )


def kniffeliger_with(kernel: Any, native: str) -> Playouts:
    """Kniffeliger for two by a kernel of its."""
    ends = np.empty((0, 1), np.int64)
    return Playouts(
        lambda rng, scores: kernel(rng, kniffeliger_table(), scores, no_trace(3), ends),
        lambda games: np.empty((games, SEATS), np.int64),
        native,
        tuple(kniffeliger_table()),
        (SEATS,),
    )


RANDOM: dict[str, Callable[[], Playouts]] = {
    "knister": partial(knister_with, knister_kernels.random_playouts, "knister_random"),
    "knaster": partial(knaster_with, knaster_kernels.random_playouts, "knaster_random"),
    "knapp_daneben": partial(knapp_daneben_with, knapp_daneben_kernels.random_playouts, "knapp_daneben_random"),
    "knoeffel": partial(knoeffel_with, knoeffel_random.random_playouts, "knoeffel_random"),
    "kniffeliger": partial(kniffeliger_with, kniffeliger_random.random_playouts, "kniffeliger_random"),
}
"""Games in which every legal action is equally likely."""
GREEDY: dict[str, Callable[[], Playouts]] = {
    "knister": partial(knister_with, knister_greedy.greedy_playouts, "knister_greedy"),
    "knaster": partial(knaster_with, knaster_greedy.greedy_playouts, "knaster_greedy"),
    "knapp_daneben": partial(knapp_daneben_with, knapp_daneben_greedy.greedy_playouts, "knapp_daneben_greedy"),
    "knoeffel": partial(knoeffel_with, knoeffel_greedy.greedy_playouts, "knoeffel_greedy"),
    "kniffeliger": partial(kniffeliger_with, kniffeliger_greedy.greedy_playouts, "kniffeliger_greedy"),
}
"""Games in which what gains most at once is done."""
