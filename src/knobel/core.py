"""Base of all games: events, turns, and the abstract class `Game`.

A game is a pure state machine. Its *state* is an immutable value; an *event* is a `Roll` (the faces that fell), a
`Move` (a seat's choice) or an `Undo` (a seat takes its move of the open round back). The *turn* of a state says
which step is next: `Chance` (a roll of dice), `Decide` (these seats may move now, in any order) or `Over`.

Seats are numbered from 0. An action is its own notation: a short text, unique in its position.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from random import Random
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from knobel.dice import FACES, distribution


@dataclass(frozen=True, slots=True)
class Roll:
    """A roll. The faces are those of the rolled dice, without dice that were kept."""

    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Move:
    """A seat chose one of its legal actions."""

    seat: int
    action: str


@dataclass(frozen=True, slots=True)
class Undo:
    """A seat takes back all that it entered since the last roll (simultaneous games only)."""

    seat: int


Event: TypeAlias = Roll | Move | Undo
"""Anything that changes a position: a roll, a move, or a move taken back."""


class Die(StrEnum):
    """Kind of die."""

    PIPS = "pips"
    ACTION = "action"


@dataclass(frozen=True, slots=True)
class Chance:
    """The next event is a roll of `dice` dice; `seat` has the right to roll them."""

    dice: int
    seat: int
    die: Die = Die.PIPS


@dataclass(frozen=True, slots=True)
class Decide:
    """Each of these seats may move next, in any order."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Over:
    """The game has ended with these scores, by seat."""

    scores: tuple[int, ...]


Turn: TypeAlias = Chance | Decide | Over
"""The next step of a game: a roll, a decision, or none because the game is over."""

S = TypeVar("S")


class Reason(StrEnum):
    """Reason why an event is illegal: a stable code for programs and for translation."""

    OVER = "over"
    ROLL_FIRST = "roll_first"
    DECIDE_FIRST = "decide_first"
    DICE_COUNT = "dice_count"
    DICE_FACE = "dice_face"
    NOT_YOUR_TURN = "not_your_turn"
    UNKNOWN_ACTION = "unknown_action"
    NOTHING_TO_UNDO = "nothing_to_undo"
    CELL_TAKEN = "cell_taken"
    CELL_EMPTY = "cell_empty"
    CELL_OTHER_NUMBER = "cell_other_number"
    CELL_CIRCLED = "cell_circled"
    CELL_COLOUR = "cell_colour"
    DIE_OWN = "die_own"
    CIRCLES_FIRST = "circles_first"
    CIRCLES_OTHER = "circles_other"
    LINE_OTHER = "line_other"
    PASS_NOT_YET = "pass_not_yet"
    DICE_NOT_THERE = "dice_not_there"
    DICE_SAVED = "dice_saved"
    NO_ROLL_LEFT = "no_roll_left"
    NO_FREE_ROLL = "no_free_roll"
    FIELD_TAKEN = "field_taken"
    COLUMN_CLOSED = "column_closed"
    JOKER_FORCED = "joker_forced"
    NO_ACTION_DIE = "no_action_die"
    TARGET_SELF = "target_self"
    TARGET_UNKNOWN = "target_unknown"
    ROW_NOT_OPEN = "row_not_open"
    ROW_FROZEN = "row_frozen"
    ROW_CROSSED = "row_crossed"
    ROW_NOT_FILLED = "row_not_filled"
    ROLL_TOO_LATE = "roll_too_late"
    OTHER_PHASE = "other_phase"
    ALREADY_ENTERED = "already_entered"
    ENTER_FIRST = "enter_first"


class KnobelError(ValueError):
    """Base class of all errors that the rules and game records raise on invalid input."""


class Illegal(KnobelError):
    """The rules forbid this event in this position; `reason` says why.

    Events with values of a wrong type, such as a roll whose dice are a list, are illegal in every position.
    """

    def __init__(self, reason: Reason, message: str) -> None:
        super().__init__(message)
        self.reason = reason

    def __reduce__(self) -> tuple[type["Illegal"], tuple[Reason, str]]:
        return Illegal, (self.reason, str(self))


