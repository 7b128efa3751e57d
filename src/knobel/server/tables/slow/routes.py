"""Routes for the caller's games over days."""

from collections.abc import Mapping

from litestar import Response, get
from litestar.response import Stream

from knobel.clock import now_ms
from knobel.server.database.store import Store
from knobel.server.http.long_responses import RECORD
from knobel.server.http.parts import AnyRequest, Part
from knobel.server.people.accounts import Account
from knobel.server.people.pauses.service import Pauses
from knobel.server.tables.live.room import Room
from knobel.server.tables.records.replays import missed_at
from knobel.server.tables.slow.messages import SlowGame, SlowSeat
from knobel.server.tables.slow.store import SlowTable, SlowTableStore
from knobel.tables.slow_games import Pause

ORDER = ("your_turn", "waiting", "over")


async def slow_games(store: SlowTableStore, person: str, pauses: tuple[Pause, ...]) -> list[SlowGame]:
    """Return the games over days of a person: those in which it is their turn, by deadline, then the others."""
    tables = await store.of(person)
    people = {seat.person for table in tables for seat in table.summary.seats if seat.person is not None}
    names = await store.names(people)
    games = [_game(table, person, names, pauses) for table in tables]
    return sorted(games, key=lambda game: (ORDER.index(game.state), -game.changed if game.left is None else game.left))


def _game(table: SlowTable, person: str, names: Mapping[str, str], pauses: tuple[Pause, ...]) -> SlowGame:
    summary = table.summary
    seat = next((number for number, seat in enumerate(summary.seats) if seat.person == person), -1)
    is_awaited = seat >= 0 and summary.seats[seat].awaited
    return SlowGame(
        code=table.code,
        game=summary.game,
        state="over" if table.state == "over" else "your_turn" if is_awaited else "waiting",
        started=table.state != "open",
        days=summary.days,
        round=summary.round,
        seat=seat,
        seats=[
            SlowSeat(
                name=seat.bot if seat.person is None else names.get(seat.person),
                bot=bool(seat.bot),
                awaited=seat.awaited,
                away=seat.away,
                score=seat.score,
            )
            for seat in summary.seats
        ],
        left=summary.end_of_turn(pauses) - now_ms() if is_awaited else None,
        changed=table.changed,
        unread=table.unread,
    )


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
