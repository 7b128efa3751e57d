"""The reports in the database."""

from dataclasses import asdict, dataclass

from sqlalchemy import delete, insert, select, update

from knobel.server import rows
from knobel.server.store import Store


@dataclass(slots=True, frozen=True)
class Report:
    """Somebody's report of a person; if it is about words, these are `said`; `context` is what was heard (JSON)."""

    time: int
    reporter: str
    reporter_name: str
    person: str
    name: str
    table: str | None
    text: str
    said: str | None
    context: str


@dataclass(slots=True, frozen=True)
class Filed(Report):
    """A report under its number, with its answer if it has one."""

    number: int
    answer: str | None


@dataclass(slots=True, frozen=True)
class Answer:
    """What a reporter is answered."""

    number: int
    reporter: str
    text: str


_filed = select(*(rows.reports.c[name] for name in (*Report.__slots__, *Filed.__slots__)))


class Docket:
    """The reports, and what came of them."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def add(self, report: Report) -> None:
        """Store a new report."""
        await self._store.write((insert(rows.reports), [asdict(report) | {"told": False}]))

    async def latest(self, most: int, *, answered: bool) -> list[Filed]:
        """The latest reports, the newest first: those without an answer, or all."""
        query = _filed.order_by(rows.reports.c.number.desc()).limit(most)
        open_ones = query.where(rows.reports.c.answer.is_(None))
        return [Filed(*row) for row in await self._store.read(query if answered else open_ones)]

    async def by(self, person: str) -> list[Filed]:
        """What a person has reported, the oldest first."""
        query = _filed.where(rows.reports.c.reporter == person).order_by(rows.reports.c.number)
        return [Filed(*row) for row in await self._store.read(query)]

    async def answer(self, number: int, text: str) -> Answer | None:
        """Answer a report; None if there is none of this number."""
        c = rows.reports.c
        found = await self._store.read(select(c.reporter).where(c.number == number))
        if not found:
            return None
        answered = update(rows.reports).where(c.number == number).values(answer=text, told=False)
        await self._store.write((answered, []))
        return Answer(number, found[0].reporter, text)

    async def untold(self) -> list[Answer]:
        """The answers that their reporters have not read, the oldest first."""
        c = rows.reports.c
        query = select(c.number, c.reporter, c.answer).where(c.answer.is_not(None), ~c.told).order_by(c.number)
        return [Answer(*row) for row in await self._store.read(query)]

    async def told(self, number: int) -> None:
        """The reporter has read the answer."""
        await self._store.write((update(rows.reports).where(rows.reports.c.number == number).values(told=True), []))

    async def forget(self, person: str) -> None:
        """Delete what a person has reported."""
        await self._store.write((delete(rows.reports).where(rows.reports.c.reporter == person), []))
