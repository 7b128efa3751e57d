"""Knaster in single steps."""

from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from knobel.core import Game
from knobel.encodings import encoding
from knobel.encodings.knaster import MAX_CIRCLES_PER_LINE
from knobel.engines.knaster.lookup import rules as rules_as_arrays
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.bit_sets import popcount
from knobel.engines.shared.borrow import borrow
from knobel.engines.shared.compiled import Int, compiled, inlined
from knobel.engines.shared.grid import SUMS, grid
from knobel.envs.batched.batch import BatchArrays, GameBatch, Results, check_legal, set_reward
from knobel.envs.batched.rounds import Rounds, end_after_final_round, reset_rounds, roll_two_dice
from knobel.games.grid import CELLS, LINES

CELL_COUNT, LINE_COUNT, LEAST_SUM = len(CELLS), len(LINES), SUMS[0]
CIRCLINGS_PER_LINE = sum(1 for count in range(MAX_CIRCLES_PER_LINE) for _ in combinations(range(5), count + 1))
"""To circle cells of a line."""
CIRCLE, CIRCLE_LINE = CELL_COUNT, 2 * CELL_COUNT
"""The first actions that circle a cell, and cells of a line."""
PASS = CIRCLE_LINE + LINE_COUNT * CIRCLINGS_PER_LINE


class Rules(NamedTuple):
    """`next`, `at` and `at_count` of `engines.shared.grid`; `earned` and `line_points` of `engines.knaster.lookup`.
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
    number = roll_two_dice(games.results.rng, rounds, i)
    free = circles = 0
    for cell in range(CELL_COUNT):
        cell_number = rounds.grids[i, cell]
        may_enter, may_circle = cell_number == 0, cell_number == number and games.circled[i, cell] == 0
        masks[i, cell], masks[i, CIRCLE + cell] = may_enter, may_circle
        free += may_enter
        circles += may_circle
    rounds.final[i] = free == 0
    masks[i, PASS] = free + circles == 0


@inlined
def reset_game(games: Games, i: Int) -> None:
    """Begin a game."""
    reset_rounds(games.results, games.rounds, i)
    games.circled[i] = games.due[i] = 0
    games.lines[i] = games.marks[i] = 0
    games.results.masks[i] = 0
    open_round(games, i)


@inlined
def enter(games: Games, rules: Rules, i: Int, cell: Int) -> bool:
    """Enter the sum of the dice. Return true if a completed line has to be worked off."""
    total = games.rounds.dice[i, 0] + games.rounds.dice[i, 1]
    games.rounds.grids[i, cell] = total
    must_circle = False
    for k in range(rules.at_count[cell]):
        line = rules.at[cell, k]
        now = rules.next[games.lines[i, line], total - LEAST_SUM]
        games.lines[i, line] = now
        games.due[i, line] = rules.earned[now]
        must_circle |= rules.earned[now] > 0
    return must_circle


@inlined
def circle(games: Games, rules: Rules, i: Int, cells: Int) -> None:
    """Circle a set of cells."""
    marks = games.marks[i] | cells
    games.marks[i] = marks
    for cell in range(CELL_COUNT):
        games.circled[i, cell] = marks >> cell & 1
    points = popcount(marks)
    for line in range(LINE_COUNT):
        points += rules.line_points[line] * (rules.cells[line] & ~marks == 0)
    games.rounds.points[i] = points


@inlined
def mask_due_circles(games: Games, rules: Rules, i: Int) -> bool:
    """Mark the legal circles in the lines to be worked off. Return true if there are such lines."""
    masks, marks, must_circle = games.results.masks, games.marks[i], False
    for line in range(LINE_COUNT):
        due = min(games.due[i, line], popcount(rules.cells[line] & ~marks))
        games.due[i, line] = due
        must_circle |= due > 0
        for k in range(CIRCLINGS_PER_LINE):
            cells = rules.ways[line, k]
            masks[i, CIRCLE_LINE + line * CIRCLINGS_PER_LINE + k] = cells & marks == 0 and popcount(cells) == due
    if must_circle:
        masks[i, :CIRCLE_LINE] = 0
        masks[i, PASS] = 0
    return must_circle


@inlined
def apply_action(games: Games, rules: Rules, i: Int, action: Int) -> None:
    """Enter, circle, work off a line or pass."""
    results, rounds = games.results, games.rounds
    must_circle = False
    if action < CIRCLE:
        must_circle = enter(games, rules, i, action)
    elif action < CIRCLE_LINE:
        circle(games, rules, i, np.int64(1) << (action - CIRCLE))
    elif action < PASS:
        line = (action - CIRCLE_LINE) // CIRCLINGS_PER_LINE
        circle(games, rules, i, rules.ways[line, (action - CIRCLE_LINE) % CIRCLINGS_PER_LINE])
        games.due[i, line] = 0
        must_circle = True
    if must_circle and mask_due_circles(games, rules, i):
        set_reward(results, i, rounds.points[i])
    elif not end_after_final_round(results, rounds, i):
        open_round(games, i)


@compiled
def step_games(games: Games, rules: Rules, selected: Array, actions: Array) -> None:
    """Go one step on in these games."""
    games, rules = borrow(games), borrow(rules)
    for i in range(len(selected)):
        if selected[i] and games.results.over[i]:
            reset_game(games, i)
        elif selected[i] and check_legal(games.results, i, actions[i]):
            apply_action(games, rules, i, actions[i])


def game_batch(game: Game[Any], count: int) -> GameBatch:
    game_encoding, arrays, (earned, line_points) = encoding(game, 1), grid(), rules_as_arrays()
    rows = BatchArrays(game_encoding, count)
    named = (action.partition(":")[2].split(",") for action in game_encoding.actions[CIRCLE_LINE:PASS])
    ways = np.array([sum(1 << CELLS.index(cell) for cell in cells) for cells in named]).reshape(
        LINE_COUNT, CIRCLINGS_PER_LINE
    )
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
    return GameBatch(game_encoding, rows, games, rules, step_games, game_batch)
