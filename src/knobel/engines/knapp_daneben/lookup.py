"""Lookup tables of Knapp Daneben! as read-only arrays for kernels: the rules and the learned weights.

Circles are the cells of the grid, row by row. Colours are numbered as in `games.knapp_daneben.COLOURS`. Sums are
represented by their index, 0-10 for 2-12, and dice by their face minus one, so that two of them add up to the index of
their sum.
"""

from functools import cache
from itertools import product
from pathlib import Path
from typing import NamedTuple

import numpy as np

from knobel.dice import FACES as DIE
from knobel.dice import distribution
from knobel.engines.shared import data_files, grid
from knobel.engines.shared.arrays import Array, read_only
from knobel.games import knapp_daneben as game
from knobel.games.grid import EMPTY, SIZE
from knobel.games.grid import LINES as CELLS_OF
from knobel.games.tuples import put

CELLS = len(EMPTY)
COLOURS = len(game.COLOURS)
LINES = len(game.BOX_LINES)
"""The rows, then the columns."""
FACES = len(DIE)
SUMS = len(grid.SUMS)
FREE = SUMS
"""In the place of a sum: the circle is free."""
BASE = SUMS + 2
"""The states of a circle in a line: a sum, free and of the seat's own colour (`FREE`), or of another (`FREE` + 1)."""
CODES = BASE**SIZE
STAGE_LENGTH = 3
VALUE_NAMES = ("line_values", "cell_values", "free_values")
"""The learned arrays among the `Tables`."""


class Rules(NamedTuple):
    """The rules as arrays.

    - `rolls` (7776, 5): the dice, by colour, of each of the equally likely rolls.
    - `colour` (25): the colour of each circle.
    - `boxes` (10, 4, 2): the two circles beside each box, by line.
    - `ticked` (11, 11): True if a box between two sums is ticked.
    - `tick_points` (5): the points for a number of ticks in a line.
    - `number_points` (11): the points for a written sum.
    """

    rolls: Array
    colour: Array
    boxes: Array
    ticked: Array
    tick_points: Array
    number_points: Array


@cache
def default_rules() -> Rules:
    """Return the rules with the usual layout of colours."""
    line = CELLS_OF[game.BOX_LINES[0]]

    def ticked(a: int, b: int) -> bool:
        return game.ticks(put(put(EMPTY, line[0], a), line[1], b), game.BOX_LINES[0])[0]

    return Rules(
        rolls=read_only([[face - 1 for face in dice] for dice in distribution(COLOURS, ordered=True)], np.int64),
        colour=layout_colours(game.LATIN_SQUARE),
        boxes=read_only(
            [[CELLS_OF[name][box : box + 2] for box in range(SIZE - 1)] for name in game.BOX_LINES], np.int64
        ),
        ticked=read_only([[ticked(a, b) for b in grid.SUMS] for a in grid.SUMS], np.int64),
        tick_points=read_only(game.TICK_POINTS, np.int64),
        number_points=read_only([game.number_points(put(EMPTY, 0, total)) for total in grid.SUMS], np.int64),
    )


def rules(layout: str = game.LATIN_SQUARE) -> Rules:
    """Return the rules with a layout of colours."""
    return default_rules()._replace(colour=layout_colours(layout))


def layout_colours(layout: str) -> Array:
    """Return the colour of each circle (25)."""
    return read_only([game.COLOURS.index(colour) for colour in layout], np.int64)


class Tables(NamedTuple):
    """All data on which a value depends.

    `rolls`, `colour` and `number_points` are those of `Rules`.

    - `stage` (26): the stage of the game by filled circles.
    - `power` (5): the powers of `BASE`.
    - `line_slot` and `line_points` (`CODES`): for every line code, the index of its weight (0 for full lines, whose
      value is 0) and the points so far.
    - `axis` (5, `CODES`): the view of a line from each of its free circles, see `line_axes`.
    - `cell_slot` (axes, axes): the index of the weight for the views of the row and the column from a free circle that
      does not have the seat's own colour.
    - `free_slot` (6**5): the index of the weight for the numbers of free circles.

    The weights are `line_values` (stages, lines), `cell_values` (stages, 2 * cells), whose second half is for circles
    of the seat's own colour, and `free_values` (6**5).
    """

    rolls: Array
    colour: Array
    number_points: Array
    stage: Array
    power: Array
    line_slot: Array
    line_points: Array
    axis: Array
    cell_slot: Array
    free_slot: Array
    line_values: Array
    cell_values: Array
    free_values: Array


class ScoreDeviations(NamedTuple):
    """Deviation of final points from the values of a sheet after a move.

    `variances` are tables like those of values, with the variance of the points still to come. By number of filled
    circles (26): `deviation`, in points, over all sheets, and `correlation` of the deviations of two sheets of
    different colours on the same dice.
    """

    variances: Tables
    deviation: Array
    correlation: Array


class LineCodes(NamedTuple):
    """The rules for every line code, see `Tables`.

    `axis_mirror` (axes) maps each view of a line to the view with all dice turned over.
    """

    slot: Array
    points: Array
    axis: Array
    axis_mirror: Array


@cache
def line_codes() -> LineCodes:
    """Return the arrays of all codes, computed once."""
    # The states of the circles of every code, first circle first.
    shown = np.indices((BASE,) * SIZE, np.int8).reshape(SIZE, CODES)[::-1]
    sums = np.zeros((BASE, BASE), np.bool_)
    sums[:SUMS, :SUMS] = default_rules().ticked
    ticked = sums[shown[:-1], shown[1:]]
    can_tick = (shown[:-1] >= FREE) | (shown[1:] >= FREE)
    points = default_rules().tick_points[ticked.sum(axis=0)]
    axis, mirror = line_axes(shown, ticked, can_tick)
    return LineCodes(read_only(line_slots(shown), np.int32), read_only(points, np.int8), axis, mirror)


