"""The Kniffeliger engine: values dice by the solved sheet, and action dice by the changes that they cause.

The aim determines the measure of choices (`knobel.engines.kniffeliger.objectives`). When a seat plays to win, the last
rounds are valued by the probability of ending with the best sheet. Before the last rounds a high score serves winning
best: a bot that plays by winning probabilities from the start gains nothing against strong players and loses to weak
ones.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property, lru_cache
from random import Random
from statistics import fmean
from types import MappingProxyType
from typing import Any

from knobel.core import Game, Move
from knobel.engines.engine import (
    NOT_CONSIDERED,
    POINT_WEIGHT,
    Aim,
    Effort,
    Evaluation,
    best_evaluation,
)
from knobel.engines.kniffeliger.interference import (
    depends_only_on_own_dice,
    others_can_interfere,
    winner_depends_only_on_own_dice,
)
from knobel.engines.kniffeliger.last_phase import is_last_phase
from knobel.engines.kniffeliger.last_phase import merits as last_merits
from knobel.engines.kniffeliger.objectives import (
    CACHED_POSITIONS,
    GreedyScoreLead,
    Objective,
    OwnScore,
    ScoreLead,
    WinProbability,
)
from knobel.engines.kniffeliger.shifting import RESOLUTION as POINT_RESOLUTION
from knobel.engines.kniffeliger.shifting import Shifting
from knobel.engines.kniffeliger.values import SheetValues
from knobel.engines.kniffeliger.win_model import RESOLUTION, calibrate
from knobel.engines.shared.memory import Memory
from knobel.engines.shared.memory_engine import MemoryEngine
from knobel.games.kniffeliger import Kniffeliger, Stage, State

WIN_ROUNDS = 6
"""Number of rounds before the end in which winning probabilities decide.

