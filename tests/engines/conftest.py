"""Independent values of positions: every roll and every choice, by the rules alone."""

from collections.abc import Callable
from typing import Any

import pytest

from knobel.core import Chance, Game, Move, Over


@pytest.fixture(scope="session")
def by_the_rules() -> Callable[[Game[Any], Any], float]:
    """Return the expected final score of one seat, by memoised recursion over `legal`, `outcomes` and `apply`."""
    known_of: dict[tuple[str, str], dict[Any, float]] = {}

    def value(game: Game[Any], state: Any) -> float:
        known = known_of.setdefault((game.name, str(game.options)), {})

        def of(state: Any) -> float:
            if state not in known:
                match game.turn(state):
                    case Over(scores):
                        known[state] = scores[0]
                    case Chance():
                        known[state] = sum(
                            float(p) * of(game.apply(state, roll)) for roll, p in game.outcomes(state).items()
                        )
                    case _:
                        known[state] = max(of(game.apply(state, Move(0, action))) for action in game.legal(state, 0))
            return known[state]

        return of(state)

    return value
