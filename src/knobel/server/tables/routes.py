"""HTTP request handlers of the page and of programs, besides the WebSocket."""

import asyncio
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Annotated, Any, cast

from litestar import Response, get, post
from litestar.params import FromPath, JSONBody, QueryParameter
from litestar.response import Stream

from knobel.bots import LEVELS, LIGHT_LEVELS
from knobel.core import BadSetup
from knobel.games import make
from knobel.presentation import http_messages, messages
from knobel.presentation.game_list import game_list
from knobel.presentation.records import record_lines
from knobel.presentation.replay import game_happenings, replay_lines
from knobel.server.database.openings import Opening
from knobel.server.database.seeds import deal_seed
from knobel.server.http.long_responses import compressed_response, in_chunks
from knobel.server.http.page_files import LARGE, Answer, Page
from knobel.server.pages.link_previews import preview
from knobel.server.people.accounts import Account
from knobel.server.people.idempotency import open_once
from knobel.server.people.routes import AnyRequest, language_of, limit_newcomer, person_of, secret_of, services_of
from knobel.server.tables.room import Room
from knobel.server.tables.store import high_scores
from knobel.tables.game_records import past_game
from knobel.tables.name_erasure import replace_name
from knobel.tables.refusals import Refused, TableReason
from knobel.unicode_text import load_json

RECORD = "application/x-ndjson"
Number = Annotated[int, QueryParameter(ge=0, le=2**31 - 1)]
"""A number that fits into a column of the database."""
OptionText = Annotated[str, QueryParameter(max_length=1000)]


@get("/api/games")
async def list_games(request: AnyRequest) -> list[http_messages.GameInfo]:
    """Return the available games with their options and levels of bots."""
    has_engines = services_of(request).has_engines
    return game_list(lambda _: LEVELS if has_engines else LIGHT_LEVELS, coach=has_engines)


@get("/api/tables")
async def list_tables(request: AnyRequest) -> Response[list[messages.Table]]:
    """Return the public tables."""
    return Response(cast("list[messages.Table]", list(services_of(request).lobby.public_tables().values())))


@post("/api/tables")
async def open_table(request: AnyRequest, data: JSONBody[http_messages.NewTable]) -> http_messages.Opened:
    """Open a table, and return its code and key."""
    services, account = services_of(request), await person_of(request)

    async def open_new(opening: Opening | None) -> str:
        limit_tables(request, account)
        return (await services.table_creation.open_table(account, data, opening)).live.code

    return opened(await services.tables.get(await open_once(request, account, open_new)))


def limit_tables(request: AnyRequest, account: Account) -> None:
    """Check the limits on new tables.

    :raises Refused: `rate_limited`, if a limit is exceeded.
    """
    limit_newcomer(request)
    if not services_of(request).table_limit.take(account.id):
        raise Refused(TableReason.RATE_LIMITED, "too many tables in a short time: try again later")


def opened(room: Room | None) -> http_messages.Opened:
    """Return the code and key of a table that the caller has opened.

    :raises Refused: `no_table`, if it is not stored any more.
    """
    if room is None:
        raise Refused(TableReason.NO_TABLE, "this table is not stored any more")
    state = room.live.head
    return http_messages.Opened(code=room.live.code, key="" if state.settings.public else state.key)


async def room_of(request: AnyRequest, link: str, account: Account) -> Room:
    """Return the table of a link or code, if the person may enter it.

    :raises Refused: `no_table`, `removed`, `locked`, `rate_limited`.
    """
    address = request.client.host if request.client else ""
    return await services_of(request).admission.enter(link, account.id, address)


@get("/api/tables/{link:str}")
async def show_table(request: AnyRequest, link: FromPath[str]) -> messages.Table:
    """Return a table, without its game."""
    return (await room_of(request, link, await person_of(request))).subscriptions.table()


