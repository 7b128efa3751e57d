"""Messages about the calendar of a person."""

import msgspec

from knobel.texts import Language


class NewCalendar(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A request for a new address of the calendar. Its events are in `language`."""

    language: Language


class CalendarState(msgspec.Struct, kw_only=True):
    """The time (ms) at which the address of the caller's calendar was made, null if there is none.

    `path` is the address, which is sent only once, when it is made.
    """

    made: int | None
    path: str | None = None
