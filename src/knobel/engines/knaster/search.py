"""Looking ahead in Knaster: every move with every useful choice of circles, valued over coming rolls.

`search` (`engines.knaster.learn.Space`) holds the moves found, as the sheets after them, and space for each roll looked ahead.
`widths[d]` says how many moves are looked into when d + 1 rolls are looked ahead: now, after one roll, ...

The fewest free cells elsewhere when a round opens decide which is the last; `soon` (12) has them for the coming round
(place 11) and, by the sum index that falls in it, for the round after; from there one fewer each round.
"""

from typing import Any

import numpy as np

from knobel.engines.knaster.sheet import (
    CELLS,
    CIRCLED,
    EARNED,
    FREE,
    LINES,
    NEED,
    NUMBER,
    SIZE,
    SUMS,
    circle,
    circle_set,
    clear,
    completed,
    copy_sheet,
    enter,
    score,
)
from knobel.engines.knaster.values import ALONE, evaluate, last_value, move, prepare, value_of
from knobel.engines.shared.borrowed import borrowed
from knobel.engines.shared.compiled import Array, Float, Int, compiled
from knobel.engines.shared.rng import below

MARGIN = 3.0
"""Moves that are worth so many points less than the best by value, or by looking less far, are not looked into."""


@compiled
def settle(tables: Any, sheet: Array, pending: Int) -> Int:
    """The lines of a bit mask in which something is to be circled."""
    left = 0
    for line in range(LINES):
        if pending >> line & 1 and tables.lines[sheet[line], EARNED] and tables.lines[sheet[line], NEED]:
            left |= 1 << line
    return left


@compiled
def circled_mask(sheet: Array) -> Int:
    """The circled cells as a bit mask."""
    mask = 0
    for cell in range(CELLS):
        mask |= sheet[CIRCLED + cell] << cell
    return mask


@compiled
def keep(tables: Any, scratch: Any, search: Any, n: Int, sheet: Array, pending: Int, gain: Int, m: Int) -> Int:
    """Note a sheet on the way in `search.branch`, unless it is there already or too many better ones are; returns how
    many there are."""
    tables, scratch, search, sheet = borrowed((tables, scratch, search, sheet))
    value = np.float32(gain) + value_of(tables, scratch, sheet, m)
    mask = circled_mask(sheet)
    place = n
    for k in range(n):
        if search.branch_mask[k] == mask and search.branch_pending[k] == pending:
            return n
    if n == len(search.branch):
        place = 0
        for k in range(1, n):
            if search.branch_value[k] < search.branch_value[place]:
                place = k
        if search.branch_value[place] >= value:
            return n
    copy_sheet(sheet, search.branch[place])
    search.branch_mask[place], search.branch_pending[place] = mask, pending
    search.branch_gain[place], search.branch_value[place] = gain, value
    return max(n, place + 1)


@compiled
def branch_line(
    tables: Any, scratch: Any, search: Any, n: Int, start: Array, pending: Int, line: Int, gain: Int, m: Int
) -> Int:
    """`keep` what comes of every way to work off a line."""
    tables, scratch, search, start = borrowed((tables, scratch, search, start))
    cells, trial = scratch.cells, scratch.sheets[1]
    due = min(tables.lines[start[line], EARNED], tables.lines[start[line], NEED])
    count = 0
    for p in range(SIZE):
        cells[count] = tables.cells[line, p]
        count += 1 - start[CIRCLED + cells[count]]
    for chosen in range(1 << count):
        if tables.ones[chosen] == due:
            copy_sheet(start, trial)
            more = circle_set(tables, trial, cells, chosen)
            left = settle(tables, trial, pending & ~(1 << line))
            n = keep(tables, scratch, search, n, trial, left, gain + more, m)
    return n


