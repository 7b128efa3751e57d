"""Values of Knapp Daneben! positions as sums of tables, their learning, and looking ahead over the coming roll.

The expected points still to come from a sheet with `t` cells filled are estimated as the sum of

- `line_values[stage[t], line_slot[code]]` over rows and columns, the code being what the line shows circle by circle;
- `cell_values[stage[t], own, key]` over the free circles: whether the circle is of one's own colour, and along its row
  and its column the two neighbours and the ticks so far;
- `free_values[code]`: how many circles of each colour are free.

Codes that reversing, exchanging rows and columns or turning all dice over carry into each other share a weight.

A sheet is `sums` (7, 7), the sum indices with `FREE` circles and a `WALL` around; `codes` (10), the lines' codes; and
`free_count` (5), the free circles of each colour. `tables` is `solve.knapp_daneben.Tables`.
"""

from typing import Any

import numpy as np

from knobel.kernels.compiled import Array, Float, Int, compiled
from knobel.kernels.learning import adapt
from knobel.kernels.random import below

SIZE = 5
CELLS = 25
COLOURS = 5
LINES = 10
FACES = 6
SUMS = 11
FREE = 11
WALL = 12
BASE = 13


@compiled
def blank(tables: Any, own: Int, sums: Array, codes: Array, free_count: Array) -> None:
    """Set up the empty sheet of a colour."""
    sums[:] = WALL
    sums[1:6, 1:6] = FREE
    codes[:] = 0
    free_count[:] = SIZE
    for cell in range(CELLS):
        kind = FREE if tables.colour[cell] == own else FREE + 1
        row, column = cell // SIZE, cell % SIZE
        codes[row] += kind * tables.power[column]
        codes[SIZE + column] += kind * tables.power[row]


@compiled
def put(tables: Any, own: Int, sums: Array, codes: Array, free_count: Array, cell: Int, total: Int) -> Int:
    """Write a sum; returns the points at once."""
    row, column = cell // SIZE, cell % SIZE
    a, b = codes[row], codes[SIZE + column]
    change = total - (FREE if tables.colour[cell] == own else FREE + 1)
    codes[row] = a + change * tables.power[column]
    codes[SIZE + column] = b + change * tables.power[row]
    sums[row + 1, column + 1] = total
    free_count[tables.colour[cell]] -= 1
    points = tables.line_points
    return tables.number_points[total] + points[codes[row]] - points[a] + points[codes[SIZE + column]] - points[b]


@compiled
def take_back(tables: Any, own: Int, sums: Array, codes: Array, free_count: Array, cell: Int) -> None:
    """Take a sum out again."""
    row, column = cell // SIZE, cell % SIZE
    change = (FREE if tables.colour[cell] == own else FREE + 1) - sums[row + 1, column + 1]
    codes[row] += change * tables.power[column]
    codes[SIZE + column] += change * tables.power[row]
    sums[row + 1, column + 1] = FREE
    free_count[tables.colour[cell]] += 1


@compiled
def cell_place(tables: Any, own: Int, sums: Array, codes: Array, cell: Int) -> Int:
    """Which weight of a stage's `cell_values` belongs to a free circle."""
    row, column = cell // SIZE, cell % SIZE
    a = tables.axis[sums[row + 1, column], sums[row + 1, column + 2], tables.line_ticks[codes[row]]]
    b = tables.axis[sums[row, column + 1], sums[row + 2, column + 1], tables.line_ticks[codes[SIZE + column]]]
    c, d = tables.axis_mirror[a], tables.axis_mirror[b]
    size = len(tables.axis_mirror)
    key = min(min(a, b) * size + max(a, b), min(c, d) * size + max(c, d))
    return (tables.colour[cell] == own) * size * size + key


@compiled
def free_code(own: Int, free_count: Array) -> Int:
    """The code of how many circles of each colour are free, one's own first."""
    code = free_count[own]
    for colour in range(COLOURS):
        if colour != own:
            code = code * (SIZE + 1) + free_count[colour]
    return code


@compiled
def around(tables: Any, own: Int, sums: Array, codes: Array, cell: Int, stage: Int) -> Float:
    """The part of a sheet's value that writing in a cell can change: its row and column and the free circles there."""
    row, column = cell // SIZE, cell % SIZE
    lines, cells = tables.line_values[stage], tables.cell_values[stage]
    value = lines[tables.line_slot[codes[row]]] + lines[tables.line_slot[codes[SIZE + column]]]
    for k in range(SIZE):
        if sums[row + 1, k + 1] == FREE:
            value += cells[cell_place(tables, own, sums, codes, row * SIZE + k)]
        if k != row and sums[k + 1, column + 1] == FREE:
            value += cells[cell_place(tables, own, sums, codes, k * SIZE + column)]
    return value


