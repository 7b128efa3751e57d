"""Kniffeliger: turn by turn, 14 rounds on 14 rows, saved dice stay saved, and action dice hit the others' sheets.

A round has a main phase, in which each seat rolls and fills a row, and a shifting phase, in which sheets change hands.
Actions: `roll` makes the first roll (needed only when something else could be done before it); `k335` saves 3, 3, 5 and
rolls the rest; `fh` fills the full house; `steal.1.fh`, `freeze.1.fh`, `cross.1.fh` play an action die on that row of
seat 1's sheet; `shift` moves every sheet to the next seat; `swap.1` exchanges sheets with seat 1; `end` ends the turn.
A turn in which nothing but its end is left ends automatically, unless the option `turn_end` says otherwise. In the
shifting phase only seats that have a shift or swap when their turn comes are asked.
Rows: `1s`-`6s`, `3k`, `4k`, `ch` (chance), `fh`, `ss`, `ls`, `kn` (Kniffeliger), `pi`.
"""

import re
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import islice
from typing import Any, ClassVar

from knobel.core import (
    Chance,
    Decide,
    Die,
    Event,
    Game,
    Illegal,
    Move,
    Option,
    Over,
    Preview,
    Reason,
    Roll,
    Turn,
    Undo,
    not_an_event,
)
from knobel.dice import Dice
from knobel.games.combinations import (
    DICE,
    FIVE_IS_FULL_HOUSE,
    ROLLS,
    UPPER,
    keep_actions,
    kept_dice,
    most_equal,
    refuse_keep,
    refuse_keep_form,
    shared_points,
)
from knobel.games.tuples import put

ROWS = (*UPPER, "3k", "4k", "ch", "fh", "ss", "ls", "kn", "pi")
ROUNDS = len(ROWS)
KNIFFELIGER_POINTS = 50
PI_POINTS = 31
PI_DICE = (1, 1, 3, 4, 5)
ACTION_DIE_DIVISOR = 3
ACTION_DICE = ("steal", "freeze", "cross", "shift", "swap")
"""The effects of the action die by face, from 1. The sixth face gives one of each."""
SHIFTING_DICE = ("shift", "swap")
"""The action dice that are played in the shifting phase."""
OWN_SHEET_DICE = ("steal", *SHIFTING_DICE)
"""The action dice that change the points on the sheet of the seat that plays them."""
NO_DICE = (0,) * len(ACTION_DICE)
ACTION = re.compile(
    r"(?P<word>roll|shift|end)|(?P<keep>k[1-6]{0,5})|swap\.(?P<partner>0|[1-9][0-9]{0,2})"
    r"|((?P<die>steal|freeze|cross)\.(?P<target>0|[1-9][0-9]{0,2})\.)?(?P<row>[1-6]s|3k|4k|ch|fh|ss|ls|kn|pi)"
)


def row_points(row: str, dice: Dice, *, five_is_full_house: bool = False) -> int:
    """Return the points of the five dice (sorted) in a row."""
    if row == "kn":
        return KNIFFELIGER_POINTS if most_equal(dice) == DICE else 0
    if row == "pi":
        return PI_POINTS if dice == PI_DICE else 0
    return shared_points(row, dice, five_is_full_house=five_is_full_house)


@dataclass(frozen=True, slots=True)
class Sheet:
    """The points by row (None: not filled), and the rows that are frozen or crossed out; `chilled` rows will
    be frozen in the next round."""

    points: tuple[int | None, ...] = (None,) * len(ROWS)
    frozen: frozenset[str] = frozenset()
    crossed: frozenset[str] = frozenset()
    chilled: frozenset[str] = frozenset()

    def at(self, row: str) -> int | None:
        """Return the points in a row; None if it is not filled."""
        return self.points[ROWS.index(row)]

    def filled(self, row: str, points: int) -> "Sheet":
        """Return the sheet with a row filled."""
        points_after = put(self.points, ROWS.index(row), points)
        return Sheet(points_after, self.frozen, self.crossed, self.chilled - {row})

    def is_open(self, row: str) -> bool:
        """True if a row is neither filled nor crossed out."""
        return self.at(row) is None and row not in self.crossed

    def can_fill(self, row: str) -> bool:
        """True if a row is open and not frozen."""
        return self.is_open(row) and row not in self.frozen

    @property
    def open_rows(self) -> list[str]:
        """The rows that are neither filled nor crossed out."""
        crossed = self.crossed
        return [row for row, points in zip(ROWS, self.points, strict=True) if points is None and row not in crossed]

    @property
    def total(self) -> int:
        return sum(filter(None, self.points))