class BadSetup(KnobelError):
    """A game cannot be set up like this: an unknown game or option, a value out of range, too few or many seats."""


class UnknownSeat(KnobelError):
    """A method was called for a seat that the position does not have, or with a value that is no seat number."""


@dataclass(frozen=True, slots=True)
class Option:
    """A named rule that a table may choose.

    `choices` lists the values, the default first. An option that accepts any text of some form has `check` instead,
    which returns the text in canonical form or raises `BadSetup`. `redefined`: values whose meaning has changed, and
    the values that now have their first meaning, for records and logs written before.
    """

    name: str
    choices: tuple[Any, ...]
    check: Callable[[Any], Any] | None = None
    redefined: tuple[tuple[Any, Any], ...] = ()

    @property
    def default(self) -> Any:
        return self.choices[0]

    def parse(self, value: Any) -> Any:
        """Return the allowed value equal to `value`, which may be given as text.

        :raises BadSetup: if it is not allowed.
        """
        if self.check is not None:
            return self.check(value)
        for choice in self.choices:
            if (type(value) is type(choice) and value == choice) or (
                isinstance(value, str) and value.lower() == str(choice).lower()
            ):
                return choice
        allowed = ", ".join(str(choice) for choice in self.choices)
        raise BadSetup(f"option {self.name} cannot be {value!r}: choose one of {allowed}")


@dataclass(frozen=True, slots=True)
class Preview:
    """Immediate effects of an action.

    `gain`: the change of the seat's score in points. `writes`: the number that it writes on the sheet, if any.
    `circles`: the number of circles that it earns (Knaster), still to be placed. `declines`: True if it only declines
    a possible action (Kniffeliger's shifts and swaps).
    """

    gain: int
    writes: int | None = None
    circles: int = 0
    declines: bool = False


