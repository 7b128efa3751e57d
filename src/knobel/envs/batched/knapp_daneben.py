"""Knapp Daneben! in single steps."""

from typing import Any, NamedTuple

import numpy as np

from knobel.core import Game
from knobel.encodings import encoding
from knobel.engines.knapp_daneben.lookup import rules as rules_as_arrays
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.borrow import borrow
from knobel.engines.shared.compiled import Int, compiled, inlined
from knobel.engines.shared.grid import SUMS
from knobel.envs.batched.batch import BatchArrays, GameBatch, Results, check_legal
from knobel.envs.batched.rounds import Rounds, end_after_final_round, reset_rounds, roll_dice
from knobel.games.grid import CELLS
from knobel.games.knapp_daneben import BOX_LINES, COLOURS, ROUNDS

COLOUR_COUNT, LINE_COUNT, LEAST_SUM = len(COLOURS), len(BOX_LINES), SUMS[0]
MAX_BOXES_PER_CIRCLE = 4
"""Beside one circle."""


class Rules(NamedTuple):
    """`own`: the colour of the seat. `mask` (125): the legal actions on the empty sheet. `boxes` (25): the number of
    boxes beside each circle. `beside` and `line` (25, 4): for each of them, the circle on its other side, and its line.
    `ticked`, `tick_points` and `number_points` are those of `engines.knapp_daneben.lookup`."""

    own: int
    mask: Array
    boxes: Array
    beside: Array
    line: Array
    ticked: Array
    tick_points: Array
    number_points: Array


class Games(NamedTuple):
    """A row a game; `ticks` (games, 10) counts the ticked boxes of each line."""

    results: Results
    rounds: Rounds
    ticks: Array


@inlined
def reset_game(games: Games, rules: Rules, i: Int) -> None:
    """Begin a game."""
    reset_rounds(games.results, games.rounds, i)
    games.ticks[i] = 0
    games.results.masks[i] = rules.mask
    roll_dice(games.results.rng, games.rounds, i)


@inlined
def apply_action(games: Games, rules: Rules, i: Int, action: Int) -> None:
    """Enter the sum of the own die and another."""
    results, rounds = games.results, games.rounds
    cell, other = action // COLOUR_COUNT, action % COLOUR_COUNT
    total = rounds.dice[i, rules.own] + rounds.dice[i, other]
    rounds.grids[i, cell] = total
    results.masks[i, cell * COLOUR_COUNT : (cell + 1) * COLOUR_COUNT] = 0
    gain = rules.number_points[total - LEAST_SUM]
    for k in range(rules.boxes[cell]):
        number, line = rounds.grids[i, rules.beside[cell, k]], rules.line[cell, k]
        if number and rules.ticked[total - LEAST_SUM, number - LEAST_SUM]:
            ticks = games.ticks[i, line]
            gain += rules.tick_points[ticks + 1] - rules.tick_points[ticks]
            games.ticks[i, line] = ticks + 1
    rounds.points[i] += gain
    if not end_after_final_round(results, rounds, i):
        roll_dice(results.rng, rounds, i)
        rounds.final[i] = rounds.round[i] == ROUNDS


@compiled
def step_games(games: Games, rules: Rules, selected: Array, actions: Array) -> None:
    """Go one step on in these games."""
    games, rules = borrow(games), borrow(rules)
    for i in range(len(selected)):
        if selected[i] and games.results.over[i]:
            reset_game(games, rules, i)
        elif selected[i] and check_legal(games.results, i, actions[i]):
            apply_action(games, rules, i, actions[i])


def game_batch(game: Game[Any], count: int) -> GameBatch:
    game_encoding = encoding(game, 1)
    rows, arrays = BatchArrays(game_encoding, count), rules_as_arrays(game.options["layout"])
    first = game.start(1)
    shown = game_encoding.observe(first, 0)
    for name in ("colours", "layout"):
        rows.observations[name][:] = shown[name]
    own = int(shown["colours"][0])
    boxes = np.zeros(len(CELLS), np.int64)
    beside, line = (np.zeros((len(CELLS), MAX_BOXES_PER_CIRCLE), np.int64) for _ in range(2))
    for number, pairs in enumerate(arrays.boxes):
        for pair in pairs:
            for one, other in (pair, pair[::-1]):
                beside[one, boxes[one]], line[one, boxes[one]] = other, number
                boxes[one] += 1
    colour, other = np.meshgrid(arrays.colour, np.arange(COLOUR_COUNT), indexing="ij")
    mask = (other != own) & ((colour == own) | (colour == other))
    rules = Rules(
        own,
        mask.astype(np.int8).ravel(),
        boxes,
        beside,
        line,
        arrays.ticked,
        arrays.tick_points,
        arrays.number_points,
    )
    games = Games(rows.results, rows.fields(Rounds), ticks=rows.hidden(LINE_COUNT))
    return GameBatch(game_encoding, rows, games, rules, step_games, game_batch)
