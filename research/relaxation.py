"""A bound on optimal play by information relaxation: placements that know all rolls pay for knowing them.

Sources: Brown, Smith and Sun, "Information relaxations and duality in stochastic dynamic programs", Operations
Research 58(4), 2010. The penalty is the luck of every roll by some value function, which has expectation zero for
every player who does not know the coming rolls. Such a player's score less the penalty therefore has the mean of the
score, and the mean of the maximum over all placements, for given rolls, is at least the expected score of optimal
play, whatever the value function.

Here the luck is a sum over lines, by the line values of `lagrangian`. The maximum is then a choice of lines: sets of
rolls that are entered in the same line, of which each has a value of its own. The geometry of the board is relaxed to
the constraints of `lagrangian`, now for the given rolls instead of on average:

- every roll lies in as many lines of a class as cover each cell;
- two rolls share at most one line.

For given prices of these constraints the best line of each class is found by enumeration (53,130 lines in Knister).
Any prices give a valid bound. It is lowered by gradient descent for each game, from the prices of `lagrangian`, at
which its mean is that of `lagrangian`: so the mean is never higher.
"""

from itertools import combinations
from math import comb

import numpy as np

from knobel.engines.shared.compiled import Array, Float, Int, compiled
from research.board import Board
from research.lagrangian import IMPOSSIBLE, Prices, solve_line

NEGLIGIBLE = 7.0
"""Lines that are worse than the best by this times `heat` have no part in a soft maximum."""
SOFT = 8000
"""A soft maximum is taken over at most so many lines. It only steers the descent."""


def line_luck(board: Board, prices: Prices) -> Array:
    """Return the luck of every roll by the line values of `lagrangian`.

    Shape (classes, rolls, contents, numbers), for the content before the roll. The mean over the numbers is zero.
    """
    luck = np.zeros((len(board.classes), board.cells, *board.counts.shape))
    paid = board.counts @ np.swapaxes(prices.pair, 1, 2)
    for k, lines in enumerate(board.classes):
        values, _ = solve_line(board, prices, k)
        is_open = board.size < lines.length
        for t in range(board.cells):
            leave = values[t + 1, is_open, None]
            enter = values[t + 1][board.next[is_open]] - prices.entry[k, t] - paid[t, is_open]
            value = np.maximum(leave, enter)
            # A line that cannot be filled any more, or not have been filled so far, is never met.
            luck[k, t, is_open] = np.where(value > IMPOSSIBLE / 2, value - (value @ board.chances)[:, None], 0)
    return luck


@compiled
def value_lines(following: Array, points: Array, length: Int, luck: Array, rolls: Array, values: Array) -> None:
    """Compute the points less the luck of every line: of every set of `length` rolls, in lexicographic order.

    `luck` (rolls, contents, numbers) is that of the class; `rolls` are the numbers that are rolled, as indices.
    """
    n = len(rolls)
    chosen, content = np.zeros(length, np.int64), np.zeros(length, np.int64)
    before, paid = np.zeros(length), np.zeros((length, n))
    last, depth, place = length - 1, 0, 0
    fresh = True
    while depth >= 0:
        if fresh:
            start = chosen[depth - 1] + 1 if depth else 0
            total = before[depth]
            for t in range(start, n):
                total += luck[t, content[depth], rolls[t]]
                paid[depth, t] = total
            chosen[depth] = start
            fresh = False
        if depth == last:
            for t in range(chosen[depth], n):
                values[place] = points[following[content[depth], rolls[t]]] - paid[depth, t]
                place += 1
        elif chosen[depth] < n - last + depth:
            t = chosen[depth]
            content[depth + 1], before[depth + 1] = following[content[depth], rolls[t]], paid[depth, t]
            depth += 1
            fresh = True
            continue
        depth -= 1
        if depth >= 0:
            chosen[depth] += 1


