"""Probabilities of winning between players of known strength."""

import pytest

from knobel.bots.oversights import OVERSIGHTS
from knobel.coach.strength import level_errors
from knobel.engines import engine
from knobel.engines.kniffeliger.strengths import LEVELS, chances, strength
from knobel.games.kniffeliger import Kniffeliger

GAME = Kniffeliger()
BEGINNER, MASTER = LEVELS[0][0], LEVELS[-1][0]


def test_strength_follows_the_levels() -> None:
    for accuracy, *own in LEVELS:
        assert strength(accuracy) == pytest.approx(tuple(own))
    assert strength(0) == strength(BEGINNER)
    (low, *_, less), (high, *_, more) = LEVELS[3:5]
    assert strength((low + high) / 2).active == pytest.approx((less + more) / 2)


@pytest.mark.parametrize(
    ("accuracies", "low", "high"),
    [
        ((MASTER, MASTER), 0.0, 0.2),
        ((BEGINNER, BEGINNER), 0.45, 0.55),
        ((MASTER, BEGINNER), 0.8, 0.95),
        ((BEGINNER, MASTER), 0.0, 0.1),
        ((BEGINNER,) * 4, 0.22, 0.28),
    ],
)
def test_the_last_seat_has_an_advantage_only_among_good_players(
    accuracies: tuple[float, ...], low: float, high: float
) -> None:
    found = chances(engine(GAME), GAME.start(len(accuracies)), accuracies)
    assert low <= found[0] <= high
    assert sum(found) == pytest.approx(1)


def test_the_levels_are_those_of_the_bots() -> None:
    errors, oversights = level_errors("kniffeliger"), OVERSIGHTS["kniffeliger"]
    noticed = {level: 1 - found.usual for level, found in oversights.items()} | {"master": 1.0}
    found = [(each.accuracy, each.points, noticed[level]) for level, each in errors.items()]
    assert list(LEVELS) == [pytest.approx(each) for each in found]
