"""A bound on optimal play by information relaxation: placements that know all rolls pay for knowing them.

Sources: Brown, Smith and Sun, "Information relaxations and duality in stochastic dynamic programs", Operations Research
58(4), 2010. The penalty is the luck of every roll by some value function, which has expectation zero for every player
who does not know the coming rolls. Such a player's score less the penalty therefore has the mean of the score, and the
mean of the maximum over all placements, for given rolls, is at least the expected score of optimal play, for any value
function.

Here the luck is a sum over lines (`research.penalty`). The maximum is then a choice of lines: sets of rolls that are
entered in the same line, each with its own value. The geometry of the board is relaxed to the constraints of
`lagrangian`, now for the given rolls instead of on average:

- every roll lies in as many lines of a class as cover each cell;
- two rolls share at most one line.

To these are added two that hold because rows cross only columns (`SHARED`). Of three rolls, at most two pairs are in
the same row or column, unless one line has all three. Of four rolls, at most four pairs are, unless one line has all
four: five pairs would contain two sets of three that share a pair, hence the line.

For given prices of these constraints the best line of each class is found by enumeration (53,130 lines in Knister).
Any prices give a valid bound. It is lowered by gradient descent for each game, from the prices of `lagrangian`, at
which its mean is that of `lagrangian`: so the mean is never higher.
"""

from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np

from knobel.engines.shared.compiled import Array, Float, Int, compiled
from research.board import Board
from research.lagrangian import Prices
from research.penalty import Penalty

NEGLIGIBLE = 7.0
"""Lines that are worse than the best by this times `heat` have no part in a soft maximum."""
SOFT = 8000
"""A soft maximum is taken over at most so many lines. It only steers the descent."""
SHARED = 2, 4
"""At most so many pairs of three and of four rolls are in the same row or column. Those in one line count as many."""
HEATS = 0.3, 0.01
"""Temperatures of the soft maximum at the beginning and at the end."""
RATES = 0.2, 0.03
"""First sizes of steps: of the prices of rolls and pairs, and of those of three and four rolls."""


@compiled
def value_lines(following: Array, points: Array, length: Int, luck: Array, rolls: Array, values: Array) -> None:
    """Compute the points less the luck of every line: of every set of `length` rolls, in lexicographic order.

    `luck` (rolls, contents) is that of the class; `rolls` are the numbers that are rolled, as indices.
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
                total += luck[t, content[depth]]
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


class Sets(NamedTuple):
    """The lines as sets of rolls, by class, and the groups of rolls with constraints.

    - `values` and `members` (classes, lines; padded): the value of each line, and its rolls (..., longest).
    - `sizes`: how many of them there are; `lengths`, `numbers` of lines on the board, and `covers`.
    - `pairs`, `threes`, `fours`: all groups of two, three and four rolls, ascending.
    """

    values: Array
    members: Array
    sizes: Array
    lengths: Array
    numbers: Array
    covers: Array
    pairs: Array
    threes: Array
    fours: Array


class Dual(NamedTuple):
    """Prices of the constraints, or what else there is for each: `entry` (classes * rolls), and by group of rolls."""

    entry: Array
    pair: Array
    three: Array
    four: Array


class Scratch(NamedTuple):
    """Memory of a descent.

    - `entry` (classes, rolls), `shared` and `pair` (rolls, rolls), `three` and `four` (axes of rolls): the prices of
      lines, of which `shared` holds those of pairs in a row or column; or the use of them, `shared` as before.
    - `best`, `weights` (classes, any number) and `counts` (classes): the lines of a soft maximum.
    - `priced` (lines): the value of each line less its prices.
    """

    entry: Array
    shared: Array
    pair: Array
    three: Array
    four: Array
    best: Array
    weights: Array
    counts: Array
    priced: Array


@compiled
def price_lines(
    values: Array, length: Int, entry: Array, pair: Array, three: Array, four: Array, priced: Array
) -> Float:
    """Compute the value of every line less its prices, and return the highest.

    `entry` (rolls), `pair`, `three` and `four` (axes of rolls) are read at ascending rolls. If `four` is empty, groups
    of three and four have no price.
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
                value = values[first + t] - base - prices[t]
                priced[first + t] = value
                highest = max(highest, value)
            place += n - chosen[depth]
        elif chosen[depth] < n - last + depth:
            t, now, then = chosen[depth], price[depth], price[depth + 1]
            paid[depth + 1] = paid[depth] + now[t]
            for s in range(t + 1, n):
                then[s] = now[s] + pair[t, s]
            for i in range(depth if len(four) else 0):
                with_two = three[chosen[i], t]
                for s in range(t + 1, n):
                    then[s] += with_two[s]
                for j in range(i):
                    with_three = four[chosen[j], chosen[i], t]
                    for s in range(t + 1, n):
                        then[s] += with_three[s]
            depth += 1
            chosen[depth] = t + 1
            continue
        depth -= 1
        if depth >= 0:
            chosen[depth] += 1
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
def set_prices(sets: Sets, prices: Dual, to: Scratch) -> Float:
    """Write the prices of lines to the scratch space, and return the price of the allowed use."""
    classes, n = to.entry.shape
    allowed = 0.0
    for k in range(classes):
        for t in range(n):
            to.entry[k, t] = prices.entry[k * n + t]
            allowed += sets.covers[k] * to.entry[k, t]
    for i in range(len(sets.pairs)):
        a, b = sets.pairs[i]
        to.pair[a, b] = to.shared[a, b] = prices.pair[i]
        allowed += prices.pair[i]
    for i in range(len(sets.threes)):
        a, b, c = sets.threes[i]
        price = prices.three[i]
        to.three[a, b, c] = -price
        for p, q in ((a, b), (a, c), (b, c)):
            to.shared[p, q] += price
        allowed += SHARED[0] * price
    for i in range(len(sets.fours)):
        a, b, c, d = sets.fours[i]
        price = prices.four[i]
        to.four[a, b, c, d] = -2 * price
        for p, q in ((a, b), (a, c), (b, c), (a, d), (b, d), (c, d)):
            to.shared[p, q] += price
        allowed += SHARED[1] * price
    return allowed


