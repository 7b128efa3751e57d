"""Comparison of the results of a deal, against plain calculations."""

import random

from knobel.server.deals.standings import by_loss, by_points, histogram, percentile
from knobel.server.deals.store import Finish


def finish(person: str, points: int, lost: float | None = None, ended: int = 0) -> Finish:
    return Finish("2026-11-30/knister", person, person, "AAAAAA", points, ended, lost, hidden=False)


def test_ties_share_a_place() -> None:
    found = by_points([finish("a", 50), finish("b", 60, ended=2), finish("c", 60, ended=1), finish("d", 40)])
    assert [(placed.place, placed.finish.person) for placed in found] == [(1, "c"), (1, "b"), (3, "a"), (4, "d")]


def test_the_skill_board_has_reviewed_games_only() -> None:
    found = by_loss([finish("a", 50, 3.0), finish("b", 60, None), finish("c", 20, 0.5), finish("d", 40, 0.501)])
    assert [(placed.place, placed.finish.person) for placed in found] == [(1, "c"), (1, "d"), (3, "a")]


def test_a_thousand_results() -> None:
    rng = random.Random(7)
    points = [round(rng.gauss(60, 12)) for _ in range(1000)]
    finishes = [finish(f"p{number}", each) for number, each in enumerate(points)]
    for placed in by_points(finishes):
        assert placed.place == 1 + sum(other > placed.finish.points for other in points)
    assert sum(count for _, count in histogram(finishes)) == 1000
    own, others = points[0], points[1:]
    expected = 100 * (sum(other < own for other in others) + sum(other == own for other in others) / 2) / 999
    assert percentile(own, others) == expected
    assert percentile(max(points) + 1, points) == 100
    assert percentile(5, []) is None
