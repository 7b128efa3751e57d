"""Playing Knaster at a table: when the others will end the game, and the chance to win.

All sheets share the dice and nothing else. One roll is looked ahead for all of them, the others playing by their
values; from there the points still to come on a sheet are taken as normal around its value, with the deviation
`tables.sigma[n, m]` and, between two sheets, the correlation `tables.rho[t]`, by the free cells here, elsewhere, and
the fewest of all. In the last roll, and before it, this is exact if the others play by value.
"""

from typing import Any

import numpy as np

from knobel.kernels.compiled import Array, Int, compiled
from knobel.kernels.knaster_search import look, moves
from knobel.kernels.knaster_sheet import CELLS, FREE, SHEET, SUMS, clear, copy_sheet, score
from knobel.kernels.knaster_values import ALONE, evaluate, move, prepare
from knobel.kernels.random import below
from knobel.kernels.win import win_chance

NEAR = 2
"""Only seats with at most so many free cells more than the fewest can end the game soon."""


@compiled
def fewest_but(sheets: Array, but: Int, fewest: Int) -> Int:
    """The fewest free cells on the sheets but one, or a number if that is less; 0 if any is full."""
    for i in range(len(sheets)):
        if i != but or sheets[i, FREE] == 0:
            fewest = min(fewest, sheets[i, FREE])
    return fewest


@compiled
def move_on(tables: Any, scratch: Any, table: Any, others: Array, own: Int, m: Int, total: Int) -> None:
    """Make the best moves by value of the others with a sum index; `own` cells are free on one's own sheet, and m is 0
    in the last round."""
    for i in range(len(others)):
        table.free[i] = others[i, FREE]
    for i in range(len(others)):
        fewest = own
        for j in range(len(others)):
            if j != i:
                fewest = min(fewest, table.free[j])
        fewest = min(fewest, m)
        prepare(tables, scratch, others[i], fewest)
        k = evaluate(tables, scratch, others[i], fewest, total, table.out)
        move(tables, scratch, others[i], fewest, total, k)


@compiled
def foresee(tables: Any, scratch: Any, table: Any, others: Array, own: Int) -> None:
    """Fill `table.soon` (see `kernels.knaster_search`): the fewest free cells on the others' sheets, which have moved
    on by this round, and after each roll that may follow."""
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
def after_rolls(tables: Any, scratch: Any, sheet: Array, m: Int, out: Array, means: Array, sds: Array) -> None:
    """The final points that a sheet expects after each roll and the best move by value, and their deviation."""
    points = score(tables, sheet)
    prepare(tables, scratch, sheet, m)
    for total in range(SUMS):
        k = evaluate(tables, scratch, sheet, m, total, out)
        means[total], sds[total] = points, 0
        if k >= 0:
            means[total] += out[k]
            n = sheet[FREE] - (k < CELLS)
            if m:
                sds[total] = tables.sigma[n, m]


@compiled
def win_values(tables: Any, scratch: Any, search: Any, table: Any, others: Array, count: Int, width: Int) -> None:
    """Replace the values of the best `width` moves by the chance to win, and put the others below them.

    What the search found out about a move beyond the value one roll ahead shifts the points that it expects. Of what a
    move means to the others only this counts: whether it ends the game.
    """
    n, means, sds, rank = len(others), table.means, table.sds, search.rank
    for k in range(count):
        rank[k] = search.value[k]
    top, width = search.value[:count].max(), min(width, count)
    lowest, known = 1.0, -1
    for i in range(width):
        k = rank[:count].argmax()
        deep = rank[k]
        rank[k] = -1e9
        sheet = search.sheets[k]
        free = sheet[FREE]
        if i == 0 or (free == 0) != (known == 0):
            known = free
            for other in range(n):
                m = fewest_but(others, other, known)
                after_rolls(tables, scratch, others[other], m, table.out, means[other], sds[other])
        m = 0 if free == 0 else table.soon[SUMS]
        after_rolls(tables, scratch, sheet, m, table.out, means[n], sds[n])
        mean = 0.0
        for total in range(SUMS):
            mean += tables.chances[total] * means[n, total]
        more = deep + score(tables, sheet) - search.gain[k] - mean
        rho = tables.rho[min(free, table.soon[SUMS])]
        chance = 0.0
        for total in range(SUMS):
            for other in range(n):
                table.mean[other], table.sd[other] = means[other, total], sds[other, total]
            own = means[n, total] + more
            chance += tables.chances[total] * win_chance(own, sds[n, total], table.mean, table.sd, n, rho)
        # Where nothing can be won or lost any more, points decide.
        search.value[k] = chance + (deep - top) * 1e-6
        lowest = min(lowest, search.value[k])
    for k in range(count):
        if rank[k] > -1e8:
            search.value[k] = lowest + (rank[k] - top) * 1e-4


