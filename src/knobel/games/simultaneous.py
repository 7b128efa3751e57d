"""Common rules of Knister, Knaster and Knapp Daneben!: on each roll, all players make an entry on their own sheets.

A *round* opens with a roll and closes with the next one, or with the end of the game. Until the last seat has moved,
a seat that has not moved sees no moves of others. Moves of one round commute. A seat may take its move back until
the round closes. The right to roll passes clockwise each round.

A game of this kind defines only the possible entries on one sheet and their effects.
"""

from abc import abstractmethod
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from knobel.core import (
    Chance,
    Decide,
    Event,
    Game,
    Illegal,
    Move,
    Over,
    Preview,
    Reason,
    Roll,
    Turn,
    Undo,
    not_an_event,
)
from knobel.dice import Dice
from knobel.games.tuples import put

H = TypeVar("H")


@dataclass(frozen=True, slots=True)
class Rounds(Generic[H]):
    """A position: `sheets` by seat, the number of the `round` (from 1; 0 before the first roll), its `dice`, the
    seats still `waiting` to move, whether this round or the next is the `final` round, and `over`.

    `before`, the sheets as the round opened, serves views and undo; it does not tell positions apart.
    """

    sheets: tuple[H, ...]
    round: int = 0
    dice: Dice = ()
    waiting: tuple[int, ...] = ()
    final: bool = False
    over: bool = False
    before: tuple[H, ...] = field(default=(), compare=False, repr=False)


class Simultaneous(Game[Rounds[H]], Generic[H]):
    """A game in which everybody moves on each roll. `H` is the type of a sheet."""

    simultaneous = True
    dice_count: int

    @abstractmethod
    def blank(self) -> H:
        """Return the empty sheet."""

    @abstractmethod
    def entries(self, sheet: H, seat: int, state: Rounds[H]) -> tuple[str, ...]:
        """Return the actions that the dice allow on this sheet; never empty while the seat is waiting."""

    @abstractmethod
    def refuse(self, sheet: H, seat: int, action: str, state: Rounds[H]) -> Illegal:
        """Return why an action that is not among the `entries` is illegal."""

    @abstractmethod
    def enter(self, sheet: H, seat: int, action: str, state: Rounds[H]) -> H:
        """Return the sheet after a legal action."""

    def effects(self, sheet: H, seat: int, action: str, state: Rounds[H]) -> Preview:
        """Return the immediate effects of a legal action on a sheet."""
        return Preview(self.total(self.enter(sheet, seat, action, state)) - self.total(sheet))

    def busy(self, sheet: H) -> bool:
        """True if the seat must take further actions to complete its move."""
        return False

    @abstractmethod
    def last_roll_comes(self, sheets: tuple[H, ...]) -> bool:
        """True if the next round is the last one, when a round has closed with these sheets."""

    @abstractmethod
    def total(self, sheet: H) -> int:
        """Return the points on a sheet."""

    @abstractmethod
    def describe(self, sheet: H, seat: int) -> Mapping[str, Any]:
        """Return a sheet as plain data."""

    def start(self, seats: int) -> Rounds[H]:
        self.check_seats(seats)
        return Rounds((self.blank(),) * seats)

    def seats(self, state: Rounds[H]) -> int:
        return len(state.sheets)

    def turn(self, state: Rounds[H]) -> Turn:
        if state.over:
            return Over(self.scores(state))
        if state.waiting:
            return Decide(state.waiting)
        return Chance(self.dice_count, state.round % len(state.sheets))

    def legal(self, state: Rounds[H], seat: int) -> tuple[str, ...]:
        if seat not in state.waiting or type(seat) is not int:
            return ()
        return self.entries(state.sheets[seat], seat, state)

    def apply(self, state: Rounds[H], event: Event) -> Rounds[H]:
        match event:
            case Roll(dice):
                self.check_roll(state, event)
                return replace(
                    state,
                    round=state.round + 1,
                    dice=dice if self.ordered_dice else tuple(sorted(dice)),
                    waiting=tuple(range(len(state.sheets))),
                    before=state.sheets,
                )
            case Move(seat, action):
                return self._move(state, seat, action)
            case Undo(seat):
                return self._undo(state, seat)
            case _:
                raise not_an_event(event)

    def preview(self, state: Rounds[H], seat: int, action: str) -> Preview:
        self._check(state, seat, action)
        return self.effects(state.sheets[seat], seat, action, state)

    def previews(self, state: Rounds[H], seat: int) -> dict[str, Preview]:
        # Legal actions need no further check.
        return {action: self.effects(state.sheets[seat], seat, action, state) for action in self.legal(state, seat)}

    def may_undo(self, state: Rounds[H], seat: int) -> bool:
        return (
            not state.over
            and type(seat) is int
            and 0 <= seat < len(state.before)
            and (seat not in state.waiting or state.sheets[seat] != state.before[seat])
        )

    def sheet_after(self, state: Rounds[H], seat: int, action: str) -> H:
        """Return the seat's sheet after an action.

        :raises Illegal: if the rules forbid it.
        """
        self._check(state, seat, action)
        return self.enter(state.sheets[seat], seat, action, state)

    def _check(self, state: Rounds[H], seat: int, action: str) -> None:
        self.check_move(state, seat, action)
        sheet = state.sheets[seat]
        if action not in self.entries(sheet, seat, state):
            raise self.refuse(sheet, seat, action, state)

    def _move(self, state: Rounds[H], seat: int, action: str) -> Rounds[H]:
        sheet = self.sheet_after(state, seat, action)
        sheets = put(state.sheets, seat, sheet)
        if self.busy(sheet):
            return replace(state, sheets=sheets)
        place = state.waiting.index(seat)
        waiting = state.waiting[:place] + state.waiting[place + 1 :]
        if waiting:
            return replace(state, sheets=sheets, waiting=waiting)
        return replace(
            state, sheets=sheets, waiting=(), over=state.final, final=state.final or self.last_roll_comes(sheets)
        )

    def _undo(self, state: Rounds[H], seat: int) -> Rounds[H]:
        if state.over:
            raise Illegal(Reason.OVER, "the game is over")
        if not self.may_undo(state, seat):
            raise Illegal(Reason.NOTHING_TO_UNDO, f"seat {seat} has entered nothing since the last roll")
        return replace(
            state,
            sheets=put(state.sheets, seat, state.before[seat]),
            waiting=tuple(sorted({*state.waiting, seat})),
            # A closed round was not the final one, because the game would be over.
            final=state.final if state.waiting else False,
        )

    def view(self, state: Rounds[H], seat: int | None) -> Rounds[H]:
        if seat is not None:
            self.check_seat(state, seat)
        if not state.waiting or (seat is not None and seat not in state.waiting):
            return state
        hidden = tuple(
            sheet if other == seat else before
            for other, (sheet, before) in enumerate(zip(state.sheets, state.before, strict=True))
        )
        return replace(state, sheets=hidden)

    def score(self, state: Rounds[H], seat: int) -> int:
        self.check_seat(state, seat)
        return self.total(state.sheets[seat])

    def sheet(self, state: Rounds[H], seat: int) -> Mapping[str, Any]:
        self.check_seat(state, seat)
        return self.describe(state.sheets[seat], seat)

    def sheet_key(self, state: Rounds[H], seat: int) -> Hashable:
        return state.sheets[seat]

    def info(self, state: Rounds[H]) -> Mapping[str, Any]:
        number = {"number": sum(state.dice)} if self.dice_count == 2 else {}
        return {"round": state.round, "dice": list(state.dice), **number, "final": state.final}
