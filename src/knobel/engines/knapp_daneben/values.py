"""Values of Knapp Daneben! sheets as sums of learned weights, and the values of entries and rolls.

The expected points still to come from a sheet, given its number of filled circles, are estimated as the sum of

- `line_values[stage, line_slot[code]]` over rows and columns, where the code is the state of the line, circle by
  circle;
- `cell_values[stage, slot]` over the free circles: whether the circle has the seat's own colour, and the views of its
  row and its column from there (`axis`);
- `free_values[slot]`: the number of free circles of each colour.

Codes that are equivalent under reversing a line, exchanging rows and columns or turning all dice over share a weight.
"""

from typing import Any, NamedTuple, TypeAlias

import numpy as np

from knobel.engines.knapp_daneben.lookup import CELLS, COLOURS, FACES, FREE, LINES, SUMS
from knobel.engines.shared.compiled import Array, Float, Int, compiled, inlined, nested
from knobel.engines.shared.grid import SUMS as NUMBERS
from knobel.games.grid import SIZE

MAX_DEPTH = 4
"""The maximum number of rolls that a search looks ahead."""


SHEET = np.dtype(
    [
        ("own", np.int64),
        ("sums", np.int64, CELLS),
        ("codes", np.int64, LINES),
        ("free", np.int64, COLOURS),
    ]
)
"""A sheet of one seat.

The fields are its `own` colour; the index of the sum in each circle, or `FREE`; the code of each line (the states of
its circles, as digits of a number in base `BASE`, the first one lowest); and the number of free circles of each colour.
Only `values.fill`, `values.put` and `values.take_back` write to it. Kernels receive sheets and do not create them.
"""


Sheet: TypeAlias = Any
"""An element of an array of `SHEET`."""


class Scratch(NamedTuple):
    """Scratch space of one decision, by colour and sum index, or by circle and sum index.

    - `wanted` (5, 11): the sums to evaluate in circles of each colour; `all` contains all of them.
    - `values` (25, 11): immediate points plus points to come.
    - `best` (5, 11): the highest of them, and `where` its circle.
    """

    wanted: Array
    all: Array
    values: Array
    best: Array
    where: Array

    @classmethod
    def empty(cls) -> "Scratch":
        shape = COLOURS, SUMS
        return cls(
            wanted=np.zeros(shape, np.bool_),
            all=np.ones(shape, np.bool_),
            values=np.zeros((CELLS, SUMS)),
            best=np.zeros(shape),
            where=np.zeros(shape, np.int64),
        )

    @classmethod
    def of_search(cls) -> tuple["Scratch", ...]:
        """Return one scratch space for the present roll, and one for every roll that a search looks ahead."""
        return tuple(cls.empty() for _ in range(1 + MAX_DEPTH))


IMPOSSIBLE = float("-inf")
"""The value of impossible entries, and of entries that are excluded from further choice."""


MIN_SUM = NUMBERS[0]

SHARES = tuple(k / FACES for k in range(FACES + 1))
"""Probability that a die shows one of so many faces."""


@compiled
def clear_sheet(tables: Any, own: Int, sheet: Sheet) -> None:
    """Initialize the empty sheet of a colour."""
    sheet.own = own
    sheet.sums[:] = FREE
    sheet.codes[:] = 0
    sheet.free[:] = SIZE
    for cell in range(CELLS):
        kind = FREE if tables.colour[cell] == own else FREE + 1
        row, column = cell // SIZE, cell % SIZE
        sheet.codes[row] += kind * tables.power[column]
        sheet.codes[SIZE + column] += kind * tables.power[row]


@compiled
def fill_sheet(tables: Any, own: Int, numbers: Array, sheet: Sheet) -> None:
    """Initialize the sheet of a colour with these `numbers` (25), 0 for a free circle."""
    clear_sheet(tables, own, sheet)
    for cell in range(CELLS):
        if numbers[cell]:
            enter(tables, sheet, cell, numbers[cell] - MIN_SUM)


@compiled
def enter(tables: Any, sheet: Sheet, cell: Int, total: Int) -> Int:
    """Write a sum and return the immediate points."""
    row, column = cell // SIZE, cell % SIZE
    codes, points = sheet.codes, tables.line_points
    a, b = codes[row], codes[SIZE + column]
    change = total - (FREE if tables.colour[cell] == sheet.own else FREE + 1)
    codes[row] = a + change * tables.power[column]
    codes[SIZE + column] = b + change * tables.power[row]
    sheet.sums[cell] = total
    sheet.free[tables.colour[cell]] -= 1
    return tables.number_points[total] + points[codes[row]] - points[a] + points[codes[SIZE + column]] - points[b]


