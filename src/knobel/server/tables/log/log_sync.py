"""Synchronization of a table in memory with its log in the database: a state machine without input and output."""

from enum import IntEnum


class Need(IntEnum):
    """The part of the log to read before memory and database agree for certain. A later member includes the earlier."""

    NOTHING = 0
    NEWER_EVENTS = 1
    """Other processes have stored events that were not read. Commands are decided without them, or fail with a conflict
    and are decided again."""
    CERTAINTY = 2
    """An append failed, so that it is unknown which events are stored after the known ones."""
    WHOLE_LOG = 3
    """Events that were read may have changed."""


class LogSync:
    """Tracks the part of a log that must be read, and whether a read is in progress.

    A read covers the need at its beginning. A need that arises during a read remains after it.
    """

    def __init__(self) -> None:
        self.need = Need.NOTHING
        self.is_reading = False
        self._arisen = Need.NOTHING
        """The need that has arisen since the read began."""

    @property
    def blocks_commands(self) -> bool:
        """True if no command can be decided before the log was read."""
        return self.need >= Need.CERTAINTY

    def require(self, need: Need) -> None:
        self.need = max(self.need, need)
        self._arisen = max(self._arisen, need)

    def begin_read(self) -> Need:
        """Begin a read, and return the need that it must cover. There is one read at a time."""
        assert not self.is_reading, "one read at a time"
        self.is_reading, self._arisen = True, Need.NOTHING
        return self.need

    def end_read(self, *, succeeded: bool) -> None:
        """End the read. After a failure, everything is still needed."""
        assert self.is_reading, "a read was begun"
        self.is_reading = False
        if succeeded:
            self.need = self._arisen
