"""Rate limits by token buckets. The limits are generous enough for a school class behind one address."""

import time
from collections.abc import Callable, Hashable

from knobel.server.runtime.process_share import process_share
from knobel.token_bucket import TokenBucket

Clock = Callable[[], float]
PRUNING_THRESHOLD = 10_000
"""Number of buckets from which full ones are removed."""


class RateLimiter:
    """Token buckets by key. Full buckets are removed.

    A token costs as many tokens as there are processes, because each process has a separate bucket for the same key.
    The whole content of a full bucket can always be taken in one call.
    """

    def __init__(self, burst: float, rate: float, clock: Clock = time.monotonic) -> None:
        self._burst, self._rate, self._clock = burst, rate, clock
        self._buckets: dict[Hashable, TokenBucket] = {}
        self._pruning_threshold = PRUNING_THRESHOLD

    def take(self, key: Hashable, amount: float = 1) -> bool:
        """Take `amount` tokens for a key. Return False, and take nothing, if there are fewer."""
        now = self._clock()
        return self._bucket(key, now).take(now, self._cost(amount))

    def charge(self, key: Hashable, amount: float) -> None:
        """Take `amount` tokens for a key even if there are fewer. The key's debt is at most one burst."""
        now = self._clock()
        self._bucket(key, now).charge(now, amount * process_share.processes)

    def remaining(self, key: Hashable) -> float:
        """Return the number of tokens in a key's bucket, negative if the key is in debt."""
        bucket = self._buckets.get(key)
        return self._burst if bucket is None else bucket.remaining(self._clock())

    def is_empty(self, key: Hashable) -> bool:
        """True if the next token for the key would be refused."""
        return self.remaining(key) < self._cost(1)

    def _cost(self, amount: float) -> float:
        return min(amount * process_share.processes, max(amount, self._burst))

    def _bucket(self, key: Hashable, now: float) -> TokenBucket:
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) > self._pruning_threshold:
                self._buckets = {k: bucket for k, bucket in self._buckets.items() if not bucket.is_full(now)}
                self._pruning_threshold = max(PRUNING_THRESHOLD, 2 * len(self._buckets))
            bucket = self._buckets[key] = TokenBucket(self._burst, self._rate, now)
        return bucket
