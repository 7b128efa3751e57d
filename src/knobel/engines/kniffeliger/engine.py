"""What actions of Kniffeliger are worth: dice by the solved sheet, action dice by what they change.

For points (`Points`) that is how far ahead a sheet is: a sheet is worth its points and what optimal play still expects
on its open rows, and it is compared with the others', of whom the best weighs as much as all of them together. Steals
and cross-outs are played as soon as they gain; freezes late, when a turn lost is a row lost; shifts and swaps in the
last round, when hardly anybody can answer.

To win (`Win`), the last rounds are measured in the chance to end with the best sheet (`knobel.engines.kniffeliger.winning`):
what an entry scores, an action die that comes with it, and action dice played or held. Before them a high score serves
winning best: who measures chances from the start gains nothing against strong players and loses to weak ones.
"""

from abc import ABC, abstractmethod
from random import Random
from typing import Any

import numpy as np

from knobel.core import Game, Move
from knobel.engines.engine import Aim, Effort
from knobel.engines.kniffeliger.arrays import earns
from knobel.engines.kniffeliger.values import Worth, worth
from knobel.engines.kniffeliger.winning import NAIVE, Outlook, last_holders, outlook, share
from knobel.engines.shared.adapter import Adapter
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.five_dice import KEEP, KEEPS, ROLL, five_dice
from knobel.engines.shared.turn import turn
from knobel.games.combinations import ROLLS as THROWS
from knobel.games.combinations import keep_text
from knobel.games.kniffeliger import NO_DICE, ROUNDS, ROWS, Kniffeliger, Sheet, Stage, State, add

SLIPS = {"beginner": 10.0, "casual": 2.0}
"""How far weak levels err, in points."""
NEVER = -1e9
"""The worth of what is not allowed, below all others."""
LEAST_GAIN = {"steal": 10.0, "freeze": 2.0, "cross": 2.0, "shift": 0.0, "swap": 0.0}
"""By how many points an action die must raise the lead to be played for points."""
LAST_ROUNDS = {"steal": ROUNDS, "freeze": 2, "cross": ROUNDS, "shift": 1, "swap": 1}
"""In how many rounds before the end it is played at all for points."""
FULL = (1 << len(ROWS)) - 1
WIN_ROUNDS = 6
"""In how many rounds before the end chances to win decide."""
CANDIDATES = 3
"""How many of the ways to play a steal, a freeze or a cross-out are thought through for the win."""


def evaluator(effort: Effort, aim: Aim) -> Any:
    """Values of the actions of Kniffeliger; to win, every effort thinks alike."""
    if aim == "win":
        return KniffeligerEvaluator(Win)
    return KniffeligerEvaluator(Eager if effort == "quick" else Points)


class KniffeligerEvaluator:
    """Values actions by what they are worth to a `Judge`; without `action_dice` it never plays one."""

    def __init__(self, judge: type["Judge"], *, action_dice: bool = True) -> None:
        self.judge = judge
        self.action_dice = action_dice

    def evaluate(self, game: Game[Any], view: State, seat: int, rng: Random) -> dict[str, float]:
        assert isinstance(game, Kniffeliger), "this is about Kniffeliger only"
        early = self.judge is Win and ROUNDS - view.round >= WIN_ROUNDS
        judge = (Points if early else self.judge)(game, seat, action_dice=self.action_dice)
        values: dict[str, float] = {}
        if view.stage is Stage.ROLLED:
            values |= judge.with_dice(view)
        elif view.stage is Stage.BEFORE and any(map(view.sheets[seat].can_fill, ROWS)):
            values["roll"] = judge.before_roll(view)
        else:
            values["end"] = judge.now(game.apply(view, Move(seat, "end")))
        if self.action_dice:
            values |= judge.with_action_dice(view)
        return values