@compiled
def branch_all(tables: Any, scratch: Any, search: Any, sheet: Array, pending: Int, m: Int) -> Int:
    """Work off the lines of a bit mask in all ways and orders that look good by value; the sheets come to lie in
    `search.branch`. Returns how many."""
    tables, scratch, search, sheet = borrowed((tables, scratch, search, sheet))
    pending = settle(tables, sheet, pending)
    n = keep(tables, scratch, search, 0, sheet, pending, 0, m)
    open_ = pending != 0
    while open_:
        before = n
        for k in range(before):
            copy_sheet(search.branch[k], search.before[k])
            search.before_pending[k], search.before_gain[k] = search.branch_pending[k], search.branch_gain[k]
        n = 0
        for k in range(before):
            rest, start, gain = search.before_pending[k], search.before[k], search.before_gain[k]
            if not rest:
                n = keep(tables, scratch, search, n, start, rest, gain, m)
            for line in range(LINES):
                if rest >> line & 1:
                    n = branch_line(tables, scratch, search, n, start, rest, line, gain, m)
        open_ = False
        for k in range(n):
            open_ |= search.branch_pending[k] != 0
    return n


@compiled
def take(search: Any, count: Int, n: Int, chosen: Int) -> Int:
    """Take the branches over as moves; returns how many moves there are then."""
    search = borrowed(search)
    for k in range(n):
        copy_sheet(search.branch[k], search.sheets[count])
        search.gain[count], search.value[count] = search.branch_gain[k], search.branch_value[k]
        search.move[count] = chosen
        count += 1
    return count


@compiled
def moves(tables: Any, scratch: Any, search: Any, sheet: Array, m: Int, total: Int) -> Int:
    """List every move with a sum index, with the choices of circles worth considering; returns how many.

    `search.move`: the cell entered, `CELLS` + the cell circled, or -1 for passing; `sheets`: what comes of it; `gain`:
    the points at once; `value`: those and the value.
    """
    tables, scratch, search, sheet = borrowed((tables, scratch, search, sheet))
    count, start = 0, scratch.sheets[0]
    for cell in range(CELLS):
        copy_sheet(sheet, start)
        if sheet[NUMBER + cell] < 0:
            enter(tables, start, cell, total)
            n = branch_all(tables, scratch, search, start, completed(tables, start, cell), m)
            count = take(search, count, n, cell)
        elif sheet[NUMBER + cell] == total and not sheet[CIRCLED + cell]:
            gain = circle(tables, start, cell)
            n = keep(tables, scratch, search, 0, start, 0, gain, m)
            count = take(search, count, n, CELLS + cell)
    if not count:
        copy_sheet(sheet, start)
        count = take(search, 0, keep(tables, scratch, search, 0, start, 0, 0, m), -1)
    return count


@compiled
def work_off_next(
    tables: Any, scratch: Any, search: Any, sheet: Array, cells: Array, rest: Int, m: Int, count: Int, number: Int
) -> Int:
    """List, after `count` moves, what comes of circling cells of a line when the lines `rest` (a bit mask) are to be
    worked off too; `search.move` is `number`. Returns how many moves there are then."""
    start = search.own
    copy_sheet(sheet, start)
    gain = 0
    for cell in cells:
        gain += circle(tables, start, cell)
    n = branch_all(tables, scratch, search, start, rest, m)
    for k in range(n):
        search.branch_gain[k] += gain
        search.branch_value[k] += gain
    return take(search, count, n, number)


@compiled
def build(tables: Any, numbers: Array, circled: Array, out: Array) -> None:
    """Make a sheet of sum indices (25, -1 for free) and circled cells (25)."""
    clear(out)
    for cell in range(CELLS):
        if numbers[cell] >= 0:
            enter(tables, out, cell, numbers[cell])
    for cell in range(CELLS):
        if circled[cell]:
            circle(tables, out, cell)


