"""Limits on the shared resources that a person or a household may use."""

import contextlib
from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass

from knobel.presentation import messages
from knobel.server.limits.action_limit import ActionLimit
from knobel.server.limits.write_budget import WriteBudget, charged_household
from knobel.server.runtime.process_share import process_share
from knobel.server.runtime.settings import settings
from knobel.server.tables.live.room import Room
from knobel.server.tables.slow.seats import SlowSeats
from knobel.tables.refusals import Refused, TableReason
from knobel.tables.settings import MAX_SEATS
from knobel.tables.state import TableState

GAME_COMMANDS = messages.RollDice, messages.MakeMove, messages.TakeBack, messages.Correct
"""The commands of a running game."""


@dataclass(slots=True, frozen=True, eq=False)
class _Pending:
    """Seats and bots that a table of a person gets when it is opened, or a command at it is stored."""

    person: str
    household: str
    seats: int
    bots: int


class Quotas:
    """Refuses commands that exceed a limit."""

    def __init__(self, rooms: Mapping[str, Room], budget: WriteBudget, slow_seats: SlowSeats) -> None:
        self._rooms, self._budget, self._slow_seats = rooms, budget, slow_seats
        self._pending: list[_Pending] = []
        self._changes = ActionLimit(3_000, 10, "too many changes in a short time: try again later")
        """Rate limit of events outside of games, such as changes of seats and settings."""
        self._replayed = ActionLimit(60_000, 1_000, "too many corrections in a short time: try again later")
        """Rate limit of entries to which the rules are applied again for corrections: 20 microseconds each."""

    @contextlib.contextmanager
    def opening(self, person: str, seats: int, bots: int) -> Iterator[None]:
        """Count a table that a person is opening until it is in memory, that is, for the duration of this context.

        :raises Refused: `too_many`, `rate_limited`.
        """
        self._check_seats_and_bots(person, seats, bots)
        self._changes.check(person, bots)
        with self._counted(person, seats, bots):
            yield

    @contextlib.asynccontextmanager
    async def executing(self, person: str, room: Room, command: messages.Command) -> AsyncIterator[None]:
        """Check a person's command at a table against the limits, and count it until it is executed.

        :raises Refused: `too_many`, `rate_limited`, `storage`.
        """
        self._budget.check(in_game=isinstance(command, GAME_COMMANDS))
        head, seats, bots = room.log.head, 0, 0
        match command:
            case messages.SeatBot(seat=seat):
                bots = sum(taken.empty for taken in head.seats) if seat is None else 1
                self._check_seats_and_bots(room.log.opener, 0, bots)
                self._changes.check(person, bots)
            case messages.Setup(settings=settings):
                seats = settings.seats - len(head.seats)
                self._check_seats_and_bots(room.log.opener, seats, 0)
                self._changes.check(person)
            case messages.Correct():
                self.check_correction(person, room)
            case _ if isinstance(command, GAME_COMMANDS):
                # The game's rules and the maximum length of its log limit these.
                pass
            case _:
                self._changes.check(person)
        slow = _takes_slow_seat(person, head, command)
        with self._counted(room.log.opener, max(seats, 0), bots):
            async with self._slow_seats.taking(person) if slow else contextlib.nullcontext():
                yield

    @contextlib.contextmanager
    def _counted(self, opener: str, seats: int, bots: int) -> Iterator[None]:
        """Count seats and bots that are not yet at a table of a person. Some of them count twice for a moment."""
        if seats == bots == 0:
            yield
            return
        new = _Pending(opener, charged_household.get(), seats, bots)
        self._pending.append(new)
        try:
            yield
        finally:
            self._pending.remove(new)

    def check_correction(self, person: str, room: Room) -> None:
        """Check a person's correction, or its preview, which applies the rules to all entries of the game again.

        :raises Refused: `rate_limited`.
        """
        play = room.log.head.play
        self._replayed.check(person, 1 if play is None else 1 + len(play.entries))

    def _check_seats_and_bots(self, opener: str, seats: int, bots: int) -> None:
        own_seats, own_bots = self._count(opener)
        # Each process has room for one table of every size.
        max_seats = process_share.of(settings.person_seats, at_least=MAX_SEATS)
        max_bots = process_share.of(settings.person_bots, at_least=MAX_SEATS)
        if seats > 0 and own_seats + seats > max_seats:
            raise Refused(TableReason.TOO_MANY, f"one person's tables have at most {max_seats} seats together")
        if bots > 0 and own_bots + bots > max_bots:
            raise Refused(TableReason.TOO_MANY, f"at most {max_bots} bots play at one person's tables")
        self._check_household(charged_household.get(), seats, bots)

    def _check_household(self, household: str, seats: int, bots: int) -> None:
        if not household or (seats <= 0 and bots <= 0):
            return
        tables = [room.log.head.seats for room in self._rooms.values() if room.household == household]
        for new in self._pending:
            if new.household == household:
                seats, bots = seats + new.seats, bots + new.bots
        if seats > 0 and sum(map(len, tables)) + seats > settings.household_seats:
            raise Refused(
                TableReason.TOO_MANY, f"tables opened from one address have at most {settings.household_seats} seats"
            )
        if (
            bots > 0
            and sum(seat.level is not None for table in tables for seat in table) + bots > settings.household_bots
        ):
            raise Refused(
                TableReason.TOO_MANY, f"at most {settings.household_bots} bots play at the tables of one address"
            )

    def _count(self, opener: str) -> tuple[int, int]:
        """Count the seats and the bots at the tables of a person that this process leads."""
        own = [new for new in self._pending if new.person == opener]
        seats, bots = sum(new.seats for new in own), sum(new.bots for new in own)
        for room in self._rooms.values():
            if room.log.opener == opener and (room.presence.is_leader or not room.presence.processes):
                seats += len(room.log.head.seats)
                bots += sum(seat.level is not None for seat in room.log.head.seats)
        return seats, bots


def _takes_slow_seat(person: str, state: TableState, command: messages.Command) -> bool:
    """True if a command of a person gives them a seat in another game over days."""
    match command:
        case messages.Sit():
            return state.settings.days is not None
        case messages.Setup(settings=wanted):
            return state.settings.days is None and wanted.days is not None and state.seat_of(person) is not None
    return False
