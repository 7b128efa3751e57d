"""Results of a game as a file for spreadsheet programs."""

import asyncio

from litestar import Response, get
from litestar.params import FromPath

from knobel.presentation.log_reader import Unreadable, states
from knobel.server.database.store import Store
from knobel.server.http.files import saved_response
from knobel.server.http.parts import Part
from knobel.server.tables.live.room import Room
from knobel.server.tables.records.replays import game_in
from knobel.spreadsheets import table_bytes
from knobel.tables.refusals import Refused, TableReason
from knobel.tables.results import results

COLUMNS = {"place": int, "name": str, "points": int}


@get("/api/tables/{link:str}/games/{game:int}/results.xlsx")
async def save_results(game: FromPath[int], room: Part[Room], store: Part[Store]) -> Response[bytes]:
    """Return the results of one of a table's games, counted from 1, as an XLSX file, the best first.

    :raises Refused: `no_game`, `game_running`, `unreadable`, and what `TableAdmission.enter` raises.
    """
    log = await room.log.read_all()
    past = game_in(log, game)
    try:
        last = await store.time_slices.last(states(log[: past.end]))
    except Unreadable as error:
        raise Refused(TableReason.UNREADABLE, "the log of this game is damaged") from error
    found = () if last is None or last.play is None else results(last.play)
    if not found:
        raise Refused(TableReason.GAME_RUNNING, "this game is not over yet")
    ranked = sorted(found, key=lambda result: result.place)
    rows = [{"place": result.place, "name": result.name, "points": result.score} for result in ranked]
    body = await asyncio.to_thread(table_bytes, "xlsx", COLUMNS, rows)
    return saved_response("xlsx", f"knobel-{room.log.code}-{past.number}", body)
