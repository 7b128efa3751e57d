"""Bounds the bytes that a household writes to the database.

Every write counts for the household of the request, or of the connection to a table, that causes it. Automatic events
of a table, such as the moves of bots, count for the household of the host who set it up or started the game.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextvars import ContextVar
from typing import Any

from knobel.server.runtime.rate_limiter import RateLimiter
from knobel.server.runtime.settings import settings
from knobel.tables.refusals import Refused, TableReason

ROW_BYTES = 60
"""Bytes of a row besides its texts: its key, numbers and index entries."""

charged_household: ContextVar[str] = ContextVar("payer", default="")
"""The household to which the current task's writes count; empty for the server's own work."""


class WriteBudget:
    """A token bucket of bytes for each household."""

    def __init__(self) -> None:
        self.limiter = RateLimiter(settings.household_write_bytes, settings.household_write_bytes / 3600)

    def charge(self, statements: Iterable[tuple[Any, Sequence[Mapping[str, Any]]]]) -> None:
        """Charge a write to the current household, even if its budget becomes negative."""
        household = charged_household.get()
        if household:
            self.limiter.charge(household, sum(size_of(values) for _, values in statements))

    def check(self, *, in_game: bool = False) -> None:
        """Check that the current household may write.

        :param in_game: the write is part of a running game, for which a part of the budget is reserved.
        :raises Refused: `rate_limited`, if the household's budget is used up.
        """
        if self._remaining_bytes() < (1 if in_game else settings.game_reserve_bytes):
            raise Refused(TableReason.RATE_LIMITED, "too much data was written from this address: try again later")

    @property
    def is_used_up(self) -> bool:
        """True if the current household has no budget left, even for running games."""
        return self._remaining_bytes() < 1

    def _remaining_bytes(self) -> float:
        household = charged_household.get()
        return self.limiter.remaining(household) if household else settings.household_write_bytes


def size_of(values: Sequence[Mapping[str, Any]]) -> int:
    """Return the approximate size of a statement's rows in the database, in bytes."""
    texts = sum(len(value) for row in values for value in row.values() if isinstance(value, str))
    return texts + ROW_BYTES * max(len(values), 1)