@compiled
def last_win_values(tables: Any, search: Any, table: Any, others: Array, count: Int) -> None:
    """Replace the values of the moves of the last round by the chance to win: others have moved on to the end."""
    n = len(others)
    for other in range(n):
        table.mean[other], table.sd[other] = score(tables, others[other]), 0
    for k in range(count):
        own = score(tables, search.sheets[k])
        search.value[k] = win_chance(own, 0.0, table.mean, table.sd, n, 0.0) + search.value[k] * 1e-6


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
    if m == 0:
        if win and len(others):
            move_on(tables, scratch, table, others, own, m, total)
            last_win_values(tables, search, table, others, count)
        return
    if len(widths) == 0 and not win:
        return
    move_on(tables, scratch, table, others, own, m, total)
    foresee(tables, scratch, table, others, own)
    look(tables, scratch, search, widths, table.soon, count)
    # Before the next roll is known to be the last, the chance to win was found to say less than points.
    if win and len(others) and table.soon[SUMS] == 0:
        win_values(tables, scratch, search, table, others, count, win)


@compiled
def duel(
    tables: Any, scratch: Any, search: Any, table: Any, widths: Array, rng: Array, wins: Array, scores: Array
) -> None:
    """Play games at a table: `scores` (games, seats) receives the points. `wins` (seats): how many moves each seat
    considers to win; 0 plays for points."""
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


@compiled
def measure(tables: Any, scratch: Any, rng: Array, games: Int, squares: Array, products: Array) -> None:
    """Play games of two seats by value, after a first move anywhere, and add up how far the final points were from
    those expected.

    `squares` (2, 26, 27): numbers of positions and squared errors by free cells here and elsewhere; `products` (2, 26):
    the mean of the two seats' squared errors and the product of their errors, added up by the fewest free cells.
    """
    sheets, out = np.empty((2, SHEET), np.int64), np.empty(2 * CELLS, np.float32)
    guess = np.empty((60, 2))
    left = np.empty((60, 2), np.int64)
    for _ in range(games):
        clear(sheets[0])
        clear(sheets[1])
        rounds, last, over = 0, False, False
        while not over:
            over = last
            total = np.int64(tables.rolls[below(rng, 36)])
            free = (sheets[0, FREE], sheets[1, FREE])
            for seat in range(2):
                m = 0 if last else free[1 - seat]
                before = score(tables, sheets[seat])
                prepare(tables, scratch, sheets[seat], m)
                k = evaluate(tables, scratch, sheets[seat], m, total, out)
                if rounds == 0:
                    k = below(rng, CELLS)
                guess[rounds, seat] = before + move(tables, scratch, sheets[seat], m, total, k)
                left[rounds, seat] = sheets[seat, FREE]
            if not last:
                for seat in range(2):
                    squares[0, left[rounds, seat], free[1 - seat]] += 1
            rounds += 1
            last = sheets[0, FREE] == 0 or sheets[1, FREE] == 0
        for seat in range(2):
            for i in range(rounds):
                guess[i, seat] -= score(tables, sheets[seat])
        for i in range(rounds - 1):
            before_0 = left[i - 1, 0] if i else CELLS
            before_1 = left[i - 1, 1] if i else CELLS
            squares[1, left[i, 0], before_1] += guess[i, 0] ** 2
            squares[1, left[i, 1], before_0] += guess[i, 1] ** 2
            t = min(left[i, 0], left[i, 1])
            products[0, t] += (guess[i, 0] ** 2 + guess[i, 1] ** 2) / 2
            products[1, t] += guess[i, 0] * guess[i, 1]
