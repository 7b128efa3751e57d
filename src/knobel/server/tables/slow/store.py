"""Stored rows of tables at which games are played over days."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import and_, case, delete, func, insert, literal, select, update

from knobel.presentation import messages
from knobel.server.database import schema
from knobel.server.database.guards import Guard, fewer, of_person
from knobel.server.database.store import DomainStore, Statement
from knobel.server.notices import store as notices
from knobel.server.runtime.settings import settings
from knobel.server.tables.slow.summary import Summary, summary_of
from knobel.tables.slow_games import awaited_seats
from knobel.tables.state import TableState

MAX_OVER = 30
"""Maximum number of finished tables in a list."""
CHAT_LENGTH = 50
"""Number of chat messages that are kept of each table."""

_tables, _players, _chat = schema.slow_tables.c, schema.slow_players.c, schema.slow_chat.c


def _people(state: TableState | None) -> set[str]:
    """Return the people with a seat at a table over days; none at a live table."""
    if state is None or state.settings.days is None:
        return set()
    return {seat.person for seat in state.seats if seat.person is not None}


def _awaited(state: TableState | None) -> set[str]:
    """Return the people for whose turn a game over days waits, without those for whom a bot plays."""
    if state is None or state.settings.days is None or not state.playing or state.closed:
        return set()
    seats = [state.seats[number] for number in awaited_seats(state)]
    return {seat.person for seat in seats if seat.person is not None and not seat.away}


def _notices(code: str, before: TableState | None, after: TableState, time: int) -> Iterator[Statement]:
    """Yield the statements that add notices of turns and of the end of a game, and withdraw notices of past turns."""
    was, now = _awaited(before), _awaited(after)
    if was - now:
        yield from notices.ended(was - now, ["turn"], code, time)
    if now - was:
        yield from notices.begun(now - was, "turn", code, after.settings.game, time)
    is_over = after.play is not None and after.play.over and not after.playing
    if is_over and before is not None and before.playing and after.settings.days is not None:
        yield from notices.begun(_people(after), "over", code, after.settings.game, time)


def changed(code: str, before: TableState | None, after: TableState, due: int | None, time: int) -> Iterator[Statement]:
    """Yield the statements that store a table after new events, for the transaction of these events.

    They have no separate values, so that they are executed in the order of the appends.

    :param due: the time (ms) of the next automatic action, None if there is none.
    :param time: the time (ms) of the events.
    """
    was_slow = before is not None and before.settings.days is not None
    yield from _notices(code, before, after, time)
    if after.settings.days is None:
        if was_slow:
            yield delete(schema.slow_tables).where(_tables.table == code)
        return
    row = {
        "state": "playing" if after.playing else "over" if after.play is not None else "open",
        "summary": msgspec.json.encode(summary_of(after)).decode(),
        "changed": time,
        "due": None if after.closed else due,
    }
    if not was_slow:
        known = select(_tables.table).where(_tables.table == code).exists()
        new = select(literal(code), literal(""), literal(""), literal(0)).where(~known)
        yield insert(schema.slow_tables).from_select(["table", "state", "summary", "changed"], new)
    yield update(schema.slow_tables).where(_tables.table == code).values(row)
    people, seated = _people(after), _people(before)
    for person in sorted(people - seated):
        known = select(_players.table).where(_players.table == code, _players.person == person).exists()
        entry = select(literal(person), literal(code), literal(-1), literal(0)).where(~known)
        yield insert(schema.slow_players).from_select(["person", "table", "seen", "read"], entry)
    for person in sorted(seated - people):
        yield delete(schema.slow_players).where(_players.table == code, _players.person == person)


def fewer_unfinished(person: str, most: int) -> Guard:
    """Return the guard of a write that opens a table: fewer than `most` tables of a person have a game that is not
    over."""
    theirs = schema.slow_players.join(schema.slow_tables, _tables.table == _players.table)
    return of_person(person, fewer(most, theirs, _players.person == person, _tables.state != "over"))


@dataclass(slots=True, frozen=True)
class SlowTable:
    """A table over days in the list of a person. `unread` counts the chat messages that the person has not read."""

    code: str
    state: str
    summary: Summary
    changed: int
    unread: int


@dataclass(slots=True, frozen=True)
class ChatRow:
    """A stored chat message."""

    person: str
    name: str
    text: str
    time: int

    def message(self) -> messages.Chat:
        """Return the message as it was sent."""
        return messages.Chat(
            to="table", sender=messages.Person(id=self.person, name=self.name), text=self.text, time=self.time
        )


class SlowTableStore(DomainStore):
    """The tables over days in the database."""

    async def due(self, now: int, count: int) -> list[tuple[str, int]]:
        """Return up to `count` tables with an action that may be due by `now` (ms), and its time, the oldest first."""
        query = select(_tables.table, _tables.due).where(_tables.due <= now).order_by(_tables.due).limit(count)
        return [(row.table, row.due) for row in await self._store.read(query)]

    async def postpone(self, code: str, known: int, due: int | None) -> None:
        """Change the time of the next action of a table, unless it is not the `known` one any more."""
        row = and_(_tables.table == code, _tables.due == known)
        await self._store.write(update(schema.slow_tables).where(row).values(due=due))

    async def of(self, person: str) -> list[SlowTable]:
        """Return the tables of a person: the latest unfinished (as many as are allowed) and finished ones."""
        unread = func.count(case((and_(_chat.time > _players.read, _chat.person != person), 1)))
        query = (
            select(_tables.table, _tables.state, _tables.summary, _tables.changed, unread)
            .join(schema.slow_players, _players.table == _tables.table)
            .outerjoin(schema.slow_chat, _chat.table == _tables.table)
            .where(_players.person == person)
            .group_by(_tables.table, _tables.state, _tables.summary, _tables.changed)
        )
        latest = query.order_by(_tables.changed.desc())
        found = await self._store.read(latest.where(_tables.state != "over").limit(settings.person_slow_tables))
        found += await self._store.read(latest.where(_tables.state == "over").limit(MAX_OVER))
        return [SlowTable(row[0], row[1], msgspec.json.decode(row[2], type=Summary), row[3], row[4]) for row in found]

    async def count_unfinished(self, person: str) -> int:
        """Return the number of tables of a person with a game that is not over."""
        theirs = schema.slow_players.join(schema.slow_tables, _tables.table == _players.table)
        query = select(func.count()).select_from(theirs).where(_players.person == person, _tables.state != "over")
        return int((await self._store.read(query))[0][0])

    async def names(self, people: Collection[str]) -> dict[str, str]:
        """Return the names of people by id. Erased people are left out."""
        c = schema.people.c
        return {row.id: row.name for row in await self._store.read(select(c.id, c.name).where(c.id.in_(set(people))))}

    async def codes_of(self, person: str) -> list[str]:
        query = select(_players.table).where(_players.person == person).order_by(_players.table)
        return [row.table for row in await self._store.read(query)]

    async def seen(self, code: str, person: str) -> int:
        """Return the position of the game that a person saw last at a table, -1 if none."""
        query = select(_players.seen).where(_players.table == code, _players.person == person)
        return next((row.seen for row in await self._store.read(query)), -1)

    async def read_until(self, code: str, person: str) -> int:
        """Return the time (ms) until which a person has read the chat of a table."""
        query = select(_players.read).where(_players.table == code, _players.person == person)
        return next((row.read for row in await self._store.read(query)), 0)

    async def record_visit(self, code: str, person: str, seen: int, time: int) -> None:
        """Record the position that a person saw, and that they have read the chat until a time (ms)."""
        row = and_(_players.table == code, _players.person == person)
        needless = notices.ended([person], ["over", "reaction"], code, time)
        await self._store.write(update(schema.slow_players).where(row).values(seen=seen, read=time), *needless)

    async def add_chat(self, code: str, person: str, text: str, time: int) -> None:
        """Store a chat message at a table, and delete the oldest ones."""
        kept = (
            select(_chat.number)
            .where(_chat.table == code)
            .order_by(_chat.number.desc())
            .offset(CHAT_LENGTH - 1)
            .limit(1)
        ).scalar_subquery()
        row = {"table": code, "person": person, "time": time, "text": text}
        await self._store.write(
            (insert(schema.slow_chat), [row]),
            delete(schema.slow_chat).where(_chat.table == code, _chat.number < kept),
        )

    async def chat(self, code: str) -> list[ChatRow]:
        """Return the stored chat messages at a table, the oldest first."""
        c = schema.people.c
        query = (
            select(_chat.person, c.name, _chat.text, _chat.time)
            .join(schema.people, c.id == _chat.person)
            .where(_chat.table == code)
            .order_by(_chat.number)
        )
        return await self._store.read_as(ChatRow, query)

    async def export(self, person: str) -> dict[str, Any]:
        """Return the seats of a person at tables over days and their chat there, for the export of their data."""
        seats = select(_players.table, _players.seen, _players.read).where(_players.person == person)
        chat = select(_chat.table, _chat.time, _chat.text).where(_chat.person == person).order_by(_chat.number)
        return {"slow_tables": await self._store.read_dicts(seats), "slow_chat": await self._store.read_dicts(chat)}