class Game(ABC, Generic[S]):
    """One game with its options chosen. All methods are pure; states are immutable and hashable.

    `S` is the type of its states. Two games are equal if they have the same rules and options.
    """

    name: ClassVar[str]
    titles: ClassVar[Mapping[str, str]]
    """The title by language, in English at least."""
    min_seats: ClassVar[int] = 1
    max_seats: ClassVar[int | None] = None
    """Maximum number of seats; None: unlimited."""
    option_list: ClassVar[tuple[Option, ...]] = ()
    simultaneous: ClassVar[bool]
    """True if all seats move on each roll, in any order, hidden from the seats that have not moved."""
    seats_alike: ClassVar[bool] = False
    """True if, on the same dice, the order of the seats makes no difference."""
    ordered_dice: ClassVar[bool] = False
    """True if it matters which die shows which face."""
    seat_letters: ClassVar[str | None] = None
    """Option with a letter for each seat, which players may pick at a table."""
    bands: ClassVar[tuple[tuple[int, str], ...]] = ()
    """Ratings of a solo score: (points to exceed, rating), ascending."""

    @classmethod
    def title(cls, language: str) -> str:
        """Return the title in a language, in English if it has none in that one."""
        return cls.titles.get(language, cls.titles["en"])

    def __init__(self, /, **options: Any) -> None:
        """Choose options.

        :raises BadSetup: for an unknown option or an invalid value.
        """
        known = {option.name: option for option in self.option_list}
        for name in options:
            if name not in known:
                names = ", ".join(known) or "none"
                raise BadSetup(f"{self.name} has no option {name!r}; its options: {names}")
        self.options: dict[str, Any] = {
            name: option.parse(options.get(name, option.default)) for name, option in known.items()
        }

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and isinstance(other, Game) and self.options == other.options

    def __hash__(self) -> int:
        return hash((type(self), tuple(self.options.items())))

    def __repr__(self) -> str:
        """Return the call of `knobel.make` that creates this game, with the options that differ from their defaults."""
        chosen = (
            f", {option.name}={self.options[option.name]!r}"
            for option in self.option_list
            if self.options[option.name] != option.default
        )
        return f"knobel.make({self.name!r}{''.join(chosen)})"

    def check_seats(self, seats: int) -> None:
        """Check the number of seats.

        :raises BadSetup: if it is not an integer, or the game cannot have this number of seats.
        """
        if type(seats) is not int:
            raise BadSetup(f"the number of seats is an integer, not {seats!r}")
        if seats < self.min_seats or (self.max_seats is not None and seats > self.max_seats):
            upper = "or more" if self.max_seats is None else f"to {self.max_seats}"
            raise BadSetup(f"{self.name} is for {self.min_seats} {upper} seats, not {seats}")

    @abstractmethod
    def start(self, seats: int) -> S:
        """Return the first position.

        :raises BadSetup: if the game cannot have this number of seats.
        """

    @abstractmethod
    def turn(self, state: S) -> Turn:
        """Return the next step: `Chance`, `Decide` or `Over`."""

    @abstractmethod
    def legal(self, state: S, seat: int) -> tuple[str, ...]:
        """Return the actions that the seat may take now; empty if it is not one of the seats that decide."""

    @abstractmethod
    def apply(self, state: S, event: Event) -> S:
        """Return the position after the event.

        :raises Illegal: if the rules forbid it.
        :raises TypeError: if `event` is not an event.
        """

    @abstractmethod
    def score(self, state: S, seat: int) -> int:
        """Return the points on the sheet that the seat holds, as if the game ended now.

        :raises UnknownSeat: if there is no such seat.
        """

    @abstractmethod
    def seats(self, state: S) -> int:
        """Return the number of seats."""

    @abstractmethod
    def sheet(self, state: S, seat: int) -> Mapping[str, Any]:
        """Return the sheet that the seat holds, with its points, as plain data.

        :raises UnknownSeat: if there is no such seat.
        """

    def sheet_key(self, state: S, seat: int) -> Hashable:
        """Return the part of a position that determines the seat's `sheet` and `score`.

        They are equal in two positions of a game if their keys are equal.
        """
        return state

    @abstractmethod
    def info(self, state: S) -> Mapping[str, Any]:
        """Return the position without the sheets (round, dice, ...) as plain data."""

    def view(self, state: S, seat: int | None) -> S:
        """Return the position as a seat may see it (None: a spectator). No other method hides anything.

        :raises UnknownSeat: if there is no such seat.
        """
        if seat is not None:
            self.check_seat(state, seat)
        return state

    def may_undo(self, state: S, seat: int) -> bool:
        """True if the seat can take back its move: `Undo` is legal."""
        return False

    def preview(self, state: S, seat: int, action: str) -> Preview:
        """Return the immediate effects of a legal action.

        :raises Illegal: if the rules forbid it.
        """
        after = self.apply(state, Move(seat, action))
        return Preview(self.score(after, seat) - self.score(state, seat))

    def previews(self, state: S, seat: int) -> dict[str, Preview]:
        """Return the immediate effects of each legal action of a seat."""
        return {action: self.preview(state, seat, action) for action in self.legal(state, seat)}

    def scores(self, state: S) -> tuple[int, ...]:
        """Return the `score` of each seat."""
        return tuple(self.score(state, seat) for seat in range(self.seats(state)))

    def outcomes(self, state: S) -> dict[Roll, Fraction]:
        """Return the exact distribution of the next roll. Rolls that are equivalent by the rules are merged.

        Empty if no dice fall next.
        """
        turn = self.turn(state)
        if not isinstance(turn, Chance):
            return {}
        return {Roll(dice): p for dice, p in distribution(turn.dice, ordered=self.ordered_dice).items()}

    def sample(self, state: S, rng: Random) -> Roll:
        """The next roll as fair dice fall: one of the `outcomes`, drawn with its probability.

        :raises Illegal: if no dice fall next.
        """
        dice = rng.choices(FACES, k=self.check_chance(state).dice)
        return Roll(tuple(dice if self.ordered_dice else sorted(dice)))

    def check_chance(self, state: S) -> Chance:
        """The chance that comes next.

        :raises Illegal: if no dice fall now.
        """
        turn = self.turn(state)
        if isinstance(turn, Over):
            raise Illegal(Reason.OVER, "the game is over")
        if isinstance(turn, Decide):
            raise Illegal(Reason.DECIDE_FIRST, f"no dice fall now: seats {list(turn.seats)} decide first")
        return turn

    def check_roll(self, state: S, roll: Roll) -> Chance:
        """Return the chance that this roll answers.

        :raises Illegal: if no dice fall now, or another number of dice, or a value is no face of a die.
        """
        turn = self.check_chance(state)
        if not isinstance(roll.dice, tuple):
            raise Illegal(Reason.DICE_FACE, f"the dice of a roll are a tuple of faces, not {roll.dice!r}")
        if len(roll.dice) != turn.dice:
            raise Illegal(Reason.DICE_COUNT, f"{turn.dice} dice fall now, not {len(roll.dice)}")
        if not all(type(face) is int and face in FACES for face in roll.dice):
            raise Illegal(Reason.DICE_FACE, f"dice show 1 to 6, not {', '.join(map(str, roll.dice))}")
        return turn

    def check_mover(self, state: S, seat: int) -> None:
        """Check that a seat may move now.

        :raises Illegal: if it may not.
        """
        self.check_move(state, seat, "")

    def check_move(self, state: S, seat: int, action: str) -> None:
        """Check that a seat may move now, and that its action is a text. The action may still be illegal.

        :raises Illegal: if either is not so.
        """
        turn = self.turn(state)
        if isinstance(turn, Over):
            raise Illegal(Reason.OVER, "the game is over")
        if isinstance(turn, Chance):
            raise Illegal(Reason.ROLL_FIRST, f"{turn.dice} dice must fall first")
        if type(seat) is not int or seat not in turn.seats:
            raise Illegal(Reason.NOT_YOUR_TURN, f"seat {seat} may not move now")
        if not isinstance(action, str):
            raise Illegal(Reason.UNKNOWN_ACTION, f"an action is a text, not {action!r}")

    def check_seat(self, state: S, seat: int) -> None:
        """Check that a seat exists.

        :raises UnknownSeat: if it does not.
        """
        if type(seat) is not int or not 0 <= seat < self.seats(state):
            raise UnknownSeat(f"there is no seat {seat!r}: 0 to {self.seats(state) - 1}")


