"""Probabilities of winning between players of known strength."""

from statistics import fmean

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
    assert strength(63.55).active == pytest.approx(0.2275)


@pytest.mark.parametrize(
    ("accuracies", "low", "high"),
    [
        ((MASTER, MASTER), 0.0, 0.2),
        ((BEGINNER, BEGINNER), 0.45, 0.55),
        ((MASTER, BEGINNER), 0.7, 0.9),
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
    found = [(each.accuracy, each.points, 1 - oversights.get(level, 0.0)) for level, each in errors.items()]
    # The two weakest levels lose equally much, and are one here.
    weakest, *others = LEVELS
    assert others == [pytest.approx(each) for each in found[2:]]
    assert weakest == pytest.approx(tuple(map(fmean, zip(*found[:2], strict=True))))
