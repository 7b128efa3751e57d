"""Action values under each objective: own score, points ahead, probability of winning.

`OwnScore` is the expected final score of the seat: the points on its sheet and what optimal play alone still adds.

`ScoreLead` is the lead over the other seats, of which the best counts as much as all of them together. Steals and
cross-outs are played as soon as they gain. Freezes are played late, when a lost turn is a lost row. Shifts and swaps
are played in the last round, when few players can still answer.

`WinProbability` is the probability of ending with the best sheet (`knobel.engines.kniffeliger.winning`). It considers
the score of an entry, an action die earned with it, and action dice played or held.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np

from knobel.core import Move
from knobel.engines.kniffeliger.lookup import earns_action_die
from knobel.engines.kniffeliger.search import RestOfTurn, final_score, look_ahead
from knobel.engines.kniffeliger.values import SheetValues, fillable
from knobel.engines.kniffeliger.winning import SampledEnd, last_phase_probability, sample_end
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.five_dice import KEEP_NUMBER, ROLL_NUMBER
from knobel.games.combinations import ROLLS, keep_actions, kept_dice
from knobel.games.kniffeliger import ACTION_DICE, NO_DICE, ROUNDS, ROWS, Kniffeliger, Sheet, Stage, State, add

MIN_GAIN = {"steal": 10.0, "freeze": 2.0, "cross": 2.0, "shift": 0.0, "swap": 0.0}
"""Minimum gain in lead, in points, for which an action die is played when playing for points."""
PLAYED_IN_LAST_ROUNDS = {"steal": ROUNDS, "freeze": 2, "cross": ROUNDS, "shift": 1, "swap": 1}
"""Number of rounds before the end in which each action die is played at all when playing for points."""
CANDIDATES = 3
"""Number of ways to play a steal, freeze or cross-out that are evaluated for the win."""
CACHED_TURNS = 8
"""Number of looked-ahead turns in the cache; several decisions are made on each."""
BEFORE_ENTRY = (Stage.BEFORE, Stage.ROLLING, Stage.ROLLED)


def turns_left(game: Kniffeliger, state: State, holder: int) -> int:
    """Return the number of turns that a seat still has, including a current turn without an entry."""
    played = state.stage in (Stage.SHIFTING, Stage.OVER) or holder < state.seat
    played |= holder == state.seat and state.stage not in BEFORE_ENTRY
    return game.rounds_to_come(state) + (not played)


class Objective(ABC):
    """Values of positions and actions for a seat."""

    def __init__(self, game: Kniffeliger, values: SheetValues, *, action_dice: bool = True) -> None:
        """Create the objective of a game.

        :param action_dice: True if the seat may play action dice.
        """
        self.game = game
        self.values = values
        self.action_dice = action_dice
        self._cached_rest_of_turn = lru_cache(CACHED_TURNS)(self._rest_of_turn)

    @abstractmethod
    def state_value(self, state: State, seat: int) -> float:
        """Return the value of a position in which the seat has no dice on the table."""

    @abstractmethod
    def entry_values(self, state: State, seat: int) -> Array:
        """Return the value of entering each roll in each row that can be filled (252, rows), at the end of the turn."""

    @abstractmethod
    def action_dice_values(self, state: State, seat: int, plays: Sequence[str]) -> dict[str, float]:
        """Return the values of the ways to play action dice that the objective considers."""

    def action_values(self, state: State, seat: int, legal: Sequence[str]) -> dict[str, float]:
        """Return the values of the legal actions that the objective considers, for the seat to decide."""
        values = self.dice_values(state, seat)
        plays = [action for action in legal if action.partition(".")[0] in ACTION_DICE] if self.action_dice else ()
        return values | self.action_dice_values(state, seat, plays) if plays else values

    def dice_values(self, state: State, seat: int) -> dict[str, float]:
        """Return the values of entering or keeping the dice on the table, of rolling, or of ending the turn."""
        rows = fillable(state.sheets[seat])
        if state.stage is Stage.ROLLED:
            turn = self.rest_of_turn(state, seat)
            values = dict(zip([ROWS[i] for i in rows], turn.entries[ROLL_NUMBER[state.dice]].tolist(), strict=True))
            if state.rolls < ROLLS:
                keeps = (turn.second, turn.third)[state.rolls - 1]
                for action in keep_actions("k", state.dice, state.saved):
                    values[action] = float(keeps[KEEP_NUMBER[kept_dice(action)]])
            return values
        if state.stage is Stage.BEFORE and rows:
            return {"roll": self.rest_of_turn(state, seat).before(rolls=0)}
        return {"end": self.state_value(self.game.apply(state, Move(seat, "end")), seat)}

    def expected_value(self, state: State, seat: int) -> float:
        """Return the value of a position in which the seat has no decision.

        It is the mean over the rolls if the seat rolls next, otherwise the value of the position as it stands.
        """
        if state.stage is Stage.ROLLING and state.seat == seat:
            return self.rest_of_turn(state, seat).before(state.rolls, state.saved)
        return self.state_value(state, seat)

    def rest_of_turn(self, state: State, seat: int) -> RestOfTurn:
        """Return the looked-ahead turn of a seat, regardless of the dice on the table."""
        return self._cached_rest_of_turn(replace(state, stage=Stage.ROLLING, dice=(), saved=(), rolls=0), seat)

    def _rest_of_turn(self, state: State, seat: int) -> RestOfTurn:
        return look_ahead(self.entry_values(state, seat))

    def final_score(self, state: State, holder: int) -> tuple[float, float]:
        """Return the mean and the variance of the final score of the sheet that a seat holds."""
        return final_score(self.values, self.next_turn_sheet(state, holder), turns_left(self.game, state, holder))

    def next_turn_sheet(self, state: State, holder: int) -> Sheet:
        """Return the sheet that a seat holds as it will be in its next turn.

        Where freezes last for rounds, rows that will be frozen then count as frozen already, except for the seat to
        move, which knows the rows that it can fill.
        """
        sheet = state.sheets[holder]
        rounds = self.game.rounds_to_come(state)
        if not self.game.freezes_rounds or not rounds:
            return sheet
        if turns_left(self.game, state, holder) == rounds:
            return replace(sheet, frozen=sheet.chilled)
        return sheet if holder == state.seat else replace(sheet, frozen=sheet.frozen | sheet.chilled)

    def after_entry(self, state: State, seat: int) -> tuple[Array, Array]:
        """Return the mean (252, rows) and the variance (rows) of a seat's final score after each roll in each row."""
        sheet = state.sheets[seat]
        return self.values.after_entry(sheet, self.game.rounds_to_come(state), total=sheet.total)


