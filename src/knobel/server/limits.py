"""How much anybody may send: token buckets, generous for people and a whole class behind one address."""

import time
from collections.abc import Callable, Hashable

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

    def idle(self, now: float) -> bool:
        """Whether it has filled up again."""
        return self._tokens + (now - self._last) * self._rate >= self._burst


class Limiter:
    """A bucket for each key; full ones are forgotten."""

    def __init__(self, burst: float, rate: float, clock: Clock = time.monotonic) -> None:
        self._burst, self._rate, self._clock = burst, rate, clock
        self._buckets: dict[Hashable, Bucket] = {}
        self._many = MANY

    def take(self, key: Hashable, amount: float = 1) -> bool:
        """Whether so much more is allowed for this key."""
        now = self._clock()
        if len(self._buckets) > self._many:
            self._buckets = {k: bucket for k, bucket in self._buckets.items() if not bucket.idle(now)}
            self._many = max(MANY, 2 * len(self._buckets))
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._burst, self._rate, now)
        return bucket.take(now, amount)

    def empty(self, key: Hashable) -> bool:
        """Whether the next one would not be allowed for this key."""
        bucket = self._buckets.get(key)
        return bucket is not None and bucket.empty(self._clock())
