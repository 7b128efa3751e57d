"""Games over days: deadlines in wall-clock time, and the consequences of missing them.

A game over days is the same log and the same state machine as a live one, with one more setting (`Settings.days`). Its
deadlines hold across restarts of the server and while nobody is connected. They therefore follow from the times in the
log, unlike those of live games, which follow from a monotonic clock.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import NamedTuple

from knobel.core import Chance, Decide
from knobel.tables.commands import Events, Source, pass_host
from knobel.tables.events import Stood, WentAway
from knobel.tables.names import bot_name
from knobel.tables.settings import LocalHour
from knobel.tables.state import TableState
from knobel.time_zones import zone_of

DAY_MS = 86_400_000
START_DELAY_MS = 10_000
"""Time after which a game over days starts when all seats are taken, so that the host can still change something."""


class Pause(NamedTuple):
    """A pause of a person, in ms of wall-clock time: the time of their turns does not run."""

    begins: int
    ends: int


@dataclass(frozen=True, slots=True)
class Calendar:
    """The wall-clock time of games over days, and the pauses of the people in them.

    `offset` is the monotonic minus the wall-clock time, in ms. `pauses` holds the pauses of a person in order.
    """

    offset: int = 0
    pauses: Mapping[str, tuple[Pause, ...]] = field(default_factory=dict)

    def ends_of(self, state: TableState, seat: int) -> int | None:
        """Return the monotonic time (ms) at which the turn of a seat ends in the running game over days."""
        play, days = state.play, state.settings.days
        if play is None or days is None:
            return None
        pauses = self.pauses.get(state.seats[seat].person or "", ())
        return end_of_turn(play.began, days, pauses, state.settings.ends_at) + self.offset


def end_of_turn(began: int, days: int, pauses: tuple[Pause, ...] = (), at: LocalHour | None = None) -> int:
    """Return the wall-clock time (ms) at which a turn ends that began at `began`, in ms. Pauses do not count.

    :param at: the hour of the day that is nearest to the end of the days, earlier or later.
    """
    ends, counted = began + days * DAY_MS, began
    for pause in sorted(pauses):
        begins = max(pause.begins, counted)
        if begins < min(ends, pause.ends):
            ends += pause.ends - begins
            counted = pause.ends
    return ends if at is None else _nearest(at, ends)


def _nearest(at: LocalHour, time: int) -> int:
    """Return the time (ms) at an hour of the day that is nearest to a time (ms)."""
    here = datetime.fromtimestamp(time / 1000, zone_of(at.zone))
    hour = here.replace(hour=at.hour, minute=0, second=0, microsecond=0)
    # Arithmetic in local time: a day on which clocks change has 23 or 25 hours.
    hours = (int((hour + timedelta(days=day)).timestamp() * 1000) for day in (-1, 0, 1))
    return min(hours, key=lambda each: abs(each - time))


def awaited_seats(state: TableState) -> tuple[int, ...]:
    """Return the seats that the running game waits for: all that have a decision to make, or the one that must roll."""
    play = state.play
    match None if play is None else play.turn:
        case Decide(seats):
            return tuple(seats)
        case Chance(seat=seat) if state.rolled_by == "seats":
            return (seat,)
    return ()


def has_active_person(state: TableState, except_seat: int | None = None) -> bool:
    """True if a seat other than `except_seat` has an active person: one that is not away."""
    return any(
        seat.person is not None and not seat.away for number, seat in enumerate(state.seats) if number != except_seat
    )


def starts_by_itself(state: TableState) -> bool:
    """True if the first game over days at a table starts because all seats are taken."""
    waiting = state.settings.days is not None and state.games_played == 0 and state.play is None and not state.deal
    return waiting and not any(seat.empty for seat in state.seats) and has_active_person(state)


def replace_missing(state: TableState, source: Source, seat: int) -> Events:
    """Return the events that replace a person after a missed deadline, according to the settings.

    There are none if the table waits for the person. The last active person is never replaced, because bots do not play
    alone: the table rests until a person returns.
    """
    missing = state.seats[seat]
    if not state.playing or missing.person is None or missing.away or not has_active_person(state, except_seat=seat):
        return ()
    if state.settings.missing == "wait":
        return ()
    if state.settings.missing == "bot":
        return (WentAway(seat=seat, **source.mark),)
    stood = Stood(seat=seat, bot=bot_name(other.name for other in state.seats), **source.mark)
    if missing.person != state.host:
        return (stood,)
    others = {other.person: other.name for other in state.seats if not other.away and other is not missing}
    return (stood, *pass_host(state, source, {person: name for person, name in others.items() if person is not None}))
