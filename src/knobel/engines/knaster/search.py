"""Looking ahead in Knaster: every move with every useful choice of circles, valued over coming rolls by expectimax.

The fewest free cells elsewhere when a round opens, `m` throughout, decide which is the last. In the round they fall by
one or do not, as often as `falls` says: what others do is not known, and may be anything. After the next roll only the
likelier is looked into.
"""

from typing import Any, NamedTuple

import numpy as np

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
    completed,
    copy_sheet,
    due,
    enter,
    score,
    settle,
    uncircled,
)
from knobel.engines.knaster.tables import ALONE, Scratch, Tables
from knobel.engines.knaster.values import evaluate, last_value, move, prepare, value_of
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.borrowed import borrowed
from knobel.engines.shared.compiled import Float, Int, compiled, inlined

WAYS = 12
"""How wide the beam is: how many ways of working off lines are kept."""
MARGIN = 2.4
"""Moves that are worth so many points less than the best by value, or by looking less far, are not looked into."""


OFTEN, EARLY, MORE_OFTEN = 0.72, 10, 0.02
"""How often the fewest free cells elsewhere fall by one in a round: so often towards the end, with more of them than
`EARLY` by so much for each more often. That is how it was in 250 games of those that values are learned from."""

PASS = -1
"""The number of passing as a move."""


class Search(NamedTuple):
    """How far to look: `widths[d]` for looking d + 1 rolls ahead says how many moves are looked into now, after one
    roll, after two, ...; `win` is how many moves are compared by the chance to win."""

    widths: tuple[tuple[int, ...], ...] = ()
    win: int = 8


QUICK = Search()
STRONG = Search(((20,),), 12)
MASTER = Search(((20,), (6, 3)), 12)
DEEPER = Search(((20,), (6, 3), (4, 3, 2)))
"""Looks one roll further than the master: to see what that would add."""


def widths(search: Search) -> Array:
    """The widths as kernels want them: after the first, the last roll looked ahead comes first."""
    depth = max(len(search.widths), 1)
    result = np.zeros((len(search.widths), depth + 1), np.int64)
    for row, widths_ in zip(result, search.widths, strict=True):
        row[0] = widths_[0]
        row[2 : len(widths_) + 1] = widths_[:0:-1]
    return result


class Moves(NamedTuple):
    """The moves found: how many; of each the cell entered, `CELLS` + the cell circled, `PASS`, or which way it is to
    work off a line; the sheet after it; the points gained at once; those with the points still to come, and
    whether these are exact; what to choose by, and that before it was last changed; the chance to win, NaN where it was
    not worked out, and whether it is exact."""

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
    """What comes of working off lines: how many ways there are, and whether one was left out; of each the sheet, its
    circled cells and the lines still to be worked off (bit masks), the points gained, and those and the value. The same
    of the step before."""

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


class Mind(NamedTuple):
    """All that a decision is thought through with: what is known, how far to look (`widths`), and space. `values`
    (depth + 1, 11, 50), `ahead` (depth + 1) and `start` are of every roll looked ahead, what each move is worth by sum,
    and sheets; `deepest` is how many rolls are looked ahead just now."""

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
    def empty(cls, tables: Tables, search: Search) -> "Mind":
        most, depth = 2 * CELLS * WAYS, max(len(search.widths), 1)
        return cls(
            tables,
            Scratch.empty(),
            widths(search),
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
                sheets=np.zeros((WAYS, SHEET), np.int64),
                circled=np.zeros(WAYS, np.int64),
                pending=np.zeros(WAYS, np.int64),
                gain=np.zeros(WAYS, np.int64),
                value=np.zeros(WAYS),
                before=np.zeros((WAYS, SHEET), np.int64),
                before_pending=np.zeros(WAYS, np.int64),
                before_gain=np.zeros(WAYS, np.int64),
            ),
            values=np.zeros((depth + 1, SUMS, 2 * CELLS), np.float32),
            ahead=np.zeros((depth + 1, SHEET), np.int64),
            deepest=np.zeros(1, np.int64),
            start=np.zeros(SHEET, np.int64),
        )


@compiled
def keep(mind: Any, sheet: Array, pending: Int, gain: Int, m: Int) -> None:
    """Note a sheet on the way in the beam, unless it is there already or too many better ones are."""
    mind, sheet = borrowed((mind, sheet))
    beam = mind.beam
    value = np.float32(gain) + value_of(mind.tables, mind.scratch, sheet, m)
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


@compiled
def branch_line(mind: Any, start: Array, pending: Int, line: Int, gain: Int, m: Int) -> None:
    """`keep` what comes of every way to work off a line."""
    mind, start = borrowed((mind, start))
    tables, cells, trial = mind.tables, mind.scratch.cells, mind.scratch.sheets[1]
    k, n = due(tables, start, line), uncircled(tables, start, line, cells)
    for chosen in range(1 << n):
        if tables.ones[chosen] == k:
            copy_sheet(start, trial)
            more = circle_set(tables, trial, cells, chosen)
            left = settle(tables, trial, pending & ~(1 << line))
            keep(mind, trial, left, gain + more, m)


@compiled
def branch_all(mind: Any, sheet: Array, pending: Int, gain: Int, m: Int) -> None:
    """Work off the lines of a bit mask in all ways and orders that look good by value; they come to lie in the beam.
    `gain`: the points gained before."""
    mind, sheet = borrowed((mind, sheet))
    beam = mind.beam
    beam.size[0], beam.full[0] = 0, False
    pending = settle(mind.tables, sheet, pending)
    keep(mind, sheet, pending, gain, m)
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
                keep(mind, start, rest, so_far, m)
            for line in range(LINES):
                if rest >> line & 1:
                    branch_line(mind, start, rest, line, so_far, m)
        unfinished = False
        for k in range(beam.size[0]):
            unfinished |= beam.pending[k] != 0