class OwnScore(Objective):
    """The expected final score of the seat itself. It values every action."""

    def state_value(self, state: State, seat: int) -> float:
        sheet, left = self.next_turn_sheet(state, seat), turns_left(self.game, state, seat)
        if state.seat == seat and state.stage not in BEFORE_ENTRY and not self.game.freezes_rounds:
            # Frozen rows are released at the end of the turn.
            sheet = replace(sheet, frozen=frozenset())
        return final_score(self.values, sheet, left)[0]

    def entry_values(self, state: State, seat: int) -> Array:
        return self.after_entry(state, seat)[0]

    def action_dice_values(self, state: State, seat: int, plays: Sequence[str]) -> dict[str, float]:
        untouched = max(self.dice_values(state, seat).values())
        return {
            action: untouched
            if action.startswith(("freeze", "cross"))
            else self.state_value(self.game.apply(state, Move(seat, action)), seat)
            for action in plays
        }


class ScoreLead(Objective):
    """The lead over the other seats, in points."""

    last_rounds = PLAYED_IN_LAST_ROUNDS

    def state_value(self, state: State, seat: int) -> float:
        return self.final_score(state, seat)[0] - self.opponents_score(state, seat)

    def opponents_score(self, state: State, seat: int) -> float:
        """Return the score with which the final score of a seat is compared."""
        others = [self.final_score(state, i)[0] for i in range(len(state.sheets)) if i != seat]
        return (max(others) + sum(others) / len(others)) / 2

    def entry_values(self, state: State, seat: int) -> Array:
        mean, _ = self.after_entry(state, seat)
        return mean - self.opponents_score(state, seat)

    def action_dice_values(self, state: State, seat: int, plays: Sequence[str]) -> dict[str, float]:
        values: dict[str, float] = {}
        if state.stage is Stage.ROLLED:
            return values
        for action in plays:
            die = action.partition(".")[0]
            if self.game.dice_perish:
                # The action die is lost if it is not played in this turn.
                values[action] = self.state_value(self.game.apply(state, Move(seat, action)), seat)
            elif self.game.rounds_to_come(state) < self.last_rounds[die]:
                values[action] = self.state_value(self.game.apply(state, Move(seat, action)), seat) - MIN_GAIN[die]
        return values


