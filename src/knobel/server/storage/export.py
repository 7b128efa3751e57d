"""Export of all games in a database, finished or not, as records and as rows for other programs."""

import json
from collections.abc import AsyncIterator, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from knobel.notation import dump_line, event_data, version_for
from knobel.server.database import schema
from knobel.server.storage.log_reader import Unreadable, folded
from knobel.tables.events import Ended, Started, rules_event
from knobel.tables.results import results
from knobel.tables.settings import game_of
from knobel.tables.state import Seat, TableState

COLUMNS = {
    "table": str,
    "number": int,
    "game": str,
    "options": str,
    "seats": int,
    "seat": int,
    "name": str,
    "bot": str,
    "score": int,
    "place": int,
    "assisted": bool,
    "coached": bool,
    "real_dice": bool,
    "what_if": bool,
    "started": datetime,
    "ended": datetime,
}
"""Columns and their types; a row is a seat in a game. `number` counts the table's games from 1. `bot` is null for a
person, `own` for a custom bot of a user, otherwise the level. `score`, `place` and `ended` are null until the game is
over. `assisted` is true if a bot made moves for the person. Times are in UTC."""


@dataclass(slots=True)
class ExportedGame:
    """A game at a table."""

    table: str
    number: int
    state: TableState
    """The table's latest state in this game."""
    names: tuple[str, ...]
    bots: tuple[str | None, ...]
    started: int
    ended: int | None = None
    events: list[dict[str, Any]] = field(default_factory=list)

    def record(self) -> Iterator[str]:
        """Yield the lines of the game's record, with times."""
        settings = self.state.settings
        head = {"game": settings.game, "options": dict(settings.options), "seats": list(self.names)}
        yield dump_line({"knobel": version_for(game_of(settings)), **head, "bots": list(self.bots)})
        yield from map(dump_line, self.events)

    def lines(self) -> Iterator[dict[str, Any]]:
        """Yield a row for each seat, with the columns of `COLUMNS`."""
        play = self.state.play
        assert play is not None
        ends = {result.seat: result for result in results(play)} if self.ended is not None else {}
        for seat, (name, bot) in enumerate(zip(self.names, self.bots, strict=True)):
            result = ends.get(seat)
            values = (
                self.table, self.number, play.game.name, json.dumps(play.game.options), len(self.names), seat, name,
                bot, result and result.score, result and result.place, seat in play.assisted and bot is None,
                seat in play.coached, play.typed, play.what_if, moment(self.started),
                None if self.ended is None else moment(self.ended),
            )  # fmt: skip
            yield dict(zip(COLUMNS, values, strict=True))


def moment(time: int) -> datetime:
    """Return milliseconds since 1970 as a time in UTC."""
    return datetime.fromtimestamp(0, UTC) + timedelta(milliseconds=time)


def bot_of(seat: Seat) -> str | None:
    """Return `own` for a user's custom bot in a seat, the level of another bot, or None for a person."""
    return "own" if seat.bot else seat.level


def games_of(table: str, log: Iterable[str]) -> Iterator[ExportedGame]:
    """Yield the games in a table's log.

    :raises Unreadable: if the log is damaged; earlier games are yielded before.
    """
    game: ExportedGame | None = None
    number = 0
    for state, happening in folded(log):
        event = happening.event
        if isinstance(event, Started):
            if game is not None:
                yield game
            number += 1
            bots = tuple(bot_of(seat) for seat in state.seats)
            game = ExportedGame(table, number, state, event.names, bots, event.time)
        if game is None:
            continue
        if (happened := rules_event(event)) is not None:
            game.events.append(event_data(happened) | {"time": event.time})
        if state.play is not None:
            game.state = state
        if isinstance(event, Ended):
            game.ended = event.time
            yield game
            game = None
    if game is not None:
        yield game


async def games(connection: AsyncConnection) -> AsyncIterator[ExportedGame | str]:
    """Yield all games in a database, by table and in order; for a damaged log, yield an error text after its games."""
    c = schema.events.c
    for code in (await connection.execute(select(schema.tables.c.code).order_by(schema.tables.c.code))).scalars().all():
        log = (await connection.execute(select(c.data).where(c.table == code).order_by(c.seq))).scalars().all()
        try:
            for game in games_of(code, log):
                yield game
        except Unreadable as error:
            yield f"table {code}: {error}"