@compiled
def undo_entry(tables: Any, sheet: Sheet, cell: Int) -> None:
    """Remove a sum."""
    row, column = cell // SIZE, cell % SIZE
    change = (FREE if tables.colour[cell] == sheet.own else FREE + 1) - sheet.sums[cell]
    sheet.codes[row] += change * tables.power[column]
    sheet.codes[SIZE + column] += change * tables.power[row]
    sheet.sums[cell] = FREE
    sheet.free[tables.colour[cell]] += 1


@nested
def free_circles(sheet: Sheet) -> Int:
    """Return the number of free circles."""
    return sheet.free.sum()


@compiled
def score(tables: Any, sheet: Sheet) -> Int:
    """Return the points on a sheet."""
    points = 0
    for line in range(LINES):
        points += tables.line_points[sheet.codes[line]]
    for cell in range(CELLS):
        if sheet.sums[cell] != FREE:
            points += tables.number_points[sheet.sums[cell]]
    return points


@nested
def cell_weight_index(tables: Any, mine: bool, across: Int, down: Int) -> Int:
    """Return the index of the weight for a free circle in a stage's `cell_values`, by its two `axis`.

    :param mine: True if the circle has the seat's own colour.
    """
    slot = tables.cell_slot[across, down]
    return slot + tables.cell_values.shape[1] // 2 if mine else slot


@nested
def circle_weight_index(tables: Any, sheet: Sheet, cell: Int) -> Int:
    """Return the index by `cell_weight_index` of a free circle of a sheet."""
    row, column = cell // SIZE, cell % SIZE
    across, down = tables.axis[column, sheet.codes[row]], tables.axis[row, sheet.codes[SIZE + column]]
    return cell_weight_index(tables, tables.colour[cell] == sheet.own, across, down)


@nested
def free_weight_index(tables: Any, sheet: Sheet) -> Int:
    """Return the index of the weight of a sheet in `free_values`."""
    code = sheet.free[sheet.own]
    for colour in range(COLOURS):
        if colour != sheet.own:
            code = code * (SIZE + 1) + sheet.free[colour]
    return tables.free_slot[code]


@compiled
def sheet_value(tables: Any, sheet: Sheet) -> Float:
    """Return the value of a sheet."""
    stage = tables.stage[CELLS - free_circles(sheet)]
    value = tables.free_values[free_weight_index(tables, sheet)]
    for line in range(LINES):
        value += tables.line_values[stage, tables.line_slot[sheet.codes[line]]]
    for cell in range(CELLS):
        if sheet.sums[cell] == FREE:
            value += tables.cell_values[stage, circle_weight_index(tables, sheet, cell)]
    return value


@compiled
def evaluate(tables: Any, sheet: Sheet, wanted: Array, scratch: Any) -> None:
    """Compute the value of writing each sum in each circle, and the best circle of each colour for each sum.

    `scratch.values[cell, total]` receives the immediate points plus the points to come for each sum that is
    `wanted[colour, total]` in circles of that colour, and IMPOSSIBLE where the circle is not free or the sum is not
    wanted. `scratch.best[colour, total]` receives the highest value of a colour, and `scratch.where` its circle.
    """
    sums, codes, own = sheet.sums, sheet.codes, sheet.own
    values, best = scratch.values, scratch.best
    stage = tables.stage[CELLS - free_circles(sheet) + 1]
    lines, cells, points = tables.line_values[stage], tables.cell_values[stage], tables.line_points
    slot, axis, power = tables.line_slot, tables.axis, tables.power
    across, down = np.empty(CELLS, np.int64), np.empty(CELLS, np.int64)
    # The values of the row and the column of a circle with their free circles, and of the whole sheet.
    now, line_worth = np.zeros(CELLS), np.empty(LINES)
    whole = 0.0
    for line in range(LINES):
        line_worth[line] = lines[slot[codes[line]]]
        whole += line_worth[line]
    for cell in range(CELLS):
        if sums[cell] == FREE:
            row, column = cell // SIZE, cell % SIZE
            across[cell], down[cell] = axis[column, codes[row]], axis[row, codes[SIZE + column]]
            now[cell] = cells[cell_weight_index(tables, tables.colour[cell] == own, across[cell], down[cell])]
            whole += now[cell]
            line_worth[row] += now[cell]
            line_worth[SIZE + column] += now[cell]
    values[:] = IMPOSSIBLE
    best[:] = IMPOSSIBLE
    for cell in range(CELLS):
        if sums[cell] != FREE:
            continue
        colour, row, column = tables.colour[cell], cell // SIZE, cell % SIZE
        kind = FREE if colour == own else FREE + 1
        sheet.free[colour] -= 1
        rest = whole - line_worth[row] - line_worth[SIZE + column] + now[cell]
        rest += tables.free_values[free_weight_index(tables, sheet)]
        sheet.free[colour] += 1
        for total in range(SUMS):
            if not wanted[colour, total]:
                continue
            a = codes[row] + (total - kind) * power[column]
            b = codes[SIZE + column] + (total - kind) * power[row]
            gain = (
                tables.number_points[total] + points[a] - points[codes[row]] + points[b] - points[codes[SIZE + column]]
            )
            q = rest + gain + lines[slot[a]] + lines[slot[b]]
            for k in range(SIZE):
                other = row * SIZE + k
                if k != column and sums[other] == FREE:
                    q += cells[
                        cell_weight_index(tables, tables.colour[other] == own, np.int64(axis[k, a]), down[other])
                    ]
                other = k * SIZE + column
                if k != row and sums[other] == FREE:
                    q += cells[
                        cell_weight_index(tables, tables.colour[other] == own, across[other], np.int64(axis[k, b]))
                    ]
            values[cell, total] = q
            if q > best[colour, total]:
                best[colour, total], scratch.where[colour, total] = q, cell


