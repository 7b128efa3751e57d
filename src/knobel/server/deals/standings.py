"""Comparison of the results of a deal."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from knobel.server.deals.store import Finish


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
    places: dict[float, int] = {}
    for number, finish in enumerate(ordered, 1):
        places.setdefault(key(finish), number)
    return [Placed(places[key(finish)], finish) for finish in ordered]


def percentile(points: int, others: Sequence[int]) -> float | None:
    """Return the share of other results that are worse, in percent. Equal ones count half. None if there are none."""
    if not others:
        return None
    worse = sum(other < points for other in others) + sum(other == points for other in others) / 2
    return 100 * worse / len(others)


def histogram(finishes: Sequence[Finish]) -> list[tuple[int, int]]:
    """Return how often each number of points was reached, the fewest points first."""
    return sorted(Counter(finish.points for finish in finishes).items())
