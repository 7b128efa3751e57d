"""Optional actions that players overlook who do not know a game well.

In Kniffeliger the last swaps decide most games. Players who make errors only with their dice, but always swap well, win
almost as often as the best, so weaker levels also overlook their action dice. They think most often of moving sheets
when nobody could move them back. Weak players therefore leave each other's sheets alone, so that the better dice decide
between them; but they respond when another player has just spent such dice.
"""

from collections.abc import Mapping
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple

from knobel.core import Game
from knobel.engines import Evaluation
from knobel.games.kniffeliger import ACTION_DICE, SHIFTING_DICE, Stage, State

OPTIONAL_ACTIONS: Mapping[str, tuple[str, ...]] = MappingProxyType({"kniffeliger": ACTION_DICE})
"""First words of the actions that a player need not take, by game."""


class Oversights(NamedTuple):
    """Probabilities that a level overlooks its optional actions in a decision.

    `unanswerable` holds for moving sheets while no other seat has dice to do so, `usual` otherwise.
    """

    usual: float
    unanswerable: float


OVERSIGHTS: Mapping[str, Mapping[str, Oversights]] = MappingProxyType(
    {
        "kniffeliger": {
            "beginner": Oversights(0.99, 0.85),
            "casual": Oversights(0.98, 0.68),
            "intermediate": Oversights(0.92, 0.6),
            "advanced": Oversights(0.78, 0.57),
            "expert": Oversights(0.2, 0.1),
        }
    }
)
"""By game and level."""


def is_unanswerable(view: State, seat: int) -> bool:
    """True if a seat may move sheets now and no other seat has dice to move them."""
    others = [hand for other, hand in enumerate(view.hands) if other != seat]
    return view.stage is Stage.SHIFTING and not any(
        hand[ACTION_DICE.index(die)] for hand in others for die in SHIFTING_DICE
    )


def notice(
    game: Game[Any], view: Any, seat: int, level: str, evaluations: Mapping[str, Evaluation], rng: Random
) -> Mapping[str, Evaluation]:
    """Return the evaluations of the actions that a player of a level notices: all, or only those not optional."""
    oversights = OVERSIGHTS.get(game.name, {}).get(level)
    if oversights is None:
        return evaluations
    probability = oversights.unanswerable if is_unanswerable(view, seat) else oversights.usual
    if rng.random() >= probability:
        return evaluations
    optional = OPTIONAL_ACTIONS[game.name]
    necessary = {action: found for action, found in evaluations.items() if action.partition(".")[0] not in optional}
    return necessary or evaluations
