"""A bot for Kniffeliger: dice by the solved sheet, action dice by what they change at once.

A sheet is worth its points and what optimal play can still expect on its open rows (`knobel.solve.kniffeliger`). What
counts is the *lead*: the worth of one's own sheet over the others', of whom the best weighs as much as all of them
together. Steals and cross-outs are played as soon as they gain; freezes late, when a turn lost is a row lost; shifts
and swaps in the last round, when hardly anybody can answer.
"""

from random import Random
from typing import Any

from knobel.arrays.combinations import KEEP, KEEPS, ROLL, five_dice
from knobel.arrays.kniffeliger import RANK, points
from knobel.core import Game, Move
from knobel.games.combinations import keep_text
from knobel.games.kniffeliger import ROUNDS, ROWS, Kniffeliger, Sheet, Stage, State
from knobel.kernels.kniffeliger import decide, turn_value
from knobel.solve.kniffeliger import sheet_values

LEAST_GAIN = {"steal": 10.0, "freeze": 2.0, "cross": 2.0, "shift": 0.0, "swap": 0.0}
"""By how much an action die must raise the lead to be played."""
LAST_ROUNDS = {"steal": ROUNDS, "freeze": 2, "cross": ROUNDS, "shift": 1, "swap": 1}
"""In how many rounds before the end it is played at all."""
FULL = (1 << len(ROWS)) - 1


class KniffeligerSolver:
    """Plays for the highest expected lead; without `action_dice` it never plays one."""

    def __init__(self, *, action_dice: bool = True) -> None:
        self.action_dice = action_dice

    def choose(self, game: Game[Any], view: State, seat: int, rng: Random) -> str:
        assert isinstance(game, Kniffeliger), "this bot plays Kniffeliger only"
        sheets = Sheets(game, seat)
        if self.action_dice and (action := sheets.best_die(view)):
            return action
        match view.stage:
            case Stage.ROLLED:
                return sheets.with_dice(view)
            case Stage.BEFORE if any(map(view.sheets[seat].can_fill, ROWS)):
                return "roll"
        return "end"


class Sheets:
    """What sheets are worth to one seat."""

    def __init__(self, game: Kniffeliger, seat: int) -> None:
        self.game = game
        self.seat = seat
        full_house = game.options["five_is_full_house"]
        self.rules = (points(five_is_full_house=full_house), RANK, five_dice())
        self.values = sheet_values(five_is_full_house=full_house)

    def with_dice(self, state: State) -> str:
        """What to do with the dice on the table."""
        filled, frozen = masks(state.sheets[self.seat])
        roll, saved = ROLL[state.dice], KEEP[state.saved]
        keep, row = decide(*self.rules, self.values, filled, frozen, roll, saved, state.rolls)
        return ROWS[row] if keep < 0 else keep_text("k", KEEPS[keep])

    def best_die(self, state: State) -> str | None:
        """The action die that raises the lead most, if one is worth playing."""
        best, most = None, 0.0
        lead = self.lead(state)
        for action in self.game.legal(state, self.seat):
            die = action.partition(".")[0]
            if die in LEAST_GAIN and ROUNDS - state.round < LAST_ROUNDS[die]:
                gain = self.lead(self.game.apply(state, Move(self.seat, action))) - lead - LEAST_GAIN[die]
                if gain > most:
                    best, most = action, gain
        return best

    def lead(self, state: State) -> float:
        """How far the seat's sheet is ahead."""
        worth = [self.worth(state, holder) for holder in range(len(state.sheets))]
        own = worth.pop(self.seat)
        return own - (max(worth) + sum(worth) / len(worth)) / 2

    def worth(self, state: State, holder: int) -> float:
        """The points of the sheet that a seat holds, and those to be expected on it."""
        sheet = state.sheets[holder]
        played = state.stage in (Stage.SHIFTING, Stage.OVER) or holder < state.seat
        played |= holder == state.seat and state.stage in (Stage.ACTION_DIE, Stage.ENTERED)
        turns = ROUNDS - state.round + (not played)
        filled, frozen = masks(sheet)
        if not turns or filled == FULL:
            return sheet.total
        if filled | frozen == FULL:
            return sheet.total + (float(self.values[filled]) if turns > 1 else 0.0)
        if frozen:
            return sheet.total + turn_value(*self.rules, self.values, filled, frozen)
        return sheet.total + float(self.values[filled])


def masks(sheet: Sheet) -> tuple[int, int]:
    """The rows that are not open any more, and the frozen ones, as bit masks."""
    filled = sum(1 << i for i, row in enumerate(ROWS) if not sheet.is_open(row))
    return filled, sum(1 << i for i, row in enumerate(ROWS) if row in sheet.frozen)
