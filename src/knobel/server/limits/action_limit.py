"""Rate limits of actions, with the text of the refusal."""

from collections.abc import Hashable

from knobel.server.runtime.rate_limiter import RateLimiter
from knobel.tables.refusals import Refused, TableReason


class ActionLimit(RateLimiter):
    """Token buckets by key, for an action that is refused when its bucket is empty."""

    def __init__(self, burst: float, rate: float, refusal: str) -> None:
        """`refusal` is the text of the refusal."""
        super().__init__(burst, rate)
        self._refusal = refusal

    def check(self, key: Hashable, amount: float = 1) -> None:
        """Count the action, `amount` times.

        :raises Refused: `rate_limited`.
        """
        if not self.take(key, amount):
            raise Refused(TableReason.RATE_LIMITED, self._refusal)
