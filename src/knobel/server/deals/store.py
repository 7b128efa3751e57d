"""Deals and the first tries at them, in the database."""

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

from sqlalchemy import and_, case, func, insert, select, true, update

from knobel import seeded_dice
from knobel.games import GAMES
from knobel.presentation.deals import Deal, Try
from knobel.server.database import schema
from knobel.server.database.batched_reads import BatchedRead
from knobel.server.database.store import Statement, Store
from knobel.server.practice.store import SAME_GAME
from knobel.server.shared_rows.disclosure import END_OF_TRY
from knobel.server.shared_rows.seeds import find_seeds, seed_published, seed_stored
from knobel.server.shared_rows.spent_tries import spent_forgotten

MAX_DAYS = 500
"""Maximum number of days in a list."""


@dataclass(slots=True, frozen=True)
class Finish:
    """A finished first try. `lost` are the points given away, None if the game was not reviewed yet.

    `hidden`: the person is under suspicion, so others do not see the result.
    """

    deal: str
    person: str
    name: str
    table: str
    points: int
    ended: int
    lost: float | None
    hidden: bool


_deals, _tries, _results = schema.deals.c, schema.tries.c, schema.results.c
_skills, _suspicions = schema.skills.c, schema.suspicions.c
OF_TRY = and_(END_OF_TRY, _results.ranked)
"""Joins a first try with its result, if it counts."""
_TRY_AND_END = select(
    _tries.deal,
    _tries.person,
    _tries.table,
    _tries.began,
    case((_results.ranked, _results.score), else_=None),
    _results.time,
).select_from(schema.tries.outerjoin(schema.results, END_OF_TRY))


def first_try(deal: str, person: str, table: str, began: int) -> Statement:
    """Return the statement that stores the beginning of a first try. A second one of a person conflicts."""
    return insert(schema.tries), [{"deal": deal, "person": person, "table": table, "began": began}]


def new_deal(key: str, game: str, options: str, opens: int, closes: int) -> tuple[Deal, str]:
    """Return a new deal with the id `key`, and its seed."""
    seed = seeded_dice.new_seed()
    return Deal(key, game, options, seeded_dice.commitment(seed), None, opens, closes, None), seed


def deals_stored(deals: Mapping[Deal, str]) -> list[Statement]:
    """Return the statements that store new deals and their seeds."""
    rows = [asdict(deal) for deal in deals]
    seeds = (seed_stored(deal.commitment, seed, None) for deal, seed in deals.items())
    return [(insert(schema.deals), rows), *seeds]


