"""Action values under each objective: own score, points ahead, probability of winning.

`Own` is the expected final score of the seat: the points on its sheet and what optimal play alone still adds.

`Points` is the lead over the other seats, of which the best counts as much as all of them together. Steals and
cross-outs are played as soon as they gain. Freezes are played late, when a lost turn is a lost row. Shifts and swaps
are played in the last round, when few players can still answer.

`Win` is the probability of ending with the best sheet (`knobel.engines.kniffeliger.winning`). It considers the score of
an entry, an action die earned with it, and action dice played or held.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np

from knobel.core import Move
from knobel.engines.kniffeliger.search import RestOfTurn, final_score, look_ahead
from knobel.engines.kniffeliger.tables import earns
from knobel.engines.kniffeliger.values import Values, fillable
from knobel.engines.kniffeliger.winning import Outlook, last_phase, outlook
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.five_dice import KEEP, ROLL
from knobel.games.combinations import ROLLS, keep_actions, kept_dice
from knobel.games.kniffeliger import ACTION_DICE, NO_DICE, ROUNDS, ROWS, Kniffeliger, Sheet, Stage, State, add

LEAST_GAIN = {"steal": 10.0, "freeze": 2.0, "cross": 2.0, "shift": 0.0, "swap": 0.0}
"""Minimum gain in lead, in points, for which an action die is played when playing for points."""
LAST_ROUNDS = {"steal": ROUNDS, "freeze": 2, "cross": ROUNDS, "shift": 1, "swap": 1}
"""Number of rounds before the end in which each action die is played at all when playing for points."""
CANDIDATES = 3
"""Number of ways to play a steal, freeze or cross-out that are evaluated for the win."""
TURNS = 8
"""Number of looked-ahead turns in the cache; several decisions are made on each."""
BEFORE_ENTRY = (Stage.BEFORE, Stage.ROLLING, Stage.ROLLED)


def turns_left(state: State, holder: int) -> int:
    """Return the number of entries that a seat still has to make, including a current turn without an entry."""
    played = state.stage in (Stage.SHIFTING, Stage.OVER) or holder < state.seat
    played |= holder == state.seat and state.stage not in BEFORE_ENTRY
    return ROUNDS - state.round + (not played)


class Judge(ABC):
    """Values of positions and actions for a seat."""

    def __init__(self, game: Kniffeliger, values: Values, *, action_dice: bool = True) -> None:
        """Create a judge.

        :param action_dice: True if the seat may play action dice.
        """
        self.game = game
        self.values = values
        self.action_dice = action_dice
        self._turns = lru_cache(TURNS)(self._look_ahead)

    @abstractmethod
    def now(self, state: State, seat: int) -> float:
        """Return the value of a position in which the seat has no dice on the table."""

    @abstractmethod
    def entries(self, state: State, seat: int) -> Array:
        """Return the value of entering each roll in each row that can be filled (252, rows), at the end of the turn."""

    @abstractmethod
    def with_action_dice(self, state: State, seat: int, plays: Sequence[str]) -> dict[str, float]:
        """Return the values of the ways to play action dice that the judge considers."""

    def actions(self, state: State, seat: int, legal: Sequence[str]) -> dict[str, float]:
        """Return the values of the legal actions that the judge considers, for the seat to decide."""
        worth = self.without_action_dice(state, seat)
        plays = [action for action in legal if action.partition(".")[0] in ACTION_DICE] if self.action_dice else ()
        return worth | self.with_action_dice(state, seat, plays) if plays else worth

    def without_action_dice(self, state: State, seat: int) -> dict[str, float]:
        """Return the values of entering or keeping the dice on the table, of rolling, or of ending the turn."""
        rows = fillable(state.sheets[seat])
        if state.stage is Stage.ROLLED:
            turn = self.turn(state, seat)
            worth = dict(zip([ROWS[i] for i in rows], turn.entries[ROLL[state.dice]].tolist(), strict=True))
            if state.rolls < ROLLS:
                keeps = (turn.second, turn.third)[state.rolls - 1]
                for action in keep_actions("k", state.dice, state.saved):
                    worth[action] = float(keeps[KEEP[kept_dice(action)]])
            return worth
        if state.stage is Stage.BEFORE and rows:
            return {"roll": self.turn(state, seat).before(rolls=0)}
        return {"end": self.now(self.game.apply(state, Move(seat, "end")), seat)}

    def position(self, state: State, seat: int) -> float:
        """Return the value of a position in which the seat has no decision.

        It is the mean over the rolls if the seat rolls next, otherwise the value of the position as it stands.
        """
        if state.stage is Stage.ROLLING and state.seat == seat:
            return self.turn(state, seat).before(state.rolls, state.saved)
        return self.now(state, seat)

    def turn(self, state: State, seat: int) -> RestOfTurn:
        """Return the looked-ahead turn of a seat, regardless of the dice on the table."""
        return self._turns(replace(state, stage=Stage.ROLLING, dice=(), saved=(), rolls=0), seat)

    def _look_ahead(self, state: State, seat: int) -> RestOfTurn:
        return look_ahead(self.entries(state, seat))

    def final_score(self, state: State, holder: int) -> tuple[float, float]:
        """Return the mean and the variance of the final score of the sheet that a seat holds."""
        return final_score(self.values, self.ahead(state, holder), turns_left(state, holder))

    def ahead(self, state: State, holder: int) -> Sheet:
        """Return the sheet that a seat holds as it will be in its next turn.

        Where freezes last for rounds, rows that will be frozen then count as frozen already, except for the seat to
        move, which knows the rows that it can fill.
        """
        sheet = state.sheets[holder]
        if not self.game.freezes_rounds or state.round == ROUNDS:
            return sheet
        if turns_left(state, holder) == ROUNDS - state.round:
            return replace(sheet, frozen=sheet.chilled)
        return sheet if holder == state.seat else replace(sheet, frozen=sheet.frozen | sheet.chilled)

    def after_entry(self, state: State, seat: int) -> tuple[Array, Array]:
        """Return the mean (252, rows) and the variance (rows) of a seat's final score after each roll in each row."""
        sheet = state.sheets[seat]
        return self.values.after_entry(sheet, ROUNDS - state.round, total=sheet.total)


