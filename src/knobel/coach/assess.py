"""What the choices of a seat that is to decide are worth."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, get_args

from knobel.coach.uncertainty import points_uncertainty, win_uncertainty
from knobel.core import Game
from knobel.engines import Aim, Effort, Evaluation, engine

SAME_CHANCE = 1e-6
"""Chances to win that differ by less are the same."""

ROUNDING = 0.005
"""A difference of so few points is none: values are stored no finer."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal action: the final score that can be expected after it, and the chance to win where it is known.

    Either is uncertain by so much, one standard error; by nothing where it is exact.
    """

    action: str
    points: float
    uncertainty: float
    win: float | None
    win_uncertainty: float | None


@dataclass(frozen=True, slots=True)
class Assessment:
    """All choices of a seat, the best for points first. `margin`: by how many points that is better than the next;
    0 where there is no other."""

    seat: int
    choices: tuple[Choice, ...]
    margin: float

    @property
    def best(self) -> Choice:
        return self.choices[0]

    @property
    def best_to_win(self) -> Choice:
        """The choice most likely to win; the best for points where no chance is known."""
        return max(self.choices, key=lambda choice: -1.0 if choice.win is None else choice.win)

    @property
    def stake(self) -> float:
        """By how many points the best choice is better than any at random."""
        return self.best.points - sum(choice.points for choice in self.choices) / len(self.choices)

    def of(self, action: str) -> Choice:
        """The choice of that action, which must be legal."""
        return next(choice for choice in self.choices if choice.action == action)

    @property
    def decided(self) -> bool:
        """Whether it makes no difference any more to the chance to win what the seat does, though it does in points."""
        known = [(choice.win, choice.points) for choice in self.choices if choice.win is not None]
        if not known:
            return False
        wins, points = [win for win, _ in known], [points for _, points in known]
        return max(wins) - min(wins) < SAME_CHANCE and max(points) - min(points) > ROUNDING

    def loss(self, action: str) -> float:
        """The points that an action is worth less than the best."""
        return max(self.best.points - self.of(action).points, 0.0)

    def given_up(self, action: str) -> float:
        """The part of that loss for which the action is more likely to win: what the best for points is better than the
        best of those that win at least as often."""
        own = self.of(action).win
        if own is None:
            return 0.0
        as_likely = [choice.points for choice in self.choices if (choice.win or 0.0) > own - SAME_CHANCE]
        return max(self.best.points - max(as_likely), 0.0)

    def win_loss(self, action: str) -> float | None:
        """The chance to win that an action gives away; None where it is not known."""
        most, own = self.best_to_win.win, self.of(action).win
        return None if most is None or own is None else max(most - own, 0.0)


def assess(game: Game[Any], state: Any, seat: int, effort: Effort = "master", aim: Aim = "win") -> Assessment:
    """What a seat that is to decide can do, and what each of it is worth.

    The chance to win is worked out at tables of several, where the engine knows it.

    :param state: the position; nothing is used of it but what the seat may see.
    :param aim: `points` leaves the chance to win out, which can take most of the time.
    :raises Illegal: if the seat may not decide now.
    """
    game.check_mover(state, seat)
    view, thinking = game.view(state, seat), engine(game)
    worth = thinking.evaluate(view, seat, effort, "points")
    wins: Mapping[str, Evaluation] = {}
    if aim == "win" and game.seats(state) > 1:
        wins = thinking.evaluate(view, seat, effort, "win")
    best = max(worth, key=lambda action: worth[action].merit)
    # What was looked into less than the best may seem worth more, and is not for that.
    order = sorted(worth, key=lambda action: (action != best, -worth[action].points))
    choices = tuple(choice(game, action, worth[action], wins.get(action)) for action in order)
    margin = max(choices[0].points - choices[1].points, 0.0) if len(choices) > 1 else 0.0
    return Assessment(seat, choices, margin)


def answers(game: Game[Any], state: Any, seat: int) -> Iterator[Assessment]:
    """Assessments of one position, a quick one first and then better ones: stop when time is up.

    :raises Illegal: if the seat may not decide now.
    """
    return (assess(game, state, seat, effort) for effort in get_args(Effort))


def choice(game: Game[Any], action: str, worth: Evaluation, to_win: Evaluation | None) -> Choice:
    """An action with what it is worth, in points and to win."""
    win = None if to_win is None else to_win.win
    return Choice(
        action,
        worth.points,
        0.0 if worth.exact else points_uncertainty(game.name),
        win,
        None if to_win is None or win is None else 0.0 if to_win.win_exact else win_uncertainty(game.name),
    )
