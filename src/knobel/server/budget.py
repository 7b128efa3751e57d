"""Bounds the bytes that a household writes to the database.

Every write counts for the household of the request, or of the connection to a table, that causes it. Automatic events
of a table, such as the moves of bots, count for the household of the host who set it up or started the game.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextvars import ContextVar
from typing import Any

from knobel.server.limits import Limiter
from knobel.tables.reasons import Refused, TableReason

LIMIT_BYTES = 32_000_000
"""Bytes that a household may write in a burst, and then in each hour. A game of four writes 18 to 52 KB."""
GAMES_BYTES = LIMIT_BYTES // 4
"""Bytes of these that are kept for games that are running: below that, nothing new begins."""
ROW_BYTES = 60
"""Bytes of a row beside its texts: its key, numbers, and its place in an index."""

payer: ContextVar[str] = ContextVar("payer", default="")
"""The household for which the current task works; empty for the work of the server itself."""


class WriteBudget:
    """A token bucket of bytes for each household."""

    def __init__(self) -> None:
        self.limiter = Limiter(LIMIT_BYTES, LIMIT_BYTES / 3600)

    def charge(self, statements: Iterable[tuple[Any, Sequence[Mapping[str, Any]]]]) -> None:
        """Count a write for the household that pays, even if that then owes it."""
        household = payer.get()
        if household:
            self.limiter.charge(household, sum(size_of(values) for _, values in statements))

    def check(self, *, in_game: bool = False) -> None:
        """Check that the household that pays may write.

        :param in_game: the write is part of a running game, for which some of the budget is kept.
        :raises Refused: `rate_limited`, if its budget is used up.
        """
        if self._left() < (1 if in_game else GAMES_BYTES):
            raise Refused(TableReason.RATE_LIMITED, "too much is written from this address")

    @property
    def used_up(self) -> bool:
        """True if the household that pays may write nothing at all."""
        return self._left() < 1

    def _left(self) -> float:
        household = payer.get()
        return self.limiter.left(household) if household else LIMIT_BYTES


def size_of(values: Sequence[Mapping[str, Any]]) -> int:
    """About how many bytes of the database the rows of a statement take."""
    texts = sum(len(value) for row in values for value in row.values() if isinstance(value, str))
    return texts + ROW_BYTES * max(len(values), 1)
