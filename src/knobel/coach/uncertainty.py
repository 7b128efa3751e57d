"""Uncertainty of estimates, measured by `benchmarks/coach_ledger.py`."""

POINTS = {"knister": 1.1, "knaster": 3.0, "knapp_daneben": 1.5, "knoeffel": 1.6, "kniffeliger": 60.0}
"""By how much what can be expected after a decision still changes by itself until the end of the game: the root of the
mean square, over the decisions that are not exact."""
WINS = {"knister": 0.08, "knaster": 0.08, "knapp_daneben": 0.08, "knoeffel": 0.08, "kniffeliger": 0.09}
"""By how much chances to win miss the share of games that were won, over bins of them, as far as few games can tell."""
UNMEASURED = 10.0
WIN_UNMEASURED = 0.1


def points_uncertainty(game: str) -> float:
    """Return the standard error of an expected score that is not exact, in points."""
    return POINTS.get(game, UNMEASURED)


def win_uncertainty(game: str) -> float:
    """Return the standard error of a winning probability that is not exact."""
    return WINS.get(game, WIN_UNMEASURED)
