"""Routes for tables, their games, and high scores."""

from typing import cast

from litestar import Response, get, post
from litestar.params import FromPath, JSONBody
from litestar.response import Stream

from knobel.core import BadSetup
from knobel.games import make
from knobel.presentation import http_messages, messages
from knobel.presentation.corrections import correction_preview
from knobel.presentation.http_messages import TableView
from knobel.presentation.projections import Receiver, position_message
from knobel.server.database.store import Store
from knobel.server.http.long_responses import RECORD
from knobel.server.http.parts import AnyRequest, OptionText, Part
from knobel.server.http.polled_responses import polled_response
from knobel.server.people.accounts import Account
from knobel.server.people.idempotency import open_once
from knobel.server.people.request_limits import RequestLimits
from knobel.server.shared_rows.openings import Opening, OpeningStore
from knobel.server.tables.creation import TableCreation, opened
from knobel.server.tables.live.lobby import Lobby
from knobel.server.tables.live.quotas import Quotas
from knobel.server.tables.live.registry import RoomRegistry
from knobel.server.tables.live.room import Room
from knobel.server.tables.records.replays import record_at, replay_at
from knobel.server.tables.store import high_scores
from knobel.tables.refusals import Refused, TableReason
from knobel.unicode_text import load_json


@get("/api/tables")
async def list_tables(lobby: Part[Lobby]) -> Response[list[messages.Table]]:
    """Return the public tables."""
    return Response(cast("list[messages.Table]", list(lobby.public_tables().values())))


@post("/api/tables")
async def open_table(
    request: AnyRequest,
    data: JSONBody[http_messages.NewTable],
    caller: Part[Account],
    table_creation: Part[TableCreation],
    table_registry: Part[RoomRegistry],
    openings: Part[OpeningStore],
    request_limits: Part[RequestLimits],
) -> http_messages.Opened:
    """Open a table, and return its code and key."""

    async def open_new(opening: Opening | None) -> str:
        request_limits.check_newcomer(request)
        table_creation.limit.check(caller.id)
        return (await table_creation.open_table(caller, data, opening)).log.code

    return opened(await table_registry.get(await open_once(request, openings, caller, open_new)))


@get("/api/tables/{link:str}")
async def show_table(room: Part[Room]) -> messages.Table:
    """Return a table, without its game."""
    return room.subscriptions.table()


@get("/api/tables/{link:str}/view")
async def show_view(request: AnyRequest, seen_room: Part[Room]) -> Response[TableView]:
    """Return a table and its game as a spectator sees them, also to a visitor without a session."""
    position = position_message(seen_room.log.snapshot, Receiver(""))
    return polled_response(request, TableView(table=seen_room.subscriptions.table(), position=position))


@get("/api/tables/{link:str}/record", media_type=RECORD)
async def show_record(request: AnyRequest, caller: Part[Account], room: Part[Room], store: Part[Store]) -> Stream:
    """Return the record of a table's latest game, as the caller may see it."""
    return await record_at(request, store, room, None, caller.id)


@get("/api/tables/{link:str}/games/{game:int}/record", media_type=RECORD)
async def show_record_of_game(
    request: AnyRequest, game: FromPath[int], caller: Part[Account], room: Part[Room], store: Part[Store]
) -> Stream:
    """Return the record of one of a table's games, counted from 1, as the caller may see it."""
    return await record_at(request, store, room, game, caller.id)


@get("/api/tables/{link:str}/replay", media_type=RECORD)
async def show_replay(request: AnyRequest, caller: Part[Account], room: Part[Room], store: Part[Store]) -> Stream:
    """Return the replay of a table's latest game, which must be over."""
    return await replay_at(request, store, room, None, caller.id)


@get("/api/tables/{link:str}/games/{game:int}/replay", media_type=RECORD)
async def show_replay_of_game(
    request: AnyRequest, game: FromPath[int], caller: Part[Account], room: Part[Room], store: Part[Store]
) -> Stream:
    """Return the replay of one of a table's games, counted from 1, which must be over."""
    return await replay_at(request, store, room, game, caller.id)


@post("/api/tables/{link:str}/correction", status_code=200)
async def preview_correction(
    data: JSONBody[http_messages.CorrectionRequest],
    caller: Part[Account],
    room: Part[Room],
    quotas: Part[Quotas],
) -> http_messages.CorrectionPreview:
    """Return the entries of a table's running game that the caller may correct, the game before an entry, and the
    effects of corrections."""
    quotas.check_correction(caller.id, room)
    return correction_preview(room.log.snapshot, caller.source(), data)


@get("/api/scores/{game:str}")
async def show_scores(
    game: FromPath[str], viewer: Part[Account | None], store: Part[Store], options: OptionText = "{}"
) -> http_messages.HighScores:
    """Return the high scores of a game; `options` is a JSON object."""
    try:
        chosen = make(game, **load_json(options)).options
    except (ValueError, TypeError, RecursionError, BadSetup) as error:
        raise Refused(TableReason.BAD_SETUP, str(error)) from None
    return await high_scores(store, game, chosen, None if viewer is None else viewer.id)
