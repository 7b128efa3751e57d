"""Ratings of people: the luck of results, the estimates that follow from it, and comparisons (see `knobel.rating`).

A rating belongs to one game with one option set, as a high-score list does. A game counts if its result is ranked and
its luck is known.
"""

from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import and_, exists, func, insert, or_, select, update

from knobel.core import places
from knobel.presentation.record_sizes import MAX_RECORD_SEATS
from knobel.rating import MIN_GAMES, Estimate, error_limit, estimates, without_luck
from knobel.rating.ladder import NEWCOMER, Strength, rate
from knobel.server.database import schema
from knobel.server.database.store import Conflict, DomainStore, Statement, columns_of

MAX_GAMES = 500
"""Maximum number of a person's latest games of a kind that count; older ones would have a weight below 0.001."""
ATTEMPTS = 20
"""Maximum number of attempts to add a game to the ladder after write conflicts."""

_results = schema.results.c
_ratings = schema.ratings.c
_ladder = schema.ladder.c

NEWEST_FIRST = _results.time.desc(), _results.table, _results.first
"""The order of a person's results."""
_COUNTS = and_(_results.ranked, _results.luck.is_not(None))
"""Condition that a result counts."""
_IS_UNRATED = and_(
    _results.ranked, _results.engine.is_(None), _results.person != "", _results.seats <= MAX_RECORD_SEATS
)
"""Condition that a result will count when its luck is computed."""


@dataclass(slots=True, frozen=True)
class RatedResult:
    """A person's result that counts, with the luck of its rolls in points, and the estimate after it."""

    table: str
    first: int
    points: int
    seats: int
    time: int
    luck: float
    engine: str
    estimate: Estimate


@dataclass(slots=True, frozen=True)
class RatingRow:
    """A person's stored rating at a game with an option set (canonical JSON)."""

    game: str
    options: str
    games: int
    mean: float
    error: float | None


@dataclass(slots=True, frozen=True)
class LadderRow:
    """A person's strength by places after the game of this `number`, counted from 1."""

    game: str
    number: int
    table: str
    first: int
    place: int
    mu: float
    sigma: float

    @property
    def strength(self) -> Strength:
        return Strength(self.mu, self.sigma)


@dataclass(slots=True, frozen=True)
class UnratedGame:
    """A finished game with seats whose luck is not computed yet."""

    table: str
    first: int
    seats: tuple[int, ...]


