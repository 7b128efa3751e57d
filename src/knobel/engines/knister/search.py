"""Look-ahead in Knister: expectimax over coming rolls, with a beam of the best entries."""

from collections.abc import Sequence
from itertools import permutations
from math import factorial
from typing import Any, NamedTuple

import numpy as np

from knobel.engines.knister.lookup import LINE_COUNT, SUM_COUNT
from knobel.engines.knister.values import LOWEST, SCRATCH, SHEET, argmax, copy_sheet, enter, evaluate, prepare
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.compiled import Float, Int, compiled, nested
from knobel.engines.shared.rng import generator
from knobel.games.grid import CELLS


class EndgameScratch(NamedTuple):
    """Scratch space for all ways to fill up to a number of free cells.

    A way to fill some of the cells is encoded as a number in base 12, the first cell as the lowest digit: 0 for a free
    cell, otherwise 1 + sum index. `values` (12 ** cells) contains the points made and to come, by way, and `power`
    (cells + 1) the powers of the base. For the first d cells filled: the lines in `stack` (cells + 1, 12), and the
    points so far in `gains` and the next sum to try in `digit` (both cells + 1). `highest` (11): by sum.
    """

    values: Array
    power: Array
    stack: Array
    digit: Array
    gains: Array
    highest: Array

    @classmethod
    def empty(cls, cells: int) -> "EndgameScratch":
        base = SUM_COUNT + 1
        return cls(
            values=np.zeros(base**cells, np.float32),
            power=base ** np.arange(cells + 1),
            stack=np.zeros((cells + 1, LINE_COUNT), np.int64),
            digit=np.zeros(cells + 1, np.int64),
            gains=np.zeros(cells + 1, np.int64),
            highest=np.zeros(SUM_COUNT, np.float32),
        )


class WinScratch(NamedTuple):
    """Scratch space for exact probabilities of winning with up to a number of free cells.

    A sequence of rolls is encoded as a number in base 11, the first roll as the highest digit.

    - `best_opponent` (11 ** cells): the highest final points of the others, by sequence.
    - `best_count` (11 ** cells): the number of other seats that reach these.
    - `codes` (11 ** cells): the way, as in `EndgameScratch`, in which one of them fills its cells.
    - `won` (11 ** cells, cells!): probabilities by sequence and by order of filling the cells.
    - `orders` (cells + 1, cells!, cells): by number of cells left, every order, sorted, as powers of `EndgameScratch`.
    - `sheet` (1): a sheet after an entry.
    """

    best_opponent: Array
    best_count: Array
    codes: Array
    won: Array
    orders: Array
    sheet: Array

    @classmethod
    def empty(cls, cells: int) -> "WinScratch":
        sequences = SUM_COUNT**cells
        orders = np.zeros((cells + 1, factorial(cells), cells), np.int64)
        for left in range(1, cells + 1):
            orders[left, : factorial(left), :left] = (SUM_COUNT + 1) ** np.array(list(permutations(range(left))))
        return cls(
            best_opponent=np.zeros(sequences, np.float32),
            best_count=np.zeros(sequences, np.int64),
            codes=np.zeros(sequences, np.int64),
            won=np.zeros((sequences, factorial(cells)), np.float32),
            orders=orders,
            sheet=np.zeros(1, SHEET),
        )


