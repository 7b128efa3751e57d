"""Playing Knaster at a table: when the others will end the game, and the chance to win.

All sheets share the dice and nothing else. Towards the end the chance to win is found by playing on, everybody by
value; in the last roll, and before it, it is exact if the others play by value. `table` is
`engines.knaster.player.Table`.
"""

from math import sqrt
from typing import Any

import numpy as np

from knobel.engines.knaster.search import look, moves
from knobel.engines.knaster.sheet import CELLS, FREE, SUMS, clear, copy_sheet, score
from knobel.engines.knaster.values import ALONE, evaluate, move, prepare
from knobel.engines.shared.borrowed import borrowed
from knobel.engines.shared.compiled import Array, Float, Int, compiled
from knobel.engines.shared.rng import below

NEAR = 2
"""Only seats with at most so many free cells more than the fewest can end the game soon."""
RACE = 5
"""With more free cells on every sheet, points decide."""
MARGIN = 4.0
"""Moves that are worth so many points less than the best are not considered."""
BUDGET = 12_000
"""About how many moves are made in playing on."""
ROLLS = 36
CAUTION = 2.0
"""By how many standard errors another move must be better than the best for points."""


@compiled
def fewest_but(sheets: Array, but: Int, fewest: Int) -> Int:
    """The fewest free cells on the sheets but one, or a number if that is less; 0 if any is full."""
    for i in range(len(sheets)):
        if i != but or sheets[i, FREE] == 0:
            fewest = min(fewest, sheets[i, FREE])
    return fewest


@compiled
def least_but(free: Array, n: Int, but: Int, least: Int) -> Int:
    """The least of n numbers but one, or another number if that is less."""
    for i in range(n):
        if i != but:
            least = min(least, free[i])
    return least


@compiled
def move_on(tables: Any, scratch: Any, table: Any, others: Array, own: Int, m: Int, total: Int) -> None:
    """Make the best moves by value of the others with a sum index; `own` cells are free on one's own sheet, and m is 0
    in the last round."""
    tables, scratch, table, others = borrowed((tables, scratch, table, others))
    for i in range(len(others)):
        table.free[i] = others[i, FREE]
    for i in range(len(others)):
        fewest = least_but(table.free, len(others), i, min(own, m))
        prepare(tables, scratch, others[i], fewest)
        k = evaluate(tables, scratch, others[i], fewest, total, table.out)
        move(tables, scratch, others[i], fewest, total, k)


@compiled
def foresee(tables: Any, scratch: Any, table: Any, others: Array, own: Int) -> None:
    """Fill `table.soon` (see `engines.knaster.search`): the fewest free cells on the others' sheets, which have moved
    on by this round, and after each roll that may follow."""
    tables, scratch, table, others = borrowed((tables, scratch, table, others))
    soon = table.soon
    soon[:] = ALONE
    for sheet in others:
        soon[SUMS] = min(soon[SUMS], sheet[FREE])
    for i in range(len(others)):
        sheet = others[i]
        if sheet[FREE] > soon[SUMS] + NEAR:
            continue
        m = fewest_but(others, i, own)
        prepare(tables, scratch, sheet, m)
        for total in range(SUMS):
            k = evaluate(tables, scratch, sheet, m, total, table.out)
            soon[total] = min(soon[total], sheet[FREE] - (0 <= k < CELLS))


@compiled
def win_of(tables: Any, own: Array, others: Array, n: Int) -> Float:
    """What a sheet has won in the end against n others: 1 for the first place alone, half for a shared one.

    Half, however many share it: seats that play alike all along on the same dice are like one opponent. If a first
    place shared by four were a quarter, it would pay to do anything else than they do.
    """
    points, won = score(tables, own), 1.0
    for i in range(n):
        more = score(tables, others[i]) - points
        if more > 0:
            return 0.0
        if more == 0:
            won = 0.5
    return won


@compiled
def play_out(tables: Any, scratch: Any, table: Any, sheets: Array, future: Array) -> None:
    """Play on by value to the end, with these sum indices as rolls."""
    tables, scratch, table, sheets = borrowed((tables, scratch, table, sheets))
    last, over, i = False, False, 0
    for sheet in sheets:
        last |= sheet[FREE] == 0
    while not over:
        over = last
        for seat in range(len(sheets)):
            table.free[seat] = sheets[seat, FREE]
        for seat in range(len(sheets)):
            m = 0 if over else least_but(table.free, len(sheets), seat, ALONE)
            prepare(tables, scratch, sheets[seat], m)
            k = evaluate(tables, scratch, sheets[seat], m, future[i], table.out)
            move(tables, scratch, sheets[seat], m, future[i], k)
            last |= sheets[seat, FREE] == 0
        i += 1