@get("/api/tables/{link:str}/record", media_type=RECORD)
async def show_record(request: AnyRequest, link: FromPath[str]) -> Stream:
    """Return the record of a table's latest game, as the caller may see it."""
    return await record_of(request, link, None)


@get("/api/tables/{link:str}/games/{game:int}/record", media_type=RECORD)
async def show_record_of_game(request: AnyRequest, link: FromPath[str], game: FromPath[int]) -> Stream:
    """Return the record of one of a table's games, counted from 1, as the caller may see it."""
    return await record_of(request, link, game)


async def record_of(request: AnyRequest, link: str, game: int | None) -> Stream:
    """Return the record of a table's game; the latest if `game` is None.

    :raises Refused: `no_game`, and what `room_of` raises.
    """
    account = await person_of(request)
    room = await room_of(request, link, account)
    # The record contains no events after this moment.
    snapshot, log = room.live.snapshot, await room.live.log()
    seed = await deal_seed(services_of(request).store, snapshot.play)
    lines = record_lines(snapshot, log, account.id, game, seed)
    if lines is None:
        raise Refused(TableReason.NO_GAME, "there is no such game at this table")
    name = f"{room.live.code}-{game}" if game else room.live.code
    headers = {"content-disposition": f'attachment; filename="knobel-{name}.jsonl"'}
    return await lines_response(request, (line.encode() for line in lines), headers)


@get("/api/tables/{link:str}/replay", media_type=RECORD)
async def show_replay(request: AnyRequest, link: FromPath[str]) -> Stream:
    """Return the replay of a table's latest game, which must be over."""
    return await replay_of(request, link, None)


@get("/api/tables/{link:str}/games/{game:int}/replay", media_type=RECORD)
async def show_replay_of_game(request: AnyRequest, link: FromPath[str], game: FromPath[int]) -> Stream:
    """Return the replay of one of a table's games, counted from 1, which must be over."""
    return await replay_of(request, link, game)


async def replay_of(request: AnyRequest, link: str, game: int | None) -> Stream:
    """Return the replay of a table's game; the latest if `game` is None.

    :raises Refused: `no_game`, `game_running`, and what `room_of` raises.
    """
    account = await person_of(request)
    return await replay_at(request, await room_of(request, link, account), game, account.id)


async def replay_at(
    request: AnyRequest, room: Room, game: int | None, person: str, names: Mapping[str, str] = MappingProxyType({})
) -> Stream:
    """Return the replay of a game at a table that the person may see.

    :param names: names by person, instead of those in the log.
    :raises Refused: `no_game`, `game_running`.
    """
    state, log = room.live.snapshot.state, list(await room.live.log())
    for player, name in names.items():
        for seq, event in list(replace_name(log, player, name)):
            log[seq] = event
    past = past_game(log, game)
    if past is None:
        raise Refused(TableReason.NO_GAME, "there is no such game at this table")
    if past.latest and state.playing:
        raise Refused(TableReason.GAME_RUNNING, "this game is not over yet")
    happened = await game_happenings(services_of(request).store.time_slices, log, past)
    seat = state.game_seat_of(person) if past.latest else None
    return await lines_response(request, replay_lines(past, happened, seat))


async def lines_response(
    request: AnyRequest, lines: Iterable[bytes], headers: Mapping[str, str] | None = None
) -> Stream:
    """Return a response of lines.

    All lines are made before the first is sent, a few at a time, so that other requests are served meanwhile.
    """
    pieces = (b"".join(piece) async for piece in services_of(request).store.time_slices.through(lines))
    return await compressed_response(request, pieces, RECORD, headers)


@get("/api/scores/{game:str}")
async def show_scores(request: AnyRequest, game: FromPath[str], options: OptionText = "{}") -> http_messages.HighScores:
    """Return the high scores of a game; `options` is a JSON object."""
    services = services_of(request)
    account = await services.people.find(secret_of(request))
    try:
        chosen = make(game, **load_json(options)).options
    except (ValueError, TypeError, RecursionError, BadSetup) as error:
        raise Refused(TableReason.BAD_SETUP, str(error)) from None
    return await high_scores(services.store, game, chosen, None if account is None else account.id)