class Judge(ABC):
    """What positions are worth to one seat."""

    def __init__(self, game: Kniffeliger, seat: int, *, action_dice: bool) -> None:
        self.game = game
        self.seat = seat
        self.action_dice = action_dice
        self.worth: Worth = worth(five_is_full_house=game.options["five_is_full_house"])

    @abstractmethod
    def now(self, state: State) -> float:
        """The worth of a position in which the seat has no dice on the table."""

    @abstractmethod
    def entries(self, state: State) -> Array:
        """What it is worth to enter each roll in each row (252, 14), the turn then being over; `NEVER` if closed."""

    @abstractmethod
    def with_action_dice(self, state: State) -> dict[str, float]:
        """What it is worth to play action dice, as far as that is worth considering."""

    def with_dice(self, state: State) -> dict[str, float]:
        """What it is worth to enter or to keep the dice on the table."""
        entries, roll = self.entries(state), ROLL[state.dice]
        values = {row: float(entries[roll, i]) for i, row in enumerate(ROWS) if entries[roll, i] > NEVER}
        if state.rolls == THROWS:
            return values
        keeps = saving(entries.max(axis=1))[state.rolls - 1]
        dice = five_dice()
        for keep in dice.part[dice.part_start[roll] : dice.part_start[roll + 1] - 1]:
            if (dice.faces[keep] >= dice.faces[KEEP[state.saved]]).all():
                values[keep_text("k", KEEPS[keep])] = float(keeps[keep])
        return values

    def before_roll(self, state: State) -> float:
        """What it is worth to roll."""
        entered = self.entries(state).max(axis=1)
        rules = turn()
        return float(rules.throw(rules.choose(saving(entered)[0], entered))[0])

    def sheet(self, sheet: Sheet, turns: int) -> tuple[float, float]:
        """The mean and the variance of what a sheet scores in all when so many turns are left on it."""
        filled, frozen = masks(sheet)
        if not turns or filled == FULL:
            return sheet.total, 0.0
        if filled | frozen == FULL:
            turns, frozen = turns - 1, 0
        filled = self.fitting(filled, turns)
        variance = float(self.worth.spreads[filled]) ** 2
        if not frozen & ~filled:
            return sheet.total + float(self.worth.values[filled]), variance
        rows = np.arange(len(ROWS))
        entries = self.worth.points + self.worth.values[filled | 1 << rows]
        entries[:, (filled | frozen) >> rows & 1 == 1] = NEVER
        entered, rules = entries.max(axis=1), turn()
        return sheet.total + float(rules.throw(rules.choose(saving(entered)[0], entered))[0]), variance

    def after_entry(self, state: State) -> tuple[Array, Array]:
        """The mean and the variance of the seat's final score after each roll in each row (252, 14)."""
        sheet, rows = state.sheets[self.seat], np.arange(len(ROWS))
        filled, frozen = masks(sheet)
        after = np.array([self.fitting(filled | 1 << i, ROUNDS - state.round) for i in range(len(ROWS))])
        mean = sheet.total + self.worth.points + self.worth.values[after]
        mean[:, (filled | frozen) >> rows & 1 == 1] = NEVER
        return mean, np.broadcast_to(np.square(self.worth.spreads[after]), mean.shape)

    def fitting(self, filled: int, turns: int) -> int:
        """The filled rows, and the open ones that the turns left do not reach."""
        while len(ROWS) - filled.bit_count() > turns:
            open_ = [filled | 1 << i for i in range(len(ROWS)) if not filled >> i & 1]
            filled = max(open_, key=lambda more: float(self.worth.values[more]))
        return filled


def turns_left(state: State, holder: int) -> int:
    """How many turns a seat still has to enter, one that runs among them until its entry is made."""
    played = state.stage in (Stage.SHIFTING, Stage.OVER) or holder < state.seat
    played |= holder == state.seat and state.stage in (Stage.ACTION_DIE, Stage.ENTERED)
    return ROUNDS - state.round + (not played)


def masks(sheet: Sheet) -> tuple[int, int]:
    """The rows that are not open any more, and the frozen ones, as bit masks."""
    filled = sum(1 << i for i, row in enumerate(ROWS) if not sheet.is_open(row))
    return filled, sum(1 << i for i, row in enumerate(ROWS) if row in sheet.frozen)


def saving(entered: Array) -> tuple[Array, Array]:
    """What keeps are worth (210) before the second and the third roll, if entries of rolls are worth so much (252)."""
    rules = turn()
    third = rules.throw(entered)
    return rules.throw_saving(third, entered), third


class Points(Judge):
    """Judges by the lead, in points."""

    last_rounds = LAST_ROUNDS

    def now(self, state: State) -> float:
        worth = [self.sheet(sheet, turns_left(state, i))[0] for i, sheet in enumerate(state.sheets)]
        own = worth.pop(self.seat)
        return own - self.against(worth)

    @staticmethod
    def against(others: list[float]) -> float:
        """What a sheet is compared with."""
        return (max(others) + sum(others) / len(others)) / 2

    def entries(self, state: State) -> Array:
        others = [self.sheet(sheet, turns_left(state, i))[0] for i, sheet in enumerate(state.sheets) if i != self.seat]
        mean, _ = self.after_entry(state)
        return np.where(mean > NEVER, mean - self.against(others), NEVER)

    def with_action_dice(self, state: State) -> dict[str, float]:
        values = {}
        for action in self.game.legal(state, self.seat):
            die = action.partition(".")[0]
            if die in LEAST_GAIN and ROUNDS - state.round < self.last_rounds[die] and state.stage is not Stage.ROLLED:
                after = self.game.apply(state, Move(self.seat, action))
                values[action] = self.now(after) - LEAST_GAIN[die]
        return values


