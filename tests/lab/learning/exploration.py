"""Positions from which a learner's games begin."""

from typing import Any


def began_badly(learner: Any, first: int) -> int:
    """True if in that many of forty games, counted from one, not all entries were the best."""
    explored = 0
    for game in range(first, first + 40):
        learner.traces.explored[:] = False
        learner.learn(game, 1)
        explored += bool(learner.traces.explored.any())
    return explored
