"""Routes for the caller's games over days."""

from litestar import Response, get
from litestar.response import Stream

from knobel.server.database.store import Store
from knobel.server.http.long_responses import RECORD
from knobel.server.http.parts import AnyRequest, Part
from knobel.server.people.accounts import Account
from knobel.server.people.pauses.service import Pauses
from knobel.server.tables.live.room import Room
from knobel.server.tables.records.replays import missed_at
from knobel.server.tables.slow.lists import slow_games
from knobel.server.tables.slow.messages import SlowGame
from knobel.server.tables.slow.store import SlowTableStore


@get("/api/slow-games")
async def list_slow_games(
    caller: Part[Account], slow_tables: Part[SlowTableStore], pauses: Part[Pauses]
) -> Response[list[SlowGame]]:
    """Return the caller's games over days: those in which it is their turn, the others, and the latest finished."""
    return Response(await slow_games(slow_tables, caller.id, pauses.by_person.get(caller.id, ())))


@get("/api/tables/{link:str}/missed", media_type=RECORD)
async def show_missed(
    request: AnyRequest,
    caller: Part[Account],
    room: Part[Room],
    store: Part[Store],
    slow_tables: Part[SlowTableStore],
) -> Stream:
    """Return the replay of a table's latest game as the caller may see it, with the steps that they have seen."""
    return await missed_at(request, store, room, caller.id, await slow_tables.seen(room.log.code, caller.id))