class Eager(Points):
    """Plays action dice as soon as they gain anything, as people do who do not think of the last round."""

    last_rounds = dict.fromkeys(LAST_ROUNDS, ROUNDS)


class Win(Judge):
    """Judges by the chance to win."""

    def now(self, state: State) -> float:
        last = state.round == ROUNDS
        if state.stage is Stage.OVER or (last and state.stage is Stage.SHIFTING):
            totals = [sheet.total for sheet in state.sheets]
            best = frozenset(i for i, total in enumerate(totals) if total == max(totals))
            first = len(totals) if state.stage is Stage.OVER else state.seat
            naive = [hand if i == self.seat else NO_DICE for i, hand in enumerate(state.hands)]
            chances = [share(last_holders(best, hands, first), self.seat) for hands in (state.hands, naive)]
            return (1 - NAIVE) * chances[0] + NAIVE * chances[1]
        mean, variance = self.sheet(state.sheets[self.seat], turns_left(state, self.seat))
        return float(self.outlook(state).chance(np.array(mean), np.array(variance)))

    def outlook(self, state: State) -> Outlook:
        """What the table comes to when the seat's own turn, if it runs, is over."""
        turns = [turns_left(state, i) for i in range(len(state.sheets))]
        if state.seat == self.seat and state.stage in (Stage.BEFORE, Stage.ROLLING, Stage.ROLLED):
            turns[self.seat] -= 1
        sheets = [self.sheet(sheet, turns[i]) for i, sheet in enumerate(state.sheets)]
        hands = list(state.hands)
        if state.round < ROUNDS:
            hands = [add(hand, earned) for hand, earned in zip(hands, state.earned, strict=True)]
        if not self.action_dice:
            hands[self.seat] = NO_DICE
        return outlook(
            self.seat,
            np.array([mean for mean, _ in sheets]),
            np.array([variance for _, variance in sheets]),
            hands,
            turns,
            [max(left - 1, 0) for left in turns],
        )

    def entries(self, state: State) -> Array:
        mean, variance = self.after_entry(state)
        earned = np.broadcast_to((earns() & (state.round < ROUNDS) & self.action_dice)[:, None], mean.shape)
        ends = np.stack((mean, variance, earned), axis=-1)[mean > NEVER]
        different, of = np.unique(ends, axis=0, return_inverse=True)
        chances = self.outlook(state).chance(different[:, 0], different[:, 1], earned=different[:, 2] > 0)
        entries = np.full(mean.shape, NEVER)
        entries[mean > NEVER] = chances[of.reshape(-1)]
        return entries

    def with_action_dice(self, state: State) -> dict[str, float]:
        """Dice on the table first: steals come before them, freezes and cross-outs after them; of these, those that
        change most."""
        if state.stage is Stage.ROLLED:
            return {}
        gains: dict[str, dict[str, float]] = {}
        for action in self.game.legal(state, self.seat):
            die, _, where = action.partition(".")
            if die in ("steal", "freeze", "cross"):
                if (die == "steal") == (state.stage is Stage.BEFORE):
                    gains.setdefault(die, {})[action] = self.harm(state, die, where)
            elif die in ("shift", "swap"):
                gains.setdefault(action, {})[action] = 0.0
        best = [action for of_die in gains.values() for action in sorted(of_die, key=of_die.__getitem__)[-CANDIDATES:]]
        return {action: self.now(self.game.apply(state, Move(self.seat, action))) for action in best}

    def harm(self, state: State, die: str, where: str) -> float:
        """About what a row that is stolen, frozen or crossed out is worth."""
        holder, _, row = where.partition(".")
        sheet = state.sheets[int(holder)]
        if (points := sheet.at(row)) is not None:
            return points
        filled, _ = masks(sheet)
        return float(self.worth.values[filled] - self.worth.values[filled | 1 << ROWS.index(row)])


def engine(game: Game[Any]) -> Adapter:
    """The engine of a game."""
    return Adapter(game, evaluator, SLIPS)
