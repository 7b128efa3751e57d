"""How far final points of Knister scatter around the values: measured by self-play."""

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

    Of a game on the `sheet` (1): by filled cells its `lines` (26, 12) and what points it was to end with by the values
    (`final`, 26). Of all games: `errors` (variances, 2), as `adapt` keeps them.
    """

    sheet: Array
    lines: Array
    final: Array
    errors: Array

    @classmethod
    def empty(cls, tables: Tables) -> "Scatter":
        turns = CELL_COUNT + 1
        return cls(
            sheet=np.zeros(1, SHEET),
            lines=np.zeros((turns, LINE_COUNT), np.int64),
            final=np.zeros(turns),
            errors=np.zeros((tables.variances.size, 2), np.float32),
        )


@compiled
def play(tables: Any, scratch: Any, scatter: Any, rng: Array) -> tuple[Int, Int]:
    """Play a game by value. Some second-best entries are taken at first, so that sheets of many kinds are met; returns
    up to how many filled cells, and the score."""
    worth, sheet = scratch.worth, scatter.sheet[0]
    clear(sheet)
    unsettled, points = below(rng, CELL_COUNT - 4), 0
    for filled in range(1, CELL_COUNT + 1):
        total = np.int64(tables.grid.rolls[below(rng, len(tables.grid.rolls))])
        n = sheet.left
        prepare(tables, scratch, sheet)
        evaluate(tables, scratch, sheet, total)
        k = best(worth, n)
        if filled <= unsettled and below(rng, 3) == 0:
            worth[k] = LEAST
            k = best(worth, n)
        gain = enter(tables, sheet, k, total)
        points += gain
        scatter.final[filled] = points + worth[k] - gain
        scatter.lines[filled] = sheet.lines
    return unsettled, points


@compiled
def learn_variances(tables: Any, scratch: Any, scatter: Any, rng: Array, games: Int) -> None:
    """Play games and learn how final points scatter around the values: `tables.variances` move towards squared errors
    of the values, once only best entries are taken."""
    tables, scatter = borrowed(tables), borrowed(scatter)
    weights = tables.variances.reshape(-1)
    noted = np.empty(LINE_COUNT, np.int64)
    for _ in range(games):
        unsettled, points = play(tables, scratch, scatter, rng)
        for filled in range(unsettled + 1, CELL_COUNT):
            count, now = 0, 0.0
            for line in range(LINE_COUNT):
                i = scatter.lines[filled, line]
                if i < OPEN:
                    kind, mirror = tables.crossings.line_kind[line], tables.grid.mirror[i]
                    at = (filled * len(tables.variances[0]) + kind) * OPEN + min(i, mirror)
                    noted[count] = at
                    now += weights[at]
                    count += 1
            error = (points - scatter.final[filled]) ** 2 - now
            for f in range(count):
                adapt(weights, scatter.errors, noted[f], np.float32(error / count), np.float32(error))


def spread(tables: Tables, games: int) -> Array:
    """The variances of `Tables`, measured over so many games."""
    measured = tables._replace(variances=np.zeros_like(tables.variances))
    learn_variances(measured, np.zeros(1, SCRATCH)[0], Scatter.empty(measured), generator(0), games)
    return measured.variances
