"""The interface of engines, which evaluate positions and the actions in them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Literal, Protocol, TypeAlias

Effort: TypeAlias = Literal["quick", "strong", "master"]
"""Effort of an evaluation: by values only, within 2 ms, or as strong as possible, mostly within 0.2 s.

The extent of a search is fixed, so that it gives the same result everywhere. These are measured times of one processor.
"""
Aim: TypeAlias = Literal["points", "win"]
"""Objective: the highest expected score, or the highest probability of winning against the sheets on the table."""

POINT_WEIGHT = 1e-8
"""Weight of a point relative to the probability of winning in the merits of actions.

It breaks ties, so that points decide where estimated probabilities are equal, for example when a game is almost won.
"""
NOT_CONSIDERED = float("-inf")
"""The merit of an action that was not considered."""


# Not frozen: creating a frozen instance would take three times as long, and a decision creates dozens.
@dataclass(slots=True)
class Evaluation:
    """The evaluation of an action or a position for a seat.

    `points` is the expected final score. `win` is the probability of ending with the highest score at this table, where
    a first place that n seats share counts 1/n; None if it was not computed. `exact` and `win_exact` are True if these
    values are exact and not estimates, given the play that the engine assumes of the others.

    `merit` is the quantity to maximize under the requested aim. Merits are comparable only within one call. They can be
    more cautious than `points` and `win`, which are the best estimates. An action that was not considered has the merit
    `NOT_CONSIDERED`.

    `win_resolution`: differences up to this size between the `win` of two actions do not tell which one wins more
    often. Points decide there, also in the merits.

    `win_certain` is True if `win` is exact and holds however well or badly the other seats play.
    """

    points: float
    win: float | None
    exact: bool
    win_exact: bool
    merit: float
    win_resolution: float = 0.0
    win_certain: bool = False


class Engine(Protocol):
    """Evaluates positions of one game with chosen options. An engine is not thread-safe."""

    @property
    def noise_scales(self) -> Mapping[str, float]:
        """Typical size of errors of weak bots in this game, in points, by level."""
        ...

    @property
    def stamp(self) -> str:
        """Changes whenever the results of the engine may change: with its rules, options or trained data."""
        ...

    def evaluate(
        self, view: Any, seat: int, effort: Effort = "master", aim: Aim = "points", rng: Random | None = None
    ) -> dict[str, Evaluation]:
        """Return the evaluation of every legal action of a seat that is to decide, by notation.

        :param view: the seat's view, `game.view(state, seat)`.
        :param rng: the source of sampled chance. By default it is derived from the position, so that equal positions
            have equal values. Engines that do not sample ignore it; some sample only if it is given.
        """
        ...

    def expect(self, view: Any, seat: int, effort: Effort = "master", aim: Aim = "win") -> Evaluation:
        """Return the evaluation of a position for a seat, whether a roll, a decision or the end comes next.

        The aim `points` omits the probability of winning, which can take most of the time. Before a roll, the result is
        the mean over the rolls of the value of the best action after each, within the limits of the effort. `merit` is
        `points`.
        """
        ...


class Rollouts(Protocol):
    """Plays positions out to the end to estimate their values without bias."""

    def expect(self, view: Any, seat: int, seed: int) -> float:
        """Return the expected final score of a seat.

        It is exact near the end. Earlier it is the mean over games played out by a search, with dice from a seed and
        with variance reduction, plus the mean improvement of the coach's best actions over the search. It contains
        noise of mean 0: before a roll it is the mean, over the rolls, of the results after each.
        """
        ...


def final_evaluation(scores: Sequence[int], seat: int) -> Evaluation:
    """Return the evaluation for a seat of a finished game with these scores."""
    highest = max(scores)
    win = 0.0 if scores[seat] < highest else 1 / scores.count(highest)
    return Evaluation(scores[seat], win, exact=True, win_exact=True, merit=scores[seat], win_certain=True)


def best_evaluation(evaluations: Mapping[str, Evaluation]) -> Evaluation:
    """Return the evaluation of a position for the seat to decide: that of the first of the best actions."""
    return max(evaluations.values(), key=lambda evaluation: evaluation.merit)