@compiled
def value_of(tables: Any, own: Int, sums: Array, codes: Array, free_count: Array, filled: Int) -> Float:
    """The value of a sheet, so many cells counting as filled."""
    stage = tables.stage[filled]
    value = tables.free_values[tables.free_slot[free_code(own, free_count)]]
    for line in range(LINES):
        value += tables.line_values[stage, tables.line_slot[codes[line]]]
    for cell in range(CELLS):
        if sums[cell // SIZE + 1, cell % SIZE + 1] == FREE:
            value += tables.cell_values[stage, cell_place(tables, own, sums, codes, cell)]
    return value


@compiled
def evaluate(
    tables: Any,
    own: Int,
    sums: Array,
    codes: Array,
    free_count: Array,
    filled: Int,
    wanted: Array,
    best: Array,
    where: Array,
) -> None:
    """The best circle of each colour for each sum.

    `best[colour, total]` receives the points at once and to come, `filled` cells being filled then, of the best free
    circle of that colour for each sum index that is `wanted` there, -1e9 if there is none, and `where` that circle.
    """
    stage = tables.stage[filled]
    value = value_of(tables, own, sums, codes, free_count, filled)
    value -= tables.free_values[tables.free_slot[free_code(own, free_count)]]
    best[:] = -1e9
    for cell in range(CELLS):
        if sums[cell // SIZE + 1, cell % SIZE + 1] != FREE:
            continue
        colour = tables.colour[cell]
        rest = value - around(tables, own, sums, codes, cell, stage)
        free_count[colour] -= 1
        rest += tables.free_values[tables.free_slot[free_code(own, free_count)]]
        free_count[colour] += 1
        for total in range(SUMS):
            if wanted[colour, total]:
                gain = put(tables, own, sums, codes, free_count, cell, total)
                q = rest + gain + around(tables, own, sums, codes, cell, stage)
                take_back(tables, own, sums, codes, free_count, cell)
                if q > best[colour, total]:
                    best[colour, total], where[colour, total] = q, cell


@compiled
def mean_of_best(own: Int, best: Array) -> Float:
    """The expectation over a roll of the best entry, given `evaluate`'s `best` for every sum.

    Given one's own die, what the four others offer is independent; the expected maximum follows from the distribution
    of each.
    """
    offers = np.empty((COLOURS - 1) * FACES)
    mean = 0.0
    below_count = np.empty(COLOURS - 1)
    for face in range(FACES):
        n = 0
        for colour in range(COLOURS):
            if colour != own:
                for other in range(FACES):
                    offers[n] = max(best[own, face + other], best[colour, face + other])
                    n += 1
        order = np.argsort(offers)
        below_count[:] = 0
        before = 0.0
        for i in range(n):
            below_count[order[i] // FACES] += 1
            upto = 1.0
            for k in range(COLOURS - 1):
                upto *= below_count[k] / FACES
            if upto > before:
                mean += (upto - before) * offers[order[i]] / FACES
                before = upto
    return mean


@compiled
def choose(
    tables: Any, own: Int, sums: Array, codes: Array, free_count: Array, n: Int, roll: Int, ahead: bool, scratch: Any
) -> tuple[Int, Int, Float]:
    """The circle to write in, the colour of the other die, and the value of that; n circles are free.

    By value, or with `ahead` looking one roll ahead from the best circle of each colour for each sum.
    """
    faces = tables.rolls[roll]
    scratch.wanted[:] = False
    for colour in range(COLOURS):
        if colour != own:
            total = faces[own] + faces[colour]
            scratch.wanted[own, total] = scratch.wanted[colour, total] = True
    filled = CELLS - n + 1
    evaluate(tables, own, sums, codes, free_count, filled, scratch.wanted, scratch.best, scratch.where)
    highest, cell, other = -1e9, -1, -1
    for colour in range(COLOURS):
        if colour == own:
            continue
        total = faces[own] + faces[colour]
        for circle in (colour, own):
            q = scratch.best[circle, total]
            if q < -1e8:
                continue
            here = scratch.where[circle, total]
            if ahead and n > 1:
                gain = put(tables, own, sums, codes, free_count, here, total)
                evaluate(
                    tables, own, sums, codes, free_count, filled + 1, scratch.all, scratch.best_next, scratch.where_next
                )
                q = gain + mean_of_best(own, scratch.best_next)
                take_back(tables, own, sums, codes, free_count, here)
            if q > highest:
                highest, cell, other = q, here, colour
    return cell, other, highest


@compiled
def features(tables: Any, traces: Any, own: Int, sums: Array, codes: Array, free_count: Array, filled: Int) -> None:
    """Note in `traces` which weights value a sheet."""
    stage = tables.stage[filled]
    n = 0
    for line in range(LINES):
        slot = tables.line_slot[codes[line]]
        if slot:
            traces.line[filled, n] = stage * tables.line_values.shape[1] + slot
            n += 1
    traces.lines[filled] = n
    n = 0
    for cell in range(CELLS):
        if sums[cell // SIZE + 1, cell % SIZE + 1] == FREE:
            place = cell_place(tables, own, sums, codes, cell)
            traces.cell[filled, n] = stage * tables.cell_values.shape[1] + place
            n += 1
    traces.cells[filled] = n
    traces.free[filled] = tables.free_slot[free_code(own, free_count)]


@compiled
def update(tables: Any, traces: Any, filled: Int, target: Float, rate: Float) -> Float:
    """Move the value of the sheet that had so many cells filled towards a target; returns the value before."""
    lines, cells, free = tables.line_values.reshape(-1), tables.cell_values.reshape(-1), tables.free_values
    value = free[traces.free[filled]]
    for f in range(traces.lines[filled]):
        value += lines[traces.line[filled, f]]
    for f in range(traces.cells[filled]):
        value += cells[traces.cell[filled, f]]
    error = np.float32(target - value)
    step = np.float32(rate * error / (1 + traces.lines[filled] + traces.cells[filled]))
    adapt(free, traces.free_errors, traces.free[filled], step, error)
    for f in range(traces.lines[filled]):
        adapt(lines, traces.line_errors, traces.line[filled, f], step, error)
    for f in range(traces.cells[filled]):
        adapt(cells, traces.cell_errors, traces.cell[filled, f], step, error)
    return value


@compiled
def learn(tables: Any, traces: Any, scratch: Any, rng: Array, scores: Array, decay: Float, rate: Float) -> None:
    """Play `len(scores)` games greedily on the values, each with a random colour, and learn from each.

    Every sheet after a move is moved towards its lambda-return (Sutton and Barto, "Reinforcement Learning", 2nd ed.,
    12.1; lambda is `decay`), backwards from the end of each game.
    """
    sums = np.empty((SIZE + 2, SIZE + 2), np.int64)
    codes, free_count = np.empty(LINES, np.int64), np.empty(COLOURS, np.int64)
    for game in range(len(scores)):
        own = below(rng, COLOURS)
        blank(tables, own, sums, codes, free_count)
        score = 0
        for filled in range(1, CELLS + 1):
            roll = below(rng, len(tables.rolls))
            n = CELLS + 1 - filled
            cell, other, _ = choose(tables, own, sums, codes, free_count, n, roll, False, scratch)
            total = tables.rolls[roll, own] + tables.rolls[roll, other]
            gain = put(tables, own, sums, codes, free_count, cell, total)
            traces.gain[filled] = gain
            score += gain
            features(tables, traces, own, sums, codes, free_count, filled)
        scores[game] = score
        # The value of the sheet after, as it is now that the later sheets have been learned, and how much better the
        # game went on from there.
        value, better = np.float32(0), np.float32(0)
        for filled in range(CELLS - 1, 0, -1):
            target = traces.gain[filled + 1] + value + decay * better
            value = update(tables, traces, filled, target, rate)
            better = target - value


@compiled
def play(tables: Any, scratch: Any, rng: Array, own: Int, ahead: bool, scores: Array, luck: Array) -> None:
    """Play `len(scores)` games alone with `choose`.

    `luck` (games) receives how much better the rolls were than expected, by the values; its expectation is zero.
    """
    sums = np.empty((SIZE + 2, SIZE + 2), np.int64)
    codes, free_count = np.empty(LINES, np.int64), np.empty(COLOURS, np.int64)
    for game in range(len(scores)):
        blank(tables, own, sums, codes, free_count)
        score, chance = 0, 0.0
        for filled in range(1, CELLS + 1):
            roll = below(rng, len(tables.rolls))
            n = CELLS + 1 - filled
            evaluate(tables, own, sums, codes, free_count, filled, scratch.all, scratch.best_next, scratch.where_next)
            mean = mean_of_best(own, scratch.best_next)
            _, _, q = choose(tables, own, sums, codes, free_count, n, roll, False, scratch)
            chance += q - mean
            cell, other, _ = choose(tables, own, sums, codes, free_count, n, roll, ahead, scratch)
            total = tables.rolls[roll, own] + tables.rolls[roll, other]
            score += put(tables, own, sums, codes, free_count, cell, total)
        scores[game] = score
        luck[game] = chance
