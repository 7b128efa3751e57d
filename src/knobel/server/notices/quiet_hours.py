"""Quiet hours: when a device may be told something."""

from datetime import UTC, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo

from knobel.server.notices.messages import QuietHours


def is_zone(name: str) -> bool:
    """True if this machine knows a time zone."""
    return _zone(name) is not None


def _zone(name: str) -> tzinfo | None:
    try:
        return ZoneInfo(name)
    except (OSError, ValueError, KeyError):
        return None


def end_of_quiet(quiet: QuietHours | None, zone: str, now: int) -> int | None:
    """Return the end (ms) of the quiet hours that include the time `now` (ms), None if it is not quiet."""
    if quiet is None or quiet.start == quiet.end:
        return None
    here = datetime.fromtimestamp(now / 1000, _zone(zone) or UTC)
    minute = here.hour * 60 + here.minute
    if (minute - quiet.start) % 1440 >= (quiet.end - quiet.start) % 1440:
        return None
    end = here.replace(hour=quiet.end // 60, minute=quiet.end % 60, second=0, microsecond=0)
    if end <= here:
        end += timedelta(days=1)
    return int(end.timestamp() * 1000)
