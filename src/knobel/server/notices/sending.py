"""Regular work that sends due messages to receivers, such as devices.

The leading process asks for due receivers every few seconds. It claims each of them before it sends something
(`database.due_rows`): the claim expires, so that another process continues after a crash.
"""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar
from urllib.parse import urlsplit

from knobel.clock import now_ms
from knobel.display_text import shorten
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
"""The result of an error that is in the log."""
REPORT_INTERVAL_MS = 60_000
"""Time in which equal refusals become one line of the log."""
MAX_PROBLEM_LENGTH = 200
"""Maximum number of characters of the description of a service's error, in the log."""


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
    """Sends due messages to receivers. One process does this work."""

    name: str
    """The kind of messages, for log lines."""
    given_up: str
    """The consequence for a receiver that does not exist any more or has failed too often, for log lines."""

    def __init__(self, queue: Queue[R], is_leader: Callable[[], bool]) -> None:
        self._queue, self._is_leader = queue, is_leader
        self._next_search_ms = self._next_report_ms = 0
        self._refusals: Counter[str] = Counter()

    @property
    def is_needed(self) -> bool:
        """True if this server sends anything."""
        return True

    @abstractmethod
    async def search(self, now: int) -> None:
        """Add the messages that become due at the time `now` (ms), and delete old ones."""

    @abstractmethod
    async def send(self, receiver: R, claimed: int) -> Answer:
        """Send the due messages to a receiver, and give up the claim. Return the first answer that is no success."""

    @abstractmethod
    async def give_up(self, receiver: R, answer: Answer) -> None:
        """Send nothing more to a receiver, because it does not exist any more or has failed too often."""

    @abstractmethod
    def address_of(self, receiver: R) -> str:
        """Return the address to which something is sent."""

    async def run(self) -> None:
        """Work regularly until cancelled."""
        while self.is_needed:
            await asyncio.sleep(settings.notice_interval_s)
            if self._is_leader():
                try:
                    if (now := now_ms()) >= self._next_search_ms:
                        await self.search(now)
                        self._next_search_ms = now + int(1000 * settings.notice_search_s)
                    while await self.send_due() == RECEIVERS_AT_ONCE:
                        pass
                except (StoreError, Conflict) as error:
                    logger.info("%s: %s", self.name, error)
                except Exception:
                    logger.exception("%s cannot be sent", self.name)
            self._report_refusals()

    def _report_refusals(self) -> None:
        """Write a line for each service that refused messages since the last report, and for each reason."""
        now = now_ms()
        if self._refusals and now >= self._next_report_ms:
            for refusal, times in self._refusals.items():
                logger.warning("%s: %s%s", self.name, refusal, f" ({times} times)" if times > 1 else "")
            self._refusals.clear()
            self._next_report_ms = now + REPORT_INTERVAL_MS

    async def send_due(self) -> int:
        """Send the due messages, to at most `RECEIVERS_AT_ONCE` receivers. Return the number of receivers."""
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
        if answer.is_success:
            return
        is_given_up = answer.status in GONE or receiver.failures + 1 >= MAX_FAILURES
        if answer != NO_ANSWER:
            host = urlsplit(self.address_of(receiver)).hostname
            said = shorten(answer.problem, MAX_PROBLEM_LENGTH) or f"{host} answered {answer.status}"
            self._refusals[f"{said}: {self.given_up if is_given_up else 'tried again later'}"] += 1
        if is_given_up:
            await self.give_up(receiver, answer)
        else:
            wait = min(MIN_BACKOFF_MS << receiver.failures, MAX_BACKOFF_MS)
            if answer.retry_s is not None:
                wait = max(wait, min(1000 * answer.retry_s, MAX_BACKOFF_MS))
            await self._queue.fail(receiver, claimed, now_ms() + wait)
