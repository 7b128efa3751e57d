"""Automatic actions at a table: moves and rolls of bots, time limits, absent people.

Pure functions. `due_actions` lists the actions and their times on a monotonic clock, never by the times in the log,
which are for display only. `time_of` maps an event's seq to its time on this clock. A table without present people is
suspended, so that bots do not play alone. Events before the latest resumption count as if they happened at it.

In a game over days the presence of people does not matter. Its deadlines follow from the times in the log, by the
`calendar`, and a person absent at the deadline is replaced.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from knobel.core import Chance, Decide
from knobel.tables.slow_games import START_DELAY_MS, Calendar, awaited_seats, has_active_person, starts_by_itself
from knobel.tables.state import SUBSTITUTE, Play, TableState

EventTime = Callable[[int], int]
UNDO_TIME_MS = 2_000
"""Additional delay of a bot's roll, in milliseconds, while other players may take an entry back."""
CONTRIBUTION_TIME_MS = 2_000
"""Time for the browsers to send the bytes for the dice that they promised, in milliseconds."""


@dataclass(frozen=True, slots=True)
class Timing:
    """Times in ms. `grace`: after it a bot plays for an absent person. `pace`: factor of bots' thinking time.

    `personal_bot_turn`: after it a bot of the server plays the turn of a personal bot.
    """

    grace: int = 60_000
    pace: float = 1.0
    personal_bot_turn: int = 45_000


@dataclass(frozen=True, slots=True)
class DueAction:
    """An automatic action due at `time` (ms): a bot of `level` moves in `seat`, the server rolls for the seat, its
    person is marked away or back, another person becomes host, or the dice are fixed without the bytes still awaited.
    In games over days, the game starts, or the person in the seat is `missing` at the deadline.
    """

    time: int
    act: Literal["move", "roll", "away", "back", "host", "fix_dice", "start", "missing"]
    seat: int = -1
    level: str = SUBSTITUTE


LIVE = Calendar()
"""The calendar of games that are not over days."""


def deadline(state: TableState, time_of: EventTime, calendar: Calendar = LIVE) -> int | None:
    """Return when the time of the running round or turn ends for the last seat; None if it is unlimited.

    Rolls of real dice have no limit, because the server cannot roll them, and neither have rolls by one player for all.
    """
    play, seconds = state.play, state.settings.seconds
    if play is None or play.over:
        return None
    if state.settings.days is not None:
        ends = (calendar.ends_of(state, seat) for seat in awaited_seats(state))
        return max((end for end in ends if end is not None), default=None)
    if seconds is None:
        return None
    if isinstance(play.turn, Chance) and (state.settings.dice == "real" or state.rolled_by != "seats"):
        return None
    return time_of(play.since) + 1000 * seconds


def seat_deadline(
    state: TableState, seat: int, timing: Timing, time_of: EventTime, calendar: Calendar = LIVE
) -> int | None:
    """Return when a bot of the server plays the running turn for a seat; None if its person has unlimited time.

    The table's time limit applies to all seats. A personal bot has a time limit at every live table.
    """
    if state.settings.days is not None:
        return None if state.settings.missing == "wait" else calendar.ends_of(state, seat)
    ends, play = deadline(state, time_of), state.play
    if play is None or play.over or not state.seats[seat].bot:
        return ends
    own = time_of(play.since) + timing.personal_bot_turn
    return own if ends is None else min(ends, own)


def last_undo(state: TableState, time_of: EventTime) -> int | None:
    """Return until when entries since the last roll may be taken back; None if there is no limit."""
    play, seconds = state.play, state.settings.seconds
    if play is None or play.last_roll is None or seconds is None:
        return None
    return time_of(play.last_roll.seq) + 1000 * seconds


PACES = {"quick": 0.35, "lively": 1.0, "thoughtful": 2.2}
"""Factor of bots' thinking time, by the table's setting."""


def thinking_ms(play: Play, seat: int, pace: float) -> int:
    """Return a bot's simulated thinking time in ms. It varies by move and is the same in all processes."""
    return int(pace * (700 + (play.at * 31 + seat * 177) % 900))


def due_actions(
    state: TableState, absent: Mapping[str, int], timing: Timing, time_of: EventTime, calendar: Calendar = LIVE
) -> Iterator[DueAction]:
    """Yield all actions that are or will be due; `absent` maps each absent person to the time since when."""
    slow = state.settings.days is not None
    if state.host in absent and not slow:
        yield DueAction(absent[state.host] + timing.grace, "host")
    if starts_by_itself(state) and not state.closed:
        yield DueAction(time_of(state.seq) + START_DELAY_MS, "start")
    play = state.play
    if play is None or play.over:
        return
    yield from _presence_actions(state, absent, timing)
    if slow and (state.closed or not has_active_person(state)):
        return
    if play.dice is not None and play.dice.awaited:
        yield DueAction(time_of(play.first) + CONTRIBUTION_TIME_MS, "fix_dice")
        return
    moved = time_of(play.last)
    timing = replace(timing, pace=timing.pace * PACES[state.settings.pace])
    may_undo = state.settings.undo and play.game.simultaneous and play.state.round > 0
    match play.turn:
        case Chance(seat=number) if state.rolled_by == "clock":
            yield DueAction(
                moved + thinking_ms(play, number, timing.pace) + _time_to_undo(timing, may_undo), "roll", number
            )
        case Chance() if state.rolled_by == "host":
            pass
        case Chance(seat=number) if state.settings.dice == "server" or not has_active_person(state):
            ends = seat_deadline(state, number, timing, time_of, calendar)
            yield from _turn(state, number, "roll", timing, ends, moved, absent, may_undo=may_undo)
        case Decide(seats):
            for number in seats:
                ends = seat_deadline(state, number, timing, time_of, calendar)
                yield from _turn(state, number, "move", timing, ends, moved, absent)


def _presence_actions(state: TableState, absent: Mapping[str, int], timing: Timing) -> Iterator[DueAction]:
    """Yield the actions for seated people who left or came back."""
    for number, seat in enumerate(state.seats):
        if seat.person is None:
            continue
        if seat.person in absent and not seat.away and state.settings.days is None:
            yield DueAction(absent[seat.person] + timing.grace, "away", number)
        elif seat.away and seat.person not in absent:
            yield DueAction(0, "back", number)


def _time_to_undo(timing: Timing, may_undo: bool) -> int:
    return int(timing.pace * UNDO_TIME_MS) if may_undo else 0


def _turn(
    state: TableState,
    number: int,
    act: Literal["move", "roll"],
    timing: Timing,
    ends: int | None,
    since: int,
    absent: Mapping[str, int],
    *,
    may_undo: bool = False,
) -> Iterator[DueAction]:
    seat, play = state.seats[number], state.play
    assert play is not None
    level = seat.played_by
    if level is not None:
        wait = thinking_ms(play, number, timing.pace)
        if act == "roll":
            wait += _time_to_undo(timing, may_undo)
        yield DueAction(since + wait, act, number, level)
    elif ends is not None and state.settings.days is not None and seat.person in absent:
        if has_active_person(state, except_seat=number):
            yield DueAction(ends, "missing", number)
    elif ends is not None:
        yield DueAction(ends, act, number, seat.substitute)