Earlier no difference between them tells which action wins more often, because most depends on action dice to come.
"""


class KniffeligerEngine(MemoryEngine):
    """Values positions by expected points and by the probability of winning.

    In the main phase points are what optimal play alone still scores on the sheet that the seat then holds; of action
    dice only a steal is foreseen that can be made now and as well in a later turn. In the shifting phase they are those
    of the sheet that it finally holds (`knobel.engines.kniffeliger.shifting`). Points are exact once no player can play
    an action die that matters, and in the last shifting phase if all play as well as possible. Winning probabilities
    assume that the seat continues to play for the win. Before the last six rounds only the effort `master` computes
    them.
    """

    noise_scales: Mapping[str, float] = MappingProxyType(
        {"beginner": 110.0, "casual": 36.0, "intermediate": 24.0, "advanced": 19.0, "expert": 4.5}
    )

    game: Kniffeliger

    def __init__(self, game: Kniffeliger, memory: Memory | None = None, *, action_dice: bool = True) -> None:
        """Create the engine of a game.

        :param memory: kernels and trained data to use in place of the usual ones.
        :param action_dice: True to consider playing action dice.
        """
        super().__init__(game, memory)
        values = SheetValues(self.memory, five_is_full_house=game.options["five_is_full_house"])
        self.own = OwnScore(game, values)
        self.shifting = Shifting(self.own)
        self.points = ScoreLead(game, values, action_dice=action_dice)
        self.greedy = GreedyScoreLead(game, values, action_dice=action_dice)
        self.win = WinProbability(game, values, action_dice=action_dice)

    @cached_property
    def stamp(self) -> str:
        """The stamp, see `Engine`, which is another one without action dice."""
        return super().stamp if self.points.action_dice else f"{super().stamp} without action dice"

    def evaluate(
        self, view: State, seat: int, effort: Effort = "master", aim: Aim = "points", rng: Random | None = None
    ) -> dict[str, Evaluation]:
        """Return the evaluation of each action, see `Engine`. No new random samples are drawn."""
        return dict(self._cached_evaluations(view, seat, effort, aim))

    @cached_property
    def _cached_evaluations(self) -> Callable[[State, int, Effort, Aim], dict[str, Evaluation]]:
        """The cached evaluation. A review asks for a position after a roll, for each face of an action die, and again
        for the decision.
        """
        return lru_cache(CACHED_POSITIONS)(self._evaluate)

    def _evaluate(self, view: State, seat: int, effort: Effort, aim: Aim) -> dict[str, Evaluation]:
        if view.stage is Stage.SHIFTING:
            return self.evaluate_exchange(view, seat, effort, aim)
        objective = self.objective(view, effort, aim)
        legal = self.game.legal(view, seat)
        merits = objective.action_values(view, seat, legal)
        points = self.own.action_values(view, seat, legal)
        wins: dict[str, float] = {}
        if aim == "win" and computes_win(self.game, view, effort):
            wins = merits if objective is self.win else self.win.action_values(view, seat, legal)
        exact, win_exact = set(), set()
        if not others_can_interfere(self.game, view, seat):
            ends = {action: self.game.apply(view, Move(seat, action)) for action in legal}
            exact = {action for action, end in ends.items() if depends_only_on_own_dice(self.game, end, seat)}
            win_exact = {
                action
                for action, end in ends.items()
                if action in wins and winner_depends_only_on_own_dice(self.game, end, seat)
            }
        resolution = 1.0
        if objective is self.win:
            resolution = 0.0 if win_exact else RESOLUTION
            merits = merits_to_win(merits, self.points.action_values(view, seat, legal), resolution)
        return {
            action: Evaluation(
                points[action],
                self.reported_win(wins[action], win_exact=action in win_exact) if action in wins else None,
                exact=action in exact,
                win_exact=action in win_exact,
                merit=merits.get(action, NOT_CONSIDERED),
                win_resolution=resolution if wins else 0.0,
                win_certain=action in win_exact,
            )
            for action in merits | points
        }

    def evaluate_exchange(self, view: State, seat: int, effort: Effort, aim: Aim) -> dict[str, Evaluation]:
        """Return the evaluation of each action in the shifting phase, by the sheet that the seat finally holds."""
        game, legal = self.game, self.game.legal(view, seat)
        ends = {action: game.apply(view, Move(seat, action)) for action in legal}
        found = {action: self.shifting.final_sheet(end, seat, effort) for action, end in ends.items()}
        reported: Mapping[str, float | None] = {}
        resolution = 1.0
        if is_last_phase(game, view):
            merits = last_merits(game, view, ends)
            reported, resolution = {action: each.win for action, each in found.items()}, 0.0
        else:
            here = found["end"].points
            for action, each in found.items():
                if abs(each.points - here) <= POINT_RESOLUTION:
                    found[action] = each._replace(points=here)
            # Before the last phase action dice are kept unless they perish, because fewer seats can still answer there.
            plays = [a for a, each in found.items() if game.dice_perish and each.points > here]
            merits = {a: found[a].points for a in ("end", *plays)}
            if aim == "win" and computes_win(game, view, effort):
                wins = {action: self.win.state_value(end, seat) for action, end in ends.items()}
                reported = {action: calibrate(win) for action, win in wins.items()}
                if decides_by_win(game, view):
                    resolution = RESOLUTION
                    merits = merits_to_win(wins, merits, resolution)
        if aim == "points":
            reported, resolution = {}, 0.0
            if effort == "quick":
                merits = self.greedy.action_values(view, seat, legal)
        if not self.points.action_dice:
            merits = {"end": merits["end"]}
        return {
            action: Evaluation(
                each.points,
                reported.get(action),
                exact=each.exact,
                win_exact=each.exact and action in reported,
                merit=merits.get(action, NOT_CONSIDERED),
                win_resolution=resolution,
                win_certain=action in reported and winner_depends_only_on_own_dice(game, ends[action], seat),
            )
            for action, each in found.items()
        }

    def expect_decision(self, view: State, seat: int, effort: Effort, aim: Aim) -> Evaluation:
        """Return the evaluation of a decision; `win` assumes play to win, `points` play for points."""
        win, win_exact, win_certain = None, False, False
        here = best_evaluation(self.evaluate(view, seat, effort))
        to_win = self.evaluate(view, seat, effort, "win") if aim == "win" else {}
        wins = [e for e in to_win.values() if e.win is not None]
        if wins:
            most = max(wins, key=lambda evaluation: evaluation.win or 0.0)
            win, win_exact, win_certain = most.win, most.win_exact, most.win_certain
        return replace(here, win=win, win_exact=win_exact, merit=here.points, win_certain=win_certain)

    def expect_roll(self, view: State, seat: int, effort: Effort, aim: Aim) -> Evaluation:
        """Return the evaluation before a roll or while other seats decide."""
        win, win_exact = None, False
        if view.stage is Stage.ACTION_DIE:
            return self._mean(view, seat, effort, aim)
        if view.stage is Stage.SHIFTING:
            return self._expect_exchange(view, seat, effort, aim)
        points = self.own.expected_value(view, seat)
        if aim == "win" and computes_win(self.game, view, effort):
            win_exact = winner_depends_only_on_own_dice(self.game, view, seat)
            win = self.reported_win(self.win.expected_value(view, seat), win_exact=win_exact)
        return Evaluation(
            points,
            win,
            exact=depends_only_on_own_dice(self.game, view, seat),
            win_exact=win_exact,
            merit=points,
            win_certain=win_exact,
        )

    def _expect_exchange(self, view: State, seat: int, effort: Effort, aim: Aim) -> Evaluation:
        """Return the evaluation of a position of the shifting phase in which another seat decides."""
        points, win, exact = self.shifting.final_sheet(view, seat, effort)
        if aim == "points":
            win = None
        elif win is None and computes_win(self.game, view, effort):
            win = calibrate(self.win.state_value(view, seat))
        return Evaluation(points, win, exact=exact, win_exact=exact and win is not None, merit=points)

    def _mean(self, view: State, seat: int, effort: Effort, aim: Aim) -> Evaluation:
        """Return the value of a position before the action die is rolled: the mean over its equally likely faces."""
        faces = [self.expect(self.game.apply(view, roll), seat, effort, aim) for roll in self.game.outcomes(view)]
        points, wins = fmean(face.points for face in faces), [face.win for face in faces if face.win is not None]
        return Evaluation(
            points,
            fmean(wins) if wins else None,
            exact=all(face.exact for face in faces),
            win_exact=all(face.win_exact for face in faces),
            merit=points,
            win_certain=all(face.win_certain for face in faces),
        )

    @staticmethod
    def reported_win(win: float, *, win_exact: bool) -> float:
        """Return the winning probability to report for a computed one."""
        # Rounding errors can raise a sum of many probabilities slightly above one.
        return min(win, 1.0) if win_exact else calibrate(win)

    def objective(self, view: State, effort: Effort, aim: Aim) -> Objective:
        """Return the objective for an effort and aim. With the aim to win, all efforts use the same one."""
        if aim == "win":
            return self.win if decides_by_win(self.game, view) else self.points
        return self.greedy if effort == "quick" else self.points


def merits_to_win(wins: Mapping[str, float], leads: Mapping[str, float], resolution: float) -> dict[str, float]:
    """Return the merits of actions: their probability of winning, and points where it does not tell which is better.

    :param leads: the values for points; an action that is not considered for points needs a higher probability.
    """
    most, lowest = max(wins.values()) - resolution, min(leads.values())
    return {action: min(win, most) + POINT_WEIGHT * leads.get(action, lowest) for action, win in wins.items()}


def decides_by_win(game: Kniffeliger, state: State) -> bool:
    """True if winning probabilities decide."""
    return game.rounds_to_come(state) < WIN_ROUNDS


def computes_win(game: Kniffeliger, state: State, effort: Effort) -> bool:
    """True if winning probabilities are computed, which takes most of the time of a decision."""
    return decides_by_win(game, state) or effort == "master"


def engine(game: Game[Any]) -> KniffeligerEngine:
    """Return the engine of a game."""
    assert isinstance(game, Kniffeliger), "this is about Kniffeliger only"
    return KniffeligerEngine(game)
