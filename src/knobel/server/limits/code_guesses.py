"""Limits on guessing codes and secrets."""

import time

from knobel.server.limits.addresses import household
from knobel.server.runtime.rate_limiter import Clock, RateLimiter

BURST, RATE = 100, 0.2
"""Wrong codes of a household: burst, and codes a second."""
TOTAL_BURST, TOTAL_RATE = 600, 3.0
"""Wrong codes of all households together, above which many addresses seem to guess."""
STRICT_BURST, STRICT_RATE = 20, 20 / 3600
"""Wrong codes of a household while many addresses guess: burst, and codes a second."""
SERVER_WIDE = ""


class CodeGuesses:
    """Counts wrong codes by household and in total.

    A household with too many wrong codes is refused, also with a right code, so that its guesses tell nothing. Others
    are never refused because of it: while many households guess, each has only a smaller number of wrong codes.
    """

    def __init__(self, burst: float = BURST, rate: float = RATE, clock: Clock = time.monotonic) -> None:
        """`burst` and `rate` (a second) limit the wrong codes of a household."""
        self._own = RateLimiter(burst, rate, clock)
        self._strict = RateLimiter(STRICT_BURST, STRICT_RATE, clock)
        self._total = RateLimiter(TOTAL_BURST, TOTAL_RATE, clock)

    def are_too_many(self, address: str) -> bool:
        """True if a code from this network address is refused, whether it is right or wrong."""
        who = household(address)
        return self._own.is_empty(who) or (self._total.is_empty(SERVER_WIDE) and self._strict.is_empty(who))

    def count(self, address: str) -> None:
        """Count a wrong code from a network address."""
        who = household(address)
        for limiter, key in (self._own, who), (self._strict, who), (self._total, SERVER_WIDE):
            limiter.take(key)