@compiled
def expected(
    tables: Any, scratch: Any, search: Any, depth: Int, widths: Array, sheet: Array, soon: Array, m: Int
) -> Float:
    """Points and value to come on a sheet before a roll, `depth` rolls looked ahead (at least one); m cells are free
    elsewhere when it falls."""
    tables, scratch, search, widths, sheet, soon = borrowed((tables, scratch, search, widths, sheet, soon))
    if sheet[FREE] == 0:
        return last_value(tables, sheet)
    out = search.out[depth]
    prepare(tables, scratch, sheet, m)
    mean = 0.0
    for total in range(SUMS):
        k = evaluate(tables, scratch, sheet, m, total, out[total])
        if depth == 1 or m == 0:
            mean += tables.chances[total] * out[total, k]
    if depth == 1 or m == 0:
        return mean
    after = search.ahead[depth]
    before = score(tables, sheet)
    for total in range(SUMS):
        highest = -1e9
        m_next = m
        if m < ALONE:
            m_next = soon[total] if depth == search.deepest[0] else max(m - 1, 0)
        best = out[total].max()
        for _ in range(widths[depth - 1]):
            k = out[total].argmax()
            if out[total, k] < max(best - MARGIN, -1e8):
                break
            out[total, k] = -1e9
            copy_sheet(sheet, after)
            move(tables, scratch, after, m, total, k)
            gain = score(tables, after) - before
            highest = max(highest, gain + expected(tables, scratch, search, depth - 1, widths, after, soon, m_next))
        mean += tables.chances[total] * highest
    return mean


@compiled
def look(tables: Any, scratch: Any, search: Any, widths: Array, soon: Array, count: Int) -> None:
    """Value the first `count` moves listed over coming rolls; `search.value` receives it.

    By value first; then, for d = 0, 1, ..., the best `widths[d, 0]` are compared again with d + 1 rolls looked ahead.
    What is no longer compared is lowered below what is.
    """
    tables, scratch, search, widths, soon = borrowed((tables, scratch, search, widths, soon))
    rank = search.rank
    for d in range(len(widths)):
        for k in range(count):
            rank[k] = search.value[k]
        lowest, worst = 1e9, -1e9
        width, best = min(count, widths[d, 0]), rank[:count].max()
        search.deepest[0] = d + 1
        for _ in range(width):
            k = rank[:count].argmax()
            if rank[k] < best - MARGIN:
                break
            rank[k] = -1e9
            sheet = search.sheets[k]
            m = soon[SUMS]
            value = search.gain[k] + expected(tables, scratch, search, d + 1, widths[d, 1:], sheet, soon, m)
            search.value[k] = value
            lowest = min(lowest, value)
        for k in range(count):
            if rank[k] > -1e8:
                worst = max(worst, search.value[k])
        if worst > lowest:
            for k in range(count):
                if rank[k] > -1e8:
                    search.value[k] -= worst - lowest


@compiled
def choose(tables: Any, scratch: Any, search: Any, widths: Array, sheet: Array, m: Int, total: Int, soon: Array) -> Int:
    """The place of the best move in the list that it makes."""
    tables, scratch, search, widths, sheet, soon = borrowed((tables, scratch, search, widths, sheet, soon))
    count = moves(tables, scratch, search, sheet, m, total)
    if m and count > 1:
        look(tables, scratch, search, widths, soon, count)
    return search.value[:count].argmax()


@compiled
def play(tables: Any, scratch: Any, search: Any, widths: Array, rng: Array, scores: Array, luck: Array) -> Int:
    """Play `len(scores)` games alone; returns the number of decisions.

    `luck` (games) receives how much better the rolls were than expected, by the values: its expectation is zero
    whatever the values are, so `scores - luck` estimates the same mean with less noise.
    """
    tables, scratch, search, widths, rng = borrowed((tables, scratch, search, widths, rng))
    out = np.empty((SUMS, 2 * CELLS), np.float32)
    sheet = search.own
    soon = np.full(SUMS + 1, ALONE)
    decisions = 0
    for game in range(len(scores)):
        clear(sheet)
        chance = 0.0
        over = False
        while not over:
            over = sheet[FREE] == 0
            m = 0 if over else ALONE
            prepare(tables, scratch, sheet, m)
            total = np.int64(tables.rolls[below(rng, 36)])
            for other in range(SUMS):
                k = evaluate(tables, scratch, sheet, m, other, out[other])
                if k >= 0:
                    chance += ((other == total) - tables.chances[other]) * out[other, k]
            k = choose(tables, scratch, search, widths, sheet, m, total, soon)
            copy_sheet(search.sheets[k], sheet)
            decisions += 1
        scores[game] = score(tables, sheet)
        luck[game] = chance
    return decisions
