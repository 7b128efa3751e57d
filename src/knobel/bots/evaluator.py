"""What values the actions of a game, for bots of every level to choose by."""

from random import Random
from typing import Any, Literal, Protocol, TypeAlias

from knobel.core import Game

Effort: TypeAlias = Literal["quick", "strong", "master"]
"""How hard to think: on values alone, within 2 ms, or as well as can be within a budget of 150 ms."""
Aim: TypeAlias = Literal["points", "win"]
"""What to play for: the highest expected score, or the highest chance to win against the sheets on the table."""


class Evaluator(Protocol):
    """Values actions."""

    def evaluate(self, game: Game[Any], view: Any, seat: int, rng: Random) -> dict[str, float]:
        """The value of every legal action that is worth considering, at least one; the higher the better.

        `view` is `game.view(state, seat)`. The values of one call compare with each other: points for aim "points", for
        aim "win" chances to win, or points where these serve as well. All chance comes from `rng`.
        """
        ...
