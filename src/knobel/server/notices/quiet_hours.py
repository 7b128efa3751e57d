"""Quiet hours, during which a device receives no notices."""

from datetime import UTC, datetime, timedelta

from knobel.server.notices.messages import QuietHours
from knobel.time_zones import zone_of

MINUTE = timedelta(minutes=1)


def end_of_quiet(quiet: QuietHours | None, zone: str, now: int) -> int | None:
    """Return the end (ms) of the quiet hours that include the time `now` (ms), None if it is not quiet."""
    if quiet is None or quiet.start == quiet.end:
        return None
    here = datetime.fromtimestamp(now / 1000, zone_of(zone))
    if not _is_quiet(quiet, here):
        return None
    # The hour in which clocks are put back has each time twice (PEP 495), and the one that is skipped has none.
    at = here.replace(hour=quiet.end // 60, minute=quiet.end % 60, second=0, microsecond=0)
    ends = [(at + timedelta(days=day)).replace(fold=fold).astimezone(UTC) for day in (0, 1, 2) for fold in (0, 1)]
    end = min(each for each in ends if each > here and not _is_quiet(quiet, each.astimezone(here.tzinfo)))
    # If the end is in the skipped hour, they end when the clocks are put forward.
    while not _is_quiet(quiet, (end - MINUTE).astimezone(here.tzinfo)):
        end -= MINUTE
    return int(end.timestamp() * 1000)


def _is_quiet(quiet: QuietHours, here: datetime) -> bool:
    minute = here.hour * 60 + here.minute
    return (minute - quiet.start) % 1440 < (quiet.end - quiet.start) % 1440
