"""Evaluation of a seat's choices in a position."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, get_args

from knobel.coach.dominance import bounded
from knobel.coach.uncertainty import Stage, points_uncertainty, stage_of, win_uncertainty
from knobel.core import Game
from knobel.engines import Aim, Effort, Evaluation, engine

WIN_TOLERANCE = 1e-6
"""Winning probabilities that differ by less count as equal."""

SATURATION = 1 / 256
"""Estimated winning probabilities closer to 0 or 1 count as 0 or 1: they are means of a few hundred samples."""

POINT_TOLERANCE = 0.005
"""Differences of fewer points count as zero, because stored values are not more exact."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal action with its expected final score and, if known, its winning probability.

    The uncertainty of each is one standard error; it is 0 for exact values.
    """

    action: str
    points: float
    uncertainty: float
    win: float | None
    win_uncertainty: float | None

    @property
    def comparable_win(self) -> float | None:
        """Return the winning probability to compare with that of another choice.

        An estimate that is almost 0 or 1 does not tell which of two choices wins more often. It is replaced by 0 or 1.
        """
        if self.win is None or self.win_uncertainty == 0:
            return self.win
        return 0.0 if self.win < SATURATION else 1.0 if self.win > 1 - SATURATION else self.win


@dataclass(frozen=True, slots=True)
class Assessment:
    """All choices of a seat, the best for points first.

    `margin`: the difference in points between the best choice and the next; 0 if there is no other. `to_win`: the
    action that the engine prefers to win; None if it knows no winning probability. `win_resolution`: see `Evaluation`.
    `win_certain`: exact winning probabilities hold however well or badly the others play. `unproven`: actions of which
    playouts leave open whether they are worse than the best one (`coach.confirmation`).
    """

    seat: int
    choices: tuple[Choice, ...]
    margin: float
    to_win: str | None
    win_resolution: float = 0.0
    win_certain: bool = True
    unproven: frozenset[str] = frozenset()

    @property
    def best(self) -> Choice:
        return self.choices[0]

    @property
    def best_to_win(self) -> Choice:
        """Return the best choice to win; the best for points if no winning probability is known."""
        return self.best if self.to_win is None else self.of(self.to_win)

    def of(self, action: str) -> Choice:
        """Return the choice of an action, which must be legal."""
        return next(choice for choice in self.choices if choice.action == action)

    @property
    def decided(self) -> bool:
        """True if no choice can change who wins any more, although the choices differ in points."""
        return self.decided_if_perfect and self.win_certain

    @property
    def decided_if_perfect(self) -> bool:
        """True if between perfect players no choice can change who wins, although the choices differ in points.

        Only exact winning probabilities show this, not equal estimates.
        """
        exact = all(choice.win is not None and choice.win_uncertainty == 0 for choice in self.choices)
        wins, points = [choice.win or 0.0 for choice in self.choices], [choice.points for choice in self.choices]
        return exact and max(wins) - min(wins) < WIN_TOLERANCE and max(points) - min(points) > POINT_TOLERANCE

    def loss(self, action: str) -> float:
        """Return the points that an action loses against the best one."""
        return max(self.best.points - self.of(action).points, 0.0)

    def win_loss(self, action: str) -> float | None:
        """Return the winning probability that an action loses; None if it is unknown."""
        most, own = self.best_to_win.win, self.of(action).win
        return None if most is None or own is None else max(most - own, 0.0)

    def wins_differ(self, one: Choice, other: Choice) -> bool:
        """True if the winning probabilities tell which choice wins more often."""
        chance, other_chance = one.comparable_win, other.comparable_win
        if chance is None or other_chance is None:
            return False
        return abs(chance - other_chance) > max(self.win_resolution, WIN_TOLERANCE)

    def judged_by(self, action: str) -> Aim:
        """Return the measure by which an action is judged: `win` if it wins more or less often than the best one.

        Where the probabilities do not tell this, points decide.
        """
        return "win" if self.wins_differ(self.best_to_win, self.of(action)) else "points"

    def reference(self, action: str) -> Choice:
        """Return the choice with which an action is compared.

        It is the best one to win or, if points decide, the best for points among the choices that win at least as
        often.
        """
        own = self.of(action)
        if self.judged_by(action) == "win":
            return self.best_to_win
        if own.comparable_win is None:
            return self.best
        if self.win_resolution and action == self.to_win:
            # The engine has compared the points.
            return own
        return self.best_as_often(action)

    def best_as_often(self, action: str) -> Choice:
        """Return the best choice for points that wins at least as often as an action and as the best choice to win."""
        own, most = self.of(action), self.best_to_win
        # The choices are in the order of their points.
        return next(each for each in self.choices if self.wins_as_often(each, own, most))

    def wins_as_often(self, choice: Choice, *others: Choice) -> bool:
        """True unless the winning probabilities tell that a choice wins less often than another one."""
        return not any(
            self.wins_differ(choice, other) and (choice.comparable_win or 0.0) < (other.comparable_win or 0.0)
            for other in others
        )


def assess(game: Game[Any], state: Any, seat: int, effort: Effort = "master", aim: Aim = "win") -> Assessment:
    """Return the evaluation of each choice of a seat that is to decide.

    The winning probability is computed at tables with several seats, if the engine supports it.

    :param state: the position; only the part that the seat may see is used.
    :param aim: `points` omits the winning probability, which can take most of the time.
    :raises Illegal: if the seat may not decide now.
    """
    game.check_mover(state, seat)
    view, thinking = game.view(state, seat), engine(game)
    evaluations = bounded(game, view, seat, thinking.evaluate(view, seat, effort, "points"))
    wins: Mapping[str, Evaluation] = {}
    if aim == "win" and game.seats(state) > 1:
        wins = bounded(game, view, seat, thinking.evaluate(view, seat, effort, "win"))
    best = max(evaluations, key=lambda action: evaluations[action].merit)
    # A choice that was evaluated less exactly than the best may seem better without being better.
    order = sorted(evaluations, key=lambda action: (action != best, -evaluations[action].points))
    stage = stage_of(game, view, seat)
    choices = tuple(make_choice(game, stage, action, evaluations[action], wins.get(action)) for action in order)
    margin = max(choices[0].points - choices[1].points, 0.0) if len(choices) > 1 else 0.0
    to_win = max(wins, key=lambda action: wins[action].merit, default=None)
    if to_win is not None and wins[to_win].win is None:
        to_win = None
    resolution = 0.0 if to_win is None else wins[to_win].win_resolution
    certain = all(each.win_certain for each in wins.values())
    return Assessment(seat, choices, margin, to_win, resolution, certain)


def answers(game: Game[Any], state: Any, seat: int) -> Iterator[Assessment]:
    """Yield assessments of one position, a quick one first and then better ones. The caller stops when time is up.

    :raises Illegal: if the seat may not decide now.
    """
    return (assess(game, state, seat, effort) for effort in get_args(Effort))


def make_choice(
    game: Game[Any], stage: Stage, action: str, evaluation: Evaluation, to_win: Evaluation | None
) -> Choice:
    """Return an action with its value in points and its winning probability.

    :param stage: the figures of the game at the stage of the seat that decides.
    """
    win, win_error = None if to_win is None else to_win.win, None
    if to_win is not None and win is not None:
        # An estimate of 0 or 1 is not exact either.
        win_error = 0.0 if to_win.win_exact else max(win_uncertainty(game.name, win), WIN_TOLERANCE)
    return Choice(
        action,
        evaluation.points,
        0.0 if evaluation.exact else points_uncertainty(stage, evaluation.points),
        win,
        win_error,
    )
