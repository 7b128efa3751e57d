"""Storage of abuse reports in the database."""

from dataclasses import asdict, dataclass
from typing import Any

import msgspec
from sqlalchemy import delete, insert, select, update

from knobel.presentation.json import encode
from knobel.presentation.messages import Chat
from knobel.server.database import schema
from knobel.server.database.store import DomainStore

STEP = 20
"""Number of reports that are changed together, because other work waits for it."""

_context_decoder = msgspec.json.Decoder(list[Chat])


@dataclass(slots=True, frozen=True)
class Report:
    """A report of a person: `said` is the reported chat message, if any; `context` the chat around it (JSON)."""

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
class FiledReport(Report):
    """A stored report with its number, and its answer if it has one."""

    number: int
    answer: str | None


@dataclass(slots=True, frozen=True)
class Answer:
    """The operator's answer to a report."""

    number: int
    reporter: str
    text: str


_filed = select(*(schema.reports.c[name] for name in (*Report.__slots__, *FiledReport.__slots__)))


def _without(person: str, row: Any) -> dict[str, str]:
    """Return the context of a report without the messages of a person and those to them."""
    kept = [chat for chat in _context_decoder.decode(row.context) if person not in (chat.sender.id, chat.to)]
    return {"context": encode(kept).decode()}


class ReportStore(DomainStore):
    """The repository of reports and answers."""

    async def add(self, report: Report) -> None:
        await self._store.write((insert(schema.reports), [asdict(report) | {"told": False}]))

    async def list_latest(self, most: int, *, answered: bool) -> list[FiledReport]:
        """Return the latest reports, the newest first: the unanswered ones, or all if `answered` is true."""
        query = _filed.order_by(schema.reports.c.number.desc()).limit(most)
        open_ones = query.where(schema.reports.c.answer.is_(None))
        return await self._store.read_as(FiledReport, query if answered else open_ones)

    async def list_by_reporter(self, person: str) -> list[FiledReport]:
        """Return the reports that a person has made, the oldest first."""
        query = _filed.where(schema.reports.c.reporter == person).order_by(schema.reports.c.number)
        return await self._store.read_as(FiledReport, query)

    async def answer(self, number: int, text: str) -> Answer | None:
        """Store and return the answer to a report; None if there is no report with this number."""
        c = schema.reports.c
        found = await self._store.read(select(c.reporter).where(c.number == number))
        if not found:
            return None
        answered = update(schema.reports).where(c.number == number).values(answer=text, told=False)
        await self._store.write(answered)
        return Answer(number, found[0].reporter, text)

    async def undelivered(self) -> list[Answer]:
        """Return the answers that have not been delivered to their reporters, the oldest first."""
        c = schema.reports.c
        query = select(c.number, c.reporter, c.answer).where(c.answer.is_not(None), ~c.told).order_by(c.number)
        return await self._store.read_as(Answer, query)

    async def mark_delivered(self, number: int) -> None:
        await self._store.write(update(schema.reports).where(schema.reports.c.number == number).values(told=True))

    async def forget(self, person: str) -> None:
        """Delete the reports that a person has made, and their messages from the context of reports between others.

        Reports by others about the person are kept.
        """
        c = schema.reports.c
        await self._store.write(delete(schema.reports).where(c.reporter == person))
        others = (
            select(c.number, c.context)
            .where(c.context.contains(f'"{person}"'), c.reporter != person, c.person != person)
            .order_by(c.number)
            .limit(STEP)
        )
        # Changed rows do not match any more, except if the person is only named in the text of a message.
        last = 0
        while rows := await self._store.read(others.where(c.number > last)):
            await self._store.write(
                *(update(schema.reports).where(c.number == row.number).values(_without(person, row)) for row in rows)
            )
            last = rows[-1].number