@compiled
def add_use(sets: Sets, k: Int, use: Scratch) -> None:
    """Add the use of constraints by the lines of the soft maximum of a class, to arrays in the order of the prices."""
    for i in range(use.counts[k]):
        line, weight = sets.members[k, use.best[k, i]], sets.numbers[k] * use.weights[k, i]
        for d in range(sets.lengths[k]):
            use.entry[k, line[d]] += weight
            for c in range(d):
                use.pair[line[c], line[d]] += weight
                if not sets.covers[k]:
                    continue
                use.shared[line[c], line[d]] += weight
                for b in range(c):
                    use.three[line[b], line[c], line[d]] += weight
                    for a in range(b):
                        use.four[line[a], line[b], line[c], line[d]] += weight


@compiled
def slacks(sets: Sets, use: Scratch, slack: Dual) -> None:
    """Compute by how much the use stays below what each constraint allows."""
    classes, n = use.entry.shape
    for k in range(classes):
        for t in range(n):
            slack.entry[k * n + t] = sets.covers[k] - use.entry[k, t] if sets.covers[k] else 0.0
    for i in range(len(sets.pairs)):
        a, b = sets.pairs[i]
        slack.pair[i] = 1 - use.pair[a, b]
    shared = use.shared
    for i in range(len(sets.threes)):
        a, b, c = sets.threes[i]
        slack.three[i] = SHARED[0] - shared[a, b] - shared[a, c] - shared[b, c] + use.three[a, b, c]
    for i in range(len(sets.fours)):
        a, b, c, d = sets.fours[i]
        pairs = shared[a, b] + shared[a, c] + shared[b, c] + shared[a, d] + shared[b, d] + shared[c, d]
        slack.four[i] = SHARED[1] - pairs + 2 * use.four[a, b, c, d]


@compiled
def descend(prices: Array, slope: Array, mean: Array, square: Array, step: Int, rate: Float, least: Float) -> None:
    """Lower prices along a slope, but not below the least, by a step of Adam (Kingma and Ba, 2015)."""
    for i in range(len(prices)):
        mean[i] = 0.9 * mean[i] + 0.1 * slope[i]
        square[i] = 0.99 * square[i] + 0.01 * slope[i] * slope[i]
        size = np.sqrt(square[i] / (1 - 0.99 ** (step + 1))) + 1e-2
        prices[i] = max(prices[i] - rate * mean[i] / (1 - 0.9 ** (step + 1)) / size, least)