class RatingStore(DomainStore):
    # --- reading ------------------------------------------------------------------------------------------------------

    async def list_kinds(self, person: str) -> list[tuple[str, str]]:
        """Return the games and option sets of which a person has results that count."""
        query = select(_results.game, _results.options).distinct().where(_results.person == person, _COUNTS)
        return [(row.game, row.options) for row in await self._store.read(query.order_by(*query.selected_columns))]

    async def list_results(self, person: str, game: str, options: str) -> list[RatedResult]:
        """Return a person's results that count at a game with an option set, the oldest first."""
        columns = ("table", "first", "score", "seats", "time", "luck", "engine")
        query = (
            select(*(_results[column] for column in columns))
            .where(_results.person == person, _results.game == game, _results.options == options, _COUNTS)
            .order_by(*NEWEST_FIRST)
            .limit(MAX_GAMES)
        )
        rows = (await self._store.read(query))[::-1]
        after = estimates(without_luck(row.score, row.luck) for row in rows)
        return [RatedResult(*(*row, estimate)) for row, estimate in zip(rows, after, strict=True)]

    async def count_unrated(self, person: str) -> int:
        """Return the number of a person's games that will count when their luck is computed."""
        query = select(func.count()).where(_results.person == person, _IS_UNRATED)
        return await self._store.read_value(query) or 0

    async def compare(self, person: str, game: str, options: str, mean: float) -> tuple[int, int]:
        """Return the number of other people with a rating that is not provisional, and of those with a lower one."""
        others = (
            _ratings.game == game,
            _ratings.options == options,
            _ratings.person != person,
            _ratings.games >= MIN_GAMES,
            _ratings.error <= error_limit(game),
        )
        counts: list[Any] = [func.count(), func.count().filter(_ratings.mean < mean)]
        ((people, lower),) = await self._store.read(select(*counts).select_from(schema.ratings).where(*others))
        return int(people), int(lower)

    async def list_ratings(self, person: str) -> list[RatingRow]:
        query = select(*columns_of(RatingRow, _ratings)).where(_ratings.person == person)
        return await self._store.read_as(RatingRow, query.order_by(_ratings.game, _ratings.options))

    async def export(self, person: str) -> dict[str, Any]:
        """Return a person's ratings and strength by places, for their export."""
        return {
            "ratings": [asdict(rating) for rating in await self.list_ratings(person)],
            "ladder": [asdict(row) for row in await self.list_ladder(person)],
        }

    async def list_ladder(self, person: str) -> list[LadderRow]:
        """Return a person's strength by places after each of their games, the oldest first."""
        query = select(*columns_of(LadderRow, _ladder)).where(_ladder.person == person)
        return await self._store.read_as(LadderRow, query.order_by(_ladder.game, _ladder.number))

    # --- luck ---------------------------------------------------------------------------------------------------------

    async def list_unrated(self, most: int) -> list[tuple[str, int]]:
        """Return the latest games of people whose luck is not computed yet, by table and first seq.

        Their tables still exist.
        """
        table_exists = exists().where(schema.tables.c.code == _results.table)
        query = (
            select(_results.table, _results.first)
            .where(_IS_UNRATED, table_exists)
            .group_by(_results.table, _results.first)
            .order_by(func.max(_results.time).desc(), _results.table, _results.first)
            .limit(most)
        )
        return [(row.table, row.first) for row in await self._store.read(query)]

    async def find_unrated(self, table: str, first: int) -> UnratedGame | None:
        """Return a game if the luck of people in it is not computed yet, otherwise None."""
        query = select(_results.seat).where(_results.table == table, _results.first == first, _IS_UNRATED)
        seats = tuple(sorted(row.seat for row in await self._store.read(query)))
        return UnratedGame(table, first, seats) if seats else None

    async def store_luck(self, game: UnratedGame, luck: Mapping[int, float], engine: str) -> None:
        """Store the luck of the seats of a game, and update the ratings of the people in it.

        Luck that another process has stored stays. Seats without luck are marked as results that cannot be rated.

        :raises StoreError: if it cannot be stored.
        """
        same = _results.table == game.table, _results.first == game.first
        statements: list[Statement] = [
            update(schema.results)
            .where(*same, _results.seat == seat, _results.engine.is_(None))
            .values(luck=luck.get(seat), engine=engine)
            for seat in game.seats
        ]
        await self._store.write(*statements)
        kinds = select(_results.person, _results.game, _results.options)
        for row in await self._store.read(kinds.where(*same, _results.person != "", _results.seat.in_(luck))):
            await self.update_rating(row.person, row.game, row.options)

    # --- ratings ------------------------------------------------------------------------------------------------------

    async def list_outdated(self) -> list[tuple[str, str, str]]:
        """Return the people, games and option sets whose rating does not contain all results that count."""
        key = _results.person, _results.game, _results.options
        rated = and_(
            _ratings.person == _results.person, _ratings.game == _results.game, _ratings.options == _results.options
        )
        games, counted = func.max(_ratings.games), func.count()
        query = (
            select(*key)
            .select_from(schema.results.outerjoin(schema.ratings, rated))
            .where(_COUNTS, _results.person != "")
            .group_by(*key)
            .having(or_(games.is_(None), and_(games != counted, games < MAX_GAMES)))
        )
        return [(row.person, row.game, row.options) for row in await self._store.read(query)]

    async def update_rating(self, person: str, game: str, options: str) -> None:
        """Store the rating that follows from a person's results.

        Another process may add a result at the same time. The results are therefore read again after each write, until
        they are the same: so the last write is always computed from all results.

        :raises StoreError: if it cannot be stored.
        """
        results = await self.list_results(person, game, options)
        while results:
            last = results[-1].estimate
            row = {"games": last.games, "mean": last.mean, "error": last.error}
            theirs = _ratings.person == person, _ratings.game == game, _ratings.options == options
            if not await self._store.write(update(schema.ratings).where(*theirs).values(row)):
                # Conflicts if the other process stored its row first, or if the person was erased.
                with suppress(Conflict):
                    key = {"person": person, "game": game, "options": options}
                    await self._store.write((insert(schema.ratings), [key | row]))
            before, results = results, await self.list_results(person, game, options)
            if results == before:
                return

    # --- ladder -------------------------------------------------------------------------------------------------------

    async def add_to_ladder(self, table: str, first: int) -> None:
        """Update the strengths of the people in a finished game by their places, once.

        Only people whose results are ranked take part, and only if there are at least two of them.

        :raises StoreError: if they cannot be stored.
        :raises Conflict: if other games of these people were stored first at every attempt.
        :raises BadSetup: if OpenSkill is not installed.
        """
        who = select(_results.person, _results.game, _results.score).where(
            _results.table == table, _results.first == first, _results.ranked, _results.person != ""
        )
        for _ in range(ATTEMPTS):
            rows = await self._store.read(who.order_by(_results.seat))
            if not 1 < len(rows) <= MAX_RECORD_SEATS:
                return
            persons, game = [row.person for row in rows], str(rows[0].game)
            taken = places([row.score for row in rows])
            done = select(_ladder.person).where(_ladder.table == table, _ladder.first == first).limit(1)
            if await self._store.read(done):
                return
            before = await self._latest(persons, game)
            latest = [before.get(person) for person in persons]
            after = rate([NEWCOMER if row is None else row.strength for row in latest], taken)
            additions = [
                {"person": person, "game": game, "number": 1 if row is None else row.number + 1}
                | {"table": table, "first": first, "place": place, "mu": strength.mu, "sigma": strength.sigma}
                for person, row, place, strength in zip(persons, latest, taken, after, strict=True)
            ]
            # Another process may have added this game, or another game of one of these people.
            with suppress(Conflict):
                await self._store.write((insert(schema.ladder), additions))
                return
        raise Conflict

    async def _latest(self, persons: Collection[str], game: str) -> dict[str, LadderRow]:
        """Return the latest strength of each of these people, except people without one."""
        theirs = _ladder.person.in_(persons), _ladder.game == game
        newest = select(_ladder.person, func.max(_ladder.number).label("number")).where(*theirs)
        latest = newest.group_by(_ladder.person).subquery()
        query = select(_ladder.person, *columns_of(LadderRow, _ladder)).where(*theirs)
        query = query.join(latest, and_(_ladder.person == latest.c.person, _ladder.number == latest.c.number))
        return {row.person: LadderRow(*row[1:]) for row in await self._store.read(query)}
