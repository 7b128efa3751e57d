"""Knaster in single steps."""

from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from knobel.core import Game
from knobel.encodings import encoding
from knobel.encodings.knaster import MOST_CIRCLES
from knobel.engines.knaster.tables import rules as rules_as_arrays
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.borrowed import borrowed
from knobel.engines.shared.compiled import Int, compiled, inlined
from knobel.engines.shared.grid import SUMS, grid
from knobel.engines.shared.masks import ones
from knobel.envs.steppers.rounds import Rounds, clear, roll_two
from knobel.envs.steppers.stepper import Results, Rows, Stepper, begin, end, legal, reward
from knobel.games.grid import CELLS, LINES

CELL_COUNT, LINE_COUNT, LEAST_SUM = len(CELLS), len(LINES), SUMS[0]
WAYS = sum(1 for count in range(MOST_CIRCLES) for _ in combinations(range(5), count + 1))
"""To circle cells of a line."""
CIRCLE, WORK_OFF = CELL_COUNT, 2 * CELL_COUNT
"""The first actions that circle a cell, and cells of a line."""
PASS = WORK_OFF + LINE_COUNT * WAYS


class Rules(NamedTuple):
    """`next`, `at` and `at_count` of `engines.shared.grid`; `earned` and `line_points` of `engines.knaster.tables`.
    Sets of cells as bit masks: `cells` (12), the cells of each line; `ways` (12, 25), the cells that actions circle."""

    next: Array
    at: Array
    at_count: Array
    earned: Array
    line_points: Array
    cells: Array
    ways: Array


class Games(NamedTuple):
    """A row a game: the fields `circled` and `due`; the multiset on each line, `lines` (games, 12); and the circled
    cells as bit masks, `marks` (games)."""

    results: Results
    rounds: Rounds
    circled: Array
    due: Array
    lines: Array
    marks: Array


@inlined
def open_round(games: Games, i: Int) -> None:
    """Roll, and mark the legal entries and circles."""
    rounds, masks = games.rounds, games.results.masks
    number = roll_two(games.results.rng, rounds, i)
    free = circles = 0
    for cell in range(CELL_COUNT):
        here = rounds.grids[i, cell]
        may_enter, may_circle = here == 0, here == number and games.circled[i, cell] == 0
        masks[i, cell], masks[i, CIRCLE + cell] = may_enter, may_circle
        free += may_enter
        circles += may_circle
    rounds.final[i] = free == 0
    masks[i, PASS] = free + circles == 0


@inlined
def start(games: Games, i: Int) -> None:
    """Begin a game."""
    begin(games.results, i)
    clear(games.rounds, i)
    games.circled[i] = games.due[i] = 0
    games.lines[i] = games.marks[i] = 0
    games.results.masks[i] = 0
    open_round(games, i)


@inlined
def enter(games: Games, rules: Rules, i: Int, cell: Int) -> bool:
    """Enter the sum of the dice. Return true if a completed line has to be worked off."""
    total = games.rounds.dice[i, 0] + games.rounds.dice[i, 1]
    games.rounds.grids[i, cell] = total
    busy = False
    for k in range(rules.at_count[cell]):
        line = rules.at[cell, k]
        now = rules.next[games.lines[i, line], total - LEAST_SUM]
        games.lines[i, line] = now
        games.due[i, line] = rules.earned[now]
        busy |= rules.earned[now] > 0
    return busy


@inlined
def circle(games: Games, rules: Rules, i: Int, cells: Int) -> None:
    """Circle a set of cells."""
    marks = games.marks[i] | cells
    games.marks[i] = marks
    for cell in range(CELL_COUNT):
        games.circled[i, cell] = marks >> cell & 1
    points = ones(marks)
    for line in range(LINE_COUNT):
        points += rules.line_points[line] * (rules.cells[line] & ~marks == 0)
    games.rounds.points[i] = points


@inlined
def settle(games: Games, rules: Rules, i: Int) -> bool:
    """Mark the legal circles in the lines to be worked off. Return true if there are such lines."""
    masks, marks, busy = games.results.masks, games.marks[i], False
    for line in range(LINE_COUNT):
        due = min(games.due[i, line], ones(rules.cells[line] & ~marks))
        games.due[i, line] = due
        busy |= due > 0
        for k in range(WAYS):
            cells = rules.ways[line, k]
            masks[i, WORK_OFF + line * WAYS + k] = cells & marks == 0 and ones(cells) == due
    if busy:
        masks[i, :WORK_OFF] = 0
        masks[i, PASS] = 0
    return busy


@inlined
def play(games: Games, rules: Rules, i: Int, action: Int) -> None:
    """Enter, circle, work off a line or pass."""
    results, rounds = games.results, games.rounds
    busy = False
    if action < CIRCLE:
        busy = enter(games, rules, i, action)
    elif action < WORK_OFF:
        circle(games, rules, i, np.int64(1) << (action - CIRCLE))
    elif action < PASS:
        line = (action - WORK_OFF) // WAYS
        circle(games, rules, i, rules.ways[line, (action - WORK_OFF) % WAYS])
        games.due[i, line] = 0
        busy = True
    reward(results, i, rounds.points[i])
    if busy and settle(games, rules, i):
        return
    if rounds.final[i]:
        rounds.waiting[i] = 0
        end(results, i)
    else:
        open_round(games, i)


@compiled
def step(games: Games, rules: Rules, which: Array, actions: Array) -> None:
    """Go one step on in these games."""
    games, rules = borrowed(games), borrowed(rules)
    for i in range(len(which)):
        if which[i] and games.results.over[i]:
            start(games, i)
        elif which[i] and legal(games.results, i, actions[i]):
            play(games, rules, i, actions[i])


def stepper(game: Game[Any], count: int) -> Stepper:
    """Return `count` solo games of Knaster."""
    numbers, arrays, (earned, line_points) = encoding(game, 1), grid(), rules_as_arrays()
    rows = Rows(numbers, count)
    named = (action.partition(":")[2].split(",") for action in numbers.actions[WORK_OFF:PASS])
    ways = np.array([sum(1 << CELLS.index(cell) for cell in cells) for cells in named]).reshape(LINE_COUNT, WAYS)
    rules = Rules(
        arrays.next,
        arrays.at,
        arrays.at_count,
        earned,
        line_points,
        cells=(1 << arrays.cells).sum(axis=1),
        ways=ways,
    )
    games = Games(
        rows.results,
        rows.fields(Rounds),
        rows["circled"],
        rows["due"],
        lines=rows.hidden(LINE_COUNT, dtype=np.int16),
        marks=rows.hidden(),
    )
    return Stepper(numbers, rows, games, rules, step)
