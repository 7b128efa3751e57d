"""Groups, their members, seasons, tables and results, in the database."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Float,
    and_,
    cast,
    delete,
    desc,
    exists,
    false,
    func,
    insert,
    literal,
    null,
    select,
    true,
    union_all,
    update,
)

from knobel.server.database import schema
from knobel.server.database.batched_reads import BatchedRead
from knobel.server.database.guards import fewer, lock_row, of_person
from knobel.server.database.numbered_rows import has_room, joined
from knobel.server.database.store import Statement, Store
from knobel.server.shared_rows import group_news
from knobel.server.shared_rows.memberships import empty_groups_deleted, groups_deleted
from knobel.server.shared_rows.openings import Opening

MAX_RESULTS = 50_000
"""Maximum number of a group's latest results that count."""

_groups, _members, _seasons, _tables = schema.groups.c, schema.members.c, schema.seasons.c, schema.group_tables.c
_results, _people, _events = schema.results.c, schema.people.c, schema.events.c
_papers = schema.paper_results.c
_PRESENT = _members.removed.is_(False)


@dataclass(slots=True, frozen=True)
class Group:
    """A group (`schema.groups`)."""

    code: str
    key: str
    title: str
    by_code: bool
    opened: int


@dataclass(slots=True, frozen=True)
class Member:
    """A person in a group, with their number there, and the time (ms) of their last visit to the server."""

    person: str
    name: str
    number: int
    joined: int
    removed: bool
    seen: int


@dataclass(slots=True, frozen=True)
class GroupResult:
    """A result at a table of a group, or on a sheet of paper. `person` is empty after the erasure of the person.

    `luck` is None until it is computed, and if the result is not ranked. For a game on paper, `table` is its code.
    """

    table: str
    first: int
    game: str
    options: str
    person: str
    score: int
    luck: float | None
    time: int
    on_paper: bool = False


@dataclass(slots=True, frozen=True)
class PaperGame:
    """A game that was played on paper: `scores` holds by seat the person, None for a non-member, and the points."""

    game: str
    options: str
    time: int
    scores: Sequence[tuple[str | None, int]]


@dataclass(slots=True, frozen=True)
class LastEvent:
    """The last event of a table: its seq and time (ms)."""

    code: str
    seq: int
    time: int