@get("/api/live")
async def show_life() -> dict[str, bool]:
    """Liveness check: answer without using the database."""
    return {"ok": True}


@get("/healthz")
async def probe_life() -> dict[str, bool]:
    """Liveness check under its conventional address: answer without using the database."""
    return {"ok": True}


@get("/readyz")
async def probe_readiness(request: AnyRequest) -> dict[str, bool]:
    """Readiness check: fail if the database does not answer, or could not be written at the last time."""
    await services_of(request).store.check_without_writing()
    return {"ok": True}


@get("/api/connection")
async def show_connection(request: AnyRequest) -> http_messages.SeenConnection:
    """Return the address and the scheme of this request as the server sees them, to check the settings of a proxy."""
    client = request.client
    return http_messages.SeenConnection(address=client.host if client else "", scheme=request.url.scheme)


@get("/api/health")
async def show_health(request: AnyRequest) -> dict[str, Any]:
    """Health check: fail if the database cannot be written; return the numbers of tables and of people here."""
    services = services_of(request)
    await services.store.check()
    return {"ok": True, "tables": await services.store.count_tables(), "here": len(services.people.connected())}


@get(["/docs", "/docs/{path:path}"], include_in_schema=False)
async def show_docs(request: AnyRequest) -> Response[bytes]:
    """Return a file of the documentation, if it has been built."""
    path = request.scope["path"]
    if request.scope["raw_path"] == b"/docs":
        # Relative links are resolved correctly only if the address ends in a slash.
        return Response(
            b"",
            status_code=308,
            headers={"location": f"{services_of(request).options.root_path}/docs/"},
            media_type="text/plain",
        )
    docs: Page = request.app.state.docs
    # The first request for a file compresses it; in a thread, because that takes time.
    answer = await asyncio.to_thread(docs.document, path, request.headers.get("accept-encoding", ""))
    return whole_file(answer)


def address_of(request: AnyRequest) -> str:
    """Return the server's address as the request names it; empty if it is invalid."""
    try:
        return str(request.base_url).rstrip("/") + services_of(request).options.root_path
    except ValueError:
        return ""


@get(["/", "/{path:path}"], include_in_schema=False)
async def show_page(request: AnyRequest) -> Response[Any]:
    """Return the page or one of its files."""
    page: Page = request.app.state.page
    path = request.scope["path"]
    if path.startswith("/api/"):
        raise Refused(TableReason.NOT_FOUND, "no such address")
    services = services_of(request)
    address = services.options.shareable_url or address_of(request)
    head = ""
    if "." not in path:
        visitor = request.client.host if request.client else ""
        head = await preview(page, services.rooms, services.cup_access, visitor, address, path, language_of(request))
    encodings = request.headers.get("accept-encoding", "")
    if path.startswith(LARGE):
        return large_file(await asyncio.to_thread(page.answer, path, encodings))
    answer = page.answer(path, encodings, head, request.headers.get("if-none-match", ""))
    return whole_file(answer)


def whole_file(answer: Answer) -> Response[bytes]:
    """Return a file."""
    kind = answer.headers["content-type"]
    return Response(answer.body, status_code=answer.status, headers=answer.headers, media_type=kind)


def large_file(answer: Answer) -> Stream:
    """Return a large file in pieces."""
    headers = answer.headers | {"content-length": str(len(answer.body))}
    kind = answer.headers["content-type"]
    return Stream(in_chunks(answer.body), status_code=answer.status, headers=headers, media_type=kind)


HANDLERS = [
    list_games,
    list_tables,
    open_table,
    show_table,
    show_record,
    show_record_of_game,
    show_replay,
    show_replay_of_game,
    show_scores,
    show_life,
    show_connection,
    show_health,
    probe_life,
    probe_readiness,
    show_docs,
    show_page,
]
