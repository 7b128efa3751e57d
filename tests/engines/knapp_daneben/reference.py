"""Sheets of Knapp Daneben! and their values by the rules alone."""

import random
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product

import numpy as np

from knobel.core import Move
from knobel.engines.knapp_daneben.lookup import Tables
from knobel.engines.knapp_daneben.values import SHEET, fill_sheet
from knobel.engines.shared.arrays import Array
from knobel.games.grid import EMPTY, Grid
from knobel.games.knapp_daneben import COLOURS, KnappDaneben
from knobel.games.simultaneous import Rounds
from knobel.games.tuples import put

GAME = KnappDaneben()
COLOUR = [COLOURS.index(circle) for circle in GAME.options["layout"]]
NUMBERS = range(2, 13)
ROLLS = np.array(list(product(range(1, 7), repeat=5)))

Dice = tuple[int, ...]


def some_sheet(seed: int, free: int) -> Grid:
    rng = random.Random(seed)
    sheet = EMPTY
    for cell in rng.sample(range(25), 25 - free):
        sheet = put(sheet, cell, rng.randint(1, 6) + rng.randint(1, 6))
    return sheet


def kernel_sheet(tables: Tables, sheet: Grid, own: int) -> Array:
    """Return a sheet in the form that kernels use."""
    found: Array = np.zeros(1, SHEET)[0]
    fill_sheet(tables, own, np.array(sheet), found)
    return found


def rolled(sheets: Sequence[Grid], dice: Dice) -> Rounds[Grid]:
    """Return a position whose seats have the colours in their order, and all have to move."""
    waiting, free = tuple(range(len(sheets))), sheets[0].count(0)
    return Rounds(tuple(sheets), 26 - free, dice, waiting, final=free == 1, before=tuple(sheets))


def before_roll(sheets: Sequence[Grid]) -> Rounds[Grid]:
    """Return the position before the roll of a round."""
    free = sheets[0].count(0)
    return Rounds(tuple(sheets), 25 - free, final=free == 1, before=tuple(sheets))


def entered(view: Rounds[Grid], seat: int, action: str) -> Grid:
    """Return a seat's sheet after an action."""
    return GAME.apply(view, Move(seat, action)).sheets[seat]


def best_of_rolls(own: int, best: Mapping[tuple[int, int], float]) -> Array:
    """Return the value of the best entry after each roll, given the best for each colour of a circle and number."""
    worth = np.array([[best.get((colour, number), -np.inf) for number in range(13)] for colour in range(5)])
    others = [colour for colour in range(5) if colour != own]
    sums = [ROLLS[:, own] + ROLLS[:, other] for other in others]
    found: Array = np.max(
        [np.maximum(worth[own, total], worth[other, total]) for other, total in zip(others, sums, strict=True)], axis=0
    )
    return found


def best_by_number(worth: Mapping[tuple[int, int], float]) -> dict[tuple[int, int], float]:
    """Return the value of the best circle of each colour for each number, given the values by circle and number."""
    best: dict[tuple[int, int], float] = {}
    for (cell, number), value in worth.items():
        key = COLOUR[cell], number
        best[key] = max(best.get(key, -np.inf), value)
    return best


@cache
def exact(sheet: Grid, own: int) -> float:
    """Return the expected final points of a sheet before a roll."""
    if 0 not in sheet:
        return GAME.total(sheet)
    worth = {
        (cell, number): exact(put(sheet, cell, number), own)
        for cell, number in product(range(25), NUMBERS)
        if not sheet[cell]
    }
    return float(best_of_rolls(own, best_by_number(worth)).mean())


def most(sheet: Grid, own: int) -> Array:
    """Return the maximum points of a sheet with one free circle after each roll."""
    cell = sheet.index(0)
    points = {(COLOUR[cell], number): float(GAME.total(put(sheet, cell, number))) for number in NUMBERS}
    return best_of_rolls(own, points)


def share(own: Array, others: Sequence[Array]) -> float:
    """Return the share of the win, given final points by equally likely rolls."""
    best, tied = np.max(others, axis=0), np.sum([own == other for other in others], axis=0)
    return float(((own >= best) / (1 + tied)).mean())
