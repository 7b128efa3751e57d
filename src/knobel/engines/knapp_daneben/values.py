"""Values of Knapp Daneben! positions as sums of tables, their learning, and looking ahead over the coming roll.

The expected points still to come from a sheet with `t` cells filled are estimated as the sum of

- `line_values[stage[t], line_slot[code]]` over rows and columns, the code being what the line shows circle by circle;
- `cell_values[stage[t], key]` over the free circles: whether the circle is of one's own colour, and how its row and its
  column look from there (`axis`);
- `free_values[code]`: how many circles of each colour are free.

Codes that reversing, exchanging rows and columns or turning all dice over carry into each other share a weight.

A sheet is `sums` (25), the sum indices with `FREE` circles; `codes` (10), the lines' codes; and `free_count` (5), the
free circles of each colour. `tables` is `engines.knapp_daneben.learn.Tables`.
"""

from typing import Any

import numpy as np

from knobel.engines.shared.compiled import Array, Float, Int, compiled
from knobel.engines.shared.rng import below
from knobel.engines.shared.td import adapt

SIZE = 5
CELLS = 25
COLOURS = 5
LINES = 10
FACES = 6
SUMS = 11
FREE = 11
BASE = 13
"""What a circle of a line shows: a sum, or free and of one's own colour (`FREE`), or of another."""


@compiled
def blank(tables: Any, own: Int, sums: Array, codes: Array, free_count: Array) -> None:
    """Set up the empty sheet of a colour."""
    sums[:] = FREE
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
    sums[cell] = total
    free_count[tables.colour[cell]] -= 1
    points = tables.line_points
    return tables.number_points[total] + points[codes[row]] - points[a] + points[codes[SIZE + column]] - points[b]


@compiled
def take_back(tables: Any, own: Int, sums: Array, codes: Array, free_count: Array, cell: Int) -> None:
    """Take a sum out again."""
    row, column = cell // SIZE, cell % SIZE
    change = (FREE if tables.colour[cell] == own else FREE + 1) - sums[cell]
    codes[row] += change * tables.power[column]
    codes[SIZE + column] += change * tables.power[row]
    sums[cell] = FREE
    free_count[tables.colour[cell]] += 1


@compiled
def cell_place(tables: Any, mine: bool, a: Int, b: Int) -> Int:
    """Which weight of a stage's `cell_values` belongs to a free circle, one's own or not, by its two `axis`."""
    mirror = tables.axis_mirror
    size = len(mirror)
    c, d = mirror[a], mirror[b]
    key = min(min(a, b) * size + max(a, b), min(c, d) * size + max(c, d))
    return key + size * size if mine else key


@compiled
def place_at(tables: Any, own: Int, codes: Array, cell: Int) -> Int:
    """`cell_place` of a free circle of a sheet."""
    row, column = cell // SIZE, cell % SIZE
    a, b = tables.axis[column, codes[row]], tables.axis[row, codes[SIZE + column]]
    return cell_place(tables, tables.colour[cell] == own, a, b)


@compiled
def free_code(own: Int, free_count: Array) -> Int:
    """The code of how many circles of each colour are free, one's own first."""
    code = free_count[own]
    for colour in range(COLOURS):
        if colour != own:
            code = code * (SIZE + 1) + free_count[colour]
    return code