@compiled
def race(tables: Any, scratch: Any, search: Any, table: Any, others: Array, count: Int, width: Int) -> None:
    """Replace the values of the best `width` moves by the chance to win, and put the others below them.

    The chance is what is won (`win_of`) in games played on by value from what comes of the move, with the same rolls
    for all moves; the next roll takes all its values equally often, so with only that one to come the chance is exact.
    Otherwise a move must win more often than the best for points by more than chance would make it seem: standard
    errors are taken off (`CAUTION`).
    """
    tables, scratch, search, table, others = borrowed((tables, scratch, search, table, others))
    n, rank, sheets = len(others), search.rank, table.run[: len(others) + 1]
    top = search.value[:count].max()
    left = table.soon[SUMS]
    for k in range(count):
        rank[k] = search.value[k]
        left = min(left, search.sheets[k, FREE])
    # Somebody circles now and then, so that the grids fill more slowly than by one cell a round.
    moves_to_come = (n + 1) * (left + 2)
    width = min(width, count, max(BUDGET // (ROLLS * moves_to_come), 2))
    runs = ROLLS
    if table.soon[SUMS]:
        runs = min(max(BUDGET // (ROLLS * moves_to_come * width), 1) * ROLLS, len(table.futures))
    lowest, usual = 1.0, 0.0
    for i in range(width):
        k = rank[:count].argmax()
        points = rank[k]
        if points < top - MARGIN:
            break
        rank[k] = -1e9
        more, squares = 0.0, 0.0
        for run in range(runs):
            for other in range(n):
                copy_sheet(others[other], sheets[other])
            copy_sheet(search.sheets[k], sheets[n])
            play_out(tables, scratch, table, sheets, table.futures[run])
            won = win_of(tables, sheets[n], sheets, n)
            if i == 0:
                table.won[run] = won
                usual += won / runs
            more += won - table.won[run]
            squares += (won - table.won[run]) ** 2
        more /= runs
        chance = usual + more
        if table.soon[SUMS]:
            chance -= CAUTION * sqrt(max(squares / runs - more**2, 0.0) / runs)
        # Where nothing can be won or lost any more, points decide.
        search.value[k] = chance + (points - top) * 1e-6
        lowest = min(lowest, search.value[k])
    for k in range(count):
        if rank[k] > -1e8:
            search.value[k] = lowest + (rank[k] - top) * 1e-4


@compiled
def last_win_values(tables: Any, search: Any, others: Array, count: Int) -> None:
    """Replace the values of the moves of the last round by what they win: others have moved on to the end."""
    for k in range(count):
        won = win_of(tables, search.sheets[k], others, len(others))
        search.value[k] = won + search.value[k] * 1e-6


@compiled
def consider(
    tables: Any,
    scratch: Any,
    search: Any,
    table: Any,
    widths: Array,
    others: Array,
    own: Int,
    m: Int,
    total: Int,
    count: Int,
    win: Int,
) -> None:
    """Value the moves listed with a sum index, for points or, where `win` of them are to be considered, to win.

    `own` and `m`: the free cells as this round opened, here and the fewest elsewhere, m being 0 in the last round.
    `others`: the others' sheets then; they move on by this round.
    """
    tables, scratch, search, table, widths, others = borrowed((tables, scratch, search, table, widths, others))
    if m == 0:
        if win and len(others):
            move_on(tables, scratch, table, others, own, m, total)
            last_win_values(tables, search, others, count)
        return
    if len(widths) == 0 and not win:
        return
    move_on(tables, scratch, table, others, own, m, total)
    foresee(tables, scratch, table, others, own)
    look(tables, scratch, search, widths, table.soon, count)
    if win and len(others) and min(own, m) <= RACE:
        race(tables, scratch, search, table, others, count, win)


@compiled
def duel(
    tables: Any, scratch: Any, search: Any, table: Any, widths: Array, rng: Array, wins: Array, scores: Array
) -> None:
    """Play games at a table: `scores` (games, seats) receives the points. `wins` (seats): how many moves each seat
    considers to win; 0 plays for points."""
    tables, scratch, search, table, widths, rng, wins = borrowed((tables, scratch, search, table, widths, rng, wins))
    games, seats = scores.shape
    sheets, others = table.sheets, table.others
    for game in range(games):
        for seat in range(seats):
            clear(sheets[seat])
        last, over = False, False
        while not over:
            over = last
            total = np.int64(tables.rolls[below(rng, 36)])
            for seat in range(seats):
                m = 0 if last else ALONE
                n = 0
                for other in range(seats):
                    if other != seat:
                        copy_sheet(sheets[other], others[n])
                        m = min(m, sheets[other, FREE])
                        n += 1
                sheet = sheets[seat]
                count = moves(tables, scratch, search, sheet, m, total)
                if count > 1:
                    consider(
                        tables,
                        scratch,
                        search,
                        table,
                        widths,
                        others[:n],
                        sheet[FREE],
                        m,
                        total,
                        count,
                        wins[seat],
                    )
                copy_sheet(search.sheets[search.value[:count].argmax()], table.next[seat])
            for seat in range(seats):
                copy_sheet(table.next[seat], sheets[seat])
                last |= sheets[seat, FREE] == 0
        for seat in range(seats):
            scores[game, seat] = score(tables, sheets[seat])