@compiled
def price_lines(values: Array, length: Int, entry: Array, pair: Array, priced: Array) -> Float:
    """Compute the value of every line less its prices, `entry` (rolls) and `pair` (rolls, rolls; symmetric).

    Returns the highest.
    """
    n, last = len(entry), length - 1
    chosen = np.zeros(length, np.int64)
    paid, price = np.zeros(length), np.zeros((length, n))
    price[0] = entry
    depth, place, highest = 0, 0, -1e9
    while depth >= 0:
        if depth == last:
            first, base, prices = place - chosen[depth], paid[depth], price[depth]
            for t in range(chosen[depth], n):
                priced[first + t] = values[first + t] - base - prices[t]
            place += n - chosen[depth]
        elif chosen[depth] < n - last + depth:
            t = chosen[depth]
            paid[depth + 1] = paid[depth] + price[depth, t]
            for s in range(t + 1, n):
                price[depth + 1, s] = price[depth, s] + pair[t, s]
            depth += 1
            chosen[depth] = t + 1
            continue
        depth -= 1
        if depth >= 0:
            chosen[depth] += 1
    for i in range(place):
        highest = max(highest, priced[i])
    return highest


@compiled
def soft_best(priced: Array, highest: Float, heat: Float, best: Array, weights: Array) -> Int:
    """Return the number of lines that have part in the soft maximum, and store them and their weights (sum 1)."""
    count, total = 0, 0.0
    least = highest - NEGLIGIBLE * heat
    for i in range(len(priced)):
        if priced[i] > least and count < len(best):
            best[count] = i
            weights[count] = np.exp((priced[i] - highest) / heat)
            total += weights[count]
            count += 1
    weights[:count] /= total
    return count


@compiled
def minimise(
    values: Array,
    members: Array,
    sizes: Array,
    lengths: Array,
    numbers: Array,
    covers: Array,
    entry: Array,
    pair: Array,
    steps: Int,
    rate: Float,
    heats: Array,
    best: Array,
    weights: Array,
    counts: Array,
) -> Float:
    """Return the lowest bound over prices found for the given rolls.

    By class: `values` and `members` (the rolls) of the lines, of which the first `sizes` are valid; `lengths`,
    `numbers` of lines, and `covers`. `entry` (classes, rolls) and `pair` (rolls, rolls; symmetric) are the first
    prices, and change. A soft maximum is minimised instead, with temperatures from `heats[0]` to `heats[1]`, by Adam
    (Kingma and Ba, 2015). `best` and `weights` (classes, any number) receive the lines of the soft maximum at the last
    prices, and `counts` (classes) how many there are.
    """
    classes, n = entry.shape
    lowest = 1e9
    entry_mean, entry_square, entry_use = np.zeros((classes, n)), np.zeros((classes, n)), np.zeros((classes, n))
    pair_mean, pair_square, pair_use = np.zeros((n, n)), np.zeros((n, n)), np.zeros((n, n))
    priced = np.zeros(values.shape[1])
    for step in range(steps + 1):
        left = 1 - step / max(steps, 1)
        heat = heats[1] * (heats[0] / heats[1]) ** left
        total = np.triu(pair, 1).sum()
        entry_use[:] = 0
        pair_use[:] = 0
        for k in range(classes):
            own = priced[: sizes[k]]
            highest = price_lines(values[k], lengths[k], entry[k], pair, own)
            total += numbers[k] * highest + covers[k] * entry[k].sum()
            counts[k] = soft_best(own, highest, heat, best[k], weights[k])
            for b in range(counts[k]):
                weight, line = numbers[k] * weights[k, b], best[k, b]
                for i in range(lengths[k]):
                    t = members[k, line, i]
                    entry_use[k, t] += weight
                    for j in range(i):
                        pair_use[members[k, line, j], t] += weight
        lowest = min(lowest, total)
        mean_weight, square_weight = 1 - 0.9 ** (step + 1), 1 - 0.99 ** (step + 1)
        speed = rate * left / mean_weight
        for k in range(classes):
            for t in range(n):
                if covers[k]:
                    slope = covers[k] - entry_use[k, t]
                    entry_mean[k, t] = 0.9 * entry_mean[k, t] + 0.1 * slope
                    entry_square[k, t] = 0.99 * entry_square[k, t] + 0.01 * slope * slope
                    entry[k, t] -= speed * entry_mean[k, t] / (np.sqrt(entry_square[k, t] / square_weight) + 1e-2)
        for s in range(n):
            for t in range(s + 1, n):
                slope = 1 - pair_use[s, t]
                pair_mean[s, t] = 0.9 * pair_mean[s, t] + 0.1 * slope
                pair_square[s, t] = 0.99 * pair_square[s, t] + 0.01 * slope * slope
                change = speed * pair_mean[s, t] / (np.sqrt(pair_square[s, t] / square_weight) + 1e-2)
                pair[s, t] = pair[t, s] = max(pair[s, t] - change, 0.0)
    return lowest


