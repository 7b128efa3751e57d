"""Quiet hours in the time zone of the device."""

import random
import zoneinfo
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from knobel.server.notices.messages import QuietHours
from knobel.server.notices.quiet_hours import end_of_quiet
from knobel.time_zones import known_zone

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


@pytest.mark.parametrize(
    ("now", "end"),
    [
        # 2:00 to 3:00 is skipped, so that 2:30 comes at 3:00.
        (ms(2026, 3, 29, 0, 30), ms(2026, 3, 29, 1)),
        (ms(2026, 3, 28, 22), ms(2026, 3, 29, 1)),
        # 2:00 to 3:00 comes twice: at 2:30 it ends, from 2:00 it is quiet again.
        (ms(2026, 10, 24, 22), ms(2026, 10, 25, 0, 30)),
        (ms(2026, 10, 25, 0, 45), None),
        (ms(2026, 10, 25, 1, 15), ms(2026, 10, 25, 1, 30)),
    ],
)
def test_an_end_while_clocks_are_changed(now: int, end: int | None) -> None:
    assert end_of_quiet(QuietHours(start=22 * 60, end=150), "Europe/Berlin", now) == end


@pytest.mark.parametrize("zone", ["Europe/Berlin", "Australia/Lord_Howe", "America/St_Johns", "Antarctica/Troll"])
def test_the_first_minute_that_is_not_quiet(zone: str) -> None:
    """Compared with a walk, minute by minute, around the days on which clocks are changed."""
    chance, clock = random.Random(zone), ZoneInfo(zone)

    def is_quiet(quiet: QuietHours, moment: int) -> bool:
        here = datetime.fromtimestamp(moment / 1000, clock)
        minute = here.hour * 60 + here.minute
        start, end = quiet.start, quiet.end
        return start <= minute < end if start <= end else not end <= minute < start

    for _ in range(60):
        day = chance.choice([(3, 8), (3, 29), (4, 5), (10, 4), (10, 25), (11, 1)])
        now = ms(2026, *day) + chance.randrange(-1440, 1440) * 60_000
        quiet = QuietHours(start=chance.randrange(1440), end=chance.randrange(300))
        expected = now
        while is_quiet(quiet, expected):
            expected += 60_000
        assert end_of_quiet(quiet, zone, now) == (None if expected == now else expected), (now, quiet)


def test_names_of_zones_that_browsers_report() -> None:
    """Also without files of the system, as in Windows, or without the old names, as in Debian."""
    zoneinfo.reset_tzpath([])
    ZoneInfo.clear_cache()
    try:
        for name in ("Europe/Rome", "Asia/Calcutta", "Asia/Katmandu", "Europe/Kiev", "America/Buenos_Aires", "UTC"):
            assert known_zone(name) == name
        for name in ("Etc/Unknown", "", "Europe/Atlantis", "../../etc/passwd", "/etc/localtime", "+05:30", "Europe"):
            assert known_zone(name) == "UTC"
        assert end_of_quiet(NIGHT, "Etc/Unknown", ms(2026, 7, 1, 22)) == ms(2026, 7, 2, 7, 30)
    finally:
        zoneinfo.reset_tzpath()
        ZoneInfo.clear_cache()