class GreedyScoreLead(ScoreLead):
    """The lead of a player who uses action dice as soon as they gain anything and does not plan for the last round."""

    last_rounds = dict.fromkeys(PLAYED_IN_LAST_ROUNDS, ROUNDS)


class WinProbability(Objective):
    """The probability of winning."""

    def state_value(self, state: State, seat: int) -> float:
        if not self.game.rounds_to_come(state) and state.stage in (Stage.SHIFTING, Stage.OVER):
            first = len(state.sheets) if state.stage is Stage.OVER else state.seat
            return last_phase_probability([sheet.total for sheet in state.sheets], state.hands, seat, first)
        mean, variance = self.final_score(state, seat)
        return float(self.sample_end(state, seat).win_probability(np.array(mean), np.array(variance)))

    def sample_end(self, state: State, seat: int) -> SampledEnd:
        """Return the outlook of the table for the end of the seat's current turn, if it has one."""
        turns = [turns_left(self.game, state, i) for i in range(len(state.sheets))]
        if state.seat == seat and state.stage in BEFORE_ENTRY:
            turns[seat] -= 1
        sheets = [self.next_turn_sheet(state, holder) for holder in range(len(state.sheets))]
        scores = [final_score(self.values, sheet, left) for sheet, left in zip(sheets, turns, strict=True)]
        hands, rounds = list(state.hands), self.game.rounds_to_come(state)
        earning = [min(max(left - 1, 0), ROUNDS - 1) for left in turns]
        if self.game.dice_perish and rounds:
            # Of the action dice earned before the last round, only the latest can be played in it.
            hands = list(state.earned) if rounds == 1 else [NO_DICE] * len(hands)
            earning = [min(left, 1) for left in earning]
        elif rounds:
            hands = [add(hand, earned) for hand, earned in zip(hands, state.earned, strict=True)]
        if not self.action_dice:
            hands[seat] = NO_DICE
        return sample_end(
            seat,
            np.array([mean for mean, _ in scores]),
            np.array([variance for _, variance in scores]),
            hands,
            turns,
            earning,
        )

    def entry_values(self, state: State, seat: int) -> Array:
        mean, variance = self.after_entry(state, seat)
        earned = earns_action_die() & (self.game.rounds_to_come(state) > 0) & self.action_dice
        # Most rolls have the same score in a row: only distinct cases are evaluated.
        points = self.values.points[:, fillable(state.sheets[seat])]
        rows = len(variance)
        kinds = (2 * points.astype(int) + earned[:, None]) * rows + np.arange(rows)
        kinds, first, of = np.unique(kinds, return_index=True, return_inverse=True)
        chances = self.sample_end(state, seat).win_probability(
            mean.reshape(-1)[first], variance[kinds % rows], earned=kinds // rows % 2 > 0
        )
        values: Array = chances[of.reshape(mean.shape)]
        return values

    def action_dice_values(self, state: State, seat: int, plays: Sequence[str]) -> dict[str, float]:
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
                gains.setdefault(die, {})[action] = self.damage(state, where)
        best = [action for of_die in gains.values() for action in sorted(of_die, key=of_die.__getitem__)[-CANDIDATES:]]
        return {action: self.state_value(self.game.apply(state, Move(seat, action)), seat) for action in best}

    def damage(self, state: State, where: str) -> float:
        """Return the approximate value of a row (`1.fh`) that is stolen, frozen or crossed out."""
        holder, _, row = where.partition(".")
        sheet = state.sheets[int(holder)]
        points = sheet.at(row)
        return self.values.row_value(sheet, row) if points is None else points