class Stage(StrEnum):
    """Stage of a turn."""

    BEFORE = "before"
    """The seat may play action dice before its first roll, or has no row to fill."""
    ROLLING = "rolling"
    ROLLED = "rolled"
    ACTION_DIE = "action_die"
    ENTERED = "entered"
    SHIFTING = "shifting"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class State:
    """A position: the sheets by the seat that now holds them; by seat the usable action dice (`hands`) and those
    earned in this round (`earned`), each a count by `ACTION_DICE`; the five `dice` on the table, the `saved` ones among
    them, and how many `rolls` were made in this turn."""

    sheets: tuple[Sheet, ...]
    hands: tuple[tuple[int, ...], ...]
    earned: tuple[tuple[int, ...], ...]
    round: int = 1
    seat: int = 0
    stage: Stage = Stage.ROLLING
    dice: Dice = ()
    saved: Dice = ()
    rolls: int = 0


def add(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
    """Return the sum of two hands of action dice."""
    return tuple(x + y for x, y in zip(a, b, strict=True))


class Kniffeliger(Game[State]):
    """The rules of Kniffeliger."""

    name = "kniffeliger"
    titles: ClassVar[Mapping[str, str]] = {"de": "Kniffeliger", "en": "Kniffeliger", "it": "Kniffeliger"}
    min_seats = 2
    max_seats: ClassVar[int] = 8
    simultaneous = False
    option_list: ClassVar[tuple[Option, ...]] = (
        Option("cross_out", ("open", "filled", "any")),
        Option("freeze", ("next_turn", "next_round")),
        Option("action_dice", ("until_used", "next_round")),
        Option("turn_end", ("automatic", "player", "main_phase"), redefined=(("player", "main_phase"),)),
        Option("rounds", ("fourteen", "until_full")),
        Option("order", ("fixed", "rotating")),
        FIVE_IS_FULL_HOUSE,
    )

    def start(self, seats: int) -> State:
        self.check_seats(seats)
        return State((Sheet(),) * seats, (NO_DICE,) * seats, (NO_DICE,) * seats)

    def seats(self, state: State) -> int:
        return len(state.sheets)

    def turn(self, state: State) -> Turn:
        match state.stage:
            case Stage.OVER:
                return Over(self.scores(state))
            case Stage.ROLLING:
                return Chance(DICE - len(state.saved), state.seat)
            case Stage.ACTION_DIE:
                return Chance(1, state.seat, Die.ACTION)
        return Decide((state.seat,))

    @property
    def freezes_rounds(self) -> bool:
        """True if a freeze lasts for the next round, not for the next turn on the sheet."""
        return bool(self.options["freeze"] == "next_round")

    @property
    def dice_perish(self) -> bool:
        """True if an action die can be played only in the round after it was earned."""
        return bool(self.options["action_dice"] == "next_round")

    @property
    def players_end_turns(self) -> bool:
        """True if a main turn ends only when its player says so."""
        return bool(self.options["turn_end"] != "automatic")

    @property
    def players_end_phases(self) -> bool:
        """True if a turn in the shifting phase ends only when its player says so."""
        return bool(self.options["turn_end"] == "player")

    @property
    def fills_sheets(self) -> bool:
        """True if rounds go on after the 14th while a row is open."""
        return bool(self.options["rounds"] == "until_full")

    def order(self, seats: int, number: int) -> tuple[int, ...]:
        """Return the seats in the order in which they act in a round, by its number from 1."""
        first = (number - 1) % seats if self.options["order"] == "rotating" else 0
        return (*range(first, seats), *range(first))

    def final_order(self, state: State) -> tuple[int, ...]:
        """Return the seats in the order of the last round, if no further freezes prolong the game."""
        return self.order(len(state.sheets), state.round + self.rounds_to_come(state))

    def seats_after(self, state: State, seat: int) -> tuple[int, ...]:
        """Return the seats that act after a seat in the current round, in order."""
        order = self.order(len(state.sheets), state.round)
        return order[order.index(seat) + 1 :]

    def turn_remains(self, state: State, seat: int) -> bool:
        """True if the turn of a seat in the current phase is running or still to come."""
        return state.stage is not Stage.OVER and (seat == state.seat or seat in self.seats_after(state, state.seat))

    def main_turn_remains(self, state: State, seat: int) -> bool:
        """True if the turn of a seat in the main phase is running or still to come in this round."""
        return state.stage is not Stage.SHIFTING and self.turn_remains(state, seat)

    def entry_remains(self, state: State, seat: int) -> bool:
        """True if the entry of a seat is still to come in this round."""
        entered = seat == state.seat and state.stage in (Stage.ACTION_DIE, Stage.ENTERED)
        return self.main_turn_remains(state, seat) and not entered

    def rounds_to_come(self, state: State) -> int:
        """Return the number of rounds after the current one, if no further freezes prolong the game."""
        rounds = ROUNDS - state.round
        if not self.fills_sheets:
            return rounds
        return max(rounds, *(self._open_after_round(state, holder) for holder in range(len(state.sheets))))

    def _open_after_round(self, state: State, holder: int) -> int:
        """Return how many rows of a seat's sheet will be open after this round's main phase."""
        sheet = state.sheets[holder]
        enters = self.entry_remains(state, holder)
        return sum(map(sheet.is_open, ROWS)) - (enters and any(map(sheet.can_fill, ROWS)))

    def has(self, state: State, die: str) -> bool:
        """True if the seat to move can play an action die of this kind."""
        return state.hands[state.seat][ACTION_DICE.index(die)] > 0

    def opponents(self, state: State) -> Iterator[int]:
        """Yield the other seats, in order."""
        return (seat for seat in range(len(state.sheets)) if seat != state.seat)

    def targets(self, state: State, die: str, sheet: Sheet) -> list[str]:
        """Return the rows of an opponent's sheet on which the seat to move can play an action die that it has."""
        if die == "steal":
            mine = state.sheets[state.seat]
            return [row for row in mine.open_rows if row not in mine.frozen and sheet.at(row) is not None]
        if die == "freeze":
            frozen = sheet.chilled if self.freezes_rounds else sheet.frozen
            return [row for row in sheet.open_rows if row not in frozen]
        match self.options["cross_out"]:
            case "open":
                return sheet.open_rows
            case "filled":
                return [row for row in ROWS if sheet.at(row) is not None]
        return [row for row in ROWS if row not in sheet.crossed]

    def refuse_target(self, state: State, die: str, sheet: Sheet, row: str) -> Illegal:
        """Return why an action die cannot be played on a row of an opponent's sheet (`targets`)."""
        mine = state.sheets[state.seat]
        match die:
            case "steal" if sheet.at(row) is None:
                return Illegal(Reason.ROW_NOT_FILLED, f"{row} is not filled there: nothing to steal")
            case "steal" if row in mine.frozen:
                return Illegal(Reason.ROW_FROZEN, f"your {row} is frozen: it cannot receive a stolen entry")
            case "steal" if row in mine.crossed:
                return Illegal(Reason.ROW_CROSSED, f"your own {row} is crossed out")
            case "steal":
                return Illegal(Reason.ROW_NOT_OPEN, f"your own {row} is not open")
            case "freeze" if row in sheet.crossed:
                return Illegal(Reason.ROW_CROSSED, f"{row} is crossed out there: nothing to freeze")
            case "freeze" if not sheet.is_open(row):
                return Illegal(Reason.ROW_NOT_OPEN, f"{row} is not open there: nothing to freeze")
            case "freeze":
                return Illegal(Reason.ROW_FROZEN, f"{row} is already frozen there")
            case _ if row in sheet.crossed:
                return Illegal(Reason.ROW_CROSSED, f"{row} is already crossed out there")
            case _ if sheet.at(row) is None:
                return Illegal(Reason.ROW_NOT_FILLED, f"{row} is not filled there: only filled rows are crossed out")
        return Illegal(Reason.ROW_NOT_OPEN, f"{row} is not open there: only open rows are crossed out")

    def plays(self, state: State, *dice: str, only: str | None = None) -> Iterator[str]:
        """Yield the actions that play a steal, freeze or cross-out now; of these `only` one, if it is given."""
        for die in dice:
            if self.has(state, die) and (only is None or only.startswith(die)):
                yield from (
                    action
                    for seat in self.opponents(state)
                    if only is None or only.startswith(f"{die}.{seat}.")
                    for row in self.targets(state, die, state.sheets[seat])
                    if only in (None, action := f"{die}.{seat}.{row}")
                )

    def legal(self, state: State, seat: int) -> tuple[str, ...]:
        return tuple(self._actions(state)) if seat == state.seat and type(seat) is int else ()

    def _actions(self, state: State, only: str | None = None) -> Iterator[str]:
        """Yield the legal actions of the seat to move.

        To check an action, only those before it are computed, and of steals, freezes and cross-outs `only` this one.
        """
        can_fill = state.sheets[state.seat].can_fill
        match state.stage:
            case Stage.BEFORE if any(map(can_fill, ROWS)):
                yield "roll"
                yield from self.plays(state, "steal", "freeze", "cross", only=only)
            case Stage.ROLLED:
                yield from filter(can_fill, ROWS)
                if state.rolls < ROLLS:
                    yield from keep_actions("k", state.dice, state.saved)
                yield from self.plays(state, "freeze", "cross", only=only)
            case Stage.BEFORE | Stage.ENTERED:
                yield from self.plays(state, "freeze", "cross", only=only)
                yield "end"
            case Stage.SHIFTING:
                if self.has(state, "shift"):
                    yield "shift"
                if self.has(state, "swap"):
                    yield from (f"swap.{other}" for other in self.opponents(state))
                yield "end"

    def apply(self, state: State, event: Event) -> State:
        match event:
            case Roll(dice):
                if self.check_roll(state, event).die is Die.ACTION:
                    return self._settle(self._earn(state, dice[0]))
                rolled = tuple(sorted(state.saved + dice))
                return replace(state, stage=Stage.ROLLED, dice=rolled, rolls=state.rolls + 1)
            case Move(seat, action):
                self._check(state, seat, action)
                after = self._play(state, action)
                waits = self.players_end_phases and action.startswith(SHIFTING_DICE)
                return after if waits else self._settle(after)
            case Undo():
                raise Illegal(Reason.NOTHING_TO_UNDO, "in Kniffeliger a move cannot be taken back")
            case _:
                raise not_an_event(event)

    def _check(self, state: State, seat: int, action: str) -> None:
        self.check_move(state, seat, action)
        if action not in self._actions(state, action):
            raise self.refuse(state, action)

    def _earn(self, state: State, face: int) -> State:
        earned = tuple(int(face in (i + 1, 6)) for i in range(len(ACTION_DICE)))
        hand = add(state.earned[state.seat], earned)
        return replace(state, stage=Stage.ENTERED, earned=put(state.earned, state.seat, hand))

    def _spend(self, state: State, die: str) -> State:
        i = ACTION_DICE.index(die)
        hand = state.hands[state.seat]
        return replace(state, hands=put(state.hands, state.seat, put(hand, i, hand[i] - 1)))

    def _play(self, state: State, action: str) -> State:
        match action.split("."):
            case ["roll"]:
                return replace(state, stage=Stage.ROLLING)
            case ["end"]:
                return self._end(state)
            case ["shift"]:
                return replace(self._spend(state, "shift"), sheets=(state.sheets[-1], *state.sheets[:-1]))
            case ["swap", partner]:
                sheets = put(state.sheets, state.seat, state.sheets[int(partner)])
                sheets = put(sheets, int(partner), state.sheets[state.seat])
                return replace(self._spend(state, "swap"), sheets=sheets)
            case [("steal" | "freeze" | "cross") as die, target, row]:
                return self._attack(self._spend(state, die), die, int(target), row)
            case [row] if row in ROWS:
                points = row_points(row, state.dice, five_is_full_house=self.options["five_is_full_house"])
                sheets = put(state.sheets, state.seat, state.sheets[state.seat].filled(row, points))
                earns = sum(state.dice) % ACTION_DIE_DIVISOR == 0
                stage = Stage.ACTION_DIE if earns else Stage.ENTERED
                return replace(state, sheets=sheets, stage=stage, dice=(), saved=(), rolls=0)
        return replace(state, stage=Stage.ROLLING, dice=(), saved=kept_dice(action))

    def _attack(self, state: State, die: str, target: int, row: str) -> State:
        victim = state.sheets[target]
        match die:
            case "steal":
                loot = victim.at(row)
                assert loot is not None, "only filled rows are stolen"
                sheets = put(state.sheets, target, victim.filled(row, 0))
                sheets = put(sheets, state.seat, state.sheets[state.seat].filled(row, loot))
                return replace(state, sheets=sheets, stage=Stage.ENTERED)
            case "freeze" if self.freezes_rounds:
                hit = replace(victim, chilled=victim.chilled | {row})
            case "freeze":
                hit = replace(victim, frozen=victim.frozen | {row})
            case _ if victim.at(row) is None:
                hit = Sheet(victim.points, victim.frozen - {row}, victim.crossed | {row}, victim.chilled - {row})
            case _:
                hit = victim.filled(row, 0)
        return replace(state, sheets=put(state.sheets, target, hit))

    def _settle(self, state: State) -> State:
        """Advance while the seat to move has no choice: start the roll, end the turn.

        If players end their turns, a main turn waits for its player's `end`.
        """
        while state.stage in (Stage.BEFORE, Stage.ENTERED, Stage.SHIFTING):
            match tuple(islice(self._actions(state), 2)):
                case ("roll",):
                    state = replace(state, stage=Stage.ROLLING)
                case ("end",) if state.stage is Stage.SHIFTING or not self.players_end_turns:
                    state = self._end(state)
                case _:
                    break
        return state

    def _end(self, state: State) -> State:
        """End the seat's turn of this phase and open the next one."""
        seats, later = len(state.sheets), self.seats_after(state, state.seat)
        if state.stage is not Stage.SHIFTING:
            if not self.freezes_rounds:
                thawed = replace(state.sheets[state.seat], frozen=frozenset())
                state = replace(state, sheets=put(state.sheets, state.seat, thawed))
            if not later:
                return replace(state, seat=self.order(seats, state.round)[0], stage=Stage.SHIFTING)
            return replace(state, seat=later[0], stage=Stage.BEFORE)
        if later:
            return replace(state, seat=later[0])
        if not self.rounds_to_come(state):
            return replace(state, stage=Stage.OVER)
        sheets, hands = state.sheets, state.earned
        if self.freezes_rounds:
            sheets = tuple(replace(sheet, frozen=sheet.chilled, chilled=frozenset()) for sheet in sheets)
        if not self.dice_perish:
            hands = tuple(add(hand, earned) for hand, earned in zip(state.hands, state.earned, strict=True))
        return replace(
            state,
            sheets=sheets,
            hands=hands,
            earned=(NO_DICE,) * seats,
            round=state.round + 1,
            seat=self.order(seats, state.round + 1)[0],
            stage=Stage.BEFORE,
        )

    def refuse(self, state: State, action: str) -> Illegal:
        """Return why an action is illegal.

        The first reason of these that is true: no such action or target in this game, the phase, the stage of the turn,
        the action die, the row.
        """
        match = ACTION.fullmatch(action)
        if match is None:
            return Illegal(
                Reason.UNKNOWN_ACTION,
                f"{action!r} is no action: roll, k335, fh, steal.1.fh, freeze.1.fh, cross.1.fh, shift, swap.1, end",
            )
        if match["keep"] is not None and (misspelt := refuse_keep_form(action)):
            return misspelt
        word, target = action.partition(".")[0], match["target"] or match["partner"]
        if target is not None and int(target) == state.seat:
            return Illegal(Reason.TARGET_SELF, f"{word} is played on an opponent, not on yourself")
        if target is not None and int(target) >= len(state.sheets):
            return Illegal(Reason.TARGET_UNKNOWN, f"there is no seat {target}")
        if word == "end":
            return Illegal(Reason.ENTER_FIRST, "a turn ends after an entry, and a row can still be filled")
        if (word in SHIFTING_DICE) != (state.stage is Stage.SHIFTING):
            phase = "shifting" if word in SHIFTING_DICE else "main"
            return Illegal(Reason.OTHER_PHASE, f"{action} belongs to the {phase} phase")
        if state.stage is Stage.ENTERED and word not in ("freeze", "cross"):
            return Illegal(Reason.ALREADY_ENTERED, "the entry of this turn is made")
        if word in ACTION_DICE:
            return self._refuse_die(state, word, target, match["row"])
        return self._refuse_dice(state, action, match["row"])

    def _refuse_dice(self, state: State, action: str, row: str | None) -> Illegal:
        """Return why the dice cannot be rolled, kept or entered in a row, before the turn's entry."""
        sheet = state.sheets[state.seat]
        can_fill = any(map(sheet.can_fill, ROWS))
        if action == "roll" and can_fill:
            return Illegal(Reason.ROLL_TOO_LATE, "the first roll is made: save dice and roll the rest with k335")
        if state.stage is Stage.BEFORE and can_fill:
            return Illegal(Reason.ROLL_FIRST, "the dice must fall first: roll")
        if row is None and not can_fill:
            return Illegal(Reason.ROW_NOT_OPEN, "no row can be filled in this turn")
        if row is None:
            if state.rolls >= ROLLS:
                return Illegal(Reason.NO_ROLL_LEFT, "the three rolls of this turn are made")
            return refuse_keep(action, state.dice, state.saved)
        if row in sheet.crossed:
            return Illegal(Reason.ROW_CROSSED, f"{row} is crossed out")
        if row in sheet.frozen:
            return Illegal(Reason.ROW_FROZEN, f"{row} is frozen")
        return Illegal(Reason.FIELD_TAKEN, f"{row} is already filled")

    def _refuse_die(self, state: State, die: str, target: str | None, row: str | None) -> Illegal:
        """Return why an action die of this phase cannot be played on a seat or row that exist."""
        if die == "steal" and state.stage is not Stage.BEFORE:
            return Illegal(Reason.ROLL_TOO_LATE, "a steal is played instead of rolling, before the first roll")
        if not self.has(state, die):
            return Illegal(
                Reason.NO_ACTION_DIE, f"you have no {die} to play; a die earned now counts from the next round"
            )
        assert target is not None, "shift and swap are always legal with the die in its phase"
        assert row is not None, "shift and swap are always legal with the die in its phase"
        return self.refuse_target(state, die, state.sheets[int(target)], row)

    def score(self, state: State, seat: int) -> int:
        self.check_seat(state, seat)
        return state.sheets[seat].total

    def preview(self, state: State, seat: int, action: str) -> Preview:
        self._check(state, seat, action)
        return self._preview(state, action)

    def previews(self, state: State, seat: int) -> dict[str, Preview]:
        # Legal actions need no further check.
        return {action: self._preview(state, action) for action in self.legal(state, seat)}

    def _preview(self, state: State, action: str) -> Preview:
        writes, gain = None, 0
        if action in ROWS or action.startswith(OWN_SHEET_DICE):
            # The automatic steps that follow change no points.
            gain = self._play(state, action).sheets[state.seat].total - state.sheets[state.seat].total
            writes = None if action.startswith(SHIFTING_DICE) else gain
        could_play = state.stage is Stage.SHIFTING and any(self.has(state, die) for die in SHIFTING_DICE)
        return Preview(gain, writes, declines=action == "end" and could_play)

    def sheet(self, state: State, seat: int) -> Mapping[str, Any]:
        self.check_seat(state, seat)
        sheet = state.sheets[seat]
        return {
            "rows": dict(zip(ROWS, sheet.points, strict=True)),
            "frozen": [row for row in ROWS if row in sheet.frozen],
            "frozen_next_round": [row for row in ROWS if row in sheet.chilled],
            "crossed": [row for row in ROWS if row in sheet.crossed],
            "action_dice": dict(zip(ACTION_DICE, state.hands[seat], strict=True)),
            "action_dice_next_round": dict(zip(ACTION_DICE, state.earned[seat], strict=True)),
            "total": sheet.total,
        }

    def sheet_key(self, state: State, seat: int) -> Hashable:
        return state.sheets[seat], state.hands[seat], state.earned[seat]

    def info(self, state: State) -> Mapping[str, Any]:
        return {
            "round": state.round,
            "rounds": max(ROUNDS, state.round),
            "phase": "shifting" if state.stage is Stage.SHIFTING else "main",
            "seat": state.seat,
            "stage": state.stage.value,
            "dice": list(state.dice),
            "saved": list(state.saved),
            "rolls": state.rolls,
            "rolls_left": max(ROLLS - state.rolls, 0),
        }
