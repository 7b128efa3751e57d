"""What every game is: events, turns, and the `Game` that folds the ones into the others.

A game is a pure state machine. Its *state* is an immutable value; an *event* is a `Roll` (the faces that fell),
a `Move` (a seat's choice) or an `Undo` (a seat takes its move of the open round back). What happens next is its
*turn*: `Chance` (so many dice fall), `Decide` (these seats may move now, in any order) or `Over`.

Seats are numbered from 0. An action is its own notation: a short text, unique in its position.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from random import Random
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from knobel.dice import FACES, distribution


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice fell. The faces are those of the dice that were thrown, not of dice kept back."""

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


class Die(StrEnum):
    """What kind of die a chance throws."""

    PIPS = "pips"
    ACTION = "action"


@dataclass(frozen=True, slots=True)
class Chance:
    """So many dice fall next; `seat` has the right to throw them."""

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

S = TypeVar("S")


class Reason(StrEnum):
    """Why an event is illegal: a word for programs and for translation."""

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


class Illegal(ValueError):
    """The rules forbid this event in this position; `reason` says why."""

    def __init__(self, reason: Reason, message: str) -> None:
        super().__init__(message)
        self.reason = reason

    def __reduce__(self) -> tuple[type["Illegal"], tuple[Reason, str]]:
        return Illegal, (self.reason, str(self))


class BadSetup(ValueError):
    """A game cannot be set up like this: an unknown game or option, a value out of range, too few or many seats."""


