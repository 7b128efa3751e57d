"""How far final points of Knister scatter around the values, and how that goes together on two sheets: measured by
self-play."""

from typing import Any, NamedTuple

import numpy as np

from knobel.engines.knister.tables import CELL_COUNT, LINE_COUNT, SCRATCH, SHEET, Tables
from knobel.engines.knister.values import LEAST, best, clear, enter, evaluate, prepare
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.borrowed import borrowed
from knobel.engines.shared.compiled import Int, compiled
from knobel.engines.shared.grid import OPEN
from knobel.engines.shared.rng import below, generator
from knobel.engines.shared.td import adapt


class Scatter(NamedTuple):
    """What `learn_variances` notes.

    Of a game of two `sheets` (2): by filled cells their `lines` (2, 26, 12) and what points they were to end with by
    the values (`final`, 2, 26), and their `scores` (2). Of all games: `errors` (variances, 2), as `adapt` keeps them,
    and `moments` (26, 4): by filled cells how many pairs of different sheets there were, and the sums of the one's and
    the other's squared errors and of the products of both.
    """

    sheets: Array
    lines: Array
    final: Array
    scores: Array
    errors: Array
    moments: Array

    @classmethod
    def empty(cls, tables: Tables) -> "Scatter":
        turns = CELL_COUNT + 1
        return cls(
            sheets=np.zeros(2, SHEET),
            lines=np.zeros((2, turns, LINE_COUNT), np.int64),
            final=np.zeros((2, turns)),
            scores=np.zeros(2, np.int64),
            errors=np.zeros((tables.variances.size, 2), np.float32),
            moments=np.zeros((turns, 4)),
        )


@compiled
def play_pair(tables: Any, scratch: Any, scatter: Any, rng: Array) -> Int:
    """Play a game of two sheets by value on the same rolls. They take some second-best entries at first, so that they
    differ; returns up to how many filled cells."""
    worth = scratch.worth
    scatter.scores[:] = 0
    for seat in range(2):
        clear(scatter.sheets[seat])
    unsettled = below(rng, CELL_COUNT - 4)
    for filled in range(1, CELL_COUNT + 1):
        total = np.int64(tables.grid.rolls[below(rng, len(tables.grid.rolls))])
        for seat in range(2):
            sheet = scatter.sheets[seat]
            n = sheet.left
            prepare(tables, scratch, sheet)
            evaluate(tables, scratch, sheet, total)
            k = best(worth, n)
            if filled <= unsettled and below(rng, 3) == 0:
                worth[k] = LEAST
                k = best(worth, n)
            gain = enter(tables, sheet, k, total)
            scatter.scores[seat] += gain
            scatter.final[seat, filled] = scatter.scores[seat] + worth[k] - gain
            scatter.lines[seat, filled] = sheet.lines
    return unsettled


@compiled
def learn_variances(tables: Any, scratch: Any, scatter: Any, rng: Array, games: Int) -> None:
    """Play games of two sheets and learn how final points scatter around the values: `tables.variances` move towards
    squared errors of the values, once the sheets take only best entries."""
    tables, scatter = borrowed(tables), borrowed(scatter)
    weights, scores, moments = tables.variances.reshape(-1), scatter.scores, scatter.moments
    noted = np.empty(LINE_COUNT, np.int64)
    for _ in range(games):
        unsettled = play_pair(tables, scratch, scatter, rng)
        for filled in range(unsettled + 1, CELL_COUNT):
            one, other = scores[0] - scatter.final[0, filled], scores[1] - scatter.final[1, filled]
            if (scatter.lines[0, filled] != scatter.lines[1, filled]).any():
                moments[filled, 0] += 1
                moments[filled, 1] += one * one
                moments[filled, 2] += other * other
                moments[filled, 3] += one * other
            for seat in range(2):
                count, now = 0, 0.0
                for line in range(LINE_COUNT):
                    i = scatter.lines[seat, filled, line]
                    if i < OPEN:
                        kind, mirror = tables.crossings.line_kind[line], tables.grid.mirror[i]
                        at = (filled * len(tables.variances[0]) + kind) * OPEN + min(i, mirror)
                        noted[count] = at
                        now += weights[at]
                        count += 1
                error = (scores[seat] - scatter.final[seat, filled]) ** 2 - now
                for f in range(count):
                    adapt(weights, scatter.errors, noted[f], np.float32(error / count), np.float32(error))


def spread(tables: Tables, games: int) -> tuple[Array, Array]:
    """The variances and correlations of `Tables`, measured over so many games of two sheets played by value."""
    measured = tables._replace(variances=np.zeros_like(tables.variances))
    scatter = Scatter.empty(measured)
    learn_variances(measured, np.zeros(1, SCRATCH)[0], scatter, generator(0), games)
    _, one, other, both = scatter.moments.T
    return measured.variances, np.clip(both / np.maximum(np.sqrt(one * other), 1e-9), 0, 1)
