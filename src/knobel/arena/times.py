"""How long decisions take: a histogram, so that any number of them takes little room and histograms add up."""

from collections import Counter
from math import ceil, exp, log

STEP = log(1.01)
"""A class of the histogram is one percent wide."""
SHORTEST = 1e-9


class Times:
    """A histogram of times."""

    def __init__(self) -> None:
        self.counts: Counter[int] = Counter()

    def add(self, seconds: float) -> None:
        """Count a time."""
        self.counts[int(log(max(seconds, SHORTEST) / SHORTEST) / STEP)] += 1

    def merge(self, other: "Times") -> None:
        """Count all of another histogram."""
        self.counts.update(other.counts)

    def quantile(self, share: float) -> float | None:
        """The time in seconds, to one percent, that this share of them does not exceed; None if there are none."""
        rank = max(ceil(share * self.counts.total()), 1)
        for place, count in sorted(self.counts.items()):
            rank -= count
            if rank <= 0:
                return SHORTEST * exp((place + 0.5) * STEP)
        return None
