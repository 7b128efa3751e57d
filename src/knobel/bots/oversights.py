"""Optional actions that players overlook who do not know a game well.

In Kniffeliger the last swaps decide most games. Players who make errors only with their dice, but always swap well, win
almost as often as the best, so weaker levels also overlook their action dice.
"""

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from knobel.engines import Evaluation
from knobel.games.kniffeliger import ACTION_DICE

OPTIONAL_ACTIONS: Mapping[str, tuple[str, ...]] = MappingProxyType({"kniffeliger": ACTION_DICE})
"""First words of the actions that a player need not take, by game."""
OVERSIGHTS: Mapping[str, Mapping[str, float]] = MappingProxyType(
    {"kniffeliger": {"beginner": 0.935, "casual": 0.912, "intermediate": 0.855, "advanced": 0.69, "expert": 0.26}}
)
"""Probability that a level overlooks these actions in a decision, by game."""


def notice(game: str, level: str, evaluations: Mapping[str, Evaluation], rng: Random) -> Mapping[str, Evaluation]:
    """Return the evaluations of the actions that a player of a level notices: all, or only those not optional."""
    probability = OVERSIGHTS.get(game, {}).get(level, 0.0)
    if not probability or rng.random() >= probability:
        return evaluations
    optional = OPTIONAL_ACTIONS[game]
    necessary = {action: found for action, found in evaluations.items() if action.partition(".")[0] not in optional}
    return necessary or evaluations
