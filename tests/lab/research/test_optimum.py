"""Bounds and exact values of small boards, against all rolls and all placements of a tiny one."""

from functools import cache
from itertools import permutations, product
from typing import Any

import numpy as np
import pytest

from knobel.engines.knister.lookup import points
from research import exact, lagrangian
from research.board import KNISTER, Board, board
from research.learned import learned_values
from research.penalty import Penalty
from research.placements import good_placement
from research.relaxation import Relaxation, penalised_score

TINY = board(2, 2, (2, 2))
ROLLS = [np.array(rolls) for rolls in product(range(3), repeat=4)]
CHANCES = np.array([TINY.chances[rolls].prod() for rolls in ROLLS])


def score(own: Board, entered: dict[int, int]) -> float:
    """Return the points of a full board, by cell the index of its number."""
    total = 0.0
    for lines in own.classes:
        for cells in lines.cells:
            content = 0
            for cell in cells:
                content = own.next[content, entered[int(cell)]]
            total += lines.points[content]
    return total


@pytest.fixture(scope="module")
def optimum() -> float:
    @cache
    def value(entered: frozenset[tuple[int, int]]) -> float:
        free = set(range(4)) - {cell for cell, _ in entered}
        if not free:
            return score(TINY, dict(entered))
        return float(sum(p * max(value(entered | {(cell, d)}) for cell in free) for d, p in enumerate(TINY.chances)))

    return value(frozenset())


@pytest.fixture(scope="module")
def relaxed() -> tuple[float, Relaxation]:
    bound, prices = lagrangian.minimise(TINY, 50)
    return bound, Relaxation(TINY, prices, Penalty(TINY, prices))


def test_the_board_of_knister_has_its_points() -> None:
    own = board(*KNISTER)
    by_line = [lines.points for lines in own.classes for _ in lines.cells]
    np.testing.assert_array_equal(by_line, points())


@pytest.mark.slow
def test_backward_induction_agrees_with_the_definition(optimum: float) -> None:
    rules, scores, optimal, guide = exact.sheet(TINY), *(exact.table(TINY) for _ in range(3))
    exact.score_positions(rules, scores)
    exact.play(rules, optimal, scores, optimal)
    assert optimal[0] == pytest.approx(optimum, abs=1e-5)
    exact.play(rules, learned_values(TINY, 300), scores, guide)
    assert guide[0] <= optimal[0] + 1e-6
    random = exact.table(TINY)
    exact.play(rules, np.zeros_like(scores), scores, random)
    assert random[0] < guide[0]


@pytest.mark.slow
def test_with_optimal_values_as_penalty_no_placement_gains(optimum: float) -> None:
    rules, scores, optimal, ahead = exact.sheet(TINY), *(exact.table(TINY) for _ in range(3))
    exact.score_positions(rules, scores)
    exact.play(rules, optimal, scores, optimal)
    exact.look_ahead(rules, optimal, ahead)
    none = np.zeros_like(scores)
    best = [exact.best_placement(rules, optimal, ahead, scores, rolls) for rolls in ROLLS]
    assert best == pytest.approx([optimum] * len(ROLLS), abs=1e-5)
    known = [exact.best_placement(rules, none, none, scores, rolls) for rolls in ROLLS]
    assert known == [max(score(TINY, dict(zip(p, r, strict=True))) for p in permutations(range(4))) for r in ROLLS]


@pytest.mark.slow
def test_the_penalty_has_expectation_zero(relaxed: tuple[float, Relaxation]) -> None:
    penalty = relaxed[1].penalty
    assert penalty is not None
    # The second roll goes beside an equal first one, and below it otherwise.
    placements = [np.array([0, 1, 2, 3] if rolls[0] == rolls[1] else [0, 2, 1, 3]) for rolls in ROLLS]
    paid = [
        penalised_score(TINY, penalty.luck(rolls), rolls, cells)[1]
        for rolls, cells in zip(ROLLS, placements, strict=True)
    ]
    assert CHANCES @ paid == pytest.approx(0, abs=1e-9)
    assert np.abs(paid).max() > 0.1


@pytest.mark.slow
def test_bounds_hold_for_all_placements(relaxed: tuple[float, Relaxation], optimum: float) -> None:
    lagrange, relaxation = relaxed
    penalty = relaxation.penalty
    assert penalty is not None
    first = [relaxation.bound(rolls, 0) for rolls in ROLLS]
    bounds = [relaxation.bound(rolls, 30) for rolls in ROLLS]
    for rolls, bound in zip(ROLLS, bounds, strict=True):
        relaxation.bound(rolls, 0)
        found, luck, best = good_placement(relaxation, 100), penalty.luck(rolls), -1e9
        for cells in permutations(range(4)):
            points, paid = penalised_score(TINY, luck, rolls, np.array(cells))
            best = max(best, points - paid)
        assert found == pytest.approx(best)
        assert best <= bound + 1e-9
    assert CHANCES @ first == pytest.approx(lagrange, abs=1e-9)
    assert optimum <= CHANCES @ bounds <= lagrange


@pytest.mark.slow
@pytest.mark.parametrize("size", [(2, 3, (2, 2)), (3, 3, (2, 2))])
def test_the_lagrangian_bound_is_valid_on_other_boards(size: Any) -> None:
    own = board(*size)
    rules, scores, optimal = exact.sheet(own), exact.table(own), exact.table(own)
    exact.score_positions(rules, scores)
    exact.play(rules, optimal, scores, optimal)
    assert lagrangian.minimise(own, 30)[0] >= optimal[0]
