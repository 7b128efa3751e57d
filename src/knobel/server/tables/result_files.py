"""Results as files for spreadsheet programs."""

import asyncio
from collections.abc import Iterable

from litestar import Response, get
from litestar.params import FromPath

from knobel.presentation.log_reader import Unreadable, states
from knobel.server.people.routes import AnyRequest, person_of, services_of
from knobel.server.tables.routes import room_of
from knobel.spreadsheets import MEDIA_TYPES, Columns, Form, Row, table_bytes
from knobel.tables.game_records import past_game
from knobel.tables.refusals import Refused, TableReason
from knobel.tables.results import results

COLUMNS = {"place": int, "name": str, "points": int}


async def file_response(form: Form, name: str, columns: Columns, rows: Iterable[Row]) -> Response[bytes]:
    """Return a table as a file to save, made in a thread."""
    return saved_response(form, name, await asyncio.to_thread(table_bytes, form, columns, rows))


def saved_response(form: Form, name: str, body: bytes) -> Response[bytes]:
    """Return a file to save."""
    headers = {"content-disposition": f'attachment; filename="{name}.{form}"'}
    return Response(body, media_type=MEDIA_TYPES[form], headers=headers)


@get("/api/tables/{link:str}/games/{game:int}/results.xlsx")
async def save_results(request: AnyRequest, link: FromPath[str], game: FromPath[int]) -> Response[bytes]:
    """Return the results of one of a table's games, counted from 1, as an XLSX file, the best first.

    :raises Refused: `no_game`, `game_running`, `unreadable`, and what `room_of` raises.
    """
    room = await room_of(request, link, await person_of(request))
    log = await room.live.log()
    past = past_game(log, game)
    if past is None:
        raise Refused(TableReason.NO_GAME, "there is no such game at this table")
    last = None
    try:
        async for piece in services_of(request).store.time_slices.through(states(log[: past.end])):
            last = piece[-1]
    except Unreadable as error:
        raise Refused(TableReason.UNREADABLE, "the log of this game is damaged") from error
    found = () if last is None or last.play is None else results(last.play)
    if not found:
        raise Refused(TableReason.GAME_RUNNING, "this game is not over yet")
    ranked = sorted(found, key=lambda result: result.place)
    rows = [{"place": result.place, "name": result.name, "points": result.score} for result in ranked]
    return await file_response("xlsx", f"knobel-{room.live.code}-{past.number}", COLUMNS, rows)


HANDLERS = [save_results]
