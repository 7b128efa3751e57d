"""The list of a person's games over days."""

from collections.abc import Mapping

from knobel.clock import now_ms
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