class PlayoutPolicy(NamedTuple):
    """The policy that plays games out, a search one roll ahead among the best entries, and its scratch space.

    `widths` (1, 1): the number of entries searched. `scratch` (2) of `SCRATCH`. By free cell, `sheets` (26) are the
    sheets after the compared entries and `results` (25, `playouts` / 2) those of their games; the last sheet is for the
    game played. `rng` (26): by free cell, and last the state with which all begin, so that they use the same dice.
    """

    widths: Array
    scratch: Array
    sheets: Array
    results: Array
    rng: Array

    @classmethod
    def empty(cls, playouts: int = 0) -> "PlayoutPolicy":
        """Return the policy for comparisons by `playouts` games in all."""
        cells = len(CELLS)
        return cls(
            np.full((1, 1), 3),
            np.zeros(2, SCRATCH),
            np.zeros(cells + 1, SHEET),
            np.zeros((cells, playouts // 2)),
            np.repeat(generator(1), cells + 1),
        )


class Search(NamedTuple):
    """The extent of the search, and its scratch space.

    `widths` (depths, depths): row d, for looking d + 1 rolls ahead, contains the number of entries searched now, after
    one roll, after two, and so on. With up to `exact` free cells after an entry its value is exact, with up to
    `exact_win` also the probability of winning. `playouts`: the maximum number of games played out to compare the
    best entries (0: none). `scratch` (depths + 1) of `SCRATCH`: one for the decision, and one for every roll looked
    ahead.
    """

    widths: Array
    exact: int
    exact_win: int
    playouts: int
    scratch: Array
    endgame: EndgameScratch
    winning: WinScratch
    policy: PlayoutPolicy

    @classmethod
    def of(
        cls, widths: Sequence[Sequence[int]] = (), exact: int = 0, exact_win: int = 0, playouts: int = 0
    ) -> "Search":
        """Return a search with its own scratch space; by default it uses values only."""
        rows = np.zeros((len(widths), max(len(widths), 1)), np.int64)
        for row, numbers in zip(rows, widths, strict=True):
            row[: len(numbers)] = numbers
        return cls(
            widths=rows,
            exact=exact,
            exact_win=exact_win,
            playouts=playouts,
            scratch=np.zeros(len(widths) + 1, SCRATCH),
            endgame=EndgameScratch.empty(max(exact + 1, exact_win)),
            winning=WinScratch.empty(max(exact_win, 1)),
            policy=PlayoutPolicy.empty(playouts),
        )


class Entries(NamedTuple):
    """Values of the entries of a sum, by free cell in the order of cells.

    - `points` (25): immediate points plus points to come, by the deepest search that covers the entry.
    - `merits` (25): the same where this is the deepest search of all, `NOT_CONSIDERED` elsewhere.
    - `wins` (25): the probability of winning, `NOT_CONSIDERED` where it is not computed.
    """

    points: Array
    merits: Array
    wins: Array

    @classmethod
    def empty(cls) -> "Entries":
        return cls(*np.zeros((3, len(CELLS))))


@compiled
def expected_points(tables: Any, search: Any, row: Int, depth: Int, sheet: Any) -> Float:
    """Return the points to come on a sheet before a roll, looking `depth` rolls (at least one) ahead.

    `search.widths[row]` limits the entries that are searched.
    """
    if sheet.left == 0:
        return 0.0
    scratch = search.scratch[depth]
    prepare(tables, scratch, sheet)
    n, values, chances = sheet.left, scratch.values, tables.grid.chances
    mean = 0.0
    for total in range(SUM_COUNT):
        evaluate(tables, scratch, sheet, total)
        if depth == 1 or n == 1:
            mean += chances[total] * values[argmax(values, n)]
            continue
        highest = LOWEST
        for _ in range(min(n, search.widths[row, row + 2 - depth])):
            k = argmax(values, n)
            values[k] = LOWEST
            copy_sheet(sheet, scratch.sheet)
            gain = enter(tables, scratch.sheet, k, total)
            highest = max(highest, gain + expected_points(tables, search, row, depth - 1, scratch.sheet))
        mean += chances[total] * highest
    return mean


@nested
def look_ahead(tables: Any, search: Any, sheet: Any, total: Int) -> None:
    """Compute the value of a sum index in each free cell: immediate points plus points to come.

    `values` of the first scratch space receives the values. Entries are first evaluated by value. Then, row by row, the
    best `search.widths[row, 0]` are compared again by looking one more roll ahead. The best entry is the best of those
    `searched` in the last comparison.
    """
    scratch, n = search.scratch[0], sheet.left
    prepare(tables, scratch, sheet)
    evaluate(tables, scratch, sheet, total)
    for k in range(n):
        scratch.searched[k] = True
    considered = n
    for row in range(len(search.widths)):
        for k in range(n):
            scratch.rank[k] = scratch.values[k] if scratch.searched[k] else LOWEST
            scratch.searched[k] = False
        considered = min(considered, search.widths[row, 0])
        for _ in range(considered):
            k = argmax(scratch.rank, n)
            scratch.rank[k] = LOWEST
            copy_sheet(sheet, scratch.sheet)
            gain = enter(tables, scratch.sheet, k, total)
            scratch.values[k] = gain + expected_points(tables, search, row, row + 1, scratch.sheet)
            scratch.searched[k] = True