class Relaxation:
    """The bound for given rolls, with the penalty and the first prices of a Lagrangian relaxation.

    Without `penalty` the placements know all rolls and pay nothing.
    """

    def __init__(self, board: Board, prices: Prices, penalty: bool = True) -> None:
        self.board = board
        self.prices = prices if penalty else Prices(*(np.zeros_like(price) for price in prices))
        self.luck = line_luck(board, prices) * penalty
        self.lengths = np.array([lines.length for lines in board.classes])
        self.numbers = np.array([len(lines.cells) for lines in board.classes], np.float64)
        self.covers = np.array([lines.cover for lines in board.classes], np.float64)
        self.sizes = np.array([comb(board.cells, n) for n in self.lengths])
        self.members = np.zeros((len(self.sizes), self.sizes.max(), self.lengths.max()), np.int8)
        for k, n in enumerate(self.lengths):
            self.members[k, : self.sizes[k], :n] = list(combinations(range(board.cells), n))
        self.values = np.zeros(self.members.shape[:2])
        self.best = np.zeros((len(self.sizes), SOFT), np.int64)
        self.weights = np.zeros((len(self.sizes), SOFT))
        self.counts = np.zeros(len(self.sizes), np.int64)

    def bound(self, rolls: Array, steps: int, rate: float = 0.2, heats: tuple[float, float] = (0.5, 0.02)) -> float:
        """Return an upper bound on the score less the penalty of every placement of these rolls (number indices)."""
        for k, lines in enumerate(self.board.classes):
            value_lines(self.board.next, lines.points, lines.length, self.luck[k], rolls, self.values[k])
        at = np.arange(len(rolls))
        entry = self.prices.entry[:, at, rolls]
        pair = np.tril(self.prices.pair[at[:, None], rolls[:, None], rolls[None]], -1)
        pair += pair.T
        lowest = minimise(
            self.values,
            self.members,
            self.sizes,
            self.lengths,
            self.numbers,
            self.covers,
            entry,
            pair,
            steps,
            rate,
            np.array(heats),
            self.best,
            self.weights,
            self.counts,
        )
        return float(lowest)


def penalised_score(board: Board, luck: Array, rolls: Array, cells: Array) -> tuple[float, float]:
    """Return the score of a placement of rolls, by the cell of each, and the penalty that it pays."""
    score = paid = 0.0
    for k, lines in enumerate(board.classes):
        for line in lines.cells:
            content = 0
            for t, number in enumerate(rolls):
                if board.size[content] < lines.length:
                    paid += luck[k, t, content, number]
                if cells[t] in line:
                    content = board.next[content, number]
            score += lines.points[content]
    return float(score), float(paid)


def random_rolls(board: Board, seed: int, games: int) -> Array:
    """Return the rolls of games (games, rolls), as indices of numbers."""
    return np.random.default_rng(seed).choice(len(board.chances), (games, board.cells), p=board.chances)
