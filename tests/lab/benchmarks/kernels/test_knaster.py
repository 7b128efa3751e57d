"""The compiled games are games of the rules module."""

import numpy as np
import pytest

from benchmarks.kernels.playouts.knaster import CIRCLE, MAX_ACTIONS, PASS, WORK_OFF, random_playouts
from knobel.core import Chance, Move, Over, Roll
from knobel.engines.knaster.lookup import rules
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.grid import SUMS, grid, multisets
from knobel.engines.shared.rng import generator
from knobel.games.grid import CELLS, LINES
from knobel.games.knaster import LINE_POINTS, Knaster, circles_earned

pytestmark = pytest.mark.slow


def play(games: int, seed: int) -> tuple[Array, list[int], list[int]]:
    scores, sums, actions = np.empty(games, np.int32), np.empty(60, np.int64), np.empty(MAX_ACTIONS, np.int64)
    n = random_playouts(generator(seed), grid(), rules(), scores, sums, actions)
    return scores, sums.tolist(), actions[:n].tolist()


def notation(code: int) -> str:
    if code >= WORK_OFF:
        line, mask = divmod(code, WORK_OFF)
        return f"{list(LINES)[line - 1]}:{','.join(name for cell, name in enumerate(CELLS) if mask >> cell & 1)}"
    if code == PASS:
        return "pass"
    return CELLS[code - CIRCLE] + "o" if code >= CIRCLE else CELLS[code]


def test_arrays_are_those_of_the_rules() -> None:
    for i, line in enumerate(multisets()):
        assert rules().earned[i] == (circles_earned(line) if len(line) == 5 else 0)
    assert rules().line_points.tolist() == [LINE_POINTS[line] for line in LINES]


def test_games_replay_under_the_rules() -> None:
    game = Knaster()
    seen: set[str] = set()
    for seed in range(60):
        scores, sums, actions = play(2, seed)
        state, rolls = game.start(1), iter(sums)
        for code in actions:
            if isinstance(game.turn(state), Chance):
                total = SUMS[next(rolls)]
                state = game.apply(state, Roll((max(1, total - 6), total - max(1, total - 6))))
            assert notation(code) in game.legal(state, 0)
            seen.add(notation(code)[2:3])
            state = game.apply(state, Move(0, notation(code)))
        assert game.turn(state) == Over((scores[-1],))
    assert seen >= {"", "o", "s", "w", "l"}


def test_actions_are_equally_likely() -> None:
    """In the first decisions of many games, with one number entered, the same number is circled once in 25."""
    circled = [play(1, seed)[2][1] >= CIRCLE for seed in range(3000) if len(set(play(1, seed)[1][:2])) == 1]
    assert abs(sum(circled) / len(circled) - 1 / 25) < 4 * (1 / 25 * 24 / 25 / len(circled)) ** 0.5
