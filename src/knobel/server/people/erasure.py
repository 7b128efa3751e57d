"""Erasure of a person: their data is deleted, and their name is removed from the tables' logs."""

from dataclasses import dataclass
from typing import Protocol

from knobel.server.options import ServerOptions
from knobel.server.people.account_updates import AccountUpdates
from knobel.server.people.accounts import Account, AccountRegistry
from knobel.server.people.reports.store import ReportStore
from knobel.tables.name_erasure import ERASED_NAME


class ErasureAtTables(Protocol):
    """The part of an erasure that concerns tables."""

    async def erase(self, account: Account) -> None:
        """Free a person's seats, and remove their name from the logs of their tables."""


@dataclass(slots=True, frozen=True, eq=False)
class PersonErasure:
    """Erases people and their personal bots."""

    _accounts: AccountRegistry
    _updates: AccountUpdates
    _report_store: ReportStore
    _tables: ErasureAtTables
    _options: ServerOptions

    async def erase(self, account: Account) -> None:
        """Delete the data of a person and of their personal bots. The games at tables stay, without the person's name.

        :raises Refused: `storage`.
        :raises StoreError: if the database cannot be written; the person is then not deleted.
        """
        for bot in await self._accounts.bots(account):
            await self.erase(await self._accounts.personal_bot(account, bot.id))
        await self._tables.erase(account)
        await self._report_store.forget(account.id)
        await self._accounts.forget(account, name=ERASED_NAME if self._options.keep_results else None)
        self._updates.follow_erasure(account)
        # The person may have taken another seat before the deletion, and others may have reported messages.
        await self._tables.erase(account)
        await self._report_store.forget(account.id)
