"""What positions of Kniffeliger are worth: dice by the solved sheet, action dice by what they change.

What is chosen by depends on the aim (`knobel.engines.kniffeliger.judges`). To win, the last rounds are measured in the
chance to end with the best sheet. Before them a high score serves winning best: who measures chances from the start
gains nothing against strong players and loses to weak ones.
"""

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from statistics import fmean
from types import MappingProxyType
from typing import Any

from knobel.core import Decide, Game, Move, Over
from knobel.engines.engine import NOT_CONSIDERED, Aim, Effort, Evaluation, best, settled
from knobel.engines.kniffeliger import tables
from knobel.engines.kniffeliger.judges import Eager, Judge, Own, Points, Win
from knobel.engines.kniffeliger.values import Values
from knobel.engines.kniffeliger.winning import calibrated
from knobel.engines.shared.stamps import fingerprint
from knobel.games.kniffeliger import ROUNDS, ROWS, Kniffeliger, Stage, State

WIN_ROUNDS = 6
"""In how many rounds before the end chances to win decide."""
VERSION = 2
"""Goes up whenever what the engine says changes with the same rules and data."""


class KniffeligerEngine:
    """Values positions for points and for the win.

    Points are what optimal play alone still brings on the sheet that the seat then holds; they foresee no action dice.
    They are exact once nobody can play one that matters. Chances to win are those of a seat that goes on for the win;
    before the last six rounds only the effort `master` works them out.
    """

    slips: Mapping[str, float] = MappingProxyType({"beginner": 10.0, "casual": 2.0})

    def __init__(self, game: Kniffeliger, *, action_dice: bool = True) -> None:
        """
        :param action_dice: whether playing one is ever considered.
        :raises FileNotFoundError: if the solution is missing.
        :raises Stale: if it was made for other rules or arrays.
        """
        self.game = game
        self.stamp = stamp(game, action_dice=action_dice)
        values = Values(five_is_full_house=game.options["five_is_full_house"])
        self.own = Own(game, values)
        self.points = Points(game, values, action_dice=action_dice)
        self.eager = Eager(game, values, action_dice=action_dice)
        self.win = Win(game, values, action_dice=action_dice)

    def evaluate(
        self, view: State, seat: int, effort: Effort = "master", aim: Aim = "points", rng: Random | None = None
    ) -> dict[str, Evaluation]:
        """See `Engine`; nothing is sampled anew."""
        judge = self.judge(view, effort, aim)
        legal = self.game.legal(view, seat)
        merits = judge.actions(view, seat, legal)
        points = self.own.actions(view, seat, legal)
        wins: dict[str, float] = {}
        if aim == "win" and weighs_chances(view, effort):
            wins = merits if judge is self.win else self.win.actions(view, seat, legal)
        exact, win_exact = set(), set()
        if not others_reach(view, seat):
            ends = {action: self.game.apply(view, Move(seat, action)) for action in legal}
            exact = {action for action, end in ends.items() if untouchable(end, seat)}
            win_exact = {action for action, end in ends.items() if action in wins and decided(end, seat)}
        return {
            action: Evaluation(
                points[action],
                self.told(wins[action], win_exact=action in win_exact) if action in wins else None,
                exact=action in exact,
                win_exact=action in win_exact,
                merit=merits.get(action, NOT_CONSIDERED),
            )
            for action in merits | points
        }

    def expect(self, view: State, seat: int, effort: Effort = "master", aim: Aim = "win") -> Evaluation:
        """See `Engine`. `win` is that of a seat that plays for it, `points` that of one that plays for points."""
        turn = self.game.turn(view)
        if isinstance(turn, Over):
            return settled(turn.scores, seat)
        win, win_exact = None, False
        if isinstance(turn, Decide) and seat in turn.seats:
            here = best(self.evaluate(view, seat, effort))
            to_win = self.evaluate(view, seat, effort, "win") if aim == "win" else {}
            wins = [e for e in to_win.values() if e.win is not None]
            if wins:
                most = max(wins, key=lambda evaluation: evaluation.win or 0.0)
                win, win_exact = most.win, most.win_exact
            return replace(here, win=win, win_exact=win_exact, merit=here.points)
        if view.stage is Stage.ACTION_DIE and view.seat == seat:
            return self._mean(view, seat, effort, aim)
        points = self.own.position(view, seat)
        if aim == "win" and weighs_chances(view, effort):
            win_exact = decided(view, seat)
            win = self.told(self.win.position(view, seat), win_exact=win_exact)
        return Evaluation(points, win, exact=untouchable(view, seat), win_exact=win_exact, merit=points)

    def _mean(self, view: State, seat: int, effort: Effort, aim: Aim) -> Evaluation:
        """What a position is worth before the action die falls: the mean over its faces, which are equally likely."""
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
    def told(win: float, *, win_exact: bool) -> float:
        """What is said of a chance to win that was judged."""
        # Sums of many chances round to slightly more than one.
        return min(win, 1.0) if win_exact else calibrated(win)

    def judge(self, view: State, effort: Effort, aim: Aim) -> Judge:
        """What decides; to win, every effort thinks alike."""
        if aim == "win":
            return self.win if late(view) else self.points
        return self.eager if effort == "quick" else self.points


