"""What actions are worth to a seat, by what it plays for.

`Own` is the final score that it can expect: what is on its sheet and what optimal play alone still brings there.

`Points` is how far ahead that is of the others', of whom the best weighs as much as all of them together. Steals and
cross-outs are played as soon as they gain; freezes late, when a turn lost is a row lost; shifts and swaps in the last
round, when hardly anybody can answer.

`Win` is the chance to end with the best sheet (`knobel.engines.kniffeliger.winning`): what an entry scores, an action
die that comes with it, and action dice played or held.
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
"""By how many points an action die must raise the lead to be played for points."""
LAST_ROUNDS = {"steal": ROUNDS, "freeze": 2, "cross": ROUNDS, "shift": 1, "swap": 1}
"""In how many rounds before the end it is played at all for points."""
CANDIDATES = 3
"""How many of the ways to play a steal, a freeze or a cross-out are thought through for the win."""
TURNS = 8
"""How many turns are kept looked ahead: each is decided on several times."""
BEFORE_ENTRY = (Stage.BEFORE, Stage.ROLLING, Stage.ROLLED)


def turns_left(state: State, holder: int) -> int:
    """How many turns a seat still has to enter, one that runs among them until its entry is made."""
    played = state.stage in (Stage.SHIFTING, Stage.OVER) or holder < state.seat
    played |= holder == state.seat and state.stage not in BEFORE_ENTRY
    return ROUNDS - state.round + (not played)


class Judge(ABC):
    """What positions and actions are worth to a seat."""

    def __init__(self, game: Kniffeliger, values: Values, *, action_dice: bool = True) -> None:
        """:param action_dice: whether the seat ever plays one."""
        self.game = game
        self.values = values
        self.action_dice = action_dice
        self._turns = lru_cache(TURNS)(self._look_ahead)

    @abstractmethod
    def now(self, state: State, seat: int) -> float:
        """The worth of a position in which the seat has no dice on the table."""

    @abstractmethod
    def entries(self, state: State, seat: int) -> Array:
        """What it is worth to enter each roll in each row that an entry may go into (252, rows), the turn then being
        over."""

    @abstractmethod
    def with_action_dice(self, state: State, seat: int, plays: Sequence[str]) -> dict[str, float]:
        """What it is worth to play action dice in these ways, as far as they are worth considering."""

    def actions(self, state: State, seat: int, legal: Sequence[str]) -> dict[str, float]:
        """What the legal actions of a seat that is to decide are worth, as far as they are worth considering."""
        worth = self.without_action_dice(state, seat)
        plays = [action for action in legal if action.partition(".")[0] in ACTION_DICE] if self.action_dice else ()
        return worth | self.with_action_dice(state, seat, plays) if plays else worth

    def without_action_dice(self, state: State, seat: int) -> dict[str, float]:
        """What it is worth to enter or to keep the dice on the table, to roll, or to end the turn."""
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
        """What a position is worth in which the seat has nothing to decide: the mean over the rolls if its dice fall
        next, else as it stands."""
        if state.stage is Stage.ROLLING and state.seat == seat:
            return self.turn(state, seat).before(state.rolls, state.saved)
        return self.now(state, seat)

    def turn(self, state: State, seat: int) -> RestOfTurn:
        """The turn of a seat looked ahead, whatever dice are on the table."""
        return self._turns(replace(state, stage=Stage.ROLLING, dice=(), saved=(), rolls=0), seat)

    def _look_ahead(self, state: State, seat: int) -> RestOfTurn:
        return look_ahead(self.entries(state, seat))

    def final_score(self, state: State, holder: int) -> tuple[float, float]:
        """The mean and the variance of the final score of the sheet that a seat holds."""
        return final_score(self.values, self.ahead(state, holder), turns_left(state, holder))

    def ahead(self, state: State, holder: int) -> Sheet:
        """The sheet that a seat holds, as it stands in its next turn: where rows are frozen for rounds, those are that
        will be, too, as if they were already; but for the seat whose turn it is, which knows what it can fill."""
        sheet = state.sheets[holder]
        if not self.game.freezes_rounds or state.round == ROUNDS:
            return sheet
        if turns_left(state, holder) == ROUNDS - state.round:
            return replace(sheet, frozen=sheet.chilled)
        return sheet if holder == state.seat else replace(sheet, frozen=sheet.frozen | sheet.chilled)

    def after_entry(self, state: State, seat: int) -> tuple[Array, Array]:
        """The mean (252, rows) and the variance (rows) of a seat's final score after each roll in each row."""
        sheet = state.sheets[seat]
        return self.values.after_entry(sheet, ROUNDS - state.round, total=sheet.total)


class Own(Judge):
    """Judges by the seat's own final score, and knows what every action comes to."""

    def now(self, state: State, seat: int) -> float:
        sheet, left = self.ahead(state, seat), turns_left(state, seat)
        if state.seat == seat and state.stage not in BEFORE_ENTRY and not self.game.freezes_rounds:
            # Frozen rows thaw with the end of the turn.
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
    """Judges by the lead, in points."""

    last_rounds = LAST_ROUNDS

    def now(self, state: State, seat: int) -> float:
        return self.final_score(state, seat)[0] - self.against(state, seat)

    def against(self, state: State, seat: int) -> float:
        """What the final score of a seat is compared with."""
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
                # It is now or never.
                worth[action] = self.now(self.game.apply(state, Move(seat, action)), seat)
            elif ROUNDS - state.round < self.last_rounds[die]:
                worth[action] = self.now(self.game.apply(state, Move(seat, action)), seat) - LEAST_GAIN[die]
        return worth


class Eager(Points):
    """Plays action dice as soon as they gain anything, as people do who do not think of the last round."""

    last_rounds = dict.fromkeys(LAST_ROUNDS, ROUNDS)


class Win(Judge):
    """Judges by the chance to win."""

    def now(self, state: State, seat: int) -> float:
        if state.round == ROUNDS and state.stage in (Stage.SHIFTING, Stage.OVER):
            first = len(state.sheets) if state.stage is Stage.OVER else state.seat
            return last_phase([sheet.total for sheet in state.sheets], state.hands, seat, first)
        mean, variance = self.final_score(state, seat)
        return float(self.outlook(state, seat).chance(np.array(mean), np.array(variance)))

    def outlook(self, state: State, seat: int) -> Outlook:
        """What the table comes to when the seat's own turn, if it runs, is over."""
        turns = [turns_left(state, i) for i in range(len(state.sheets))]
        if state.seat == seat and state.stage in BEFORE_ENTRY:
            turns[seat] -= 1
        sheets = [self.ahead(state, holder) for holder in range(len(state.sheets))]
        scores = [final_score(self.values, sheet, left) for sheet, left in zip(sheets, turns, strict=True)]
        hands = list(state.hands)
        earning = [max(left - 1, 0) for left in turns]
        if self.game.dice_perish and state.round < ROUNDS:
            # Of those that are earned before the last round, only the latest can be played then.
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
        # Most rolls score alike in a row: only what differs is thought through.
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
        """Dice on the table first: steals come before them, freezes and cross-outs after them; of these, those that
        change most."""
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
        """About what a row (`1.fh`) that is stolen, frozen or crossed out is worth."""
        holder, _, row = where.partition(".")
        sheet = state.sheets[int(holder)]
        points = sheet.at(row)
        return self.values.row(sheet, row) if points is None else points