class Own(Judge):
    """Judges by the seat's own final score, and values every action."""

    def now(self, state: State, seat: int) -> float:
        sheet, left = self.ahead(state, seat), turns_left(state, seat)
        if state.seat == seat and state.stage not in BEFORE_ENTRY and not self.game.freezes_rounds:
            # Frozen rows are released at the end of the turn.
            sheet = replace(sheet, frozen=frozenset())
        return final_score(self.values, sheet, left)[0]

    def entries(self, state: State, seat: int) -> Array:
        return self.after_entry(state, seat)[0]

    def with_action_dice(self, state: State, seat: int, plays: Sequence[str]) -> dict[str, float]:
        untouched = max(self.without_action_dice(state, seat).values())
        return {
            action: untouched
            if action.startswith(("freeze", "cross"))
            else self.now(self.game.apply(state, Move(seat, action)), seat)
            for action in plays
        }


class Points(Judge):
    """Judges by the lead in points."""

    last_rounds = LAST_ROUNDS

    def now(self, state: State, seat: int) -> float:
        return self.final_score(state, seat)[0] - self.against(state, seat)

    def against(self, state: State, seat: int) -> float:
        """Return the score with which the final score of a seat is compared."""
        others = [self.final_score(state, i)[0] for i in range(len(state.sheets)) if i != seat]
        return (max(others) + sum(others) / len(others)) / 2

    def entries(self, state: State, seat: int) -> Array:
        mean, _ = self.after_entry(state, seat)
        return mean - self.against(state, seat)

    def with_action_dice(self, state: State, seat: int, plays: Sequence[str]) -> dict[str, float]:
        worth: dict[str, float] = {}
        if state.stage is Stage.ROLLED:
            return worth
        for action in plays:
            die = action.partition(".")[0]
            if self.game.dice_perish:
                # The action die is lost if it is not played in this turn.
                worth[action] = self.now(self.game.apply(state, Move(seat, action)), seat)
            elif ROUNDS - state.round < self.last_rounds[die]:
                worth[action] = self.now(self.game.apply(state, Move(seat, action)), seat) - LEAST_GAIN[die]
        return worth


