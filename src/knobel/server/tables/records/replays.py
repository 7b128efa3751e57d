"""Replays and records of a table's games as responses."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from litestar.response import Stream

from knobel.presentation.projections import hidden
from knobel.presentation.records import record_lines
from knobel.presentation.replay import game_events, replay_lines
from knobel.server.database.store import Store
from knobel.server.http.long_responses import RECORD, compressed_response
from knobel.server.http.parts import AnyRequest
from knobel.server.shared_rows.seeds import deal_seed
from knobel.server.tables.live.room import Room
from knobel.tables.events import Event, rules_event
from knobel.tables.game_records import PastGame, past_game
from knobel.tables.name_erasure import replace_name
from knobel.tables.refusals import Refused, TableReason


def game_in(log: Sequence[Event], game: int | None) -> PastGame:
    """Return a game in a table's log, the latest if `game` is None.

    :raises Refused: `no_game`.
    """
    past = past_game(log, game)
    if past is None:
        raise Refused(TableReason.NO_GAME, "there is no such game at this table")
    return past


async def record_at(request: AnyRequest, store: Store, room: Room, game: int | None, person: str) -> Stream:
    """Return the record of a game at a table, the latest if `game` is None, as a person who entered it may see it.

    :raises Refused: `no_game`.
    """
    # The record contains no events after this moment.
    snapshot, log = room.log.snapshot, await room.log.read_all()
    seed = await deal_seed(store, snapshot.play)
    lines = record_lines(snapshot, log, person, game, seed)
    if lines is None:
        raise Refused(TableReason.NO_GAME, "there is no such game at this table")
    name = f"{room.log.code}-{game}" if game else room.log.code
    headers = {"content-disposition": f'attachment; filename="knobel-{name}.jsonl"'}
    return await lines_response(request, store, (line.encode() for line in lines), headers)


async def replay_at(
    request: AnyRequest,
    store: Store,
    room: Room,
    game: int | None,
    person: str,
    names: Mapping[str, str] = MappingProxyType({}),
) -> Stream:
    """Return the replay of a game at a table that the person may see, the latest if `game` is None.

    :param names: names by person, instead of those in the log.
    :raises Refused: `no_game`, `game_running`.
    """
    state, log = room.log.snapshot.state, list(await room.log.read_all())
    for player, name in names.items():
        for seq, event in list(replace_name(log, player, name)):
            log[seq] = event
    past = game_in(log, game)
    if past.latest and state.playing:
        raise Refused(TableReason.GAME_RUNNING, "this game is not over yet")
    logged_events = await game_events(store.time_slices, log, past)
    seat = state.game_seat_of(person) if past.latest else None
    return await lines_response(request, store, replay_lines(past, logged_events, seat))


async def missed_at(request: AnyRequest, store: Store, room: Room, person: str, seen: int) -> Stream:
    """Return the replay of a table's latest game so far, without events hidden from the person.

    :param seen: the position of the game (`Position.at`) that the person saw last, -1 if none.
    :raises Refused: `no_game`.
    """
    snapshot, log = room.log.snapshot, await room.log.read_all()
    past, seat = game_in(log, None), snapshot.state.game_seat_of(person)
    events = await game_events(store.time_slices, log, past)
    shown = [logged for logged in events if not hidden(snapshot, logged.seq, logged.event, seat)]
    since = sum(logged.seq <= seen and rules_event(logged.event) is not None for logged in shown)
    return await lines_response(request, store, replay_lines(past, shown, seat, since=since))


async def lines_response(
    request: AnyRequest, store: Store, lines: Iterable[bytes], headers: Mapping[str, str] | None = None
) -> Stream:
    """Return a response of lines.

    All lines are made before the first is sent, a few at a time, so that other requests are served meanwhile.
    """
    pieces = (b"".join(piece) async for piece in store.time_slices.through(lines))
    return await compressed_response(request, pieces, RECORD, headers)