@dataclass(frozen=True, slots=True)
class Option:
    """A named rule that a table may choose.

    `choices` lists the values, the default first; where any text of some form will do, `check` returns the text in
    its one form or raises `BadSetup`.
    """

    name: str
    choices: tuple[Any, ...]
    check: Callable[[Any], Any] | None = None

    @property
    def default(self) -> Any:
        return self.choices[0]

    def parse(self, value: Any) -> Any:
        """Return the allowed value equal to `value`, also when it comes as text.

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
    """What an action would do at once.

    `gain`: by how many points the seat's score changes. `writes`: the number that it writes on the sheet, if any.
    `circles`: how many circles it earns (Knaster), still to be placed. `declines`: it lets pass what could have been
    done (Kniffeliger's shifts and swaps), and does nothing else.
    """

    gain: int
    writes: int | None = None
    circles: int = 0
    declines: bool = False


class Game(ABC, Generic[S]):
    """One game with its options chosen. All methods are pure; states are immutable and hashable."""

    name: ClassVar[str]
    titles: ClassVar[Mapping[str, str]]
    """The title by language: de, en, it."""
    min_seats: ClassVar[int] = 1
    max_seats: ClassVar[int | None] = None
    """None: as many as you like."""
    option_list: ClassVar[tuple[Option, ...]] = ()
    simultaneous: ClassVar[bool]
    """Everybody moves on each roll, in any order, unseen by those who have not moved."""
    seats_alike: ClassVar[bool] = False
    """On the same dice it does not matter who sits where."""
    ordered_dice: ClassVar[bool] = False
    """It matters which die shows which face."""
    seat_letters: ClassVar[str | None] = None
    """The option that has a letter for each seat, which the people in them may pick at a table."""
    bands: ClassVar[tuple[tuple[int, str], ...]] = ()
    """Ratings of a solo score: (more than so many points, rating), ascending."""

    def __init__(self, /, **options: Any) -> None:
        """Choose options.

        :raises BadSetup: for an unknown option or a value that it cannot have.
        """
        known = {option.name: option for option in self.option_list}
        for name in options:
            if name not in known:
                names = ", ".join(known) or "none"
                raise BadSetup(f"{self.name} has no option {name!r}; its options: {names}")
        self.options: dict[str, Any] = {
            name: option.parse(options.get(name, option.default)) for name, option in known.items()
        }

    def check_seats(self, seats: int) -> None:
        """:raises BadSetup: if the game cannot be played by so many."""
        if seats < self.min_seats or (self.max_seats is not None and seats > self.max_seats):
            upper = "or more" if self.max_seats is None else f"to {self.max_seats}"
            raise BadSetup(f"{self.name} is for {self.min_seats} {upper} seats, not {seats}")

    @abstractmethod
    def start(self, seats: int) -> S:
        """The first position.

        :raises BadSetup: if the game cannot be played by so many.
        """

    @abstractmethod
    def turn(self, state: S) -> Turn:
        """What happens next."""

    @abstractmethod
    def legal(self, state: S, seat: int) -> tuple[str, ...]:
        """The actions that the seat may take now; empty if it is not among those who decide."""

    @abstractmethod
    def apply(self, state: S, event: Event) -> S:
        """The position after the event.

        :raises Illegal: if the rules forbid it.
        :raises TypeError: if it is no event.
        """

    @abstractmethod
    def score(self, state: S, seat: int) -> int:
        """The points on the sheet that the seat holds, as if the game ended now."""

    @abstractmethod
    def seats(self, state: S) -> int:
        """How many seats play."""

    @abstractmethod
    def sheet(self, state: S, seat: int) -> Mapping[str, Any]:
        """The sheet that the seat holds, with its points, as plain data."""

    @abstractmethod
    def info(self, state: S) -> Mapping[str, Any]:
        """What lies on the table beside the sheets (round, dice, ...), as plain data."""

    def view(self, state: S, seat: int | None) -> S:
        """The position as a seat (None: a spectator) may see it: the one place where anything is hidden."""
        return state

    def preview(self, state: S, seat: int, action: str) -> Preview:
        """What a legal action would do at once.

        :raises Illegal: if the rules forbid it.
        """
        after = self.apply(state, Move(seat, action))
        return Preview(self.score(after, seat) - self.score(state, seat))

    def previews(self, state: S, seat: int) -> dict[str, Preview]:
        """What each of a seat's legal actions would do at once."""
        return {action: self.preview(state, seat, action) for action in self.legal(state, seat)}

    def scores(self, state: S) -> tuple[int, ...]:
        """Every seat's `score`."""
        return tuple(self.score(state, seat) for seat in range(self.seats(state)))

    def outcomes(self, state: S) -> dict[Roll, Fraction]:
        """The exact distribution of the next roll; rolls that the rules cannot tell apart are one.

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
        """The chance that this roll answers.

        :raises Illegal: if no dice fall now, or not so many, or a face is none.
        """
        turn = self.check_chance(state)
        if len(roll.dice) != turn.dice:
            raise Illegal(Reason.DICE_COUNT, f"{turn.dice} dice fall now, not {len(roll.dice)}")
        if not all(type(face) is int and face in FACES for face in roll.dice):
            raise Illegal(Reason.DICE_FACE, f"dice show 1 to 6, not {', '.join(map(str, roll.dice))}")
        return turn

    def check_mover(self, state: S, seat: int) -> None:
        """:raises Illegal: if the seat may not decide now."""
        turn = self.turn(state)
        if isinstance(turn, Over):
            raise Illegal(Reason.OVER, "the game is over")
        if isinstance(turn, Chance):
            raise Illegal(Reason.ROLL_FIRST, f"{turn.dice} dice must fall first")
        if seat not in turn.seats:
            raise Illegal(Reason.NOT_YOUR_TURN, f"seat {seat} may not move now")


def not_an_event(event: object) -> TypeError:
    """What to raise where something else is applied."""
    return TypeError(f"{event!r} is no event: a Roll, Move or Undo")


def replay(game: Game[S], seats: int, events: Iterable[Event]) -> S:
    """Fold events from the first position.

    :raises Illegal: at the first event that the rules forbid.
    """
    state = game.start(seats)
    for event in events:
        state = game.apply(state, event)
    return state


def places(scores: Sequence[float]) -> tuple[int, ...]:
    """Standard competition ranking: equal totals share the place (1, 1, 3)."""
    first: dict[float, int] = {}
    for place, score in enumerate(sorted(scores, reverse=True), 1):
        first.setdefault(score, place)
    return tuple(first[score] for score in scores)
