"""Export of all data stored about a person."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

from knobel.presentation.json import encode
from knobel.presentation.time_slices import TimeSlices
from knobel.server.people.accounts import Account, AccountRegistry
from knobel.server.people.reports.store import ReportStore
from knobel.server.people.store import PastResult, PeopleStore

Section: TypeAlias = Callable[[str], Awaitable[dict[str, Any]]]
"""Returns a domain's data about the person with an id, by the name under which it is exported."""
Games: TypeAlias = Callable[[Account, Sequence[PastResult]], AsyncIterator[dict[str, Any]]]
"""Yields a person's games at tables as records; their results are given."""


@dataclass(slots=True, frozen=True, eq=False)
class PersonalExport:
    """Exports the data that all domains store about a person.

    Chat messages are included only if they are stored, as at tables over days.
    """

    _accounts: AccountRegistry
    _people_store: PeopleStore
    _report_store: ReportStore
    _time_slices: TimeSlices
    _sections: Sequence[Section]
    """One of each domain above this one."""
    _games: Games

    async def cost(self, account: Account) -> int:
        """Return the cost of an export: one for each table to read, and one for the rest."""
        return 1 + await self._people_store.count_tables(account.id)

    async def pieces(self, account: Account) -> AsyncIterator[bytes]:
        """Yield one JSON object in pieces."""
        results = await self._people_store.results(account.id)
        person: dict[str, Any] = {
            "person": {"id": account.id, "name": account.name},
            "devices": [
                {"browser": device.browser, "added": device.added, "seen": device.seen}
                for device in await self._accounts.devices(account)
            ],
            "blocked": [{"id": person, "name": name} for person, name in account.blocked.items()],
            "bots": [asdict(bot) for bot in await self._accounts.bots(account)],
            "reports": [
                {"time": report.time, "name": report.name, "text": report.text, "answer": report.answer}
                for report in await self._report_store.list_by_reporter(account.id)
            ],
        }
        yield encode(person)[:-1]
        for section in self._sections:
            for name, data in (await section(account.id)).items():
                yield b',"%s":%s' % (name.encode(), encode(data))
        async for piece in _list("results", self._time_slices.through(asdict(result) for result in results)):
            yield piece
        games = ([game] async for game in self._games(account, results))
        async for piece in _list("games", games):
            yield piece
        yield b"}\n"


async def _list(name: str, parts: AsyncIterator[list[dict[str, Any]]]) -> AsyncIterator[bytes]:
    """Yield a member of a JSON object that is a list, an item on each line."""
    yield b',"%s":[' % name.encode()
    between = b"\n"
    async for part in parts:
        for item in part:
            yield between + encode(item)
            between = b",\n"
    yield b"]"
