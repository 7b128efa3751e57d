"""Mean errors of the values."""

from itertools import pairwise

from knobel.core import Move
from knobel.engines.knaster.engine import KnasterEngine
from knobel.engines.knaster.lookup import NO_OPPONENT
from knobel.engines.knaster.values import mean_error
from tests.engines.knaster.reference import GAME, decisions


def test_points_are_corrected_and_merits_are_not(engine: KnasterEngine) -> None:
    checked = 0
    for seats in (1, 2):
        for i, (state, seat) in enumerate(decisions(31, seats, games=1)):
            if state.final or i % 6:
                continue
            fewest = min((s.grid.count(0) for j, s in enumerate(state.sheets) if j != seat), default=NO_OPPONENT)
            for action, found in engine.evaluate(state, seat, "quick").items():
                after = GAME.apply(state, Move(seat, action)).sheets[seat]
                if after.pending:
                    continue
                value = GAME.score(state, seat) + found.merit
                error = 0.0 if found.exact else mean_error(after.grid.count(0), fewest)
                assert abs(found.points - value - error) < 1e-4
                checked += bool(error)
    assert checked > 100


def test_the_mean_error_depends_on_free_cells_and_other_sheets() -> None:
    assert mean_error(12, NO_OPPONENT) > mean_error(1, NO_OPPONENT) > 0
    assert mean_error(20, 20) == mean_error(20, 1) > 0 > max(mean_error(7, 7), mean_error(25, 25))


def test_the_mean_error_of_neighbouring_positions_differs_little() -> None:
    for m in (1, 25, NO_OPPONENT):
        errors = [0.0, *(mean_error(n, m) for n in range(1, 26))]
        assert max(abs(after - before) for before, after in pairwise(errors)) <= 0.5
