"""The Kniffeliger engine: values dice by the solved sheet, and action dice by the changes that they cause.

The aim determines the measure of choices (`knobel.engines.kniffeliger.objectives`). When a seat plays to win, the last
rounds are valued by the probability of ending with the best sheet. Before the last rounds a high score serves winning
best: a bot that plays by winning probabilities from the start gains nothing against strong players and loses to weak
ones.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
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
from knobel.engines.kniffeliger.objectives import GreedyScoreLead, Objective, OwnScore, ScoreLead, WinProbability
from knobel.engines.kniffeliger.values import SheetValues
from knobel.engines.kniffeliger.win_model import RESOLUTION, calibrate
from knobel.engines.shared.memory import Memory
from knobel.engines.shared.memory_engine import MemoryEngine
from knobel.games.kniffeliger import ACTION_DICE, ROWS, Kniffeliger, Stage, State

WIN_ROUNDS = 6
"""Number of rounds before the end in which winning probabilities decide.

Earlier no difference between them tells which action wins more often, because most depends on action dice to come.
"""


class KniffeligerEngine(MemoryEngine):
    """Values positions by expected points and by the probability of winning.

    Points are what optimal play alone still scores on the sheet that the seat then holds; action dice are not foreseen.
    Points are exact once no player can play an action die that matters. Winning probabilities assume that the seat
    continues to play for the win. Before the last six rounds only the effort `master` computes them.
    """

    noise_scales: Mapping[str, float] = MappingProxyType(
        {"beginner": 15.0, "casual": 6.8, "intermediate": 5.0, "advanced": 3.2, "expert": 1.3}
    )

    game: Kniffeliger

    def __init__(self, game: Kniffeliger, memory: Memory | None = None, *, action_dice: bool = True) -> None:
        """Create the engine of a game.

        :param memory: kernels and trained data to use in place of the usual ones.
        :param action_dice: True to consider playing action dice.
        :raises FileNotFoundError: if the solution is missing.
        :raises StaleData: if the solution was made for other rules or arrays.
        """
        super().__init__(game, memory)
        values = SheetValues(self.memory, five_is_full_house=game.options["five_is_full_house"])
        self.own = OwnScore(game, values)
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
            )
            for action in merits | points
        }

    def expect_decision(self, view: State, seat: int, effort: Effort, aim: Aim) -> Evaluation:
        """Return the evaluation of a decision; `win` assumes play to win, `points` play for points."""
        win, win_exact = None, False
        here = best_evaluation(self.evaluate(view, seat, effort))
        to_win = self.evaluate(view, seat, effort, "win") if aim == "win" else {}
        wins = [e for e in to_win.values() if e.win is not None]
        if wins:
            most = max(wins, key=lambda evaluation: evaluation.win or 0.0)
            win, win_exact = most.win, most.win_exact
        return replace(here, win=win, win_exact=win_exact, merit=here.points)

    def expect_roll(self, view: State, seat: int, effort: Effort, aim: Aim) -> Evaluation:
        """Return the evaluation before a roll or while other seats decide."""
        win, win_exact = None, False
        if view.stage is Stage.ACTION_DIE and view.seat == seat:
            return self._mean(view, seat, effort, aim)
        points = self.own.expected_value(view, seat)
        if aim == "win" and computes_win(self.game, view, effort):
            win_exact = winner_depends_only_on_own_dice(self.game, view, seat)
            win = self.reported_win(self.win.expected_value(view, seat), win_exact=win_exact)
        return Evaluation(
            points, win, exact=depends_only_on_own_dice(self.game, view, seat), win_exact=win_exact, merit=points
        )

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


def may_go_on(game: Kniffeliger, state: State) -> bool:
    """True if another round can follow: a freeze prolongs a game that ends when all sheets are full."""
    if game.rounds_to_come(state):
        return True
    freezes = (hand[ACTION_DICE.index("freeze")] for hand in state.hands)
    return game.fills_sheets and any(
        freeze and game.main_turn_remains(state, holder) for holder, freeze in enumerate(freezes)
    )


def others_can_interfere(game: Kniffeliger, state: State, seat: int) -> bool:
    """True if another seat can still play an action die that changes or moves this seat's sheet."""
    if may_go_on(game, state):
        return True
    for holder, hand in enumerate(state.hands):
        steal, freeze, cross, shift, swap = hand
        attacks = game.main_turn_remains(state, holder) and (steal or freeze or cross)
        moves = (state.stage is not Stage.SHIFTING or game.turn_remains(state, holder)) and (shift or swap)
        if holder != seat and state.stage is not Stage.OVER and (attacks or moves):
            return True
    return False


def depends_only_on_own_dice(game: Kniffeliger, state: State, seat: int) -> bool:
    """True if only the seat's own dice can change the final score of its sheet and which sheet it holds."""
    if state.stage is Stage.OVER:
        return True
    if others_can_interfere(game, state, seat):
        return False
    steal, _, _, shift, swap = state.hands[seat]
    if shift or swap:
        return False
    to_come = game.main_turn_remains(state, seat) and (state.seat != seat or state.stage is Stage.BEFORE)
    return not to_come or (not steal and sum(map(state.sheets[seat].is_open, ROWS)) <= 1)


def winner_depends_only_on_own_dice(game: Kniffeliger, state: State, seat: int) -> bool:
    """True if only the seat's own dice can change who wins."""
    if not depends_only_on_own_dice(game, state, seat):
        return False
    _, _, cross, _, _ = state.hands[seat]
    remaining = [other for other in range(len(state.sheets)) if game.main_turn_remains(state, other)]
    return not (cross and seat in remaining) and not set(remaining) - {seat}


def engine(game: Game[Any]) -> KniffeligerEngine:
    """Return the engine of a game.

    :raises FileNotFoundError: if the solution is missing.
    :raises StaleData: if the solution was made for other rules or arrays.
    """
    assert isinstance(game, Kniffeliger), "this is about Kniffeliger only"
    return KniffeligerEngine(game)
