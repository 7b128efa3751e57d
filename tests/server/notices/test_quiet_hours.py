"""Quiet hours in the time zone of the device."""

from datetime import UTC, datetime

import pytest

from knobel.server.notices.messages import QuietHours
from knobel.server.notices.quiet_hours import end_of_quiet, is_zone

NIGHT = QuietHours(start=22 * 60, end=7 * 60 + 30)


def ms(*moment: int) -> int:
    year, month, day, hour, minute = (*moment, 0, 0)[:5]
    return int(datetime(year, month, day, hour, minute, tzinfo=UTC).timestamp() * 1000)


@pytest.mark.parametrize(
    ("now", "end"),
    [
        (ms(2026, 7, 1, 19, 59), None),
        (ms(2026, 7, 1, 20, 0), ms(2026, 7, 2, 5, 30)),
        (ms(2026, 7, 2, 0, 0), ms(2026, 7, 2, 5, 30)),
        (ms(2026, 7, 2, 5, 30), None),
        # The clock is set back at night: 7:30 is an hour later.
        (ms(2026, 10, 24, 22, 0), ms(2026, 10, 25, 6, 30)),
        (ms(2026, 3, 28, 22, 0), ms(2026, 3, 29, 5, 30)),
    ],
)
def test_over_midnight(now: int, end: int | None) -> None:
    assert end_of_quiet(NIGHT, "Europe/Berlin", now) == end


def test_within_a_day() -> None:
    noon = QuietHours(start=12 * 60, end=13 * 60)
    assert end_of_quiet(noon, "UTC", ms(2026, 1, 1, 12, 30)) == ms(2026, 1, 1, 13)
    assert end_of_quiet(noon, "UTC", ms(2026, 1, 1, 13)) is None


def test_without_quiet_hours() -> None:
    assert end_of_quiet(None, "UTC", ms(2026, 1, 1)) is None
    assert end_of_quiet(QuietHours(start=5, end=5), "UTC", ms(2026, 1, 1, 0, 5)) is None


def test_zones() -> None:
    assert is_zone("Europe/Rome")
    assert not any(map(is_zone, ["Europe/Atlantis", "../../etc/passwd", "", "/etc/localtime"]))