class DealStore:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._by_id = BatchedRead(self._read_deals)
        self._first_tries = BatchedRead(self._read_tries)
        self._seeds = BatchedRead(partial(find_seeds, store))

    async def add(self, deals: Mapping[Deal, str]) -> None:
        """Store new deals with their seeds, all or none.

        :raises Conflict: if one of them exists.
        """
        await self._store.write(*deals_stored(deals))

    async def find(self, ids: Iterable[str]) -> dict[str, Deal]:
        """Return the deals that exist, by id."""
        return await self._by_id.get_all(ids)

    async def _read_deals(self, ids: list[str]) -> dict[str, Deal]:
        return {deal.id: deal for deal in await self._store.read_as(Deal, select(*_deals).where(_deals.id.in_(ids)))}

    async def seed(self, deal: Deal) -> str | None:
        """Return the seed of a deal, also while it is secret; None if it is lost."""
        return await self._seeds.get(deal.commitment)

    async def publish(self, closed: int) -> None:
        """Publish the seeds of the deals that closed at a time (ms) or before."""
        query = select(_deals.id, _deals.commitment, schema.seeds.c.seed).join(
            schema.seeds, schema.seeds.c.commitment == _deals.commitment
        )
        statements: list[Statement] = []
        for row in await self._store.read(query.where(_deals.closes <= closed, _deals.seed.is_(None))):
            known = update(schema.deals).where(_deals.id == row.id).values(seed=row.seed)
            statements += known, seed_published(row.commitment), spent_forgotten(row.id)
        if statements:
            await self._store.write(*statements)

    async def first_closing(self) -> int | None:
        """Return the time in ms at which the first deal of this database was over, None if there are no deals."""
        return await self._store.read_value(select(func.min(_deals.closes)))

    async def lost_seeds(self, opening_after: int) -> list[Deal]:
        """Return the deals that close after a time (ms) whose seeds are lost, as after the restoration of a backup."""
        query = select(*_deals).outerjoin(schema.seeds, schema.seeds.c.commitment == _deals.commitment)
        lost = query.where(_deals.closes > opening_after, _deals.seed.is_(None), schema.seeds.c.commitment.is_(None))
        return await self._store.read_as(Deal, lost)

    async def replace_seed(self, deal: Deal, commitment: str, seed: str) -> None:
        """Give a deal another seed."""
        of_deal = _deals.id == deal.id, _deals.commitment == deal.commitment
        replaced = update(schema.deals).where(*of_deal).values(commitment=commitment, master=None)
        await self._store.write(replaced, seed_stored(commitment, seed, None))

    async def record_master(self, deal: Deal, points: int) -> None:
        """Store the result of the best bot."""
        known = update(schema.deals).where(_deals.id == deal.id).values(master=points)
        await self._store.write(known)

    async def first_try(self, person: str, deal: str) -> Try | None:
        return await self._first_tries.get((person, deal))

    async def _read_tries(self, keys: list[tuple[str, str]]) -> dict[tuple[str, str], Try]:
        people, deals = zip(*keys, strict=True)
        query = _TRY_AND_END.where(_tries.deal.in_({*deals}), _tries.person.in_({*people}))
        return {(each.person, each.deal): each for each in await self._store.read_as(Try, query)}

    async def tries_of(self, person: str) -> list[Try]:
        """Return all first tries of a person, the oldest first."""
        query = _TRY_AND_END.where(_tries.person == person).order_by(_tries.began, _tries.deal)
        return await self._store.read_as(Try, query)

    async def finishes(self, deals: Iterable[str], among: Collection[str] | None = None) -> list[Finish]:
        """Return the finished first tries at deals, the best first.

        :param among: the people whose tries are returned; None: those of all.
        """
        theirs = true() if among is None else _tries.person.in_(among)
        suspicion = and_(_suspicions.person == _tries.person, _suspicions.cleared.is_(False))
        joined = (
            schema.tries.join(schema.results, OF_TRY)
            .join(schema.people, schema.people.c.id == _tries.person)
            .outerjoin(schema.skills, SAME_GAME)
            .outerjoin(schema.suspicions, suspicion)
        )
        query = (
            select(
                _tries.deal,
                _tries.person,
                schema.people.c.name,
                _tries.table,
                _results.score,
                _results.time,
                _skills.kinds,
                _suspicions.person.is_not(None),
            )
            .select_from(joined)
            .where(_tries.deal.in_(list(deals)), theirs)
            .order_by(_results.score.desc(), _results.time, _tries.person)
        )
        return [
            Finish(deal, person, name, table, points, ended, points_lost(kinds), bool(suspected))
            for deal, person, name, table, points, ended, kinds, suspected in await self._store.read(query)
        ]

    async def unreviewed(self, ended_after: int, limit: int) -> list[tuple[str, int]]:
        """Return finished first tries without skill data: table and first seq of the game, the oldest first.

        :param ended_after: a time in ms.
        """
        query = (
            select(_results.table, _results.first)
            .select_from(schema.tries.join(schema.results, OF_TRY).outerjoin(schema.skills, SAME_GAME))
            .where(_results.time > ended_after, _skills.seat.is_(None))
        )
        return [(row.table, row.first) for row in await self._store.read(query.order_by(_results.time).limit(limit))]

    async def count_finishes(self, deals: Iterable[str]) -> dict[str, int]:
        """Return the number of finished first tries at deals."""
        query = (
            select(_tries.deal, func.count())
            .select_from(schema.tries.join(schema.results, OF_TRY))
            .where(_tries.deal.in_(list(deals)))
        )
        return {row[0]: row[1] for row in await self._store.read(query.group_by(_tries.deal))}

    async def days(self, before: int) -> list[str]:
        """Return the dates of the deals of the day that opened before a time (ms), the latest first."""
        # The ids of cups' deals begin with a letter.
        of_days = _deals.id.between("0", "A"), _deals.id.like("____-__-__/%")
        query = select(_deals.id).where(_deals.opens < before, *of_days).order_by(_deals.id.desc())
        found = await self._store.read(query.limit(MAX_DAYS * len(GAMES)))
        return list(dict.fromkeys(row.id.partition("/")[0] for row in found))

    async def suspects(self) -> list[tuple[str, str, int, bool]]:
        """Return the people under suspicion: id, name, since when (ms), and whether the operator cleared them."""
        query = select(_suspicions.person, schema.people.c.name, _suspicions.since, _suspicions.cleared).join(
            schema.people, schema.people.c.id == _suspicions.person
        )
        return [tuple(row) for row in await self._store.read(query.order_by(_suspicions.since.desc()))]

    async def suspect(self, people: Iterable[str], since: int) -> None:
        """Put people under suspicion, unless they were before."""
        known = {row.person for row in await self._store.read(select(_suspicions.person))}
        rows = [{"person": person, "since": since, "cleared": False} for person in people if person not in known]
        if rows:
            await self._store.write((insert(schema.suspicions), rows))

    async def export(self, person: str) -> dict[str, Any]:
        """Return a person's first tries, and the suspicion that they play like a program, for their export."""
        suspicion = select(_suspicions.since, _suspicions.cleared).where(_suspicions.person == person)
        return {
            "deals": [asdict(each) for each in await self.tries_of(person)],
            "suspicion": next(iter(await self._store.read_dicts(suspicion)), None),
        }

    async def clear(self, person: str, *, cleared: bool) -> bool:
        """Clear a person of a suspicion, or not any more. Return False if there is none."""
        changed = update(schema.suspicions).where(_suspicions.person == person).values(cleared=cleared)
        return bool(await self._store.write(changed))

    async def perfect_players(self, at_least: int) -> list[str]:
        """Return the people who gave away no points in any of their first tries, if these were at least so many."""
        counted = select(_tries.person).select_from(schema.tries.join(schema.results, OF_TRY))
        many = counted.group_by(_tries.person).having(func.count() >= at_least)
        query = (
            select(_tries.person, _skills.kinds)
            .select_from(schema.tries.join(schema.results, OF_TRY).join(schema.skills, SAME_GAME))
            .where(_tries.person.in_(many))
        )
        losses: dict[str, list[float]] = {}
        for row in await self._store.read(query):
            losses.setdefault(row.person, []).append(points_lost(row.kinds) or 0.0)
        return [person for person, lost in losses.items() if len(lost) >= at_least and max(lost) < NO_LOSS]


NO_LOSS = 1e-6
"""A loss below this many points is a rounding error."""


def points_lost(kinds: Any) -> float | None:
    """Return the points given away by the skill data of a game (`SeatSkill.kinds`, JSON)."""
    return None if kinds is None else float(sum(lost for _, lost in json.loads(kinds).values()))