@compiled
def take(mind: Any, chosen: Int, gain: Int, m: Int) -> None:
    """Take the ways in the beam over as moves; they come after something that gained points."""
    mind = borrowed(mind)
    beam, moves = mind.beam, mind.moves
    for k in range(beam.size[0]):
        i = moves.size[0]
        copy_sheet(beam.sheets[k], moves.sheets[i])
        moves.move[i], moves.gain[i] = chosen, beam.gain[k] + gain
        moves.value[i] = beam.value[k] + gain
        moves.points[i] = moves.value[i]
        moves.exact[i] = (m == 0 or moves.sheets[i, FREE] == 0) and not beam.full[0]
        moves.win[i], moves.win_exact[i] = np.nan, False
        moves.size[0] += 1


@compiled
def list_moves(mind: Any, sheet: Array, m: Int, total: Int) -> None:
    """List every move with a sum index, with the choices of circles worth considering, in `mind.moves`."""
    mind, sheet = borrowed((mind, sheet))
    tables, moves, start = mind.tables, mind.moves, mind.scratch.sheets[0]
    # As a literal it would be compiled for.
    nothing = np.int64(0)
    moves.size[0] = 0
    for cell in range(CELLS):
        copy_sheet(sheet, start)
        if sheet[NUMBER + cell] < 0:
            enter(tables, start, cell, total)
            branch_all(mind, start, completed(tables, start, cell), nothing, m)
            take(mind, cell, nothing, m)
        elif sheet[NUMBER + cell] == total and not sheet[CIRCLED + cell]:
            branch_all(mind, start, nothing, circle(tables, start, cell), m)
            take(mind, CELLS + cell, nothing, m)
    if not moves.size[0]:
        branch_all(mind, sheet, nothing, nothing, m)
        take(mind, np.int64(PASS), nothing, m)


@compiled
def list_ways(mind: Any, sheet: Array, ways: Array, m: Int) -> None:
    """List in `mind.moves` what comes of each way (`ways`, (n, 2)) to work off a line: the cells circled, and the lines
    that are then still to be worked off, as bit masks."""
    mind, sheet, ways = borrowed((mind, sheet, ways))
    start = mind.start
    mind.moves.size[0] = 0
    for i in range(len(ways)):
        copy_sheet(sheet, start)
        gain = 0
        for cell in range(CELLS):
            if ways[i, 0] >> cell & 1:
                gain += circle(mind.tables, start, cell)
        branch_all(mind, start, ways[i, 1], np.int64(0), m)
        take(mind, i, gain, m)


@inlined
def falls(m: Int) -> Float:
    """How likely m, the fewest free cells elsewhere, falls by one in a round."""
    return 0.0 if m == ALONE else min(OFTEN + MORE_OFTEN * max(m - EARLY, 0), 1.0)


@compiled
def expected(mind: Any, sheet: Array, depth: Int, m: Int) -> Float:
    """Points and value to come on a sheet after a move, `depth` rolls looked ahead (at least one); m, which is not 0,
    cells were free elsewhere as its round opened."""
    mind, sheet = borrowed((mind, sheet))
    tables, scratch = mind.tables, mind.scratch
    if sheet[FREE] == 0:
        return last_value(tables, sheet)
    out, after = mind.values[depth], mind.ahead[depth]
    likely, mean = falls(m), 0.0
    if depth < mind.deepest[0]:
        # Going into both again would take twice the time.
        likely = round(likely)
    for fewer in range(2):
        share, left = likely if fewer else 1 - likely, m - fewer
        if share == 0:
            continue
        prepare(tables, scratch, sheet, left)
        for total in range(SUMS):
            k = evaluate(tables, scratch, sheet, left, total, out[total])
            if depth == 1 or left == 0:
                mean += share * tables.chances[total] * out[total, k]
        if depth == 1 or left == 0:
            continue
        before = score(tables, sheet)
        for total in range(SUMS):
            highest = -1e9
            best = out[total].max()
            for _ in range(mind.widths[mind.deepest[0] - 1, depth]):
                k = out[total].argmax()
                if out[total, k] < max(best - MARGIN, -1e8):
                    break
                out[total, k] = -1e9
                copy_sheet(sheet, after)
                move(tables, scratch, after, left, total, k)
                gain = score(tables, after) - before
                highest = max(highest, gain + expected(mind, after, depth - 1, left))
            mean += share * tables.chances[total] * highest
    return mean


@compiled
def look(mind: Any, m: Int) -> None:
    """Value the moves listed over coming rolls, in `mind.moves.points`; not for the last round.

    By value first; then, for d = 0, 1, ..., the best `widths[d, 0]` are compared again with d + 1 rolls looked ahead.
    What is no longer compared is lowered, in `mind.moves.value`, below what is.
    """
    mind = borrowed(mind)
    moves, widths, rank = mind.moves, mind.widths, mind.moves.rank
    count = moves.size[0]
    for d in range(len(widths)):
        for k in range(count):
            rank[k] = moves.value[k]
        lowest, worst = 1e9, -1e9
        width, best = min(count, widths[d, 0]), rank[:count].max()
        mind.deepest[0] = d + 1
        for _ in range(width):
            k = rank[:count].argmax()
            if rank[k] < best - MARGIN:
                break
            rank[k] = -1e9
            value = moves.gain[k] + expected(mind, moves.sheets[k], d + 1, m)
            moves.value[k] = moves.points[k] = value
            lowest = min(lowest, value)
        for k in range(count):
            if rank[k] > -1e8:
                worst = max(worst, moves.value[k])
        if worst > lowest:
            for k in range(count):
                if rank[k] > -1e8:
                    moves.value[k] -= worst - lowest
