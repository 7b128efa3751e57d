"""A rate limit: tokens that are taken, and refilled with time."""


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

    def remaining(self, now: float) -> float:
        """Return the number of tokens left, negative if the bucket is in debt."""
        return min(self._burst, self._tokens + (now - self._last) * self._rate)

    def charge(self, now: float, amount: float) -> None:
        """Take `amount` tokens even if there are fewer. The debt is at most one burst."""
        self._tokens = max(self.remaining(now) - amount, -self._burst)
        self._last = now

    def is_full(self, now: float) -> bool:
        """True if the bucket is full."""
        return self._tokens + (now - self._last) * self._rate >= self._burst
