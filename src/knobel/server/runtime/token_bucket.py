"""Rate limits by token buckets. The limits are generous enough for a school class behind one address."""

import time
from collections.abc import Callable, Hashable, Mapping

Clock = Callable[[], float]
PRUNING_THRESHOLD = 10_000
"""Number of buckets from which full ones are removed."""


class TokenBucket:
    """A token bucket: `burst` tokens at most, refilled with `rate` tokens a second."""

    __slots__ = ("_burst", "_last", "_rate", "_tokens")

    def __init__(self, burst: float, rate: float, now: float) -> None:
        self._burst, self._rate, self._tokens, self._last = burst, rate, burst, now

    def take(self, now: float, amount: float = 1) -> bool:
        """Take `amount` tokens. Return False, and take nothing, if there are fewer."""
        self._tokens = min(self._burst, self._tokens + (now - self._last) * self._rate)
        self._last = now
        if self._tokens < amount:
            return False
        self._tokens -= amount
        return True

    def is_empty(self, now: float) -> bool:
        """True if less than one token is left."""
        return self._tokens + (now - self._last) * self._rate < 1

    def remaining(self, now: float) -> float:
        """Return the number of tokens left, negative if the bucket is in debt."""
        return min(self._burst, self._tokens + (now - self._last) * self._rate)

    def deduct(self, amount: float) -> None:
        """Take tokens that another process granted. The bucket may go into debt, at most by one burst."""
        self._tokens = max(self._tokens - amount, -self._burst)

    def is_full(self, now: float) -> bool:
        """True if the bucket is full."""
        return self._tokens + (now - self._last) * self._rate >= self._burst


class RateLimiter:
    """Token buckets by key. Full buckets are removed."""

    def __init__(self, burst: float, rate: float, clock: Clock = time.monotonic) -> None:
        self._burst, self._rate, self._clock = burst, rate, clock
        self._buckets: dict[Hashable, TokenBucket] = {}
        self._pruning_threshold = PRUNING_THRESHOLD
        self._taken: dict[Hashable, float] | None = None
        """Tokens by key that other processes have not been told of. None if the limit is not shared."""

    def collect_taken(self) -> dict[Hashable, float]:
        """Return the tokens taken since the last call, for other processes that share the limit."""
        taken, self._taken = self._taken or {}, {}
        return taken

    def deduct(self, taken: Mapping[str, float]) -> None:
        """Take tokens that other processes granted, by key."""
        now = self._clock()
        for key, amount in taken.items():
            self._bucket(key, now).deduct(amount)

    def take(self, key: Hashable, amount: float = 1) -> bool:
        """Take `amount` tokens for a key. Return False, and take nothing, if there are fewer."""
        now = self._clock()
        if not self._bucket(key, now).take(now, amount):
            return False
        self._record_taken(key, amount)
        return True

    def charge(self, key: Hashable, amount: float) -> None:
        """Take `amount` tokens for a key even if there are fewer. The key's debt is at most one burst."""
        now = self._clock()
        bucket = self._bucket(key, now)
        # Refill the bucket before taking tokens.
        bucket.take(now, 0)
        bucket.deduct(amount)
        self._record_taken(key, amount)

    def remaining(self, key: Hashable) -> float:
        """Return the number of tokens left for a key, negative if the key is in debt."""
        bucket = self._buckets.get(key)
        return self._burst if bucket is None else bucket.remaining(self._clock())

    def _record_taken(self, key: Hashable, amount: float) -> None:
        if self._taken is not None:
            self._taken[key] = self._taken.get(key, 0) + amount

    def _bucket(self, key: Hashable, now: float) -> TokenBucket:
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) > self._pruning_threshold:
                self._buckets = {k: bucket for k, bucket in self._buckets.items() if not bucket.is_full(now)}
                self._pruning_threshold = max(PRUNING_THRESHOLD, 2 * len(self._buckets))
            bucket = self._buckets[key] = TokenBucket(self._burst, self._rate, now)
        return bucket

    def is_empty(self, key: Hashable) -> bool:
        """True if less than one token is left for the key."""
        bucket = self._buckets.get(key)
        return bucket is not None and bucket.is_empty(self._clock())
