"""Replays of finished games: the position after each event of a record.

A replay is sent as JSON Lines: a `Replay`, then its steps. A step contains only its changes to the position, so that a
long game at a large table stays small. Applying all steps in order yields the whole position.
"""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from knobel.core import Game
from knobel.notation import Noted
from knobel.presentation import http_messages
from knobel.presentation.json import encode
from knobel.presentation.log_reader import Unreadable, logged_events_of
from knobel.presentation.projections import LARGE, log_entry, turn_message
from knobel.presentation.time_slices import TimeSlices
from knobel.tables.events import Event, rules_event
from knobel.tables.game_records import PastGame
from knobel.tables.logged_events import LoggedEvent
from knobel.tables.refusals import Refused, TableReason
from knobel.tables.settings import game_of

SEATS_AT_ONCE = 25
"""Number of sheets that are described in one piece."""


async def game_events(turns: TimeSlices, log: Sequence[Event], past: PastGame) -> list[LoggedEvent]:
    """Return the events of a game in a log.

    :raises Refused: `unreadable`, if the log is damaged there.
    """
    try:
        steps = turns.through(logged_events_of([*log[: past.first], *past.events], past.first))
        return [logged async for piece in steps for logged in piece if logged is not None]
    except Unreadable as error:
        raise Refused(TableReason.UNREADABLE, "the log of this game is damaged") from error


def replay_lines(
    past: PastGame,
    logged_events: Sequence[LoggedEvent],
    seat: int | None = None,
    noted: Mapping[int, Noted] = MappingProxyType({}),
    *,
    since: int = 0,
) -> Iterator[bytes]:
    """Yield the lines of a game's replay for the holder of a seat, without a seat for other receivers.

    `since` is the number of steps that the receiver has seen before.
    `noted` holds additional notes on events by number, where a record has them.
    """
    game, count = game_of(past.settings), len(past.names)
    state = game.start(count)
    yield _line(
        http_messages.Replay(
            number=past.number,
            game=game.name,
            options=dict(past.settings.options),
            simultaneous=game.simultaneous,
            names=list(past.names),
            seat=seat,
            since=since,
        )
    )
    for first in range(0, count, SEATS_AT_ONCE):
        # Lines with the same `at` are one step.
        blank = {number: dict(game.sheet(state, number)) for number in range(first, min(first + SEATS_AT_ONCE, count))}
        yield _line(_step(game, state, 0, logged_events[0], blank))
    steps = [logged for logged in logged_events if rules_event(logged.event) is not None]
    for at, logged in enumerate(steps, 1):
        event = rules_event(logged.event)
        assert event is not None
        before, state = state, game.apply(state, event)
        # Games in which moves change other seats' sheets have few seats.
        seats = list(range(count)) if not game.simultaneous and count <= LARGE else [logged.seat or 0]
        after = {number: dict(game.sheet(state, number)) for number in seats}
        changed = {number: sheet for number, sheet in after.items() if sheet != game.sheet(before, number)}
        yield _line(_step(game, state, at, logged, changed, noted.get(at)))


def _step(
    game: Game[Any],
    state: Any,
    at: int,
    logged: LoggedEvent,
    sheets: dict[int, dict[str, Any]],
    noted: Noted | None = None,
) -> http_messages.Step:
    return http_messages.Step(
        at=at,
        noted=noted,
        entry=log_entry(logged),
        turn=turn_message(game.turn(state)),
        info=dict(game.info(state)),
        sheets=sheets,
        scores={seat: game.score(state, seat) for seat in sheets},
    )


def _line(message: http_messages.Replay | http_messages.Step) -> bytes:
    return encode(message) + b"\n"
