"""How much anybody may send: token buckets, generous for people and a whole class behind one address."""

import time
from collections.abc import Callable, Hashable, Mapping

Clock = Callable[[], float]
MANY = 10_000
"""Buckets from which on it is worth to look for those that may be forgotten."""


class Bucket:
    """So many at once, and then so many a second."""

    __slots__ = ("_burst", "_last", "_rate", "_tokens")

    def __init__(self, burst: float, rate: float, now: float) -> None:
        self._burst, self._rate, self._tokens, self._last = burst, rate, burst, now

    def take(self, now: float, amount: float = 1) -> bool:
        """Whether so much more is allowed."""
        self._tokens = min(self._burst, self._tokens + (now - self._last) * self._rate)
        self._last = now
        if self._tokens < amount:
            return False
        self._tokens -= amount
        return True

    def empty(self, now: float) -> bool:
        """Whether the next one would not be allowed."""
        return self._tokens + (now - self._last) * self._rate < 1

    def left(self, now: float) -> float:
        """How much is allowed now; negative if more was taken than there was."""
        return min(self._burst, self._tokens + (now - self._last) * self._rate)

    def lose(self, amount: float) -> None:
        """So much was taken elsewhere: even of what is not there, but no more than there can be."""
        self._tokens = max(self._tokens - amount, -self._burst)

    def idle(self, now: float) -> bool:
        """Whether it has filled up again."""
        return self._tokens + (now - self._last) * self._rate >= self._burst


class Limiter:
    """A bucket for each key; full ones are forgotten."""

    def __init__(self, burst: float, rate: float, clock: Clock = time.monotonic) -> None:
        self._burst, self._rate, self._clock = burst, rate, clock
        self._buckets: dict[Hashable, Bucket] = {}
        self._many = MANY
        self._taken: dict[Hashable, float] | None = None
        """By key, what others were not told of yet, if there are any."""

    def share(self) -> dict[Hashable, float]:
        """What was taken since this was last asked, for others who keep the same limit."""
        taken, self._taken = self._taken or {}, {}
        return taken

    def lose(self, taken: Mapping[str, float]) -> None:
        """Others who keep the same limit have let so much be taken."""
        now = self._clock()
        for key, amount in taken.items():
            self._bucket(key, now).lose(amount)

    def take(self, key: Hashable, amount: float = 1) -> bool:
        """Whether so much more is allowed for this key."""
        now = self._clock()
        if not self._bucket(key, now).take(now, amount):
            return False
        self._note(key, amount)
        return True

    def charge(self, key: Hashable, amount: float) -> None:
        """Take so much for this key even if it is not allowed; the key then owes it, up to the burst."""
        now = self._clock()
        bucket = self._bucket(key, now)
        # What came back until now is counted before.
        bucket.take(now, 0)
        bucket.lose(amount)
        self._note(key, amount)

    def left(self, key: Hashable) -> float:
        """How much is allowed for this key now; negative if it owes something."""
        bucket = self._buckets.get(key)
        return self._burst if bucket is None else bucket.left(self._clock())

    def _note(self, key: Hashable, amount: float) -> None:
        if self._taken is not None:
            self._taken[key] = self._taken.get(key, 0) + amount

    def _bucket(self, key: Hashable, now: float) -> Bucket:
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) > self._many:
                self._buckets = {k: bucket for k, bucket in self._buckets.items() if not bucket.idle(now)}
                self._many = max(MANY, 2 * len(self._buckets))
            bucket = self._buckets[key] = Bucket(self._burst, self._rate, now)
        return bucket

    def empty(self, key: Hashable) -> bool:
        """Whether the next one would not be allowed for this key."""
        bucket = self._buckets.get(key)
        return bucket is not None and bucket.empty(self._clock())
