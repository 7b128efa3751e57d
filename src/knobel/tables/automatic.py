"""What is due at a table without anybody's wish: bots' moves and rolls, time limits, people who stay away.

Pure: `due` lists the acts and when, on a clock that only runs forward, and never by the times in the log, which are for
people to read. `when` tells when the event of a seq happened on it: a table at which nobody is present rests, so that
bots never play on for themselves, and whatever happened before it last woke counts as if it had happened then.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from knobel.core import Chance, Decide
from knobel.tables.state import SUBSTITUTE, Play, Seat, TableState

When = Callable[[int], int]
TIME_TO_UNDO = 2_000
"""Milliseconds by which a bot's roll waits longer where the others may take an entry back."""
OWN_BOT_TURN_MS = 45_000
"""Milliseconds that a bot of somebody's own has for a turn, before a bot of the server plays it."""


@dataclass(frozen=True, slots=True)
class Timing:
    """`grace`: ms after which a bot plays for an absent person. `pace`: how human bots' thinking time is (0: none)."""

    grace: int = 60_000
    pace: float = 1.0


@dataclass(frozen=True, slots=True)
class Due:
    """An act that falls due at `time` (ms): a bot of `level` moves in `seat`, the server rolls for it, its person
    counts as away or is back, or the table gets another host."""

    time: int
    act: Literal["move", "roll", "away", "back", "host"]
    seat: int = -1
    level: str = SUBSTITUTE


def deadline(state: TableState, when: When) -> int | None:
    """When the running round or turn runs out of time; None if it has all the time in the world.

    With real dice nobody is hurried to roll, for the server cannot do it for them, nor is who rolls for all.
    """
    play, seconds = state.play, state.settings.seconds
    if play is None or play.over or seconds is None:
        return None
    if isinstance(play.turn, Chance) and (state.settings.dice == "real" or state.rolled_by != "seats"):
        return None
    return when(play.since) + 1000 * seconds


def seat_deadline(state: TableState, seat: int, when: When) -> int | None:
    """Return when a bot of the server plays the running turn for a seat; None if its person has unlimited time.

    The table's time limit holds for everybody, and a bot of somebody's own has one at every table.
    """
    ends, play = deadline(state, when), state.play
    if play is None or play.over or not state.seats[seat].bot:
        return ends
    own = when(play.since) + OWN_BOT_TURN_MS
    return own if ends is None else min(ends, own)


def last_undo(state: TableState, when: When) -> int | None:
    """Until when what was entered since the last roll may be taken back; None if there is no limit."""
    play, seconds = state.play, state.settings.seconds
    if play is None or play.last_roll is None or seconds is None:
        return None
    return when(play.last_roll.seq) + 1000 * seconds


PACES = {"quick": 0.35, "lively": 1.0, "thoughtful": 2.2}
"""How much of the usual time bots take, as a table likes it."""


def thinking(play: Play, seat: int, pace: float) -> int:
    """How long a bot seems to think, in ms: different from move to move, the same for all who ask."""
    return int(pace * (700 + (play.at * 31 + seat * 177) % 900))


def due(state: TableState, absent: Mapping[str, int], timing: Timing, when: When) -> Iterator[Due]:
    """All that is or will be due; `absent` says since when people who are not here have been gone."""
    if state.host in absent:
        yield Due(absent[state.host] + timing.grace, "host")
    play = state.play
    if play is None or play.over:
        return
    for number, seat in enumerate(state.seats):
        if seat.person is None:
            continue
        if seat.person in absent and not seat.away:
            yield Due(absent[seat.person] + timing.grace, "away", number)
        elif seat.away and seat.person not in absent:
            yield Due(0, "back", number)
    moved = when(play.last)
    timing = Timing(timing.grace, timing.pace * PACES[state.settings.pace])
    may_undo = state.settings.undo and play.game.simultaneous and play.state.round > 0
    match play.turn:
        case Chance(seat=number) if state.rolled_by == "clock":
            yield Due(moved + thinking(play, number, timing.pace) + _time_to_undo(timing, may_undo), "roll", number)
        case Chance() if state.rolled_by == "host":
            pass
        case Chance(seat=number) if state.settings.dice == "server" or not _somebody_plays(state):
            ends = seat_deadline(state, number, when)
            yield from _turn(play, number, state.seats[number], "roll", timing, ends, moved, may_undo=may_undo)
        case Decide(seats):
            for number in seats:
                ends = seat_deadline(state, number, when)
                yield from _turn(play, number, state.seats[number], "move", timing, ends, moved)


def _time_to_undo(timing: Timing, may_undo: bool) -> int:
    return int(timing.pace * TIME_TO_UNDO) if may_undo else 0


def _somebody_plays(state: TableState) -> bool:
    """Whether a person plays who could throw real dice."""
    return any(seat.person is not None and not seat.away for seat in state.seats)


def _turn(
    play: Play,
    number: int,
    seat: Seat,
    act: Literal["move", "roll"],
    timing: Timing,
    ends: int | None,
    since: int,
    *,
    may_undo: bool = False,
) -> Iterator[Due]:
    level = seat.played_by
    if level is not None:
        wait = thinking(play, number, timing.pace)
        if act == "roll":
            wait += _time_to_undo(timing, may_undo)
        yield Due(since + wait, act, number, level)
    elif ends is not None:
        yield Due(ends, act, number)
