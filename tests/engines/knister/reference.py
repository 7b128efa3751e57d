"""Knister by its definitions: slow, and by the rules alone."""

import random
from collections.abc import Sequence
from functools import cache
from itertools import chain
from typing import Any

import numpy as np

from knobel.core import Roll
from knobel.engines.knister.lookup import Tables
from knobel.engines.knister.values import SCRATCH, SHEET, evaluate, fill_sheets, prepare
from knobel.engines.shared.arrays import Array, read_only
from knobel.engines.shared.grid import OPEN_MULTISETS, SUMS, grid
from knobel.games.grid import EMPTY, Grid
from knobel.games.knister import Knister
from knobel.games.simultaneous import Rounds
from knobel.games.tuples import put

GAME = Knister()
TOTAL = GAME.total
CHANCES = {total: min(total - 1, 13 - total) / 36 for total in SUMS}


def some_sheet(seed: int, filled: int) -> Grid:
    rng = random.Random(seed)
    sheet = EMPTY
    for cell in rng.sample(range(25), filled):
        sheet = put(sheet, cell, rng.randint(1, 6) + rng.randint(1, 6))
    return sheet


def to_sheets(sheets: Sequence[Grid]) -> Array:
    """Return sheets for kernels."""
    result = np.zeros(len(sheets), SHEET)
    fill_sheets(grid(), read_only(list(chain(*sheets)), np.int64), result)
    return result


def before_roll(*sheets: Grid) -> Rounds[Grid]:
    """Return the position before a roll with these sheets, which are equally filled."""
    left = sheets[0].count(0)
    return Rounds(sheets, round=25 - left, final=left == 1, before=sheets)


def rolled(state: Rounds[Grid], total: int) -> Rounds[Grid]:
    return GAME.apply(state, Roll((max(1, total - 6), min(6, total - 1))))


def placed(sheet: Grid, total: int) -> list[Grid]:
    """Return the sheets after a sum is entered."""
    return [put(sheet, cell, total) for cell in range(25) if not sheet[cell]]


@cache
def points_to_come(sheet: Grid) -> float:
    """Return the expected points still to come if all entries are made for points."""
    if 0 not in sheet:
        return 0.0
    return sum(
        p * max(TOTAL(after) - TOTAL(sheet) + points_to_come(after) for after in placed(sheet, total))
        for total, p in CHANCES.items()
    )


@cache
def for_points(sheet: Grid, total: int) -> Grid:
    """Return the sheet after the entry with the highest expected points, the first of equals."""
    return max(placed(sheet, total), key=lambda after: round(TOTAL(after) + points_to_come(after), 4))


@cache
def chance_to_win(own: Grid, others: tuple[Grid, ...]) -> float:
    """Return the best probability of winning before a roll if the others play for points."""
    if 0 not in own:
        totals = [TOTAL(own), *map(TOTAL, others)]
        return (totals[0] == max(totals)) / totals.count(totals[0])
    return sum(
        p * max(chance_to_win(after, tuple(for_points(o, total) for o in others)) for after in placed(own, total))
        for total, p in CHANCES.items()
    )


def value(tables: Tables, sheet: Grid, filled: int) -> float:
    """Return the sum of all tables. The tables of pairs must have a place for each pair."""
    lines, pairs, mirror = to_sheets([sheet])[0]["lines"], tables.crossings, grid().mirror
    result = 0.0
    for line, i in enumerate(lines):
        if i < OPEN_MULTISETS:
            result += tables.line_values[filled, pairs.line_kind[line], min(i, mirror[i])]
    for cell in (cell for cell, number in enumerate(sheet) if not number):
        for p in range(pairs.pairs[cell]):
            i, j = int(lines[pairs.first[cell, p]]), int(lines[pairs.second[cell, p]])
            kind = int(pairs.kind[cell, p])
            same = [(i, j), (int(mirror[i]), int(mirror[j]))]
            if pairs.symmetric[kind]:
                same += [(b, a) for a, b in same]
            table = int(tables.stage[filled]) * len(pairs.symmetric) + kind
            result += (
                tables.scale
                * tables.pair_values[
                    table * OPEN_MULTISETS * OPEN_MULTISETS + min(a * OPEN_MULTISETS + b for a, b in same)
                ]
            )
    return result


def entered(tables: Tables, sheet: Grid, total: int) -> dict[int, float]:
    """Return the result of `evaluate` for every free cell."""
    scratch: Any = np.zeros(1, SCRATCH)[0]
    record = to_sheets([sheet])[0]
    prepare(tables, scratch, record)
    evaluate(tables, scratch, record, SUMS.index(total))
    free = (cell for cell, number in enumerate(sheet) if not number)
    return dict(zip(free, scratch["values"].tolist(), strict=False))
