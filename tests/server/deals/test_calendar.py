"""Dates of the deals of the day, and streaks."""

import pytest

from knobel.presentation.deal_days import DAY_MS, bounds, day_of, is_day, shifted, streak


def days(*ago: int) -> set[str]:
    """Return the dates that are a number of days before the last day of November."""
    return {shifted("2026-11-30", -number) for number in ago}


def test_days_are_those_of_utc() -> None:
    opens, closes = bounds("2026-03-29")
    assert day_of(opens) == "2026-03-29" == day_of(closes - 1)
    assert day_of(opens - 1) == "2026-03-28"
    assert closes - opens == DAY_MS, "the day on which European clocks change has 24 hours too"


@pytest.mark.parametrize("text", ["2026-02-29", "20261130", "2026-W48-1", "", "today", "2026-11-30/x"])
def test_other_text_is_no_day(text: str) -> None:
    assert not is_day(text)


@pytest.mark.parametrize(
    ("played", "length"),
    [
        (days(), 0),
        (days(0), 1),
        (days(1), 1),
        (days(0, 1, 2), 3),
        (days(2, 3), 2),
        (days(3, 4), 0),
        (days(0, 2, 3), 3),
        (days(0, 3, 4), 1),
        (days(0, 2, 4, 5), 2),
        (days(*(set(range(20)) - {3, 10})), 18),
        (days(*(set(range(20)) - {3, 9})), 8),
    ],
    ids=[
        "none",
        "today",
        "yesterday",
        "three",
        "missed one",
        "missed two",
        "forgiven",
        "two in a row",
        "two in a week",
        "a week apart",
        "six days apart",
    ],
)
def test_streaks(played: set[str], length: int) -> None:
    assert streak(played, "2026-11-30") == length
