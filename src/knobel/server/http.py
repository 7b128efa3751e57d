"""The requests that the page makes beside its WebSocket."""

import json
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get, patch, post, route
from litestar.datastructures import Cookie
from litestar.params import Parameter

from knobel.core import BadSetup
from knobel.games import GAMES, make
from knobel.server import messages
from knobel.server.hub import Hub
from knobel.server.page import Page
from knobel.server.people import Known
from knobel.server.room import Room
from knobel.server.scores import high_scores
from knobel.server.views import record_text
from knobel.tables.reasons import Refused, TableReason

COOKIE = "knobel"
COOKIE_SECONDS = 365 * 24 * 3600

AnyRequest = Request[Any, Any, Any]


def hub_of(request: AnyRequest) -> Hub:
    """The hub of this server."""
    hub: Hub = request.app.state.hub
    return hub


async def person_of(request: AnyRequest) -> Known:
    """Who asks.

    :raises Refused: `no_session`.
    """
    known = await hub_of(request).people.find(request.cookies.get(COOKIE))
    if known is None:
        raise Refused(TableReason.NO_SESSION, "open a session first")
    return known


def limit_address(request: AnyRequest) -> None:
    """:raises Refused: `rate_limited`, if too much comes from one address."""
    address = request.client.host if request.client else ""
    if not hub_of(request).address_limit.take(address):
        raise Refused(TableReason.RATE_LIMITED, "too many requests from this address")


def limit_newcomer(request: AnyRequest) -> None:
    """:raises Refused: `rate_limited`, if too many people or tables come from one address."""
    address = request.client.host if request.client else ""
    if not hub_of(request).newcomer_limit.take(address):
        raise Refused(TableReason.RATE_LIMITED, "too many new people or tables from this address")


def session_answer(request: AnyRequest, known: Known, secret: str | None) -> Response[messages.Session]:
    """Who one is; with a new secret, in the cookie that proves it."""
    hub = hub_of(request)
    public = hub.options.public_url
    secure = request.url.scheme == "https" or (public is not None and public.startswith("https:"))
    cookies = (
        []
        if secret is None
        else [Cookie(COOKIE, value=secret, max_age=COOKIE_SECONDS, httponly=True, samesite="lax", secure=secure)]
    )
    headers = {"cache-control": "no-store"}
    room = hub.seated_at(known.id)
    table = None if room is None else messages.SeatedAt(code=room.live.code, game=room.live.head.settings.game)
    session = messages.Session(id=known.id, name=known.name, table=table, links=hub.options.address_for_others)
    return Response(session, cookies=cookies, headers=headers, status_code=200)


async def _rename(request: AnyRequest, data: messages.NewName) -> Response[messages.Session]:
    known = await person_of(request)
    limit_address(request)
    await hub_of(request).rename(known, data.name)
    return session_answer(request, known, None)


@post("/api/session")
async def open_session(request: AnyRequest) -> Response[messages.Session]:
    """Become somebody, called as the body says or by a friendly name; who is somebody stays so."""
    limit_address(request)
    hub = hub_of(request)
    known = await hub.people.find(request.cookies.get(COOKIE))
    if known is not None:
        return session_answer(request, known, None)
    limit_newcomer(request)
    body = await request.body()
    try:
        name = msgspec.json.decode(body, type=messages.NewName).name if body.strip() else None
    except msgspec.MsgspecError as error:
        raise Refused(TableReason.MALFORMED, str(error)) from None
    language = request.headers.get("accept-language", "")[:2].lower()
    known, secret = await hub.people.create(name, language)
    return session_answer(request, known, secret)


@get("/api/session")
async def show_session(request: AnyRequest) -> Response[messages.Session]:
    """Who one is."""
    return session_answer(request, await person_of(request), None)


@patch("/api/session")
async def change_session(request: AnyRequest, data: messages.NewName) -> Response[messages.Session]:
    """Be called something else."""
    return await _rename(request, data)


@post("/api/transfer", status_code=200)
async def offer_transfer(request: AnyRequest) -> messages.Transfer:
    """A link that makes another device one's own too."""
    limit_address(request)
    token, expires = hub_of(request).people.offer_transfer(await person_of(request))
    return messages.Transfer(path=f"/move/{token}", expires=expires)


@post("/api/transfer/{token:str}")
async def redeem_transfer(request: AnyRequest, token: str) -> Response[messages.Session]:
    """Become the person who offered the link."""
    limit_address(request)
    known, secret = await hub_of(request).people.redeem_transfer(token)
    return session_answer(request, known, secret)


