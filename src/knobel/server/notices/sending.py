"""Regular work that sends what is due to receivers, such as devices.

The leading process asks for due receivers every few seconds. It claims each of them before it sends something
(`database.due_rows`): the claim ends by itself, so that another process continues after a crash.
"""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from knobel.clock import now_ms
from knobel.server.database.engine import StoreError
from knobel.server.database.store import Conflict
from knobel.server.notices.outgoing import Answer
from knobel.server.runtime.settings import settings

logger = logging.getLogger("knobel")

RECEIVERS_AT_ONCE = 40
"""Maximum number of receivers that are read at the same time."""
CLAIM_MS = 120_000
"""Time for which a receiver is claimed, longer than its messages take."""
MIN_BACKOFF_MS, MAX_BACKOFF_MS = 60_000, 6 * 3_600_000
"""Time between a failure and the next attempt. It doubles with each failure."""
MAX_FAILURES = 20
"""Number of failures in a row, over four days, after which a receiver is given up."""
GONE = (404, 410)
"""The answers about a receiver that does not exist any more."""
NO_ANSWER = Answer(0)


class Receiver(Protocol):
    """A row to which something is sent."""

    @property
    def failures(self) -> int:
        """The number of failures since the last success."""


R = TypeVar("R", bound=Receiver)


class Queue(Protocol[R]):
    """The stored receivers, by the time at which they are due."""

    async def due(self, now: int, count: int) -> list[R]:
        """Return the receivers that are due by `now` (ms), at most `count`."""

    async def claim(self, receiver: R, until: int, /) -> bool:
        """Claim a receiver until a time (ms). Return False if another process has claimed it."""

    async def fail(self, receiver: R, claimed: int, until: int, /) -> None:
        """Give up the claim after a failure, and send nothing before a time (ms)."""


class SendingWork(ABC, Generic[R]):
    """Sends what is due. One process does this work."""

    name: str
    """What is sent, for log lines."""

    def __init__(self, queue: Queue[R], is_leader: Callable[[], bool]) -> None:
        self._queue, self._is_leader = queue, is_leader
        self._next_search_ms = 0

    @property
    def is_needed(self) -> bool:
        """True if this server sends anything."""
        return True

    @abstractmethod
    async def search(self, now: int) -> None:
        """Find what is to be sent because time (ms) has passed, and forget what is old.

        :raises StoreError: if the database does not answer. The same holds for all methods.
        """

    @abstractmethod
    async def send(self, receiver: R, claimed: int) -> Answer:
        """Send what is due to a receiver, and give up the claim. Return the first answer that is no success."""

    @abstractmethod
    async def give_up(self, receiver: R, answer: Answer) -> None:
        """Send nothing more to a receiver, because it is gone or has failed too often."""

    async def run(self) -> None:
        """Work regularly until cancelled."""
        while self.is_needed:
            await asyncio.sleep(settings.notice_interval_s)
            if self._is_leader():
                try:
                    await self._search()
                    while await self.send_due() == RECEIVERS_AT_ONCE:
                        pass
                except (StoreError, Conflict) as error:
                    logger.info("%s: %s", self.name, error)
                except Exception:
                    logger.exception("%s cannot be sent", self.name)

    async def _search(self) -> None:
        now = now_ms()
        if now >= self._next_search_ms:
            await self.search(now)
            self._next_search_ms = now + int(1000 * settings.notice_search_s)

    async def send_due(self) -> int:
        """Send what is due, to at most `RECEIVERS_AT_ONCE` receivers. Return their number."""
        due = await self._queue.due(now_ms(), RECEIVERS_AT_ONCE)
        await asyncio.gather(*(self._attend(receiver) for receiver in due))
        return len(due)

    async def _attend(self, receiver: R) -> None:
        """Send to a receiver. An unexpected error must not hold up the others."""
        claimed = now_ms() + CLAIM_MS
        if not await self._queue.claim(receiver, claimed):
            return
        try:
            answer = await self.send(receiver, claimed)
        except (StoreError, Conflict):
            raise
        except Exception:
            logger.exception("%s cannot be sent to one receiver", self.name)
            answer = NO_ANSWER
        if answer.status in GONE or (not answer.is_success and receiver.failures + 1 >= MAX_FAILURES):
            logger.info("%s: a receiver is gone, or failed too often", self.name)
            await self.give_up(receiver, answer)
        elif not answer.is_success:
            wait = min(MIN_BACKOFF_MS << receiver.failures, MAX_BACKOFF_MS)
            if answer.retry_s is not None:
                wait = max(wait, min(1000 * answer.retry_s, MAX_BACKOFF_MS))
            await self._queue.fail(receiver, claimed, now_ms() + wait)
