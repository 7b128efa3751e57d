"""Who finished games with whom, from the results of games."""

import json

from sqlalchemy import ColumnElement, Select, and_, exists, or_, select

from knobel.presentation.messages import Person
from knobel.server.database import schema
from knobel.server.database.store import DomainStore
from knobel.server.people.companions.messages import RecentGroup
from knobel.server.shared_rows.memberships import share_a_group

MAX_GROUP = 7
"""Larger groups are classes or clubs, which are not invited with one tap."""
MAX_ROWS = 200
"""Maximum number of other people's results among which recent groups are searched."""


_own = schema.results.alias("own")
_other = schema.results.alias("other")


class CompanionStore(DomainStore):
    """The people with whom others finished games. Blocked people, personal bots and erased people are left out."""

    async def recent_groups(self, person: str, count: int) -> list[RecentGroup]:
        """Return the latest different groups with which a person finished games, the latest first.

        :param count: the maximum number of groups.
        """
        query = (
            _shared(person)
            .where(_own.c.seats.between(2, MAX_GROUP + 1))
            .order_by(_own.c.time.desc(), _own.c.table, _own.c.first, _other.c.seat)
            .limit(MAX_ROWS)
        )
        games: dict[tuple[str, int], RecentGroup] = {}
        for row in await self._store.read(query):
            new = RecentGroup(game=row.game, options=json.loads(row.options), time=row.time, people=[])
            games.setdefault((row.table, row.first), new).people.append(Person(id=row.person, name=row.name))
        latest: dict[frozenset[str], RecentGroup] = {}
        for group in games.values():
            latest.setdefault(frozenset(person.id for person in group.people), group)
        return list(latest.values())[:count]

    async def know_each_other(self, person: str, other: str) -> bool:
        """True if two people finished a game together or are in the same group, and neither blocks the other."""
        if await self._store.read(_shared(person).where(_other.c.person == other).limit(1)):
            return True
        member = select(schema.people.c.id).where(schema.people.c.id == other, share_a_group(person, other))
        return bool(await self._store.read(member.where(~_blocked(person, schema.people.c.id))))


def _blocked(person: str, other: ColumnElement[str]) -> ColumnElement[bool]:
    """Return the condition that one of two people blocks the other."""
    block = schema.blocks.c
    return exists().where(
        or_(
            and_(block.person == person, block.blocked == other),
            and_(block.person == other, block.blocked == person),
        )
    )


def _shared(person: str) -> Select[tuple[str, int, str, str, int, str, str]]:
    """Select the results of others in the games that a person finished."""
    other = _other.c.person
    same_game = and_(_other.c.table == _own.c.table, _other.c.first == _own.c.first, other != person)
    return (
        select(_own.c.table, _own.c.first, _own.c.game, _own.c.options, _own.c.time, _other.c.person, _other.c.name)
        .join(_other, same_game)
        .join(schema.people, schema.people.c.id == other)
        .outerjoin(schema.bots, schema.bots.c.person == other)
        .where(_own.c.person == person, schema.bots.c.person.is_(None), ~_blocked(person, other))
    )
