"""Action values under each objective: own score, points ahead, probability of winning.

`OwnScore` is the expected final score of the seat: the points on its sheet and what optimal play alone still adds.

`ScoreLead` is the lead over the other seats, of which the best counts as much as all of them together. Steals and
cross-outs are played as soon as they gain. Freezes are played late, when a lost turn is a lost row. Shifts and swaps
are played in the last round, when few players can still answer.

`WinProbability` is the probability of ending with the best sheet (`knobel.engines.kniffeliger.win_model`). It considers
the score of an entry, an action die earned with it, and action dice played or held.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from math import sqrt
from statistics import fmean
from typing import Any

from knobel.core import Decide, Move
from knobel.engines.kniffeliger.action_dice import CROSS, FREEZE, SHIFT, STEAL, SWAP, hand_value
from knobel.engines.kniffeliger.last_phase import ending, is_last_phase, share_of_win
from knobel.engines.kniffeliger.values import FIRST_ROLL, RestOfTurn, SheetValues, fillable
from knobel.engines.kniffeliger.win_model import MAX_SEATS, PASSIVE_PROBABILITY, Outlook
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
CACHED_POSITIONS = 8
"""Number of positions whose values are cached: a review asks for those after a roll and for each seat again."""
BEFORE_ENTRY = (Stage.BEFORE, Stage.ROLLING, Stage.ROLLED)


def turns_left(game: Kniffeliger, state: State, holder: int) -> int:
    """Return the number of turns that a seat still has, including a current turn without an entry."""
    return game.rounds_to_come(state) + game.entry_remains(state, holder)


def hands_at_the_end(game: Kniffeliger, state: State, turns: Sequence[int]) -> tuple[list[tuple[int, ...]], list[int]]:
    """Return what each seat's hand is in the last round if it plays nothing before, and the turns that add to it.

    :param turns: the number of turns that each seat still has.
    """
    hands, rounds = list(state.hands), game.rounds_to_come(state)
    # What the last turn earns cannot be played any more.
    earning = [min(max(left - 1, 0), ROUNDS - 1) for left in turns]
    if game.dice_perish and rounds:
        # Of the action dice earned before the last round, only the latest can be played in it.
        hands = list(state.earned) if rounds == 1 else [NO_DICE] * len(hands)
        earning = [min(left, 1) for left in earning]
    elif rounds:
        hands = [add(hand, earned) for hand, earned in zip(hands, state.earned, strict=True)]
    return hands, earning


class Objective(ABC):
    """Values of positions and actions for a seat."""

    def __init__(self, game: Kniffeliger, values: SheetValues, *, action_dice: bool = True) -> None:
        """Create the objective of a game.

        :param action_dice: True if the seat may play action dice.
        """
        self.game = game
        self.values = values
        self.action_dice = action_dice
        self._cached_turn = lru_cache(CACHED_TURNS)(self.look_ahead)
        self.action_values = lru_cache(CACHED_POSITIONS)(self._action_values)

    @abstractmethod
    def state_value(self, state: State, seat: int) -> float:
        """Return the value of a position in which the seat has no dice on the table."""

    @abstractmethod
    def look_ahead(self, state: State, seat: int) -> RestOfTurn:
        """Return the looked-ahead turn of a seat that can fill a row, regardless of the dice on the table."""

    @abstractmethod
    def action_dice_values(self, state: State, seat: int, plays: Sequence[str]) -> dict[str, float]:
        """Return the values of the ways to play action dice that the objective considers."""

    def _action_values(self, state: State, seat: int, legal: tuple[str, ...]) -> dict[str, float]:
        """Return the values of the legal actions that the objective considers, for the seat to decide."""
        values = self.dice_values(state, seat)
        plays = [action for action in legal if action.partition(".")[0] in ACTION_DICE] if self.action_dice else ()
        return values | self.action_dice_values(state, seat, plays) if plays else values

    def dice_values(self, state: State, seat: int) -> dict[str, float]:
        """Return the values of entering or keeping the dice on the table, of rolling, or of ending the turn."""
        rows = fillable(state.sheets[seat])
        if state.stage is Stage.ROLLED:
            turn, number = self.rest_of_turn(state, seat), self.values.keep_number
            entries = turn.arrays.entries[number[state.dice] - FIRST_ROLL].tolist()
            values = {ROWS[i]: entries[i] for i in rows}
            if state.rolls < ROLLS:
                keeps = turn.keeps(state.rolls).tolist()
                for action in keep_actions("k", state.dice, state.saved):
                    values[action] = keeps[number[kept_dice(action)]]
            return values
        if state.stage is Stage.BEFORE and rows:
            return {"roll": self.rest_of_turn(state, seat).start}
        return {"end": self.state_value(self.game.apply(state, Move(seat, "end")), seat)}

    def expected_value(self, state: State, seat: int) -> float:
        """Return the value of a position in which the seat has no decision.

        It is the mean over the rolls if the seat rolls next, otherwise the value of the position as it stands.
        """
        if state.stage is Stage.ROLLING and state.seat == seat:
            turn = self.rest_of_turn(state, seat)
            if not state.rolls:
                return turn.start
            value: float = turn.keeps(state.rolls).tolist()[self.values.keep_number[state.saved]]
            return value
        return self.state_value(state, seat)

    def rest_of_turn(self, state: State, seat: int) -> RestOfTurn:
        """Return `look_ahead`, cached."""
        return self._cached_turn(replace(state, stage=Stage.ROLLING, dice=(), saved=(), rolls=0), seat)

    def final_score(self, state: State, holder: int) -> tuple[float, float]:
        """Return the mean and the variance of the final score of the sheet that a seat holds."""
        return self.values.final_score(self.next_turn_sheet(state, holder), turns_left(self.game, state, holder))

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

    def score_turn(self, state: State, seat: int, less: float) -> RestOfTurn:
        """Return the looked-ahead turn of a seat, valued by its final score less this number of points."""
        return self.values.rest_of_turn(state.sheets[seat], self.game.rounds_to_come(state), less)


class OwnScore(Objective):
    """The expected final score of the seat itself, by its own dice and steals. It values every action."""

    def __init__(self, game: Kniffeliger, values: SheetValues, *, action_dice: bool = True) -> None:
        super().__init__(game, values, action_dice=action_dice)
        self.sheets_in_hand = lru_cache(CACHED_POSITIONS)(self._sheets_in_hand)

    def state_value(self, state: State, seat: int) -> float:
        sheet, left = self.next_turn_sheet(state, seat), turns_left(self.game, state, seat)
        if state.seat == seat and state.stage not in BEFORE_ENTRY and not self.game.freezes_rounds:
            # Frozen rows are released at the end of the turn.
            sheet = replace(sheet, frozen=frozenset())
        return self.values.final_score(sheet, left)[0]

    def _sheets_in_hand(self, state: State) -> tuple[float, ...]:
        """Return the expected final score of the sheet that each seat holds, before a roll or a decision."""
        return tuple(self._sheet_in_hand(state, seat) for seat in range(len(state.sheets)))

    def _sheet_in_hand(self, state: State, seat: int) -> float:
        if state.seat != seat or state.stage is Stage.SHIFTING:
            return self.state_value(state, seat)
        if isinstance(self.game.turn(state), Decide):
            return max(self.action_values(state, seat, self.game.legal(state, seat)).values())
        return self.expected_value(state, seat)

    def look_ahead(self, state: State, seat: int) -> RestOfTurn:
        return self.score_turn(state, seat, 0.0)

    def action_dice_values(self, state: State, seat: int, plays: Sequence[str]) -> dict[str, float]:
        by_dice = self.dice_values(state, seat)
        best = max(by_dice.values())
        values = {
            action: self.state_value(self.game.apply(state, Move(seat, action)), seat)
            for action in plays
            if not action.startswith(("freeze", "cross"))
        }
        steals = {play.partition(".")[2]: value for play, value in values.items() if play.startswith("steal")}
        best_steals = sorted(steals, key=steals.__getitem__)[-2:]
        for action in plays:
            if action not in values:
                # It does not change the own sheet, and another row can still be stolen in the same turn.
                row = action.partition(".")[2]
                values[action] = max([best, *(steals[where] for where in best_steals if where != row)])
        if "roll" in by_dice and not self.game.dice_perish and turns_left(self.game, state, seat) > 2:
            # What can be stolen now can as well be stolen later, until the last two turns.
            values["roll"] = max([best, *steals.values()])
        return values


class ScoreLead(Objective):
    """The lead over the other seats, in points."""

    last_rounds = PLAYED_IN_LAST_ROUNDS

    def state_value(self, state: State, seat: int) -> float:
        return self.final_score(state, seat)[0] - self.opponents_score(state, seat)

    def opponents_score(self, state: State, seat: int) -> float:
        """Return the score with which the final score of a seat is compared."""
        others = [self.final_score(state, i)[0] for i in range(len(state.sheets)) if i != seat]
        return (max(others) + fmean(others)) / 2

    def look_ahead(self, state: State, seat: int) -> RestOfTurn:
        return self.score_turn(state, seat, self.opponents_score(state, seat))

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
    def state_value(self, state: State, seat: int) -> float:
        if is_last_phase(self.game, state):
            place = self.game.final_order(state).index(seat)
            playing, alone = (share_of_win(ending(self.game, state, only).totals, place) for only in (None, seat))
            return (1 - PASSIVE_PROBABILITY) * playing + PASSIVE_PROBABILITY * alone
        mean, variance = self.final_score(state, seat)
        value: float = self.values.memory.kernels.win_probability(*self.sampling(state, seat), mean, variance)
        return value

    def look_ahead(self, state: State, seat: int) -> RestOfTurn:
        sheet, rounds = state.sheets[seat], self.game.rounds_to_come(state)
        arrays, after = self.values.new_turn(), self.values.after_entry(sheet, rounds)
        earning = int(rounds > 0 and self.action_dice)
        start = self.values.memory.kernels.value_turn_to_win(
            *self.sampling(state, seat), after, float(sheet.total), earning, arrays
        )
        return RestOfTurn(start, arrays)

    def sampling(self, state: State, seat: int) -> tuple[Any, Any, Outlook, Any]:
        """Return the arguments of kernels that sample the end of the game."""
        fixed, seats = self.values.memory.arguments, len(state.sheets)
        return (
            self.values.tables,
            fixed["samples"][seats - self.game.min_seats],
            self.outlook(state, seat),
            fixed["end"],
        )

    def outlook(self, state: State, seat: int) -> Outlook:
        """Return the outlook of the table for the end of the seat's current turn, if it has one.

        Seats are numbered by their places in the last round. A shift moves sheets to the next place too.
        """
        seats, order = len(state.sheets), self.game.final_order(state)
        turns = [turns_left(self.game, state, i) for i in range(seats)]
        if state.seat == seat and state.stage in BEFORE_ENTRY:
            turns[seat] -= 1
        scores = [self.values.final_score(self.next_turn_sheet(state, i), turns[i]) for i in range(seats)]
        hands, earning = hands_at_the_end(self.game, state, turns)
        if not self.action_dice:
            hands[seat] = NO_DICE
        hands, turns = [hands[i] for i in order], [turns[i] for i in order]
        scores, earning = [scores[i] for i in order], [earning[i] for i in order]
        seat = order.index(seat)
        # Action dice of the seat itself are stored as opposite values of the other sheets.
        worth = [hand_value(hand, left, seats) for hand, left in zip(hands, turns, strict=True)]
        padding = (0.0,) * (MAX_SEATS - seats)
        shifts, swaps = ([hand[die] for hand in hands] for die in (SHIFT, SWAP))
        single = ([int(i == die) for i in range(len(ACTION_DICE))] for die in (STEAL, FREEZE, CROSS))
        return Outlook(
            seat,
            (*(scores[i][0] + worth[i] - worth[seat] for i in range(seats)), *padding),
            (*(sqrt(variance) for _, variance in scores), *padding),
            self.values.memory.integers([*shifts, *swaps, *earning]),
            tuple(hand_value(hand, turns[seat], seats) for hand in single),
        )

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