class Eager(Points):
    """Judges that play action dice as soon as they gain anything, like players who do not plan for the last round."""

    last_rounds = dict.fromkeys(LAST_ROUNDS, ROUNDS)


class Win(Judge):
    """Judges by the probability of winning."""

    def now(self, state: State, seat: int) -> float:
        if state.round == ROUNDS and state.stage in (Stage.SHIFTING, Stage.OVER):
            first = len(state.sheets) if state.stage is Stage.OVER else state.seat
            return last_phase([sheet.total for sheet in state.sheets], state.hands, seat, first)
        mean, variance = self.final_score(state, seat)
        return float(self.outlook(state, seat).chance(np.array(mean), np.array(variance)))

    def outlook(self, state: State, seat: int) -> Outlook:
        """Return the outlook of the table for the end of the seat's current turn, if it has one."""
        turns = [turns_left(state, i) for i in range(len(state.sheets))]
        if state.seat == seat and state.stage in BEFORE_ENTRY:
            turns[seat] -= 1
        sheets = [self.ahead(state, holder) for holder in range(len(state.sheets))]
        scores = [final_score(self.values, sheet, left) for sheet, left in zip(sheets, turns, strict=True)]
        hands = list(state.hands)
        earning = [max(left - 1, 0) for left in turns]
        if self.game.dice_perish and state.round < ROUNDS:
            # Of the action dice earned before the last round, only the latest can be played in it.
            hands = list(state.earned) if state.round == ROUNDS - 1 else [NO_DICE] * len(hands)
            earning = [min(left, 1) for left in earning]
        elif state.round < ROUNDS:
            hands = [add(hand, earned) for hand, earned in zip(hands, state.earned, strict=True)]
        if not self.action_dice:
            hands[seat] = NO_DICE
        return outlook(
            seat,
            np.array([mean for mean, _ in scores]),
            np.array([variance for _, variance in scores]),
            hands,
            turns,
            earning,
        )

    def entries(self, state: State, seat: int) -> Array:
        mean, variance = self.after_entry(state, seat)
        earned = earns() & (state.round < ROUNDS) & self.action_dice
        # Most rolls have the same score in a row: only distinct cases are evaluated.
        points = self.values.points[:, fillable(state.sheets[seat])]
        rows = len(variance)
        kinds = (2 * points.astype(int) + earned[:, None]) * rows + np.arange(rows)
        kinds, first, of = np.unique(kinds, return_index=True, return_inverse=True)
        chances = self.outlook(state, seat).chance(
            mean.reshape(-1)[first], variance[kinds % rows], earned=kinds // rows % 2 > 0
        )
        worth: Array = chances[of.reshape(mean.shape)]
        return worth

    def with_action_dice(self, state: State, seat: int, plays: Sequence[str]) -> dict[str, float]:
        """Return the values of the most effective ways to play action dice.

        While dice are on the table, no action die is considered: steals come before the roll, freezes and cross-outs
        after the entry. Of these, only the ways with the largest effect are evaluated.
        """
        if state.stage is Stage.ROLLED:
            return {}
        gains: dict[str, dict[str, float]] = {}
        for action in plays:
            die, _, where = action.partition(".")
            if die in ("shift", "swap"):
                gains[action] = {action: 0.0}
            elif (die == "steal") == (state.stage is Stage.BEFORE):
                gains.setdefault(die, {})[action] = self.harm(state, where)
        best = [action for of_die in gains.values() for action in sorted(of_die, key=of_die.__getitem__)[-CANDIDATES:]]
        return {action: self.now(self.game.apply(state, Move(seat, action)), seat) for action in best}

    def harm(self, state: State, where: str) -> float:
        """Return the approximate value of a row (`1.fh`) that is stolen, frozen or crossed out."""
        holder, _, row = where.partition(".")
        sheet = state.sheets[int(holder)]
        points = sheet.at(row)
        return self.values.row(sheet, row) if points is None else points