@compiled
def best_entry_value(own: Int, best: Array, faces: Array) -> Float:
    """Return the value of the best entry that a roll allows, given `best` of `evaluate` for every sum."""
    highest = IMPOSSIBLE
    for colour in range(COLOURS):
        if colour != own:
            total = faces[own] + faces[colour]
            highest = max(highest, best[own, total], best[colour, total])
    return highest


@nested
def sort_offers(own: Int, best: Array, face: Int, offers: Array, colours: Array, worse: Array) -> Int:
    """Sort the offers of the other dice that can be the best one if the seat's own die shows `face`.

    The best offer is worth at least the worst one of each colour. `offers` receives the offers that are worth at least
    as much, in ascending order, `colours` the number of the die of each, and `worse` the number of the other offers of
    each die. Calling `np.argsort` would take three times as long.

    :return: the number of sorted offers.
    """
    least, n, k = IMPOSSIBLE, 0, 0
    for colour in range(COLOURS):
        if colour != own:
            worst = -IMPOSSIBLE
            for other in range(FACES):
                worst = min(worst, max(best[own, face + other], best[colour, face + other]))
            least = max(least, worst)
    for colour in range(COLOURS):
        if colour != own:
            worse[k] = 0
            for other in range(FACES):
                offer, i = max(best[own, face + other], best[colour, face + other]), n
                if offer < least:
                    worse[k] += 1
                    continue
                while i > 0 and offers[i - 1] > offer:
                    offers[i], colours[i] = offers[i - 1], colours[i - 1]
                    i -= 1
                offers[i], colours[i] = offer, k
                n += 1
            k += 1
    return n


@compiled
def expected_best_entry(own: Int, best: Array) -> Float:
    """Return the expectation over a roll of the value of the best entry, given `best` of `evaluate` for every sum.

    Given the seat's own die, the entries allowed by the four other dice are independent. The expected maximum follows
    from the distribution of each.
    """
    offers, colours = np.empty((COLOURS - 1) * FACES), np.empty((COLOURS - 1) * FACES, np.int64)
    mean, counts = 0.0, np.empty(COLOURS - 1, np.int64)
    for face in range(FACES):
        before = 0.0
        for i in range(sort_offers(own, best, face, offers, colours, counts)):
            counts[colours[i]] += 1
            upto = 1.0
            for k in range(COLOURS - 1):
                upto *= SHARES[counts[k]]
            if upto > before:
                mean += (upto - before) * offers[i] / FACES
                before = upto
    return mean


@inlined
def copy_values(values: Array, out: Array) -> None:
    """Copy the values of entries (25, 11).

    An assignment of arrays would take a second to compile, for the message about other shapes.
    """
    for cell in range(CELLS):
        for total in range(SUMS):
            out[cell, total] = values[cell, total]


@nested
def mark_allowed(own: Int, faces: Array, wanted: Array) -> None:
    """Set in `wanted[colour, total]` the sums that a roll allows in circles of each colour."""
    wanted[:] = False
    for colour in range(COLOURS):
        if colour != own:
            total = faces[own] + faces[colour]
            wanted[own, total] = wanted[colour, total] = True


@nested
def choose_entry(tables: Any, scratch: Any, sheet: Sheet, faces: Array) -> tuple[Int, Int, Float]:
    """Return the circle and the sum of the best entry by value, and its value."""
    own = sheet.own
    mark_allowed(own, faces, scratch.wanted)
    evaluate(tables, sheet, scratch.wanted, scratch)
    highest, cell, best_total = IMPOSSIBLE, -1, -1
    for colour in range(COLOURS):
        if colour != own:
            total = faces[own] + faces[colour]
            for circle in (colour, own):
                if scratch.best[circle, total] > highest:
                    highest, cell, best_total = scratch.best[circle, total], scratch.where[circle, total], total
    return cell, best_total, highest
