"""Export of all data stored about a person."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

from knobel.presentation.json import encode
from knobel.server.people.accounts import Account, AccountRegistry
from knobel.server.people.reports.store import ReportStore
from knobel.server.people.store import PastResult, PeopleStore

Section: TypeAlias = Callable[[str], Awaitable[dict[str, Any]]]
"""Returns a domain's data about the person with an id, by the name under which it is exported."""
Games: TypeAlias = Callable[[Account, Sequence[PastResult]], AsyncIterator[dict[str, Any]]]
"""Yields a person's games at tables as records; their results are given."""


@dataclass(slots=True, frozen=True, eq=False)
class PersonalExport:
    """Exports what all domains store about a person.

    Chat messages are included only if they are stored: those at tables over days.
    """

    _accounts: AccountRegistry
    _people_store: PeopleStore
    _report_store: ReportStore
    _sections: Sequence[Section]
    """One of each domain above this one."""
    _games: Games

    async def pieces(self, account: Account) -> AsyncIterator[bytes]:
        """Yield one JSON object in pieces."""
        results = await self._people_store.results(account.id)
        person = {
            "person": {"id": account.id, "name": account.name},
            "devices": [
                {"browser": device.browser, "added": device.added, "seen": device.seen}
                for device in await self._accounts.devices(account)
            ],
            "blocked": [{"id": person, "name": name} for person, name in account.blocked.items()],
            "bots": [asdict(bot) for bot in await self._accounts.bots(account)],
            "results": [asdict(result) for result in results],
            "reports": [
                {"time": report.time, "name": report.name, "text": report.text, "answer": report.answer}
                for report in await self._report_store.list_by_reporter(account.id)
            ],
        }
        for section in self._sections:
            person |= await section(account.id)
        yield encode(person)[:-1] + b',"games":['
        between = b"\n"
        async for game in self._games(account, results):
            yield between + encode(game)
            between = b",\n"
        yield b"]}\n"