@get("/api/games")
async def list_games(request: AnyRequest) -> list[messages.GameInfo]:
    """What can be played."""
    levels = list(hub_of(request).levels)
    return [
        messages.GameInfo(
            name=game.name,
            titles=dict(game.titles),
            min_seats=game.min_seats,
            max_seats=game.max_seats,
            simultaneous=game.simultaneous,
            options=[
                messages.GameOption(
                    name=option.name,
                    default=option.default,
                    values=None if option.check is not None else list(option.choices),
                )
                for option in game.option_list
            ],
            bots=levels,
        )
        for game in GAMES.values()
    ]


@get("/api/tables")
async def list_tables(request: AnyRequest) -> list[messages.Table]:
    """The public tables."""
    return hub_of(request).lobby.tables()


@post("/api/tables")
async def open_table(request: AnyRequest, data: messages.NewTable) -> messages.Opened:
    """Open a table."""
    hub, known = hub_of(request), await person_of(request)
    limit_newcomer(request)
    if not hub.table_limit.take(known.id):
        raise Refused(TableReason.RATE_LIMITED, "too many tables in so short a time")
    return messages.Opened(code=(await hub.open_table(known, data)).live.code)


async def room_of(request: AnyRequest, code: str) -> Room:
    """The table with this code.

    :raises Refused: `no_table`.
    """
    limit_address(request)
    room = await hub_of(request).room(code)
    if room is None:
        raise Refused(TableReason.NO_TABLE, f"there is no table {code[:10]}")
    return room


@get("/api/tables/{code:str}")
async def show_table(request: AnyRequest, code: str) -> messages.Table:
    """A table, without its game."""
    return (await room_of(request, code)).updates.table()


@get(["/api/tables/{code:str}/record", "/api/tables/{code:str}/games/{game:int}/record"])
async def show_record(request: AnyRequest, code: str, game: int | None = None) -> Response[str]:
    """The record of a game (None: the latest), as far as the asker may see it."""
    known = await hub_of(request).people.find(request.cookies.get(COOKIE))
    room = await room_of(request, code)
    record = record_text(room.live.snapshot, room.live.happenings, known.id if known else None, game)
    if record is None:
        raise Refused(TableReason.NO_GAME, "there is no such game at this table")
    name = f"{room.live.code}-{game}" if game else room.live.code
    headers = {"content-disposition": f'attachment; filename="knobel-{name}.jsonl"', "cache-control": "no-store"}
    return Response(record, media_type="application/x-ndjson", headers=headers)


@get(["/api/scores", "/api/scores/{game:str}"])
async def show_scores(
    request: AnyRequest, game: str, options: Annotated[str, Parameter(max_length=1000)] = "{}"
) -> messages.HighScores:
    """The high scores of a game with these options, given as a JSON object."""
    limit_address(request)
    hub = hub_of(request)
    known = await hub.people.find(request.cookies.get(COOKIE))
    try:
        chosen = make(game, **json.loads(options)).options
    except (ValueError, TypeError, RecursionError, BadSetup) as error:
        raise Refused(TableReason.BAD_SETUP, str(error)) from None
    return await high_scores(hub.store, game, chosen, None if known is None else known.id)


@get("/api/health")
async def show_health(request: AnyRequest) -> dict[str, Any]:
    """Whether server and database answer."""
    hub = hub_of(request)
    return {"ok": True, "tables": await hub.store.count_tables(), "here": len(hub.people.here())}


@route(["/", "/{path:path}"], http_method=["GET", "HEAD"], include_in_schema=False, sync_to_thread=False)
def show_page(request: AnyRequest) -> Response[bytes]:
    """The page and its files."""
    page: Page = request.app.state.page
    path = request.scope["path"]
    if path.startswith("/api/"):
        raise Refused(TableReason.NOT_FOUND, "no such address")
    answer = page.answer(path, request.headers.get("accept-encoding", ""))
    body = b"" if request.method == "HEAD" else answer.body
    return Response(body, status_code=answer.status, headers=answer.headers, media_type=answer.headers["content-type"])


HANDLERS = [
    open_session,
    show_session,
    change_session,
    offer_transfer,
    redeem_transfer,
    list_games,
    list_tables,
    open_table,
    show_table,
    show_record,
    show_scores,
    show_health,
    show_page,
]
