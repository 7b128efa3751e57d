"""The expected effect of the other seats' pace in Knaster."""

import pytest

from knobel.core import Chance, Roll
from knobel.engines.knaster.engine import KnasterEngine
from knobel.engines.knaster.opponent_effects import (
    MAX_FREE_CELLS,
    MAX_POINTS,
    MIN_FREE_CELLS,
    POINTS_PER_FREE_CELL,
    USUAL_POINTS,
    expected_effect,
)
from tests.engines.knaster.reference import GAME, positions

MOST = POINTS_PER_FREE_CELL * (MAX_FREE_CELLS - MIN_FREE_CELLS)


@pytest.mark.parametrize(
    ("points", "share"),
    [(USUAL_POINTS - 20, 1.0), ((USUAL_POINTS + MAX_POINTS) / 2, 0.5), (MAX_POINTS, 0.0), (MAX_POINTS + 9, 0.0)],
)
def test_a_sheet_that_is_worth_much_gains_nothing_by_more_rounds(
    engine: KnasterEngine, monkeypatch: pytest.MonkeyPatch, points: float, share: float
) -> None:
    monkeypatch.setattr(engine, "points_before_roll", lambda *_: points)
    assert expected_effect(engine, GAME.start(3), 1, "points") == pytest.approx(share * MOST)
    assert expected_effect(engine, GAME.start(1), 0, "points") == 0


def test_a_roll_does_not_change_it(engine: KnasterEngine) -> None:
    """Otherwise a part of the luck of a roll would be booked as an effect of the others."""
    effects = []
    for state in positions(31, 2, games=1):
        if isinstance(GAME.turn(state), Chance):
            effects.append(expected_effect(engine, state, 0, "points"))
            for dice in ((1, 1), (3, 4)):
                assert expected_effect(engine, GAME.apply(state, Roll(dice)), 0, "points") == effects[-1]
    assert len(set(effects)) > 5
