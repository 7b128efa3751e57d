"""Variance of the final points of Knister around the values, estimated by self-play."""

from typing import Any, NamedTuple

import numpy as np

from knobel.engines.knister.lookup import CELL_COUNT, LINE_COUNT, Tables
from knobel.engines.knister.values import LOWEST, SCRATCH, SHEET, argmax, clear_sheet, enter, evaluate, prepare
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.borrow import borrow
from knobel.engines.shared.compiled import Int, compiled, nested
from knobel.engines.shared.grid import OPEN_MULTISETS
from knobel.engines.shared.rng import generator, random_below
from knobel_lab.learning.td import update_weight


class VarianceTraces(NamedTuple):
    """The record of `learn_variances`.

    For a game on the `sheet` (1), by filled cells: its `lines` (26, 12) and the expected final points by the values
    (`final`, 26). For all games: `errors` (variances, 2), as `update_weight` updates them.
    """

    sheet: Array
    lines: Array
    final: Array
    errors: Array

    @classmethod
    def empty(cls, tables: Tables) -> "VarianceTraces":
        turns = CELL_COUNT + 1
        return cls(
            sheet=np.zeros(1, SHEET),
            lines=np.zeros((turns, LINE_COUNT), np.int64),
            final=np.zeros(turns),
            errors=np.zeros((tables.variances.size, 2), np.float32),
        )


@nested
def play_game(tables: Any, scratch: Any, scatter: Any, rng: Array) -> tuple[Int, Int]:
    """Play a game by value, and return the number of filled cells up to which it was unsettled, and the score.

    At first some second-best entries are made, so that many kinds of sheets occur.
    """
    values, sheet = scratch.values, scatter.sheet[0]
    clear_sheet(sheet)
    unsettled, points = random_below(rng, CELL_COUNT - 4), 0
    for filled in range(1, CELL_COUNT + 1):
        total = np.int64(tables.grid.rolls[random_below(rng, len(tables.grid.rolls))])
        n = sheet.left
        prepare(tables, scratch, sheet)
        evaluate(tables, scratch, sheet, total)
        k = argmax(values, n)
        if filled <= unsettled and random_below(rng, 3) == 0:
            values[k] = LOWEST
            k = argmax(values, n)
        gain = enter(tables, sheet, k, total)
        points += gain
        scatter.final[filled] = points + values[k] - gain
        scatter.lines[filled] = sheet.lines
    return unsettled, points


@compiled
def learn_variances(tables: Any, scratch: Any, scatter: Any, rng: Array, games: Int) -> None:
    """Play games and learn the variance of final points around the values.

    `tables.variances` are moved towards the squared errors of the values, from the point where only best entries are
    made.
    """
    tables, scatter = borrow(tables), borrow(scatter)
    weights = tables.variances.reshape(-1)
    noted = np.empty(LINE_COUNT, np.int64)
    for _ in range(games):
        unsettled, points = play_game(tables, scratch, scatter, rng)
        for filled in range(unsettled + 1, CELL_COUNT):
            count, now = 0, 0.0
            for line in range(LINE_COUNT):
                i = scatter.lines[filled, line]
                if i < OPEN_MULTISETS:
                    kind, mirror = tables.crossings.line_kind[line], tables.grid.mirror[i]
                    at = (filled * len(tables.variances[0]) + kind) * OPEN_MULTISETS + min(i, mirror)
                    noted[count] = at
                    now += weights[at]
                    count += 1
            error = (points - scatter.final[filled]) ** 2 - now
            for f in range(count):
                update_weight(weights, scatter.errors, noted[f], np.float32(error / count), np.float32(error))


def measure_variances(tables: Tables, games: int) -> Array:
    """Return the `variances` of `Tables`, estimated from this number of games."""
    measured = tables._replace(variances=np.zeros_like(tables.variances))
    learn_variances(measured, np.zeros(1, SCRATCH)[0], VarianceTraces.empty(measured), generator(0), games)
    return measured.variances
