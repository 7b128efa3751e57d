"""Messages about the pause of a person."""

import msgspec


class NewPause(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A pause that begins now and ends after a number of days."""

    days: int


class PauseState(msgspec.Struct, kw_only=True):
    """The pause of the person: its end (ms), None if there is none, and the days left for pauses in this year."""

    until: int | None
    days_left: int
