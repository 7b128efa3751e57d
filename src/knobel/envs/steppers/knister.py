"""Knister in single steps."""

from typing import Any, NamedTuple

import numpy as np

from knobel.core import Game
from knobel.encodings import encoding
from knobel.engines.knister.tables import points
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.compiled import Int, compiled, inlined
from knobel.engines.shared.grid import SUMS, grid
from knobel.engines.shared.rng import generator
from knobel.envs.steppers.stepper import zeros
from knobel.games.grid import CELLS, LINES

CELL_COUNT, LINE_COUNT, LEAST_SUM = len(CELLS), len(LINES), SUMS[0]


class Games(NamedTuple):
    """A row a game: its generator of random numbers, the multiset on each of its lines (12), what its encoding shows,
    and what came of the last step."""

    rng: Array
    lines: Array
    grids: Array
    dice: Array
    round: Array
    final: Array
    waiting: Array
    points: Array
    masks: Array
    rewards: Array
    over: Array
    illegal: Array


@inlined
def roll(games: Games, i: Int) -> None:
    """Open the next round of a game: xorshift64* as in `engines.shared.rng`, one word a roll."""
    x = games.rng[i]
    x ^= x >> np.uint64(12)
    x ^= x << np.uint64(25)
    x ^= x >> np.uint64(27)
    games.rng[i] = x
    word = x * np.uint64(0x2545F4914F6CDD1D)
    half, low = np.uint64(32), np.uint64(0xFFFFFFFF)
    one = 1 + np.int64(((word >> half) * np.uint64(6)) >> half)
    other = 1 + np.int64(((word & low) * np.uint64(6)) >> half)
    games.dice[i, 0], games.dice[i, 1] = min(one, other), max(one, other)
    games.round[i] += 1
    games.final[i] = games.round[i] == CELL_COUNT
    games.waiting[i] = 1


@inlined
def start(games: Games, i: Int) -> None:
    """Begin a game."""
    games.lines[i] = 0
    games.grids[i] = 0
    games.masks[i] = 1
    games.round[i] = games.points[i] = 0
    games.rewards[i] = 0.0
    games.over[i] = games.illegal[i] = False
    roll(games, i)


@inlined
def finish(games: Games, i: Int) -> None:
    """End a game."""
    games.over[i] = True
    games.masks[i] = 0
    games.waiting[i] = 0


@compiled
def start_some(games: Games, which: Array) -> None:
    """Begin a game wherever it is wanted."""
    for i in range(len(which)):
        if which[i]:
            start(games, i)


@compiled
def step_all(
    games: Games, actions: Array, following: Array, at: Array, at_count: Array, worth: Array, begin_anew: bool
) -> None:
    """Take an action in every game."""
    for i in range(len(actions)):
        cell = actions[i]
        if games.over[i]:
            if begin_anew:
                start(games, i)
            continue
        if cell < 0 or cell >= CELL_COUNT or games.masks[i, cell] == 0:
            games.illegal[i] = True
            games.rewards[i] = -games.points[i]
            finish(games, i)
            continue
        total = games.dice[i, 0] + games.dice[i, 1]
        games.grids[i, cell] = total
        games.masks[i, cell] = 0
        gain = 0
        for k in range(at_count[cell]):
            line = at[cell, k]
            now = following[games.lines[i, line], total - LEAST_SUM]
            games.lines[i, line] = now
            gain += worth[line, now]
        games.points[i] += gain
        games.rewards[i] = gain
        if games.round[i] == CELL_COUNT:
            finish(games, i)
        else:
            roll(games, i)


class KnisterStepper:
    """So many games of Knister alone."""

    def __init__(self, game: Game[Any], count: int) -> None:
        fields = encoding(game, 1).fields
        self.observations = {field.name: zeros((count, *field.shape), field.dtype) for field in fields}
        self.masks = zeros((count, CELL_COUNT), np.int8)
        self.rewards = zeros((count,), np.float64)
        self.over, self.illegal = np.ones(count, np.bool_), np.zeros(count, np.bool_)
        rows = {name: array.reshape(count, -1) for name, array in self.observations.items()}
        self.games = Games(
            rng=np.ones(count, np.uint64),
            lines=np.zeros((count, LINE_COUNT), np.int16),
            grids=rows["grids"],
            dice=rows["dice"],
            round=rows["round"][:, 0],
            final=rows["final"][:, 0],
            waiting=rows["waiting"][:, 0],
            points=rows["points"][:, 0],
            masks=self.masks,
            rewards=self.rewards,
            over=self.over,
            illegal=self.illegal,
        )
        rules = grid()
        self.rules = rules.next, rules.at, rules.at_count, points()

    def seed(self, which: Array, seeds: Array) -> None:
        for i, seed in zip(which, seeds, strict=True):
            self.games.rng[i] = generator(int(seed))[0]

    def begin(self, which: Array) -> None:
        start_some(self.games, which)

    def step(self, actions: Array, *, begin_anew: bool) -> None:
        step_all(self.games, actions, *self.rules, begin_anew)


stepper = KnisterStepper
