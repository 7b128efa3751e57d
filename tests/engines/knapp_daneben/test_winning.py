"""The probability of winning Knapp Daneben!, compared with the rules."""

import numpy as np
import pytest

from knobel.engines.engine import POINT_WEIGHT, best_evaluation
from knobel.engines.knapp_daneben.engine import KnappDanebenEngine
from tests.engines.knapp_daneben.reference import GAME, entered, most, rolled, share, some_sheet

DICE = (3, 4, 1, 6, 2)


@pytest.mark.parametrize("seats", [2, 4])
def test_the_last_round_is_won_by_points(engine: KnappDanebenEngine, seats: int) -> None:
    view = rolled([some_sheet(20 + seat, 1) for seat in range(seats)], DICE)
    finals = [
        np.array(max(GAME.total(entered(view, seat, action)) for action in GAME.legal(view, seat)))
        for seat in range(1, seats)
    ]
    for action, found in engine.evaluate(view, 0, "quick", "win").items():
        assert found.win_exact
        assert found.win == share(np.array(GAME.total(entered(view, 0, action))), finals)


def test_a_lost_seat_plays_for_points(engine: KnappDanebenEngine) -> None:
    view = rolled([some_sheet(20, 1), tuple([2, 3] * 12 + [0])], DICE)
    worth = engine.evaluate(view, 0, "strong", "win")
    chosen = max(worth, key=lambda action: worth[action].merit)
    assert worth[chosen].win == 0
    assert best_evaluation(worth).points == max(found.points for found in worth.values()) < GAME.total(view.sheets[1])


@pytest.mark.parametrize("seats", [2, 4])
def test_the_last_but_one_round_is_valued_over_all_rolls(engine: KnappDanebenEngine, seats: int) -> None:
    view = rolled([some_sheet(30 + seat, 2) for seat in range(seats)], DICE)
    finals = []
    for seat in range(1, seats):
        worth = engine.evaluate(view, seat, "strong")
        finals.append(most(entered(view, seat, max(worth, key=lambda action: worth[action].merit)), seat))
    for action, found in engine.evaluate(view, 0, "strong", "win").items():
        chance = share(most(entered(view, 0, action), 0), finals)
        assert found.win_exact
        assert found.win == pytest.approx(chance, abs=1e-9)
        points = found.points - GAME.total(view.sheets[0])
        assert found.merit == pytest.approx(chance + POINT_WEIGHT * points, abs=1e-9)


@pytest.mark.parametrize("free", [3, 8, 9])
def test_chances_rise_with_points(engine: KnappDanebenEngine, free: int) -> None:
    sheet = some_sheet(7, free)
    view = rolled([sheet, sheet, some_sheet(8, free)], DICE)
    considered = [found for found in engine.evaluate(view, 0, "quick", "win").values() if found.win is not None]
    points, wins = [found.points for found in considered], [found.win for found in considered]
    assert all(0 <= win <= 1 for win in wins if win is not None)
    assert not any(found.win_exact for found in considered)
    assert np.corrcoef(points, wins)[0, 1] > 0.3  # type: ignore[arg-type]
