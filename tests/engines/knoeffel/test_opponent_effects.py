"""The expected points that playing to win costs."""

import pytest

from knobel.engines.knoeffel.engine import engine
from knobel.engines.knoeffel.opponent_effects import LOSS_TO_WIN, expected_effect
from knobel.games.knoeffel import FIELDS, Column, Knoeffel, State

GAME = Knoeffel()
ENGINE = engine(GAME)


def test_playing_to_win_costs_more_against_more_seats() -> None:
    starts = [expected_effect(ENGINE, GAME.start(seats), 0, "win") for seats in range(1, 6)]
    assert starts[0] == 0
    assert starts[1] == pytest.approx(-LOSS_TO_WIN, abs=0.02)
    assert starts[4] == pytest.approx(2 * starts[1])
    assert all(expected_effect(ENGINE, GAME.start(seats), 0, "points") == 0 for seats in range(1, 6))


def test_most_of_it_is_lost_at_the_end() -> None:
    full, last = Column((1,) * len(FIELDS)), Column((1,) * 10 + (None,) * 3)
    assert expected_effect(ENGINE, State(((full, full), (full, last))), 0, "win") == 0
    rest = expected_effect(ENGINE, State(((full, last), (full, last))), 0, "win")
    assert -LOSS_TO_WIN < rest < -LOSS_TO_WIN / 2