@compiled
def value_of(tables: Any, own: Int, sums: Array, codes: Array, free_count: Array, filled: Int) -> Float:
    """The value of a sheet, so many cells counting as filled."""
    stage = tables.stage[filled]
    value = tables.free_values[tables.free_slot[free_code(own, free_count)]]
    for line in range(LINES):
        value += tables.line_values[stage, tables.line_slot[codes[line]]]
    for cell in range(CELLS):
        if sums[cell] == FREE:
            value += tables.cell_values[stage, place_at(tables, own, codes, cell)]
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
    worth: Array,
    best: Array,
    where: Array,
) -> None:
    """What it is worth to write a sum in a circle, and the best circle of each colour for each sum.

    `worth[cell, total]` receives the points at once and to come, `filled` cells being filled then, for each sum index
    that is `wanted[colour, total]` in circles of that colour, -1e9 where the circle is not free or the sum not wanted.
    `best[colour, total]` receives the highest of a colour, and `where` its circle.
    """
    stage = tables.stage[filled]
    lines, cells, points = tables.line_values[stage], tables.cell_values[stage], tables.line_points
    slot, axis, power = tables.line_slot, tables.axis, tables.power
    across, down = np.empty(CELLS, np.int64), np.empty(CELLS, np.int64)
    # What the row and the column of a circle are worth with their free circles, and the whole sheet.
    now, line_worth = np.zeros(CELLS), np.empty(LINES)
    whole = 0.0
    for line in range(LINES):
        line_worth[line] = lines[slot[codes[line]]]
        whole += line_worth[line]
    for cell in range(CELLS):
        if sums[cell] == FREE:
            row, column = cell // SIZE, cell % SIZE
            across[cell], down[cell] = axis[column, codes[row]], axis[row, codes[SIZE + column]]
            now[cell] = cells[cell_place(tables, tables.colour[cell] == own, across[cell], down[cell])]
            whole += now[cell]
            line_worth[row] += now[cell]
            line_worth[SIZE + column] += now[cell]
    worth[:] = -1e9
    best[:] = -1e9
    for cell in range(CELLS):
        if sums[cell] != FREE:
            continue
        colour, row, column = tables.colour[cell], cell // SIZE, cell % SIZE
        kind = FREE if colour == own else FREE + 1
        free_count[colour] -= 1
        rest = whole - line_worth[row] - line_worth[SIZE + column] + now[cell]
        rest += tables.free_values[tables.free_slot[free_code(own, free_count)]]
        free_count[colour] += 1
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
                    q += cells[cell_place(tables, tables.colour[other] == own, np.int64(axis[k, a]), down[other])]
                other = k * SIZE + column
                if k != row and sums[other] == FREE:
                    q += cells[cell_place(tables, tables.colour[other] == own, across[other], np.int64(axis[k, b]))]
            worth[cell, total] = q
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
def offered(own: Int, faces: Array, wanted: Array) -> None:
    """Note in `wanted[colour, total]` which sums a roll offers to circles of which colours."""
    wanted[:] = False
    for colour in range(COLOURS):
        if colour != own:
            total = faces[own] + faces[colour]
            wanted[own, total] = wanted[colour, total] = True


@compiled
def choose(
    tables: Any, own: Int, sums: Array, codes: Array, free_count: Array, filled: Int, faces: Array, scratch: Any
) -> tuple[Int, Int, Float]:
    """The circle to write in and the sum that are worth most by value, and that value; with it so many are filled."""
    offered(own, faces, scratch.wanted)
    evaluate(tables, own, sums, codes, free_count, filled, scratch.wanted, scratch.worth, scratch.best, scratch.where)
    highest, cell, best_total = -1e9, -1, -1
    for colour in range(COLOURS):
        if colour != own:
            total = faces[own] + faces[colour]
            for circle in (colour, own):
                if scratch.best[circle, total] > highest:
                    highest, cell, best_total = scratch.best[circle, total], scratch.where[circle, total], total
    return cell, best_total, highest


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
        if sums[cell] == FREE:
            place = place_at(tables, own, codes, cell)
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
def learn_game(tables: Any, traces: Any, decay: Float, rate: Float) -> None:
    """Learn from the sheets and gains of a game that `traces` holds.

    Every sheet after a move is moved towards its lambda-return (Sutton and Barto, "Reinforcement Learning", 2nd ed.,
    12.1; lambda is `decay`), backwards from the end of the game.
    """
    # The value of the sheet after, as it is now that the later sheets have been learned, and how much better the
    # game went on from there.
    value, better = np.float32(0), np.float32(0)
    for filled in range(CELLS - 1, 0, -1):
        target = traces.gain[filled + 1] + value + decay * better
        value = update(tables, traces, filled, target, rate)
        better = target - value


@compiled
def learn(tables: Any, traces: Any, scratch: Any, rng: Array, scores: Array, decay: Float, rate: Float) -> None:
    """Play `len(scores)` games greedily on the values, each with a random colour, and learn from each."""
    sums = np.empty(CELLS, np.int64)
    codes, free_count = np.empty(LINES, np.int64), np.empty(COLOURS, np.int64)
    for game in range(len(scores)):
        own = below(rng, COLOURS)
        blank(tables, own, sums, codes, free_count)
        score = 0
        for filled in range(1, CELLS + 1):
            faces = tables.rolls[below(rng, len(tables.rolls))]
            cell, total, _ = choose(tables, own, sums, codes, free_count, filled, faces, scratch)
            gain = put(tables, own, sums, codes, free_count, cell, total)
            traces.gain[filled] = gain
            score += gain
            features(tables, traces, own, sums, codes, free_count, filled)
        scores[game] = score
        learn_game(tables, traces, decay, rate)
