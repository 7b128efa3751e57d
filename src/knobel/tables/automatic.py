"""What is due at a table without anybody's wish: bots' moves and rolls, time limits, people who stay away.

Pure: `due` lists the acts and when. A table at which nobody is present rests, so that bots never play on for
themselves; `resumed` is when it last woke, and no wait began before it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from knobel.core import Chance, Decide
from knobel.tables.state import SUBSTITUTE, Play, Seat, TableState


@dataclass(frozen=True, slots=True)
class Timing:
    """`grace`: ms after which a bot plays for an absent person. `pace`: how human bots' thinking time is (0: none)."""

    grace: int = 60_000
    pace: float = 1.0


@dataclass(frozen=True, slots=True)
class Due:
    """An act that falls due at `time` (ms): a bot of `level` moves in `seat`, the server rolls for it, its person
    counts as away, or the table gets another host."""

    time: int
    act: Literal["move", "roll", "away", "host"]
    seat: int = -1
    level: str = SUBSTITUTE


def deadline(state: TableState, resumed: int) -> int | None:
    """When the running round or turn runs out of time; None if it has all the time in the world.

    With real dice nobody is hurried to roll: the server cannot do it for them.
    """
    play, seconds = state.play, state.settings.seconds
    if play is None or play.over or seconds is None:
        return None
    if isinstance(play.turn, Chance) and state.settings.dice == "real":
        return None
    return max(play.since, resumed) + 1000 * seconds


def thinking(play: Play, seat: int, pace: float) -> int:
    """How long a bot seems to think, in ms: different from move to move, the same for all who ask."""
    return int(pace * (700 + (play.at * 31 + seat * 177) % 900))


def due(state: TableState, absent: Mapping[str, int], timing: Timing, resumed: int, moved: int) -> Iterator[Due]:
    """All that is or will be due; `absent` says since when people who are not here have been gone, `moved` when the
    last event of the game was."""
    if state.host in absent:
        yield Due(max(absent[state.host], resumed) + timing.grace, "host")
    play = state.play
    if play is None or play.over:
        return
    for number, seat in enumerate(state.seats):
        if seat.person is not None and seat.person in absent and not seat.away:
            yield Due(max(absent[seat.person], resumed) + timing.grace, "away", number)
    ends = deadline(state, resumed)
    match play.turn:
        case Chance(seat=number) if state.settings.dice == "server":
            yield from _turn(play, number, state.seats[number], "roll", timing, ends, max(moved, resumed))
        case Decide(seats):
            for number in seats:
                yield from _turn(play, number, state.seats[number], "move", timing, ends, max(moved, resumed))


def _turn(
    play: Play,
    number: int,
    seat: Seat,
    act: Literal["move", "roll"],
    timing: Timing,
    ends: int | None,
    since: int,
) -> Iterator[Due]:
    level = seat.played_by
    if level is not None:
        yield Due(since + thinking(play, number, timing.pace), act, number, level)
    elif ends is not None:
        yield Due(ends, act, number)