def line_slots(shown: Array) -> Array:
    """Return `line_slot` of `Tables`: reversing a line or turning all its dice over preserves its weight."""

    def codes(circles: Array) -> Array:
        return sum((circles[k] * np.int32(BASE**k) for k in range(SIZE)), np.zeros(CODES, np.int32))

    turned = np.where(shown < FREE, FREE - 1 - shown, shown)
    least = codes(shown)
    for image in (shown[::-1], turned, turned[::-1]):
        np.minimum(least, codes(image), out=least)
    slots = np.zeros(CODES, np.int32)
    kept = (least == codes(shown)) & (shown >= FREE).any(axis=0)
    slots[kept] = np.arange(1, np.count_nonzero(kept) + 1)
    return slots[least]


def line_axes(shown: Array, ticked: Array, can_tick: Array) -> tuple[Array, Array]:
    """Return `axis` and `axis_mirror` of `LineCodes`.

    From a free circle, a line is represented by its two neighbours (each may be free or missing) and by the numbers of
    ticked boxes and of boxes that can still be ticked between the other circles.
    """
    wall, symbols, most = FREE + 1, FREE + 2, SIZE - 1
    padded = np.pad(np.minimum(shown, FREE), ((1, 1), (0, 0)), constant_values=wall).astype(np.int16)
    looks = np.zeros((SIZE, CODES), np.int16)
    for k in range(SIZE):
        others = [box for box in range(SIZE - 1) if box not in (k - 1, k)]
        one, two = padded[k], padded[k + 2]
        pair = np.minimum(one, two) * symbols + np.maximum(one, two)
        looks[k] = (pair * most + ticked[others].sum(axis=0)) * most + can_tick[others].sum(axis=0)
    free = padded[1:-1] == FREE
    seen = np.zeros(symbols**2 * most**2, np.bool_)
    seen[looks[free]] = True
    number = (np.cumsum(seen) - 1).astype(np.int16)
    turn = np.array([*range(FREE - 1, -1, -1), FREE, wall])
    pair, rest = np.divmod(np.flatnonzero(seen), most**2)
    one, two = turn[pair // symbols], turn[pair % symbols]
    mirror = number[(np.minimum(one, two) * symbols + np.maximum(one, two)) * most**2 + rest]
    return read_only(np.where(free, number[looks], 0), np.int16), read_only(mirror, np.int64)


@cache
def cell_slots() -> tuple[Array, Array]:
    """Return `cell_slot` of `Tables`, and for each column of `cell_values` its column in the stored array.

    Exchanging rows and columns, or turning all dice over, preserves the weight. Columns for all pairs of axes are
    stored.
    """
    mirror = line_codes().axis_mirror
    size = len(mirror)
    one, two = np.indices((size, size), np.int32)
    pair = np.minimum(one, two) * np.int32(size) + np.maximum(one, two)
    kept, slot = np.unique(np.minimum(pair, pair[mirror][:, mirror]), return_inverse=True)
    return read_only(slot.reshape(size, size), np.int32), np.concatenate((kept, size**2 + kept))


@cache
def free_slots() -> Array:
    """Return `free_slot` of `Tables`: the order of the other colours does not matter."""
    counts = list(product(range(SIZE + 1), repeat=COLOURS))
    index = {count: i for i, count in enumerate(counts)}
    return read_only([index[own, *sorted(others)] for own, *others in counts], np.int64)


def untrained() -> Tables:
    """Return tables for the usual layout with all weights zero."""
    lines, (cell_slot, columns) = line_codes(), cell_slots()
    stage = np.arange(CELLS + 1) // STAGE_LENGTH
    stages = int(stage[-1]) + 1
    return Tables(
        rolls=default_rules().rolls,
        colour=default_rules().colour,
        number_points=default_rules().number_points,
        stage=stage,
        power=BASE ** np.arange(SIZE),
        line_slot=lines.slot,
        line_points=lines.points,
        axis=lines.axis,
        cell_slot=cell_slot,
        free_slot=free_slots(),
        line_values=np.zeros((stages, int(lines.slot.max()) + 1), np.float32),
        cell_values=np.zeros((stages, len(columns)), np.float32),
        free_values=np.zeros(len(free_slots()), np.float32),
    )


def stored_shape(tables: Tables) -> tuple[int, int]:
    """Return the shape of `cell_values` in a file."""
    return len(tables.cell_values), 2 * tables.cell_slot.size


def stamp(tables: Tables) -> str:
    """Return a hash of the rules as arrays and the shapes of the stored values, which trained data must match."""
    mirror = line_codes().axis_mirror
    rules = (*tables[: Tables._fields.index("cell_slot")], mirror, tables.free_slot)
    return data_files.fingerprint(rules, [tables.line_values.shape, stored_shape(tables), tables.free_values.shape])


def unpack_values(stored: Array, name: str) -> Array:
    return (stored[:, cell_slots()[1]] if name == "cell_values" else stored).astype(np.float32, order="C")


@cache
def load_values(file: Path) -> tuple[Tables, ScoreDeviations]:
    """Return the data that `learn` exported, for the usual layout.

    It is also usable for other layouts, with some loss of strength.
    """
    blank = untrained()
    stored, _ = data_files.load(file, stamp(blank))
    values, variances = (
        blank._replace(**{name: unpack_values(stored.pop(name + kind), name) for name in VALUE_NAMES})
        for kind in ("", "_variance")
    )
    return values, ScoreDeviations(variances, stored["deviation"], stored["correlation"])