class GroupStore:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._by_code = BatchedRead(self._read_groups)
        self._rows = BatchedRead(self._read_rows)

    async def add(self, group: Group, person: str, most: int, opening: Opening | None = None) -> None:
        """Store a new group with its first member and its first season.

        :param most: the maximum number of groups of a person.
        :param opening: the request, if it has an idempotency key.
        :raises Unmet: if the person is in so many groups already, or was deleted.
        :raises Conflict: if its code is taken, or if the opening is stored.
        """
        member = {"group": group.code, "person": person, "number": 1, "joined": group.opened, "removed": False}
        season = {"group": group.code, "number": 1, "began": group.opened}
        await self._store.write(
            (insert(schema.groups), [asdict(group)]),
            (insert(schema.members), [member]),
            (insert(schema.seasons), [season]),
            *([] if opening is None else opening.stored(group.code)),
            guard=of_person(person, _fewer_groups(person, most)),
        )

    async def find(self, code: str) -> Group | None:
        return await self._by_code.get(code)

    async def _read_groups(self, codes: list[str]) -> dict[str, Group]:
        found = await self._store.read_as(Group, select(*_groups).where(_groups.code.in_(codes)))
        return {group.code: group for group in found}

    async def list_latest(self, most: int) -> list[Group]:
        """Return the groups that were opened last, the newest first."""
        query = select(*_groups).order_by(_groups.opened.desc(), _groups.code).limit(most)
        return await self._store.read_as(Group, query)

    async def of_person(self, person: str) -> list[Group]:
        """Return the groups of a person, the latest joined first."""
        query = (
            select(*_groups)
            .join(schema.members, _members.group == _groups.code)
            .where(_members.person == person, _PRESENT)
            .order_by(_members.joined.desc(), _groups.code)
        )
        return await self._store.read_as(Group, query)

    async def change(self, code: str, host: str | None = None, **values: Any) -> bool:
        """Store other values of a group, and make a member the host, in one transaction.

        Return False if there is no such member; then nothing changes.
        """
        theirs = _members.group == code, _members.person == host, _PRESENT
        changed = update(schema.groups).where(_groups.code == code).values(values)
        if host is None:
            if values:
                await self._store.write(changed)
            return True
        first = update(schema.members).where(*theirs).values(number=_number(code, func.min) - 1)
        also = [changed.where(exists().where(*theirs))] if values else []
        return bool(await self._store.write(lock_row(schema.groups, code), *also, first))

    async def delete(self, code: str) -> None:
        """Delete a group. The people keep their results."""
        await self._store.write(*groups_deleted([code]))

    # --- members ------------------------------------------------------------------------------------------------------

    async def members(self, codes: list[str]) -> dict[str, list[Member]]:
        """Return the members of groups, the host first, and the removed people."""
        query = (
            select(
                _members.group,
                _members.person,
                _people.name,
                _members.number,
                _members.joined,
                _members.removed,
                _people.seen,
            )
            .join(schema.people, _people.id == _members.person)
            .where(_members.group.in_(codes))
            .order_by(_members.number)
        )
        found: dict[str, list[Member]] = {code: [] for code in codes}
        for row in await self._store.read(query):
            found[row[0]].append(Member(*row[1:]))
        return found

    async def row(self, code: str, person: str) -> tuple[int, bool] | None:
        """Return the number of a person in a group, and if they were removed; None if they never were in it."""
        return await self._rows.get((code, person))

    async def _read_rows(self, keys: list[tuple[str, str]]) -> dict[tuple[str, str], tuple[int, bool]]:
        codes, people = zip(*keys, strict=True)
        asked = _members.group.in_({*codes}), _members.person.in_({*people})
        query = select(_members.group, _members.person, _members.number, _members.removed).where(*asked)
        return {(row.group, row.person): (row.number, row.removed) for row in await self._store.read(query)}

    async def is_member(self, code: str, person: str) -> bool:
        row = await self.row(code, person)
        return row is not None and not row[1]

    async def join(self, code: str, person: str, now: int, most: int, most_groups: int) -> bool:
        """Let a person join a group.

        Return False if they are in it or were removed, if it has `most` members, or if they are in `most_groups`.

        :raises Conflict: if the person was deleted in the meantime.
        """
        joining = joined(schema.members, schema.groups, code, person, now, most, _fewer_groups(person, most_groups))
        return bool(await self._store.write(lock_row(schema.people, person), *joining))

    async def leave(self, code: str, person: str) -> None:
        """Remove a member who leaves. The last one who leaves deletes the group."""
        gone = delete(schema.members).where(_members.group == code, _members.person == person, _PRESENT)
        await self._store.write(lock_row(schema.groups, code), gone, *empty_groups_deleted([code]))

    async def remove(self, code: str, person: str) -> bool:
        """Remove a member, who cannot return. Return False if there is no such member."""
        removed = update(schema.members).where(_members.group == code, _members.person == person, _PRESENT)
        # The address of a removed person receives no more news of the group.
        webhook = delete(schema.webhooks).where(schema.webhooks.c.group == code, schema.webhooks.c.person == person)
        return bool(await self._store.write(lock_row(schema.groups, code), webhook, removed.values(removed=True)))

    async def take_back(self, code: str, person: str, most: int) -> bool:
        """Take back a removed person, as if they joined now. Return False if there is no such person.

        :raises Unmet: if the group has `most` members.
        """
        theirs = update(schema.members).where(_members.group == code, _members.person == person, _members.removed)
        back = theirs.values(removed=False, number=_number(code, func.max) + 1)
        return bool(await self._store.write(back, guard=has_room(schema.members, schema.groups, code, most)))

    async def export(self, person: str) -> dict[str, Any]:
        """Return the groups of a person, for their export."""
        query = select(_groups.code, _groups.title, _members.number, _members.joined, _members.removed)
        theirs = query.join(schema.members, _members.group == _groups.code).where(_members.person == person)
        paper = select(_papers.group, _papers.game, _papers.options, _papers.score, _papers.time)
        own = paper.where(_papers.person == person).order_by(_papers.time)
        return {
            "groups": await self._store.read_dicts(theirs.order_by(_members.joined)),
            "paper_results": await self._store.read_dicts(own),
        }

    # --- seasons, tables and results ----------------------------------------------------------------------------------

    async def seasons(self, code: str) -> list[tuple[int, int]]:
        """Return the seasons of a group: the number and the time of the beginning (ms), in order."""
        query = select(_seasons.number, _seasons.began).where(_seasons.group == code).order_by(_seasons.number)
        return [(row.number, row.began) for row in await self._store.read(query)]

    async def begin_season(self, code: str, number: int, now: int) -> None:
        """Begin a season. The group receives news of the end of the previous season.

        :raises Conflict: if another request has begun it.
        """
        row = {"group": code, "number": number, "began": now}
        await self._store.write((insert(schema.seasons), [row]), *group_news.season_over(code, number - 1, now))

    async def tables(self, code: str, since: int, most: int) -> list[LastEvent]:
        """Return the last events of the latest tables of a group that were opened since a time (ms)."""
        all_events = schema.events.alias().c
        last = select(func.max(all_events.seq)).where(all_events.table == _tables.table).scalar_subquery()
        query = (
            select(_events.table, _events.seq, _events.time)
            .select_from(schema.group_tables)
            .join(schema.events, and_(_events.table == _tables.table, _events.seq == last))
            .where(_tables.group == code, _tables.opened >= since)
            .order_by(_tables.opened.desc(), _tables.table)
            .limit(most)
        )
        return await self._store.read_as(LastEvent, query)

    async def results(self, code: str) -> list[GroupResult]:
        """Return the results at the tables of a group and on its sheets of paper, the oldest first."""
        # A union is ordered by the labels of its columns.
        columns = [_results[each.name].label(each.name) for each in fields(GroupResult) if each.name != "on_paper"]
        at_tables = (
            select(*columns, false().label("on_paper"), _results.seat.label("seat"))
            .join(schema.group_tables, _tables.table == _results.table)
            .where(_tables.group == code)
        )
        person, luck = func.coalesce(_papers.person, ""), cast(null(), Float)
        rules = _papers.code, literal(0), _papers.game, _papers.options
        on_paper = select(*rules, person, _papers.score, luck, _papers.time, true(), _papers.seat)
        query = (
            union_all(at_tables, on_paper.where(_papers.group == code))
            .order_by(desc("time"), "table", "first", desc("seat"))
            .limit(MAX_RESULTS)
        )
        return [GroupResult(*row[:-1]) for row in await self._store.read(query)][::-1]

    async def add_paper_game(
        self, group: str, game: PaperGame, code: str, person: str, opening: Opening | None = None
    ) -> None:
        """Store a game on paper under a code.

        :param person: the member who saves it.
        :param opening: the request, if it has an idempotency key.
        :raises Conflict: if the code is taken, if the opening is stored, or if the group or a person was deleted.
        """
        shared: dict[str, Any] = asdict(game) | {"code": code, "group": group, "saved_by": person}
        scores = shared.pop("scores")
        rows = [shared | {"seat": seat, "person": who, "score": score} for seat, (who, score) in enumerate(scores)]
        await self._store.write(
            (insert(schema.paper_results), rows), *([] if opening is None else opening.stored(code))
        )

    async def delete_paper_game(self, group: str, code: str, saved_by: str | None = None) -> bool:
        """Delete a game on paper. Return False if there is none, or none that this person saved (None: anybody)."""
        chosen = delete(schema.paper_results).where(_papers.group == group, _papers.code == code)
        return bool(await self._store.write(chosen if saved_by is None else chosen.where(_papers.saved_by == saved_by)))


def table_of_group(code: str, table: str, now: int) -> Statement:
    """Return the statement that stores that a table was opened for a group."""
    return insert(schema.group_tables), [{"table": table, "group": code, "opened": now}]


def _fewer_groups(person: str, most: int) -> ColumnElement[bool]:
    others = schema.members.alias()
    return fewer(most, others, others.c.person == person, others.c.removed.is_(False))


def _number(code: str, which: Any) -> Any:
    """Return the lowest or highest number in a group; `which` is the SQL function."""
    others = schema.members.alias().c
    return select(which(others.number)).where(others.group == code).scalar_subquery()
