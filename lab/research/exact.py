"""Small boards solved exactly, and exact expected scores of players on them.

A position is a number in base (numbers + 1), the first cell as the lowest digit: 0 for a free cell, otherwise 1 + the
index of the number. Entering a number increases the position, so that one descending pass over all positions computes
expected scores by backward induction, as in `knobel.engines.knister.endgame`. Tables have one float32 for each
position; the empty board is position 0.
"""

from typing import NamedTuple

import numpy as np

from knobel.engines.shared.compiled import Array, Float, Int, compiled
from research.board import Board


class Sheet(NamedTuple):
    """A board for kernels.

    - `next`, `size` and `chances`: as in `Board`.
    - By line: `cells` (lines, longest; padded), `lengths`, `kinds` (the number of the class) and `points` (lines,
      contents).
    - `power` (cells): the weight of a digit of each cell.
    """

    next: Array
    size: Array
    chances: Array
    cells: Array
    lengths: Array
    kinds: Array
    points: Array
    power: Array


def sheet(board: Board) -> Sheet:
    """Return a board for kernels."""
    each = [(kind, lines, cells) for kind, lines in enumerate(board.classes) for cells in lines.cells]
    padded = np.zeros((len(each), max(lines.length for _, lines, _ in each)), np.int64)
    for row, (_, _, cells) in zip(padded, each, strict=True):
        row[: len(cells)] = cells
    return Sheet(
        board.next,
        board.size,
        board.chances,
        padded,
        np.array([lines.length for _, lines, _ in each]),
        np.array([kind for kind, _, _ in each]),
        np.array([lines.points for _, lines, _ in each]),
        (len(board.chances) + 1) ** np.arange(board.cells),
    )


def table(board: Board) -> Array:
    """Return an empty table of all positions."""
    return np.zeros((len(board.chances) + 1) ** board.cells, np.float32)


@compiled
def read_lines(sheet: Sheet, digits: Array, contents: Array) -> Float:
    """Store the content of each line of a position, given by its digits, and return the points of the full ones."""
    score = 0.0
    for line in range(len(sheet.cells)):
        content = 0
        for i in range(sheet.lengths[line]):
            digit = digits[sheet.cells[line, i]]
            if digit:
                content = sheet.next[content, digit - 1]
        contents[line] = content
        score += sheet.points[line, content]
    return score


@compiled
def previous(digits: Array, highest: Int) -> None:
    """Change the digits of a position to those of the position before."""
    cell = 0
    while cell < len(digits) and digits[cell] == 0:
        digits[cell] = highest
        cell += 1
    if cell < len(digits):
        digits[cell] -= 1


@compiled
def score_positions(sheet: Sheet, scores: Array) -> None:
    """Compute the points of the full lines of every position."""
    numbers = len(sheet.chances)
    digits = np.full(len(sheet.power), numbers)
    contents = np.zeros(len(sheet.cells), np.int64)
    for position in range(len(scores) - 1, -1, -1):
        scores[position] = read_lines(sheet, digits, contents)
        previous(digits, numbers)


@compiled
def play(sheet: Sheet, guide: Array, scores: Array, result: Array) -> None:
    """Compute the expected final score, before a roll, of the player that moves to the position of the highest `guide`.

    Among equals all are equally likely. If `guide` is `result`, the player is the optimal one. If `guide` has equal
    values everywhere, the player plays at random.
    """
    numbers = len(sheet.chances)
    digits = np.full(len(sheet.power), numbers)
    free = np.zeros(len(sheet.power), np.int64)
    for position in range(len(result) - 1, -1, -1):
        count = 0
        for cell in range(len(digits)):
            if digits[cell] == 0:
                free[count] = sheet.power[cell]
                count += 1
        mean = 0.0 if count else scores[position]
        for d in range(numbers):
            best, total, equal = -1e9, 0.0, 0
            for i in range(count):
                after = position + (d + 1) * free[i]
                if guide[after] > best:
                    best, total, equal = guide[after], 0.0, 0
                if guide[after] == best:
                    total += result[after]
                    equal += 1
            if count:
                mean += sheet.chances[d] * total / equal
        result[position] = mean
        previous(digits, numbers)


@compiled
def look_ahead(sheet: Sheet, values: Array, ahead: Array) -> None:
    """Compute the expected highest value after the next roll, for every position. Full ones keep their value."""
    numbers = len(sheet.chances)
    digits = np.full(len(sheet.power), numbers)
    free = np.zeros(len(sheet.power), np.int64)
    for position in range(len(ahead) - 1, -1, -1):
        count = 0
        for cell in range(len(digits)):
            if digits[cell] == 0:
                free[count] = sheet.power[cell]
                count += 1
        mean = 0.0 if count else values[position]
        for d in range(numbers):
            best = -1e9
            for i in range(count):
                best = max(best, values[position + (d + 1) * free[i]])
            if count:
                mean += sheet.chances[d] * best
        ahead[position] = mean
        previous(digits, numbers)


@compiled
def best_placement(sheet: Sheet, values: Array, ahead: Array, scores: Array, rolls: Array) -> Float:
    """Return the highest score less the luck by `values` of all placements of the rolls (number indices).

    `ahead` is their look-ahead. All placements are tried, depth first: for up to nine cells.
    """
    n = len(rolls)
    position, paid, tried = np.zeros(n + 1, np.int64), np.zeros(n + 1), np.zeros(n + 1, np.int64)
    taken = np.zeros(n, np.bool_)
    cell_at = np.zeros(n, np.int64)
    highest, t, fresh = -1e9, 0, True
    while t >= 0:
        if t == n:
            highest = max(highest, scores[position[t]] - paid[t])
            t -= 1
            taken[cell_at[t]] = False
            fresh = False
            continue
        if fresh:
            best = -1e9
            for cell in range(n):
                if not taken[cell]:
                    best = max(best, values[position[t] + (rolls[t] + 1) * sheet.power[cell]])
            paid[t + 1] = paid[t] + best - ahead[position[t]]
            tried[t] = 0
        cell = tried[t]
        while cell < n and taken[cell]:
            cell += 1
        if cell == n:
            t -= 1
            if t >= 0:
                taken[cell_at[t]] = False
            fresh = False
            continue
        tried[t], cell_at[t], taken[cell] = cell + 1, cell, True
        position[t + 1] = position[t] + (rolls[t] + 1) * sheet.power[cell]
        t += 1
        fresh = True
    return highest
