"""Look-ahead in Knaster: expectimax over coming rolls, with every move and every useful choice of circles.

The fewest free cells elsewhere when a round opens, `m` throughout, determine which round is the last. In each round
they fall by one or stay the same, with the probability `fill_probability`, because the moves of the others are unknown.
After the next roll only the more likely case is searched.
"""

from typing import Any, NamedTuple

import numpy as np

from knobel.engines.knaster.lookup import NO_OPPONENT, Tables
from knobel.engines.knaster.sheet import (
    CELLS,
    CIRCLED,
    FREE,
    LINES,
    NUMBER,
    SHEET,
    SUMS,
    circle,
    circle_set,
    circled_mask,
    circles_due,
    completed_lines,
    copy_sheet,
    enter,
    lines_with_circles_due,
    score,
    uncircled,
)
from knobel.engines.knaster.sheet_values import Scratch, last_roll_value, make_move, sheet_value
from knobel.engines.knaster.values import best_values, evaluate, prepare
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.borrow import borrow
from knobel.engines.shared.compiled import Float, Int, compiled, nested

BEAM_WIDTH = 12
"""Width of the beam: the maximum number of ways to circle cells of completed lines that are kept."""


class Search(NamedTuple):
    """The extent of the search.

    `widths[d]`, for looking d + 1 rolls ahead, contains the number of moves searched now, after one roll, after two,
    and so on. `win` is the number of moves compared by the probability of winning.
    """

    widths: tuple[tuple[int, ...], ...] = ()
    win: int = 8


QUICK = Search()


STRONG = Search(((20,),), 12)


MASTER = Search(((20,), (6, 3)), 12)


def kernel_widths(search: Search) -> Array:
    """Return the widths for kernels, in which the last roll looked ahead follows directly after the first width."""
    depth = max(len(search.widths), 1)
    result = np.zeros((len(search.widths), depth + 1), np.int64)
    for row, widths_ in zip(result, search.widths, strict=True):
        row[0] = widths_[0]
        row[2 : len(widths_) + 1] = widths_[:0:-1]
    return result


class Moves(NamedTuple):
    """The moves found.

    The fields are the number of moves and, for each: the cell entered, `CELLS` + the cell circled, `PASS`, or the index
    of a way to circle cells of a completed line; the sheet after the move; the immediate points; these plus the points
    still to come, and whether they are exact; the merit, and the merit before its last change; the probability of
    winning (NaN if not computed), and whether it is exact.
    """

    size: Array
    move: Array
    sheets: Array
    gain: Array
    points: Array
    exact: Array
    value: Array
    rank: Array
    win: Array
    win_exact: Array


class Beam(NamedTuple):
    """The results of circling cells of completed lines, for the current and the previous step.

    The fields are the number of ways and whether any was dropped. For each way they are the sheet, its circled cells
    and the pending lines (bit masks), the points gained, and these plus the value.
    """

    size: Array
    full: Array
    sheets: Array
    circled: Array
    pending: Array
    gain: Array
    value: Array
    before: Array
    before_pending: Array
    before_gain: Array


class SearchState(NamedTuple):
    """The data of a decision: the tables, the extent of the search (`widths`), and memory.

    `values` (depth + 1, 11, 50), `ahead` (depth + 1) and `start` hold, for every roll looked ahead, the values of each
    move by sum, and sheets. `deepest` is the number of rolls currently looked ahead.
    """

    tables: Tables
    scratch: Scratch
    widths: Array
    moves: Moves
    beam: Beam
    values: Array
    ahead: Array
    deepest: Array
    start: Array

    @classmethod
    def empty(cls, tables: Tables, search: Search) -> "SearchState":
        most, depth = 2 * CELLS * BEAM_WIDTH, max(len(search.widths), 1)
        return cls(
            tables,
            Scratch.empty(),
            kernel_widths(search),
            Moves(
                size=np.zeros(1, np.int64),
                move=np.zeros(most, np.int64),
                sheets=np.zeros((most, SHEET), np.int64),
                gain=np.zeros(most, np.int64),
                points=np.zeros(most),
                exact=np.zeros(most, np.bool_),
                value=np.zeros(most),
                rank=np.zeros(most),
                win=np.zeros(most),
                win_exact=np.zeros(most, np.bool_),
            ),
            Beam(
                size=np.zeros(1, np.int64),
                full=np.zeros(1, np.bool_),
                sheets=np.zeros((BEAM_WIDTH, SHEET), np.int64),
                circled=np.zeros(BEAM_WIDTH, np.int64),
                pending=np.zeros(BEAM_WIDTH, np.int64),
                gain=np.zeros(BEAM_WIDTH, np.int64),
                value=np.zeros(BEAM_WIDTH),
                before=np.zeros((BEAM_WIDTH, SHEET), np.int64),
                before_pending=np.zeros(BEAM_WIDTH, np.int64),
                before_gain=np.zeros(BEAM_WIDTH, np.int64),
            ),
            values=np.zeros((depth + 1, SUMS, 2 * CELLS), np.float32),
            ahead=np.zeros((depth + 1, SHEET), np.int64),
            deepest=np.zeros(1, np.int64),
            start=np.zeros(SHEET, np.int64),
        )


