"""Loss of the method of Knister on a board of 4x4 cells, which is solved exactly.

    python -m research.four_by_four --learn 300000 --games 200
    python -m research.four_by_four --learn 300000 --begun 4 --games 60

The rules are those of `research.board`, with two dice of two faces, so that three numbers are entered. The board has
4.3 billion positions; their expected scores under optimal play take 8.6 GB, in 16 bits each. The players are those of
Knister: values learned by self-play, one roll ahead by these values, and games played out over them with the rolls in
common, as `master` does. Games are played by each; what every entry loses is exact, so that the score of a player is
that of optimal play less the mean loss of a game. Prints one JSON object a player.

With `--begun 4` the first four numbers of a game are entered by the learned values, and each game is solved from there:
34 MB, seconds a game, and all players meet the same positions and rolls. `--players 3` leaves out the slowest.
"""

from collections.abc import Mapping
from itertools import islice
from statistics import fmean
from time import monotonic
from types import MappingProxyType
from typing import Any

import numpy as np

from benchmarks.shared import script
from knobel.engines.shared.compiled import Array, Float, Int, compiled
from knobel.engines.shared.rng import generator, random_below
from research.board import Board, board
from research.exact import Sheet, read_lines, sheet
from research.learned import RATES, Weights, learn_games, untrained, value

BITS = 2
"""Bits of a cell: 0 for a free one, otherwise 1 + the index of the number."""
SCALE = 900
"""Units of a stored value in a point. No score is higher than 72."""
ALL = 1e3
"""A distance in points within which all entries are, but not cells that are taken."""
NEAR = 1.0
SEARCHED = 3
BATCH = 24
MAX_STANDARD_ERRORS = 2.0
MAX_LOSS = 0.75
"""As in `knobel.engines.knister.playouts`."""
PLAYERS: Mapping[str, int] = MappingProxyType(
    {"learned values": -1, "one roll ahead": 0, "768 games played out": 768, "7,680 games played out": 7680}
)
"""The most games that a player plays out for an entry; 0 for one roll ahead, -1 for the values alone."""


@compiled
def powers(digits: Array) -> Array:
    """Return, by cell, the term of a digit in the number of a position; 0 for cells that are filled."""
    found, power = np.zeros(len(digits), np.int64), 1
    for cell in range(len(digits)):
        if digits[cell] == 0:
            found[cell] = power
            power <<= BITS
    return found


@compiled
def solve(rules: Sheet, begun: Array, values: Array) -> None:
    """Compute the expected score of optimal play for every position that follows a board, in units of 1 / `SCALE`, by
    backward induction.

    :param begun: by cell 0 if it is free, otherwise 1 + the index of its number.
    """
    cells, numbers, power = len(begun), len(rules.chances), powers(begun)
    free, digits = np.zeros(cells, np.int64), np.zeros(cells, np.int64)
    contents = np.zeros(len(rules.cells), np.int64)
    for position in range(len(values) - 1, -1, -1):
        count = 0
        for cell in range(cells):
            if power[cell] and not position // power[cell] & 3:
                free[count] = power[cell]
                count += 1
        mean = 0.0
        if count == 0:
            for cell in range(cells):
                digits[cell] = position // power[cell] & 3 if power[cell] else begun[cell]
            mean = SCALE * read_lines(rules, digits, contents)
        for d in range(numbers):
            best: Any = 0
            for i in range(count):
                best = max(best, np.int64(values[position + (d + 1) * free[i]]))
            mean += rules.chances[d] * best
        values[position] = np.uint16(mean + 0.5)


@compiled
def value_entries(rules: Sheet, weights: Any, digits: Array, number: Int, contents: Array, found: Array) -> Float:
    """Value the entries of a number by cell, and return the highest value."""
    best = -1e9
    for cell in range(len(digits)):
        found[cell] = -1e9
        if digits[cell] == 0:
            digits[cell] = number + 1
            found[cell] = value(rules, weights, digits, contents, 0.0)
            digits[cell] = 0
            best = max(best, found[cell])
    return best


@compiled
def before_roll(rules: Sheet, weights: Any, digits: Array, contents: Array, space: Array) -> Float:
    """Return the value of a position before a roll: its points if it is full."""
    if digits.min() > 0:
        return read_lines(rules, digits, contents)
    mean = 0.0
    for number in range(len(rules.chances)):
        mean += rules.chances[number] * value_entries(rules, weights, digits, number, contents, space)
    return mean


@compiled
def look_ahead(
    rules: Sheet, weights: Any, digits: Array, number: Int, contents: Array, found: Array, most: Int, near: float
) -> Int:
    """Return the best cell one roll ahead, among the `most` best by value that are within `near` of the best one.

    `found` receives the values of the cells, by the search for the searched cells.
    """
    rank, space = np.empty(len(digits)), np.empty(len(digits))
    value_entries(rules, weights, digits, number, contents, found)
    rank[:] = found
    top = found.max()
    best: Any = -1
    for _ in range(most):
        cell = rank.argmax()
        if rank[cell] < top - near:
            break
        rank[cell] = -1e9
        digits[cell] = number + 1
        found[cell] = before_roll(rules, weights, digits, contents, space)
        digits[cell] = 0
        if best < 0 or found[cell] > found[best]:
            best = cell
    return best


@compiled
def play_out(rules: Sheet, weights: Any, rolls: Array, digits: Array, rng: Array, contents: Array) -> Float:
    """Fill a board with random rolls, and return its score less the luck of the rolls by the values."""
    found, luck = np.empty(len(digits)), 0.0
    while digits.min() == 0:
        rolled = np.int64(rolls[random_below(rng, len(rolls))])
        luck -= before_roll(rules, weights, digits, contents, found)
        luck += value_entries(rules, weights, digits, rolled, contents, found)
        digits[look_ahead(rules, weights, digits, rolled, contents, found, SEARCHED, NEAR)] = rolled + 1
    return read_lines(rules, digits, contents) - luck