def not_an_event(event: object) -> TypeError:
    """Return the error to raise if `Game.apply` is given anything but an event."""
    return TypeError(f"{event!r} is no event: a Roll, Move or Undo")


def replay(game: Game[S], seats: int, events: Iterable[Event]) -> S:
    """Fold events from the first position.

    :raises Illegal: at the first event that the rules forbid.
    """
    state = game.start(seats)
    for event in events:
        state = game.apply(state, event)
    return state


def taken_back(events: Iterable[Event]) -> frozenset[int]:
    """Return the indices of the moves that a later `Undo` takes back, and of these `Undo`s."""
    result: set[int] = set()
    since_roll: dict[int, list[int]] = {}
    for i, event in enumerate(events):
        match event:
            case Roll():
                since_roll.clear()
            case Move(seat=seat):
                since_roll.setdefault(seat, []).append(i)
            case Undo(seat=seat):
                result |= {i, *since_roll.pop(seat, ())}
    return frozenset(result)


def places(scores: Sequence[float]) -> tuple[int, ...]:
    """Standard competition ranking: equal totals share the place (1, 1, 3)."""
    first: dict[float, int] = {}
    for place, score in enumerate(sorted(scores, reverse=True), 1):
        first.setdefault(score, place)
    return tuple(first[score] for score in scores)
