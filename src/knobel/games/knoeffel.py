"""Knöffel: turn by turn, up to three rolls of five dice, entered in one free field of either of two columns.

Actions: `k335` keeps 3, 3, 5 and rolls the rest (`k` rolls all); `f335` does so as a free roll after the third;
`fh.2` enters the dice in the full house of column 2. Fields: `1s`-`6s`, `3k`, `4k`, `fh`, `ss`, `ls`,
`kn` (Knöffel), `ch` (chance).
"""

import re
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple

from knobel.core import (
    Chance,
    Decide,
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
from knobel.games.joker import EXTRA_POINTS, JOKER, joker_points, may_enter
from knobel.games.tuples import put

FIELDS = (*UPPER, "3k", "4k", "fh", "ss", "ls", "kn", "ch")
KNOEFFEL = FIELDS.index("kn")
KNOEFFEL_POINTS = 20
CLASSIC_POINTS = 50
"""Points of a Knöffel in the game without its extensions."""
BONUS_FROM = 63
BONUS_POINTS = 35
FREE_ROLLS = 3
FREE_ROLL_POINTS = (15, 10, 5, 0)
"""By the number of free rolls used in the column."""
ENTRIES = tuple(tuple(f"{field}.{number}" for field in FIELDS) for number in range(1, 7))
"""Actions that enter the dice in a field, by column."""
ROLL_ON = Preview(0)
ACTION = re.compile(r"(?P<keep>[kf][1-6]{0,5})|(?P<field>[1-6]s|3k|4k|fh|ss|ls|kn|ch)\.(?P<column>[1-9])")


class Scoring(NamedTuple):
    """The options on which the points of five dice in a field depend, by name. The defaults are the printed rules.

    The other parts of Knöffel, such as the engine, take these options together.
    """

    five_is_full_house: bool = False
    knoeffel_points: int = KNOEFFEL_POINTS


PRINTED = Scoring()


def field_points(field: str, dice: Dice, scoring: Scoring = PRINTED) -> int:
    """Return the points of the five dice (sorted) in a field, if they are no joker."""
    if field == "kn":
        return scoring.knoeffel_points if most_equal(dice) == DICE else 0
    return shared_points(field, dice, five_is_full_house=scoring.five_is_full_house)


@dataclass(frozen=True, slots=True)
class Column:
    """The points by field (None: free), how many free rolls were used, and how many jokers earned extra points."""

    points: tuple[int | None, ...] = (None,) * len(FIELDS)
    free_rolls_used: int = 0
    extra_jokers: int = 0

    @property
    def full(self) -> bool:
        return None not in self.points


def upper_sum(column: Column) -> int:
    """Return the points in ones to sixes."""
    return sum(filter(None, column.points[: len(UPPER)]))


def bonus(column: Column) -> int:
    """Return the upper bonus that is earned so far."""
    return BONUS_POINTS if upper_sum(column) >= BONUS_FROM else 0


def column_total(column: Column, *, free_roll_field: bool = True) -> int:
    """Return all points of a column, those of its free-roll field included if it has one."""
    free = FREE_ROLL_POINTS[column.free_rolls_used] if free_roll_field else 0
    return sum(filter(None, column.points)) + bonus(column) + free + EXTRA_POINTS * column.extra_jokers


@dataclass(frozen=True, slots=True)
class State:
    """A position: the columns by seat, whose turn it is, the five `dice` on the table (empty before the first roll),
    the `kept` ones while others fall, and how many `rolls` were made in this turn (the fourth is the free one)."""

    sheets: tuple[tuple[Column, ...], ...]
    seat: int = 0
    dice: Dice = ()
    kept: Dice = ()
    rolls: int = 0


class Knoeffel(Game[State]):
    """The rules of Knöffel. A sheet is a tuple of columns."""

    name = "knoeffel"
    titles: ClassVar[Mapping[str, str]] = {"de": "Knöffel", "en": "Knöffel", "it": "Knöffel"}
    simultaneous = False
    option_list: ClassVar[tuple[Option, ...]] = (
        Option("columns", (2, 1, 3, 4, 5, 6, "sequential")),
        Option("knoeffel", ("column", "player")),
        Option("free_rolls", ("column", "player", "player_fields", "none")),
        Option("knoeffel_points", (KNOEFFEL_POINTS, CLASSIC_POINTS)),
        JOKER,
        FIVE_IS_FULL_HOUSE,
    )

    def start(self, seats: int) -> State:
        self.check_seats(seats)
        columns = self.options["columns"]
        return State(((Column(),) * (2 if columns == "sequential" else columns),) * seats)

    def seats(self, state: State) -> int:
        return len(state.sheets)

    def turn(self, state: State) -> Turn:
        # Seats play in order, so the sheet of the seat to move is full only when all are.
        if all(column.full for column in state.sheets[state.seat]):
            return Over(self.scores(state))
        if not state.dice:
            return Chance(DICE - len(state.kept), state.seat)
        return Decide((state.seat,))

    @property
    def scoring(self) -> Scoring:
        """The options on which the points of five dice in a field depend."""
        return Scoring(*(self.options[name] for name in Scoring._fields))

    @property
    def one_knoeffel(self) -> bool:
        """True if a player scores in one Knöffel field only; five equal dice are worth 0 in the others."""
        return bool(self.options["knoeffel"] == "player")

    @property
    def knoeffel_points(self) -> int:
        """The points of a Knöffel."""
        return int(self.options["knoeffel_points"])

    @property
    def with_free_rolls(self) -> bool:
        """True if there are free rolls."""
        return bool(self.options["free_rolls"] != "none")

    @property
    def shared_free_rolls(self) -> bool:
        """True if a player has three free rolls for all columns."""
        return self.options["free_rolls"] in ("player", "player_fields")

    @property
    def one_free_roll_field(self) -> bool:
        """True if only the first column has a free-roll field."""
        return bool(self.options["free_rolls"] == "player")

    def paying_column(self, column: int) -> int:
        """Return the index of the column that is charged for a free roll whose result is entered in `column`."""
        return 0 if self.one_free_roll_field else column

    def has_free_roll_field(self, column: int) -> bool:
        """True if a column has a free-roll field."""
        return self.with_free_rolls and self.paying_column(column) == column

    def free_rolls_left(self, columns: tuple[Column, ...], column: int) -> int:
        """Return the number of free rolls left for results that are entered in `column`."""
        if not self.with_free_rolls:
            return 0
        charged = columns if self.shared_free_rolls else columns[column : column + 1]
        return FREE_ROLLS - sum(each.free_rolls_used for each in charged)

    def has_free_roll(self, columns: tuple[Column, ...], column: int) -> bool:
        """True if a free roll is left for a result that is entered in `column`."""
        return self.free_rolls_left(columns, column) > 0

    def knoeffel_counts(self, columns: tuple[Column, ...]) -> bool:
        """True if a Knöffel that is entered now scores."""
        return not (self.one_knoeffel and any(column.points[KNOEFFEL] for column in columns))

    def is_joker(self, column: Column, dice: Dice) -> bool:
        """True if the dice (sorted) are a joker in a column."""
        return self.options["joker"] != "none" and column.points[KNOEFFEL] is not None and most_equal(dice) == DICE

    def open_fields(self, column: Column, dice: Dice) -> list[int]:
        """Return the free fields of a column in which the dice (sorted) may be entered."""
        points = column.points
        free = [field for field, filled in enumerate(points) if filled is None]
        if self.options["joker"] != "forced" or not self.is_joker(column, dice):
            return free
        upper_filled, lower_free = points[dice[0] - 1] is not None, free[-1] >= len(UPPER)
        return [
            field
            for field in free
            if may_enter(FIELDS[field], dice[0], upper_filled=upper_filled, lower_free=lower_free)
        ]

    def field_points(self, field: str, dice: Dice) -> int:
        """Return the points of the dice (sorted) in a field, if they are no joker."""
        return field_points(field, dice, self.scoring)

    def entry_points(self, columns: tuple[Column, ...], i: int, field: str, dice: Dice) -> int:
        """Return the points that the dice (sorted) score in a field of column `i`."""
        if field == "kn" and not self.knoeffel_counts(columns):
            return 0
        points = None
        if self.is_joker(columns[i], dice):
            points = joker_points(field, upper_filled=columns[i].points[dice[0] - 1] is not None)
        return self.field_points(field, dice) if points is None else points

    def open_columns(self, state: State) -> tuple[int, ...]:
        """Return the columns in which the turn's result may be entered."""
        with_room = [i for i, column in enumerate(state.sheets[state.seat]) if not column.full]
        if self.options["columns"] == "sequential":
            with_room = with_room[:1]
        if state.rolls > ROLLS:
            with_room = [i for i in with_room if self.has_free_roll(state.sheets[state.seat], i)]
        return tuple(with_room)

    def may_roll_free(self, state: State) -> bool:
        """True if a free roll may be taken now."""
        columns = state.sheets[state.seat]
        return state.rolls == ROLLS and any(self.has_free_roll(columns, i) for i in self.open_columns(state))

    def legal(self, state: State, seat: int) -> tuple[str, ...]:
        if not state.dice or seat != state.seat or type(seat) is not int:
            return ()
        columns = state.sheets[seat]
        entries = tuple(
            ENTRIES[i][field] for i in self.open_columns(state) for field in self.open_fields(columns[i], state.dice)
        )
        if state.rolls < ROLLS:
            return entries + keep_actions("k", state.dice)
        return entries + (keep_actions("f", state.dice) if self.may_roll_free(state) else ())

    def apply(self, state: State, event: Event) -> State:
        match event:
            case Roll(dice):
                self.check_roll(state, event)
                return replace(state, dice=tuple(sorted(state.kept + dice)), kept=(), rolls=state.rolls + 1)
            case Move(seat, action):
                self._check(state, seat, action)
                if "." not in action:
                    return replace(state, dice=(), kept=kept_dice(action))
                return self._enter(state, action)
            case Undo():
                raise Illegal(Reason.NOTHING_TO_UNDO, "in Knöffel a move cannot be taken back")
            case _:
                raise not_an_event(event)

    def _check(self, state: State, seat: int, action: str) -> None:
        self.check_move(state, seat, action)
        if action not in self.legal(state, seat):
            raise self.refuse(state, action)

    def _enter(self, state: State, action: str) -> State:
        sheets = put(state.sheets, state.seat, self._columns_after(state, action))
        return State(sheets, (state.seat + 1) % len(sheets))

    def _columns_after(self, state: State, action: str) -> tuple[Column, ...]:
        """Return the columns of the seat to move after an entry. Columns that do not change stay the same objects."""
        field, _, number = action.partition(".")
        columns, i = state.sheets[state.seat], int(number) - 1
        points = put(columns[i].points, FIELDS.index(field), self.entry_points(columns, i, field, state.dice))
        extra = bool(columns[i].points[KNOEFFEL]) and self.is_joker(columns[i], state.dice)
        entered = replace(columns[i], points=points, extra_jokers=columns[i].extra_jokers + extra)
        columns = put(columns, i, entered)
        if state.rolls > ROLLS:
            paying = self.paying_column(i)
            charged = replace(columns[paying], free_rolls_used=columns[paying].free_rolls_used + 1)
            columns = put(columns, paying, charged)
        return columns

    def refuse(self, state: State, action: str) -> Illegal:
        """Return why an action is illegal."""
        match = ACTION.fullmatch(action)
        if match is None:
            return Illegal(
                Reason.UNKNOWN_ACTION, f"{action!r} is no action: k335 keeps dice, f335 rolls free, fh.2 enters"
            )
        if match["keep"]:
            if misspelt := refuse_keep_form(action):
                return misspelt
            if action[0] == "k" and state.rolls >= ROLLS:
                return Illegal(Reason.NO_ROLL_LEFT, "the three rolls of this turn are made")
            if action[0] == "f" and not self.may_roll_free(state):
                return Illegal(
                    Reason.NO_FREE_ROLL,
                    "a free roll follows the third roll, once a turn, while a column that can be entered has one left"
                    if self.with_free_rolls
                    else "there are no free rolls",
                )
            return refuse_keep(action, state.dice)
        columns = state.sheets[state.seat]
        i = int(match["column"]) - 1
        if i >= len(columns):
            return Illegal(Reason.UNKNOWN_ACTION, f"there are {len(columns)} columns, no column {i + 1}")
        if columns[i].points[FIELDS.index(match["field"])] is not None:
            return Illegal(Reason.FIELD_TAKEN, f"{action} is already filled")
        if FIELDS.index(match["field"]) not in self.open_fields(columns[i], state.dice):
            return Illegal(
                Reason.JOKER_FORCED,
                "a further Knöffel goes to the upper field of its face, and to a lower field only if that is filled",
            )
        if state.rolls > ROLLS and not self.has_free_roll(columns, i):
            return Illegal(Reason.COLUMN_CLOSED, f"column {i + 1} has no free roll left to pay for this turn")
        return Illegal(Reason.COLUMN_CLOSED, f"column {i + 1} opens when the one before it is full")

    def score(self, state: State, seat: int) -> int:
        self.check_seat(state, seat)
        return sum(self._column_totals(state.sheets[seat]))

    def _column_total(self, i: int, column: Column) -> int:
        return column_total(column, free_roll_field=self.has_free_roll_field(i))

    def preview(self, state: State, seat: int, action: str) -> Preview:
        self._check(state, seat, action)
        return self._preview(state, action, self._column_totals(state.sheets[seat]))

    def previews(self, state: State, seat: int) -> dict[str, Preview]:
        # Legal actions need no further check.
        actions = self.legal(state, seat)
        totals = self._column_totals(state.sheets[seat]) if actions else []
        return {action: self._preview(state, action, totals) for action in actions}

    def _preview(self, state: State, action: str, totals: list[int]) -> Preview:
        """Return the effects of a legal action, from the totals of the columns before it."""
        if "." not in action:
            return ROLL_ON
        field, _, number = action.partition(".")
        before, after = state.sheets[state.seat], self._columns_after(state, action)
        gain = 0
        for i, column in enumerate(after):
            if column is not before[i]:
                gain += self._column_total(i, column) - totals[i]
        return Preview(gain, writes=after[int(number) - 1].points[FIELDS.index(field)])

    def _column_totals(self, columns: tuple[Column, ...]) -> list[int]:
        return [self._column_total(i, column) for i, column in enumerate(columns)]

    def sheet(self, state: State, seat: int) -> Mapping[str, Any]:
        self.check_seat(state, seat)
        return {
            "columns": [self._column_data(i, column) for i, column in enumerate(state.sheets[seat])],
            "total": self.score(state, seat),
        }

    def _column_data(self, i: int, column: Column) -> dict[str, Any]:
        has_free_roll_field = self.has_free_roll_field(i)
        return {
            "fields": dict(zip(FIELDS, column.points, strict=True)),
            "upper": upper_sum(column),
            "bonus": bonus(column),
            "free_rolls_used": column.free_rolls_used if has_free_roll_field else None,
            "free_roll_points": FREE_ROLL_POINTS[column.free_rolls_used] if has_free_roll_field else None,
            "joker_points": None if self.options["joker"] == "none" else EXTRA_POINTS * column.extra_jokers,
            "total": self._column_total(i, column),
        }

    def sheet_key(self, state: State, seat: int) -> Hashable:
        return state.sheets[seat]

    def info(self, state: State) -> Mapping[str, Any]:
        columns = state.sheets[state.seat]
        rounds = len(columns) * len(FIELDS)
        filled = rounds - sum(column.points.count(None) for column in columns)
        return {
            "round": min(filled + 1, rounds),
            "rounds": rounds,
            "seat": state.seat,
            "dice": list(state.dice),
            "kept": list(state.kept),
            "rolls": state.rolls,
            "rolls_left": max(ROLLS - state.rolls, 0),
            "bonus_from": BONUS_FROM,
            "free_roll_values": list(FREE_ROLL_POINTS) if self.with_free_rolls else [],
            "free_rolls_shared": self.shared_free_rolls,
            "knoeffel_points": self.knoeffel_points,
            "joker": self.options["joker"],
        }
