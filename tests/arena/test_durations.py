"""Histograms of durations."""

import pytest

from knobel.arena.durations import DurationHistogram


def test_quantiles() -> None:
    times = DurationHistogram()
    assert times.quantile(0.5) is None
    parts = [DurationHistogram() for _ in range(7)]
    for i in range(1, 1001):
        parts[i % 7].add(i / 1000)
    for part in parts:
        times.merge(part)
    assert times.quantile(0.5) == pytest.approx(0.5, rel=0.02)
    assert times.quantile(0.99) == pytest.approx(0.99, rel=0.02)
    times.add(0)