@compiled
def minimise(
    sets: Sets, prices: Dual, slack: Dual, mean: Dual, square: Dual, to: Scratch, use: Scratch, steps: Int
) -> Float:
    """Return the lowest bound over prices found for the given rolls.

    `prices` are the first ones, and change. A soft maximum is minimised instead, with temperatures that fall from
    `HEATS[0]` to `HEATS[1]`.
    """
    lowest, nothing = 1e9, np.zeros((0, 0, 0, 0))
    for step in range(steps + 1):
        left = 1 - step / max(steps, 1)
        heat = HEATS[1] + (HEATS[0] - HEATS[1]) * left**2
        total = set_prices(sets, prices, to)
        use.entry[:], use.pair[:], use.shared[:], use.three[:], use.four[:] = 0, 0, 0, 0, 0
        for k in range(len(sets.sizes)):
            priced, values = to.priced[: sets.sizes[k]], sets.values[k]
            if sets.covers[k]:
                highest = price_lines(values, sets.lengths[k], to.entry[k], to.shared, to.three, to.four, priced)
            else:
                highest = price_lines(values, sets.lengths[k], to.entry[k], to.pair, to.three, nothing, priced)
            total += sets.numbers[k] * highest
            use.counts[k] = soft_best(priced, highest, heat, use.best[k], use.weights[k])
            add_use(sets, k, use)
        lowest = min(lowest, total)
        slacks(sets, use, slack)
        descend(prices.entry, slack.entry, mean.entry, square.entry, step, RATES[0] * left, -np.inf)
        descend(prices.pair, slack.pair, mean.pair, square.pair, step, RATES[0] * left, 0.0)
        descend(prices.three, slack.three, mean.three, square.three, step, RATES[1] * left, 0.0)
        descend(prices.four, slack.four, mean.four, square.four, step, RATES[1] * left, 0.0)
    return lowest


class Relaxation:
    """The bound for given rolls, with a penalty; the first prices are those of a Lagrangian relaxation.

    With `penalty` None the placements know all rolls and pay nothing. Without `groups` there are no constraints of
    three and four rolls.
    """

    def __init__(self, board: Board, prices: Prices, penalty: Penalty | None, *, groups: bool = True) -> None:
        self.board, self.prices, self.penalty = board, prices, penalty
        n, lengths = board.cells, np.array([lines.length for lines in board.classes])
        sizes = np.array([comb(n, length) for length in lengths])
        members = np.zeros((len(sizes), sizes.max(), lengths.max()), np.int8)
        for k, length in enumerate(lengths):
            members[k, : sizes[k], :length] = list(combinations(range(n), length))
        of_size = [np.array(list(combinations(range(n), size)), np.int64) for size in (2, 3, 4)]
        self.sets = Sets(
            np.zeros(members.shape[:2]),
            members,
            sizes,
            lengths,
            np.array([len(lines.cells) for lines in board.classes], np.float64),
            np.array([lines.cover for lines in board.classes], np.float64),
            of_size[0],
            *(found if groups else found[:0] for found in of_size[1:]),
        )
        self.to, self.use = self.scratch(), self.scratch()

    def scratch(self) -> Scratch:
        """Return memory of a descent."""
        classes, n, most = len(self.sets.sizes), self.board.cells, self.sets.sizes.max()
        prices = (np.zeros((classes, n)), *(np.zeros([n] * axes) for axes in (2, 2, 3, 4)))
        best = np.zeros((classes, SOFT), np.int64), np.zeros((classes, SOFT)), np.zeros(classes, np.int64)
        return Scratch._make([*prices, *best, np.zeros(most)])

    def constraints(self) -> Dual:
        """Return a number for each constraint."""
        groups = self.sets.pairs, self.sets.threes, self.sets.fours
        return Dual(np.zeros(self.to.entry.size), *(np.zeros(len(group)) for group in groups))

    def bound(self, rolls: Array, steps: int) -> float:
        """Return an upper bound on the score less the penalty of every placement of these rolls (number indices)."""
        luck = None if self.penalty is None else self.penalty.luck(rolls)
        nothing = np.zeros((len(rolls), len(self.board.size)))
        for k, lines in enumerate(self.board.classes):
            paid = nothing if luck is None else luck[k]
            value_lines(self.board.next, lines.points, lines.length, paid, rolls, self.sets.values[k])
        prices = self.constraints()
        if self.penalty is not None:
            at, (first, second) = np.arange(len(rolls)), self.sets.pairs.T
            prices.entry[:] = self.prices.entry[:, at, rolls].reshape(-1)
            prices.pair[:] = self.prices.pair[second, rolls[second], rolls[first]]
        slack, mean, square = (self.constraints() for _ in range(3))
        return float(minimise(self.sets, prices, slack, mean, square, self.to, self.use, steps))


def penalised_score(board: Board, luck: Array, rolls: Array, cells: Array) -> tuple[float, float]:
    """Return the score of a placement of rolls, by the cell of each, and the penalty that it pays.

    :param luck: (classes, rolls, contents) as from `Penalty.luck`.
    """
    score = paid = 0.0
    for k, lines in enumerate(board.classes):
        for line in lines.cells:
            content = 0
            for t, number in enumerate(rolls):
                if board.size[content] < lines.length:
                    paid += luck[k, t, content]
                if cells[t] in line:
                    content = board.next[content, number]
            score += lines.points[content]
    return float(score), float(paid)


def random_rolls(board: Board, seed: int, games: int) -> Array:
    """Return the rolls of games (games, rolls), as indices of numbers."""
    return np.random.default_rng(seed).choice(len(board.chances), (games, board.cells), p=board.chances)
