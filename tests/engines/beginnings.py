"""How games begin from which a learner learns."""

from typing import Any


def began_badly(learner: Any, first: int) -> int:
    """In so many of forty games, from one on, not all entries were the best."""
    explored = 0
    for game in range(first, first + 40):
        learner.traces.explored[:] = False
        learner.learn(game, 1)
        explored += bool(learner.traces.explored.any())
    return explored
