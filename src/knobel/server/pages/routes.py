"""Routes of the page, the documentation, the list of games, and probes of the server."""

import asyncio
from collections.abc import Mapping
from typing import Any

from litestar import Response, get
from litestar.response import File, Stream

from knobel.bots import LIGHT_LEVELS, OFFERED
from knobel.presentation import http_messages
from knobel.presentation.game_list import game_list
from knobel.server.compute.domain import HasEngines
from knobel.server.cups.access import CupAccess
from knobel.server.database.store import Store
from knobel.server.http.content_policy import policy
from knobel.server.http.long_responses import in_chunks
from knobel.server.http.page_files import CACHE_FOREVER, LARGE, Answer, PageFiles
from knobel.server.http.parts import AnyRequest, Part
from knobel.server.http.request_url import url_of
from knobel.server.options import ServerOptions
from knobel.server.pages.engine_files import EngineFiles
from knobel.server.pages.engine_messages import BrowserEngine
from knobel.server.pages.link_previews import preview
from knobel.server.people.accounts import AccountRegistry
from knobel.server.people.authentication import address_of, language_of
from knobel.server.tables.live.room import Room
from knobel.tables.refusals import Refused, TableReason


@get("/api/games")
async def list_games(has_engines: Part[HasEngines]) -> list[http_messages.GameInfo]:
    """Return the available games with their options, levels of bots and characters."""
    engines = has_engines()
    return game_list(lambda _: OFFERED if engines else LIGHT_LEVELS, lambda _: engines)


@get("/api/engines")
async def list_engines(engine_files: Part[EngineFiles]) -> dict[str, BrowserEngine]:
    """Return the engines that browsers can load, by game; none if the server offers none, or not yet."""
    return engine_files.engines


@get("/api/live")
async def show_life() -> dict[str, bool]:
    """Liveness check: answer without using the database."""
    return {"ok": True}


@get("/healthz")
async def probe_life() -> dict[str, bool]:
    """Liveness check under its conventional address: answer without using the database."""
    return {"ok": True}


@get("/readyz")
async def probe_readiness(store: Part[Store]) -> dict[str, bool]:
    """Readiness check: fail if the database does not answer, or could not be written at the last time."""
    await store.check_without_writing()
    return {"ok": True}


@get("/api/connection")
async def show_connection(request: AnyRequest) -> http_messages.SeenConnection:
    """Return the address and the scheme of this request as the server sees them, to check the settings of a proxy."""
    client = request.client
    return http_messages.SeenConnection(address=client.host if client else "", scheme=request.url.scheme)


@get("/api/health")
async def show_health(store: Part[Store], accounts: Part[AccountRegistry]) -> dict[str, Any]:
    """Health check: fail if the database cannot be written; return the numbers of tables and of people here."""
    await store.check()
    return {"ok": True, "tables": await store.count_tables(), "here": len(accounts.connected())}


@get(["/docs", "/docs/{path:path}"], include_in_schema=False)
async def show_docs(request: AnyRequest, docs: Part[PageFiles], server_options: Part[ServerOptions]) -> Response[bytes]:
    """Return a file of the documentation, if it has been built."""
    path = request.scope["path"]
    if request.scope["raw_path"] == b"/docs":
        # Relative links are resolved correctly only if the address ends in a slash.
        return Response(
            b"",
            status_code=308,
            headers={"location": f"{server_options.root_path}/docs/"},
            media_type="text/plain",
        )
    # The first request for a file compresses it; in a thread, because that takes time.
    answer = await asyncio.to_thread(docs.document, path, request.headers.get("accept-encoding", ""))
    return whole_file(answer)


@get(["/", "/{path:path}"], include_in_schema=False)
async def show_page(
    request: AnyRequest,
    page: Part[PageFiles],
    rooms: Part[Mapping[str, Room]],
    cup_access: Part[CupAccess],
    server_options: Part[ServerOptions],
    engine_files: Part[EngineFiles],
) -> Response[Any] | File:
    """Return the page or one of its files."""
    path = request.scope["path"]
    if path.startswith("/api/"):
        raise Refused(TableReason.NOT_FOUND, "no such address")
    url = server_options.shareable_url or url_of(request, server_options.root_path)
    head = ""
    if page.is_page(path):
        language = language_of(request)
        head = await preview(page, rooms, cup_access, address_of(request), url, path, language)
        head += page.file_links(path, language)
        if server_options.mailbox:
            head += f'<meta name="knobel-mailbox" content="{server_options.root_path}" />'
    encodings = request.headers.get("accept-encoding", "")
    file = engine_files.find(path)
    if file is not None:
        headers = {"cache-control": CACHE_FOREVER}
        return File(file, content_disposition_type="inline", media_type="application/octet-stream", headers=headers)
    if path.startswith(LARGE):
        return large_file(await asyncio.to_thread(page.response_for, path, encodings))
    answer = page.response_for(path, encodings, head, request.headers.get("if-none-match", ""))
    if page.is_framed(path):
        answer.headers["content-security-policy"] = policy(server_options.frame)
    return whole_file(answer)


def whole_file(answer: Answer) -> Response[bytes]:
    kind = answer.headers["content-type"]
    return Response(answer.body, status_code=answer.status, headers=answer.headers, media_type=kind)


def large_file(answer: Answer) -> Stream:
    """Return a large file in pieces."""
    headers = answer.headers | {"content-length": str(len(answer.body))}
    kind = answer.headers["content-type"]
    return Stream(in_chunks(answer.body), status_code=answer.status, headers=headers, media_type=kind)