MAX_DISTANCE = 2.4
"""Moves are not searched if they are worse than the best move by more than this number of points."""


FILL_PROBABILITY, FILL_PROBABILITY_CELLS, FILL_PROBABILITY_PER_CELL = 0.72, 10, 0.02
"""Probability that the fewest free cells elsewhere fall by one in a round: `FILL_PROBABILITY` near the end.

It rises by `FILL_PROBABILITY_PER_CELL` for each free cell above `FILL_PROBABILITY_CELLS`. Measured in 250 games of
self-play.
"""

PASS = -1
"""The number of the move that passes."""


@nested
def add_to_beam(search: Any, sheet: Array, pending: Int, gain: Int, m: Int) -> None:
    """Add a sheet to the beam, unless the beam contains it already or is full of better sheets."""
    search, sheet = borrow((search, sheet))
    beam = search.beam
    value = np.float32(gain) + sheet_value(search.tables, search.scratch, sheet, m)
    mask = circled_mask(sheet)
    n = beam.size[0]
    place = n
    for k in range(n):
        if beam.circled[k] == mask and beam.pending[k] == pending:
            return
    if n == len(beam.sheets):
        beam.full[0] = True
        place = 0
        for k in range(1, n):
            if beam.value[k] < beam.value[place]:
                place = k
        if beam.value[place] >= value:
            return
    copy_sheet(sheet, beam.sheets[place])
    beam.circled[place], beam.pending[place] = mask, pending
    beam.gain[place], beam.value[place] = gain, value
    beam.size[0] = max(n, place + 1)


@nested
def branch_line(search: Any, start: Array, pending: Int, line: Int, gain: Int, m: Int) -> None:
    """Add to the beam the results of every way to circle cells of a completed line, by `add_to_beam`."""
    search, start = borrow((search, start))
    tables, cells, trial = search.tables, search.scratch.cells, search.scratch.sheets[1]
    k, n = circles_due(tables, start, line), uncircled(tables, start, line, cells)
    for chosen in range(1 << n):
        if tables.ones[chosen] == k:
            copy_sheet(start, trial)
            more = circle_set(tables, trial, cells, chosen)
            left = lines_with_circles_due(tables, trial, pending & ~(1 << line))
            add_to_beam(search, trial, left, gain + more, m)


@nested
def branch_all(search: Any, sheet: Array, pending: Int, gain: Int, m: Int) -> None:
    """Circle cells of the pending lines in all ways and orders that are good by value.

    The beam receives the results.

    :param gain: the points gained before.
    """
    search, sheet = borrow((search, sheet))
    beam = search.beam
    beam.size[0], beam.full[0] = 0, False
    pending = lines_with_circles_due(search.tables, sheet, pending)
    add_to_beam(search, sheet, pending, gain, m)
    unfinished = pending != 0
    while unfinished:
        before = beam.size[0]
        for k in range(before):
            copy_sheet(beam.sheets[k], beam.before[k])
            beam.before_pending[k], beam.before_gain[k] = beam.pending[k], beam.gain[k]
        beam.size[0] = 0
        for k in range(before):
            rest, start, so_far = beam.before_pending[k], beam.before[k], beam.before_gain[k]
            if not rest:
                add_to_beam(search, start, rest, so_far, m)
            for line in range(LINES):
                if rest >> line & 1:
                    branch_line(search, start, rest, line, so_far, m)
        unfinished = False
        for k in range(beam.size[0]):
            unfinished |= beam.pending[k] != 0


@nested
def list_beam(search: Any, chosen: Int, gain: Int, m: Int) -> None:
    """Copy the ways in the beam to the moves, after an action that gained `gain` points."""
    search = borrow(search)
    beam, moves = search.beam, search.moves
    for k in range(beam.size[0]):
        i = moves.size[0]
        copy_sheet(beam.sheets[k], moves.sheets[i])
        moves.move[i], moves.gain[i] = chosen, beam.gain[k] + gain
        moves.value[i] = beam.value[k] + gain
        moves.points[i] = moves.value[i]
        moves.exact[i] = (m == 0 or moves.sheets[i, FREE] == 0) and not beam.full[0]
        moves.win[i], moves.win_exact[i] = np.nan, False
        moves.size[0] += 1


