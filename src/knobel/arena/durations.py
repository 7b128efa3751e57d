"""Durations of decisions, as histograms, which need little memory for any number of decisions and can be added."""

from collections import Counter
from math import ceil, exp, log

LOG_STEP = log(1.01)
"""The classes of the histogram are one percent wide."""
MIN_SECONDS = 1e-9


class DurationHistogram:
    """A histogram of times."""

    def __init__(self) -> None:
        self.counts: Counter[int] = Counter()

    def add(self, seconds: float) -> None:
        """Count a time."""
        self.counts[int(log(max(seconds, MIN_SECONDS) / MIN_SECONDS) / LOG_STEP)] += 1

    def merge(self, other: "DurationHistogram") -> None:
        """Add the counts of another histogram."""
        self.counts.update(other.counts)

    def quantile(self, share: float) -> float | None:
        """Return the time in seconds, accurate to one percent, that this share does not exceed; None without times."""
        rank = max(ceil(share * self.counts.total()), 1)
        for place, count in sorted(self.counts.items()):
            rank -= count
            if rank <= 0:
                return MIN_SECONDS * exp((place + 0.5) * LOG_STEP)
        return None