@compiled
def choose_by_playouts(
    rules: Sheet, weights: Any, rolls: Array, digits: Array, number: Int, contents: Array, rng: Array, budget: Int
) -> Int:
    """Return the best cell by games played out, among the best one roll ahead."""
    cells = len(digits)
    found, start = np.empty(cells), rng.copy()
    best = look_ahead(rules, weights, digits, number, contents, found, cells, ALL)
    kept = found >= found[best] - MAX_LOSS
    results, own, states = np.zeros((cells, budget)), digits.copy(), np.empty((cells, 1), np.uint64)
    for cell in range(cells):
        states[cell] = start
    runs, remaining = 0, kept.sum()
    while 1 < remaining <= budget // BATCH:
        best = -1
        for cell in range(cells):
            if not kept[cell]:
                continue
            for run in range(runs, runs + BATCH):
                own[:] = digits
                own[cell] = number + 1
                results[cell, run] = play_out(rules, weights, rolls, own, states[cell], contents)
            found[cell] = results[cell, : runs + BATCH].mean()
            if best < 0 or found[cell] > found[best]:
                best = cell
        runs += BATCH
        budget -= remaining * BATCH
        for cell in range(cells):
            if kept[cell] and cell != best:
                spread = (results[best, :runs] - results[cell, :runs]).std()
                if found[best] - found[cell] > MAX_STANDARD_ERRORS * spread / np.sqrt(runs):
                    kept[cell] = False
                    remaining -= 1
    random_below(rng, 2)
    return best


@compiled
def begin(rules: Sheet, weights: Any, rolls: Array, dice: Array, entries: Int) -> Array:
    """Return a board on which some numbers have been entered by the values alone."""
    digits, contents, found = (
        np.zeros(len(rules.power), np.int64),
        np.zeros(len(rules.cells), np.int64),
        np.empty(len(rules.power)),
    )
    for _ in range(entries):
        number = np.int64(rolls[random_below(dice, len(rolls))])
        value_entries(rules, weights, digits, number, contents, found)
        digits[found.argmax()] = number + 1
    return digits


@compiled
def loss(
    rules: Sheet, weights: Any, rolls: Array, values: Array, begun: Array, dice: Array, rng: Array, playouts: Int
) -> Float:
    """Play a game that has begun to the end, and return what its entries lose.

    :param values: the solution of the positions that follow.
    :param playouts: the most games played out for an entry; 0 for one roll ahead, -1 for the values alone.
    """
    cells, power, digits = len(begun), powers(begun), begun.copy()
    contents, found = np.zeros(len(rules.cells), np.int64), np.empty(cells)
    position, lost = 0, 0.0
    while digits.min() == 0:
        number = np.int64(rolls[random_below(dice, len(rolls))])
        best: Any = 0
        for cell in range(cells):
            if digits[cell] == 0:
                best = max(best, np.int64(values[position + (number + 1) * power[cell]]))
        if playouts < 0:
            value_entries(rules, weights, digits, number, contents, found)
            chosen = found.argmax()
        elif playouts == 0:
            chosen = look_ahead(rules, weights, digits, number, contents, found, cells, ALL)
        else:
            chosen = choose_by_playouts(rules, weights, rolls, digits, number, contents, rng, playouts)
        digits[chosen] = number + 1
        position += (number + 1) * power[chosen]
        lost += best - np.int64(values[position])
    return lost / SCALE


def learned(own: Board, games: int) -> Weights:
    """Return weights learned by self-play."""
    weights = untrained(own)
    learn_games(sheet(own), weights, own.rolls, generator(1), games, *RATES)
    return weights


def main() -> None:
    parser = script.parser(__doc__)
    parser.add_argument("--learn", type=int, default=300_000, help="games of self-play")
    parser.add_argument("--games", type=int, default=200, help="games of each player")
    parser.add_argument("--begun", type=int, default=0, help="entries before the losses count")
    parser.add_argument("--players", type=int, default=len(PLAYERS), help="the number of players")
    parser.add_argument("--minutes", type=float, default=1e6)
    parser.add_argument("--small", action="store_true", help="a board of 3x3, as a check")
    options = parser.parse_args()
    size = 3 if options.small else 4
    own = board(size, size, (2, 2))
    rules, until = sheet(own), monotonic() + 60 * options.minutes
    weights, dice = learned(own, options.learn), generator(7)
    values, solved = np.zeros(4 ** (own.cells - options.begun), np.uint16), False
    players = dict(islice(PLAYERS.items(), options.players))
    lost: dict[str, list[float]] = {name: [] for name in players}
    optimal = list[float]()
    for game in range(options.games):
        begun = begin(rules, weights, own.rolls, dice, options.begun)
        if options.begun or not solved:
            solve(rules, begun, values)
            solved = True
        optimal.append(values[0] / SCALE)
        for name, playouts in players.items():
            lost[name].append(
                loss(rules, weights, own.rolls, values, begun, generator(game), generator(game + 1), playouts)
            )
        if monotonic() > until:
            break
    score = fmean(optimal)
    script.report({"player": "optimal play", "games": len(optimal), "score": round(score, 3)})
    for name, each in lost.items():
        mean = script.mean_with_error(each, 4)
        share = round(100 * (1 - mean["mean"] / score), 2)
        script.report({"player": name, "games": len(each), "loss": mean, "share of optimal play, %": share})


if __name__ == "__main__":
    main()
