"""Comparison of the results of a deal."""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from knobel.core import places
from knobel.server.deals.store import Finish

ALONE = 50.0
"""Share, in percent, of the only result at a deal."""


@dataclass(slots=True, frozen=True)
class Placed:
    """A result with its place, from 1. Equal results share a place."""

    place: int
    finish: Finish


def by_points(finishes: Sequence[Finish]) -> list[Placed]:
    """Return results with their places, the most points first."""
    return _placed(finishes, lambda finish: -finish.points)


def by_loss(finishes: Sequence[Finish]) -> list[Placed]:
    """Return the reviewed results with their places, the fewest points given away first."""
    return _placed(
        [finish for finish in finishes if finish.lost is not None], lambda finish: round(finish.lost or 0, 2)
    )


def _placed(finishes: Sequence[Finish], key: Callable[[Finish], float]) -> list[Placed]:
    ordered = sorted(finishes, key=lambda finish: (key(finish), finish.ended, finish.person))
    return [*map(Placed, places([-key(finish) for finish in ordered]), ordered)]


def share_of_worse(points: int, everybody: Sequence[int]) -> float:
    """Return the share of the others with fewer points, in percent. Equal ones count half.

    :param everybody: the points of all, in ascending order.
    """
    if len(everybody) == 1:
        return ALONE
    fewer = bisect_left(everybody, points)
    equal = bisect_right(everybody, points) - fewer - 1
    return 100 * (fewer + equal / 2) / (len(everybody) - 1)


def percentile(points: int, others: Sequence[int]) -> float | None:
    """Return the share of other results that are worse, as `share_of_worse` does. None if there are none."""
    return share_of_worse(points, sorted([points, *others])) if others else None


def histogram(finishes: Sequence[Finish]) -> list[tuple[int, int]]:
    """Return how often each number of points was reached, the fewest points first."""
    return sorted(Counter(finish.points for finish in finishes).items())