@nested
def list_moves(search: Any, sheet: Array, m: Int, total: Int) -> None:
    """List every move with a sum index, with the choices of circles worth considering, in `search.moves`."""
    search, sheet = borrow((search, sheet))
    tables, moves, start = search.tables, search.moves, search.scratch.sheets[0]
    # A literal would compile a separate version.
    nothing = np.int64(0)
    moves.size[0] = 0
    for cell in range(CELLS):
        copy_sheet(sheet, start)
        if sheet[NUMBER + cell] < 0:
            enter(tables, start, cell, total)
            branch_all(search, start, completed_lines(tables, start, cell), nothing, m)
            list_beam(search, cell, nothing, m)
        elif sheet[NUMBER + cell] == total and not sheet[CIRCLED + cell]:
            branch_all(search, start, nothing, circle(tables, start, cell), m)
            list_beam(search, CELLS + cell, nothing, m)
    if not moves.size[0]:
        branch_all(search, sheet, nothing, nothing, m)
        list_beam(search, np.int64(PASS), nothing, m)


@nested
def list_ways(search: Any, sheet: Array, ways: Array, m: Int) -> None:
    """List in `search.moves` the results of each way to circle cells of a completed line.

    :param ways: (2 * n) for each way, the cells circled and the lines that are then still pending, as bit masks.
    """
    search, sheet, ways = borrow((search, sheet, ways))
    start = search.start
    search.moves.size[0] = 0
    for i in range(len(ways) // 2):
        copy_sheet(sheet, start)
        gain = 0
        for cell in range(CELLS):
            if ways[2 * i] >> cell & 1:
                gain += circle(search.tables, start, cell)
        branch_all(search, start, ways[2 * i + 1], np.int64(0), m)
        list_beam(search, i, gain, m)


@compiled
def fill_probability(m: Int) -> Float:
    """Return the probability that m, the fewest free cells elsewhere, falls by one in a round."""
    if m == NO_OPPONENT:
        return 0.0
    return min(FILL_PROBABILITY + FILL_PROBABILITY_PER_CELL * max(m - FILL_PROBABILITY_CELLS, 0), 1.0)


@nested
def expected_points(search: Any, sheet: Array, depth: Int, m: Int) -> Float:
    """Return the points and value to come on a sheet after a move, looking `depth` rolls (at least one) ahead.

    :param m: the fewest free cells elsewhere when the round of the move opened, not 0.
    """
    search, sheet = borrow((search, sheet))
    tables, scratch = search.tables, search.scratch
    if sheet[FREE] == 0:
        return last_roll_value(tables, sheet)
    out, after = search.values[depth], search.ahead[depth]
    likely, mean = fill_probability(m), 0.0
    if depth < search.deepest[0]:
        # Searching both cases again would double the time.
        likely = round(likely)
    for fewer in range(2):
        share, left = likely if fewer else 1 - likely, m - fewer
        if share == 0:
            continue
        if depth == 1 or left == 0:
            best_value = best_values(tables, scratch, sheet, left)
            for total in range(SUMS):
                mean += share * tables.chances[total] * best_value[total]
            continue
        prepare(tables, scratch, sheet, left)
        for total in range(SUMS):
            evaluate(tables, scratch, sheet, left, total, out[total])
        before = score(tables, sheet)
        for total in range(SUMS):
            highest = -1e9
            best = out[total, out[total].argmax()]
            for _ in range(search.widths[search.deepest[0] - 1, depth]):
                k = out[total].argmax()
                if out[total, k] < max(best - MAX_DISTANCE, -1e8):
                    break
                out[total, k] = -1e9
                copy_sheet(sheet, after)
                make_move(tables, scratch, after, left, total, k)
                gain = score(tables, after) - before
                highest = max(highest, gain + expected_points(search, after, depth - 1, left))
            mean += share * tables.chances[total] * highest
    return mean


@nested
def search_moves(search: Any, m: Int) -> None:
    """Evaluate the listed moves over coming rolls, in `search.moves.points`; not for the last round.

    Moves are first evaluated by value. Then, for d = 0, 1, ..., the best `widths[d, 0]` moves are compared again by
    looking d + 1 rolls ahead. The merit, in `search.moves.value`, of moves that are no longer compared is lowered below
    that of the others.
    """
    search = borrow(search)
    moves, widths, rank = search.moves, search.widths, search.moves.rank
    count = moves.size[0]
    for d in range(len(widths)):
        for k in range(count):
            rank[k] = moves.value[k]
        lowest, worst = 1e9, -1e9
        width, best = min(count, widths[d, 0]), rank[rank[:count].argmax()]
        search.deepest[0] = d + 1
        for _ in range(width):
            k = rank[:count].argmax()
            if rank[k] < best - MAX_DISTANCE:
                break
            rank[k] = -1e9
            value = moves.gain[k] + expected_points(search, moves.sheets[k], d + 1, m)
            moves.value[k] = moves.points[k] = value
            lowest = min(lowest, value)
        for k in range(count):
            if rank[k] > -1e8:
                worst = max(worst, moves.value[k])
        if worst > lowest:
            for k in range(count):
                if rank[k] > -1e8:
                    moves.value[k] -= worst - lowest
