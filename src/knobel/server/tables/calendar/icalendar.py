"""Calendars as text (RFC 5545), with a name and an interval of updates (RFC 7986)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

MAX_LINE_BYTES = 75
"""Maximum length of a line without its end. Longer ones are folded."""
HINT_MS = 30 * 60_000
"""Length of an event in a calendar. It ends at the deadline."""
ESCAPES = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n", "\r": None})


@dataclass(frozen=True, slots=True)
class Deadline:
    """A deadline in a calendar. `uid` stays the same when it is changed; times are in ms."""

    uid: str
    time: int
    changed: int
    summary: str
    url: str


def calendar(name: str, deadlines: Iterable[Deadline]) -> bytes:
    """Return a calendar of deadlines, for the media type `text/calendar`."""
    return b"".join(folded(line) for line in _lines(name, deadlines))


def _lines(name: str, deadlines: Iterable[Deadline]) -> Iterator[str]:
    yield from ("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Knobel//Games over days//EN", "CALSCALE:GREGORIAN")
    yield from (f"NAME:{escaped(name)}", f"X-WR-CALNAME:{escaped(name)}")
    yield from ("REFRESH-INTERVAL;VALUE=DURATION:PT1H", "X-PUBLISHED-TTL:PT1H")
    for each in deadlines:
        yield from ("BEGIN:VEVENT", f"UID:{escaped(each.uid)}", f"DTSTAMP:{moment(each.changed)}")
        yield from (f"DTSTART:{moment(each.time - HINT_MS)}", f"DTEND:{moment(each.time)}")
        yield from (f"SUMMARY:{escaped(each.summary)}", f"URL:{each.url}", "TRANSP:TRANSPARENT", "END:VEVENT")
    yield "END:VCALENDAR"


def moment(time: int) -> str:
    """Return a time (ms) in the form of calendars, in UTC."""
    return datetime.fromtimestamp(time / 1000, UTC).strftime("%Y%m%dT%H%M%SZ")


def escaped(text: str) -> str:
    """Return a text as the value of a property. Control characters, which have no escapes, are left out."""
    return "".join(char for char in text if char >= " " or char == "\n").translate(ESCAPES)


def folded(line: str) -> bytes:
    """Return a line with its end, in parts of at most `MAX_LINE_BYTES`. No character is divided."""
    parts, part = [], b""
    for char in line:
        encoded = char.encode()
        if len(part) + len(encoded) > MAX_LINE_BYTES:
            parts.append(part)
            # A part that continues another one begins with a space, which counts.
            part = b" "
        part += encoded
    return b"\r\n".join([*parts, part]) + b"\r\n"
