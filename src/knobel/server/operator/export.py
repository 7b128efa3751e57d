"""Export of all games in a database, finished or not, as records and as rows for other programs."""

import json
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from types import MappingProxyType
from typing import Any

from knobel.presentation.log_reader import Unreadable, folded
from knobel.server.operator.store import WholeDatabase
from knobel.tables.corrections import applied
from knobel.tables.events import Ended, Event, Started
from knobel.tables.game_records import Bots, PastGame, bots_of, record
from knobel.tables.results import results
from knobel.tables.settings import with_options
from knobel.tables.state import TableState

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
person, `own` for a personal bot of a user, otherwise the level. `score`, `place` and `ended` are null until the game is
over. `assisted` is true if a bot made moves for the person. Times are in UTC."""


@dataclass(slots=True)
class ExportedGame:
    """A game at a table."""

    table: str
    number: int
    state: TableState
    """The table's latest state in this game."""
    start: Started
    first: int
    bots: Bots
    deal_seed: str | None = None
    """The seed of the deal that was played, if it is published."""
    ended: int | None = None
    events: list[Event] = field(default_factory=list)

    @property
    def names(self) -> tuple[str, ...]:
        """The names by seat."""
        return self.start.names

    def record(self) -> Iterator[str]:
        """Yield the lines of the game's record."""
        settings = with_options(self.state.settings, self.start.options)
        game = PastGame(self.number, True, settings, self.names, self.first, applied(self.events, self.first))
        return record(game, self.bots, self.deal_seed)

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
                seat in play.coached, play.typed, play.what_if, moment(self.start.time),
                None if self.ended is None else moment(self.ended),
            )  # fmt: skip
            yield dict(zip(COLUMNS, values, strict=True))


def moment(time: int) -> datetime:
    """Return milliseconds since 1970 as a time in UTC."""
    return datetime.fromtimestamp(0, UTC) + timedelta(milliseconds=time)


def games_of(
    table: str, log: Iterable[str], deal_seeds: Mapping[str, str] = MappingProxyType({})
) -> Iterator[ExportedGame]:
    """Yield the games in a table's log.

    :param deal_seeds: the published seeds of deals, by their hashes.
    :raises Unreadable: if the log is damaged; earlier games are yielded before.
    """
    game: ExportedGame | None = None
    number = 0
    for state, logged in folded(log):
        event = logged.event
        if isinstance(event, Started):
            if game is not None:
                yield game
            number += 1
            seed = deal_seeds.get(event.commitment)
            game = ExportedGame(table, number, state, event, state.seq, bots_of(state.seats), seed)
        if game is None:
            continue
        game.events.append(event)
        if state.play is not None:
            game.state = state
        if isinstance(event, Ended):
            game.ended = event.time
            yield game
            game = None
    if game is not None:
        yield game


async def games(database: WholeDatabase) -> AsyncIterator[ExportedGame | str]:
    """Yield all games in a database, by table and in order; for a damaged log, yield an error text after its games."""
    deal_seeds = await database.deal_seeds()
    for code in await database.codes():
        try:
            for game in games_of(code, (data for _, data in await database.log(code)), deal_seeds):
                yield game
        except Unreadable as error:
            yield f"table {code}: {error}"
