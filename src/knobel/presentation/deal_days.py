"""Dates of the deals of the day (UTC), and streaks of days."""

from collections.abc import Collection
from datetime import UTC, date, datetime, timedelta

from knobel.tables.refusals import Refused, TableReason

DAY_MS = 24 * 3600 * 1000
GRACE_MS = 3600 * 1000
"""Time after the end of a deal in which a game that began before may end. Then its seed is published."""
GRACE_DAYS = 7
"""A missed day does not end a streak if no other day was missed in this number of days around it."""


def day_of(time: int) -> str:
    """Return the date (UTC, ISO format) of a time in ms."""
    return datetime.fromtimestamp(time / 1000, UTC).date().isoformat()


def is_day(text: str) -> bool:
    """True if the text is a date in ISO format."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def require_day(text: str) -> None:
    """:raises Refused: `malformed`, if the text is no date in ISO format."""
    if not is_day(text):
        raise Refused(TableReason.MALFORMED, "a day is a date such as 2026-01-31")


def bounds(day: str) -> tuple[int, int]:
    """Return the first ms of a day, and of the next day."""
    began = datetime.combine(date.fromisoformat(day), datetime.min.time(), UTC)
    opens = int(began.timestamp()) * 1000
    return opens, opens + DAY_MS


def shifted(day: str, days: int) -> str:
    """Return the date that is a number of days later."""
    return (date.fromisoformat(day) + timedelta(days)).isoformat()


def deal_id(day: str, game: str) -> str:
    """Return the id of a game's deal of the day."""
    return f"{day}/{game}"


def streak(played: Collection[str], today: str) -> int:
    """Return the length of a streak: the number of days played in a row, up to today or yesterday.

    One missed day a week is forgiven: it does not count, and does not end the streak unless another day was missed less
    than `GRACE_DAYS` days later.

    :param played: dates in ISO format.
    """
    if not played:
        return 0
    first, day, length = min(played), today if today in played else shifted(today, -1), 0
    forgiven: str | None = None
    while day >= first:
        if day in played:
            length += 1
        elif forgiven is not None and day > shifted(forgiven, -GRACE_DAYS):
            break
        else:
            forgiven = day
        day = shifted(day, -1)
    return length
