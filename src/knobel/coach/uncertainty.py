"""Uncertainty of estimates, measured by `benchmarks/coach_ledger.py`."""

POINTS = {"knister": 1.1, "knaster": 3.0, "knapp_daneben": 1.5, "knoeffel": 1.6, "kniffeliger": 60.0}
"""Standard deviation (points) of the final score from its estimate after a decision.

It is the root mean square over the decisions that are not exact.
"""
WINS = {"knister": 0.08, "knaster": 0.08, "knapp_daneben": 0.08, "knoeffel": 0.08, "kniffeliger": 0.09}
"""Difference between winning probabilities and the share of games won, over bins of probabilities.

Measured on few games.
"""
DEFAULT_POINTS = 10.0
DEFAULT_WIN = 0.1


def points_uncertainty(game: str) -> float:
    """Return the standard error of an expected score that is not exact, in points."""
    return POINTS.get(game, DEFAULT_POINTS)


def win_uncertainty(game: str) -> float:
    """Return the standard error of a winning probability that is not exact."""
    return WINS.get(game, DEFAULT_WIN)