def stamp(game: Kniffeliger, *, action_dice: bool) -> str:
    """Says for which rules, data and settings an engine is."""
    return fingerprint((tables.stamp(), VERSION, action_dice, *map(str, game.options.values())))


def late(state: State) -> bool:
    """Whether chances to win decide."""
    return ROUNDS - state.round < WIN_ROUNDS


def weighs_chances(state: State, effort: Effort) -> bool:
    """Whether chances to win are worked out, which takes most of a decision."""
    return late(state) or effort == "master"


def others_reach(state: State, seat: int) -> bool:
    """Whether another seat may still play an action die that touches this one's sheet, or moves it."""
    if state.round < ROUNDS:
        return True
    for holder, hand in enumerate(state.hands):
        steal, freeze, cross, shift, swap = hand
        attacks = in_play(state, holder) and (steal or freeze or cross)
        moves = (state.stage is not Stage.SHIFTING or holder >= state.seat) and (shift or swap)
        if holder != seat and state.stage is not Stage.OVER and (attacks or moves):
            return True
    return False


def untouchable(state: State, seat: int) -> bool:
    """Whether nothing but the seat's own dice can change what its sheet ends with, nor which sheet it holds."""
    if state.stage is Stage.OVER:
        return True
    if others_reach(state, seat):
        return False
    steal, _, _, shift, swap = state.hands[seat]
    if shift or swap:
        return False
    to_come = in_play(state, seat) and (state.seat != seat or state.stage is Stage.BEFORE)
    return not to_come or (not steal and sum(map(state.sheets[seat].is_open, ROWS)) <= 1)


def decided(state: State, seat: int) -> bool:
    """Whether nothing but the seat's own dice can change who wins."""
    if not untouchable(state, seat):
        return False
    _, _, cross, _, _ = state.hands[seat]
    others = (other for other in range(len(state.sheets)) if other != seat)
    return not (in_play(state, seat) and cross) and not any(in_play(state, other) for other in others)


def in_play(state: State, holder: int) -> bool:
    """Whether the turn of a seat in the main phase runs, or is still to come in this round."""
    return state.stage not in (Stage.SHIFTING, Stage.OVER) and holder >= state.seat


def engine(game: Game[Any]) -> KniffeligerEngine:
    """The engine of a game.

    :raises FileNotFoundError: if the solution is missing.
    :raises Stale: if it was made for other rules or arrays.
    """
    assert isinstance(game, Kniffeliger), "this is about Kniffeliger only"
    return KniffeligerEngine(game)
