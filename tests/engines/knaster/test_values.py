"""The values of Knaster and the moves by them, compared with slow versions of their definitions."""

from typing import Any

import numpy as np
import pytest

from knobel.core import Move
from knobel.engines.knaster.engine import KnasterEngine
from knobel.engines.knaster.lookup import NO_OPPONENT
from knobel.engines.knaster.sheet import CELLS, EARNED, line_codes
from knobel.engines.knaster.sheet import score as score_in_kernels
from knobel.engines.knaster.sheet_values import last_roll_value, sheet_value
from knobel.engines.knaster.values import evaluate, prepare
from knobel.engines.shared.compiled import Array, Int, compiled
from knobel.engines.shared.grid import multisets
from knobel.games.grid import CELL, SIZE
from knobel.games.knaster import Sheet, circles_earned
from knobel.games.simultaneous import Rounds
from tests.engines.knaster.reference import CHANCES, GAME, best_score, decisions, dice

pytestmark = pytest.mark.slow  # compiles for ten seconds


@pytest.fixture(scope="session")
def engine(native_engine: KnasterEngine) -> KnasterEngine:
    return native_engine


@compiled
def score(tables: Any, sheet: Array) -> Int:
    return score_in_kernels(tables, sheet)


def value(engine: KnasterEngine, sheet: Sheet, m: int) -> float:
    search = engine.rollouts["quick"].search
    return float(sheet_value(search.tables, search.scratch, engine.sheets(sheet)[0], m))


def best_end(engine: KnasterEngine, state: Any, seat: int, m: int) -> float:
    """Return the points and the value after a seat's best way to finish its move, by the rules."""
    sheet = state.sheets[seat]
    if not GAME.busy(sheet):
        return GAME.total(sheet) + value(engine, sheet, m)
    actions = GAME.legal(state, seat)
    return max(best_end(engine, GAME.apply(state, Move(seat, action)), seat, m) for action in actions)


def transposed(sheet: Sheet) -> Sheet:
    turn = [SIZE * (cell % SIZE) + cell // SIZE for cell in range(CELLS)]
    return Sheet(tuple(sheet.grid[i] for i in turn), frozenset(turn[i] for i in sheet.circled))


def mirrored(sheet: Sheet) -> Sheet:
    return Sheet(tuple(14 - number if number else 0 for number in sheet.grid), sheet.circled)


def test_symmetric_sheets_have_the_same_value(engine: KnasterEngine) -> None:
    for state, seat in decisions(1, 1, games=2):
        sheet = Sheet(state.sheets[seat].grid, state.sheets[seat].circled)
        for m in (1, 5, 17, NO_OPPONENT):
            here = value(engine, sheet, m)
            assert value(engine, transposed(sheet), m) == pytest.approx(here, abs=1e-3)
            assert value(engine, mirrored(sheet), m) == pytest.approx(here, abs=1e-3)


def test_a_value_depends_on_every_line(engine: KnasterEngine) -> None:
    sheet = Sheet((3, 4, 5, *[0] * 22))
    others = [Sheet((3, 4, 6, *[0] * 22)), Sheet(sheet.grid, frozenset({0})), Sheet((3, 5, 4, *[0] * 22))]
    assert all(abs(value(engine, other, NO_OPPONENT) - value(engine, sheet, NO_OPPONENT)) > 1e-6 for other in others)


def test_move_values_are_gain_plus_afterstate(engine: KnasterEngine) -> None:
    out = np.empty(2 * CELLS, np.float32)
    search = engine.rollouts["quick"].search
    for state, seat in decisions(2, 1, games=4):
        sheet = state.sheets[seat]
        if sheet.pending:
            continue
        own = engine.sheets(sheet)[0]
        assert score(search.tables, own) == GAME.total(sheet)
        m = 0 if state.final else NO_OPPONENT
        prepare(search.tables, search.scratch, own, m)
        best = evaluate(search.tables, search.scratch, own, m, sum(state.dice) - 2, out)
        legal = {CELL[a.removesuffix("o")] + CELLS * a.endswith("o"): a for a in GAME.legal(state, seat) if a != "pass"}
        assert {k for k in range(2 * CELLS) if out[k] > -1e8} == set(legal)
        assert best == (max(legal, key=lambda k: float(out[k])) if legal else -1)
        for k, action in legal.items():
            after = GAME.apply(state, Move(seat, action))
            slow = best_end(engine, after, seat, m) - GAME.total(sheet)
            # Several lines are scored one after the other, which may miss the best combination.
            if len(after.sheets[seat].pending) < 2:
                assert out[k] == pytest.approx(slow, abs=1e-3)
            else:
                assert out[k] <= slow + 1e-3


def test_the_last_roll_is_exact(engine: KnasterEngine) -> None:
    checked = 0
    for state, seat in decisions(3, 2, games=12):
        sheet = state.sheets[seat]
        if 0 in sheet.grid or sheet.pending:
            continue
        last = {total: Rounds((sheet,), 30, dice(total), (0,), final=True) for total in CHANCES}
        mean = sum(chance * best_score(last[total], 0) for total, chance in CHANCES.items()) - GAME.total(sheet)
        assert last_roll_value(engine.tables, engine.sheets(sheet)[0]) == pytest.approx(mean, abs=1e-5)
        checked += 1
    assert checked > 10


def test_actions_are_worth_the_best_way_to_finish_the_move(engine: KnasterEngine) -> None:
    several = 0
    for state, seat in decisions(7, 1, games=8):
        worth = engine.evaluate(state, seat, "quick")
        assert set(worth) == set(GAME.legal(state, seat))
        for action, found in worth.items():
            after = GAME.apply(state, Move(seat, action))
            several += len(after.sheets[seat].pending) > 1
            m = 0 if state.final else NO_OPPONENT
            # Expected points are corrected by the mean error of the values, merits are not.
            value = GAME.score(state, seat) + found.merit
            assert value == pytest.approx(best_end(engine, after, seat, m), abs=1e-3)
    assert several


def test_line_codes_give_the_earned_circles(engine: KnasterEngine) -> None:
    for line in multisets()[:: SIZE + 2]:
        full = len(line) == SIZE
        codes = engine.sheets(Sheet((*line, *[0] * (CELLS - len(line)))))[0]
        assert engine.tables.lines[codes[0], EARNED] == (circles_earned(line) if full else 0)
        assert multisets()[line_codes().numbers[codes[0]]] == line
        assert line_codes().free[codes[0]] == SIZE - len(line)
