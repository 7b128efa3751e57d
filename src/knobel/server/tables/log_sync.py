"""What a table in memory knows about its log in the database, as a state machine without input and output."""

from enum import IntEnum


class Need(IntEnum):
    """What has to be read before memory and database agree for certain. A later member includes the earlier ones."""

    NOTHING = 0
    NEWER_EVENTS = 1
    """Other processes have stored events that were not read. Commands are decided without them, or fail with a conflict
    and are decided again."""
    CERTAINTY = 2
    """An append failed, so that it is unknown which events are stored after the known ones."""
    WHOLE_LOG = 3
    """Events that were read may have changed."""


class LogSync:
    """Tracks what has to be read of a log, and whether that is being done.

    A read covers what was needed when it began. What is found to be needed during a read remains after it.
    """

    def __init__(self) -> None:
        self.need = Need.NOTHING
        self.is_reading = False
        self._arisen = Need.NOTHING
        """What was found to be needed since the read began."""

    @property
    def blocks_commands(self) -> bool:
        """True if no command can be decided before the log was read."""
        return self.need >= Need.CERTAINTY

    def require(self, need: Need) -> None:
        """Note that something has to be read."""
        self.need = max(self.need, need)
        self._arisen = max(self._arisen, need)

    def begin_read(self) -> Need:
        """Begin a read; return what it must cover. There is one read at a time."""
        assert not self.is_reading, "one read at a time"
        self.is_reading, self._arisen = True, Need.NOTHING
        return self.need

    def end_read(self, *, succeeded: bool) -> None:
        """End the read. After a failure, everything is still needed."""
        assert self.is_reading, "a read was begun"
        self.is_reading = False
        if succeeded:
            self.need = self._arisen
