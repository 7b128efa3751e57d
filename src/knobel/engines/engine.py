"""What an engine is: it says what a position is worth and what every action in it is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Literal, Protocol, TypeAlias

Effort: TypeAlias = Literal["quick", "strong", "master"]
"""How hard to think: on values alone, within 2 ms, or as well as can be within a budget of 150 ms."""
Aim: TypeAlias = Literal["points", "win"]
"""What to play for: the highest expected score, or the highest chance to win against the sheets on the table."""

NOT_CONSIDERED = float("-inf")
"""The merit of an action that was not worth considering."""


# Not frozen: that would take three times as long to make, and a decision makes dozens.
@dataclass(slots=True)
class Evaluation:
    """What an action, or a position, is worth to a seat.

    `points`: the expected final score. `win`: the chance to end with the highest score at this table, a shared first
    place counting half; None where it was not worked out. `exact` and `win_exact`: whether these are exact, and not
    estimates, against others who play as the engine takes them to play.

    `merit`: what to choose by under the aim that was asked for: the higher the better. Merits of one call compare with
    each other and with nothing else. They can be more cautious than `points` and `win`, which are the best estimates;
    what was not worth considering has the merit `NOT_CONSIDERED`.
    """

    points: float
    win: float | None
    exact: bool
    win_exact: bool
    merit: float


class Engine(Protocol):
    """What positions of one game, with its options chosen, are worth. Not for several threads at a time."""

    @property
    def slips(self) -> Mapping[str, float]:
        """By level, how far weak bots err at this game, in points."""
        ...

    @property
    def stamp(self) -> str:
        """Changes whenever what the engine says may change: with its rules, options and trained data."""
        ...

    def evaluate(
        self, view: Any, seat: int, effort: Effort = "master", aim: Aim = "points", rng: Random | None = None
    ) -> dict[str, Evaluation]:
        """What every legal action of a seat that is to decide is worth, by its notation.

        :param view: what the seat may see, `game.view(state, seat)`.
        :param rng: where sampled chance comes from; without it, from the position, so that equal positions are valued
            alike. Engines that sample nothing do not use it.
        """
        ...

    def expect(self, view: Any, seat: int, effort: Effort = "master", aim: Aim = "win") -> Evaluation:
        """What a position is worth to a seat, whatever comes next: a roll, a decision, the end.

        The aim `points` leaves the chance to win out, which can take most of the time.

        Before a roll it is the mean over the rolls of what the best action is worth after each, as far as the effort
        reaches. `merit` is `points`.
        """
        ...


class Rollouts(Protocol):
    """What plays positions of a game out to the end, for who wants to know without bias what they are worth."""

    def expect(self, view: Any, seat: int, seed: int) -> float:
        """The final score that a seat can expect: exact near the end, before that the mean of games played out by a
        search, with dice from a seed and their luck taken out.

        It is what who plays like that can expect, plus noise of mean 0: before a roll the mean, over the rolls, of what
        it is after each.
        """
        ...


def settled(scores: Sequence[int], seat: int) -> Evaluation:
    """What a position is worth to a seat when the game is over with these scores."""
    highest = max(scores)
    win = 0.0 if scores[seat] < highest else 1.0 if scores.count(highest) == 1 else 0.5
    return Evaluation(scores[seat], win, exact=True, win_exact=True, merit=scores[seat])


def best(worth: Mapping[str, Evaluation]) -> Evaluation:
    """What a position is worth to a seat that is to decide, from what its actions are: the first of the best."""
    return max(worth.values(), key=lambda evaluation: evaluation.merit)
