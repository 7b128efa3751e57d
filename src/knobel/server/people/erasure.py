"""Erasure of a person: their data is deleted, and their name is removed from the tables' logs."""

from collections.abc import Awaitable, Callable

from knobel.server.people.account_updates import AccountUpdates
from knobel.server.people.accounts import Account, AccountRegistry
from knobel.server.people.reports.store import ReportStore
from knobel.tables.name_erasure import ERASED_NAME


class PersonErasure:
    """Erases people and their custom bots."""

    def __init__(
        self,
        accounts: AccountRegistry,
        updates: AccountUpdates,
        report_store: ReportStore,
        erase_at_tables: Callable[[Account], Awaitable[None]],
        *,
        keep_results: bool,
    ) -> None:
        """`erase_at_tables` frees a person's seats and removes their name from the logs of their tables.

        :param keep_results: keep the results of erased people without their names.
        """
        self._accounts, self._updates, self._report_store = accounts, updates, report_store
        self._erase_at_tables, self._keep_results = erase_at_tables, keep_results

    async def erase(self, account: Account) -> None:
        """Delete the data of a person and of their custom bots. The games at tables stay, without the person's name.

        :raises Refused: `storage`.
        :raises StoreError: if the database cannot be written; the person is then not deleted.
        """
        for bot in await self._accounts.bots(account):
            await self.erase(await self._accounts.own_bot(account, bot.id))
        await self._erase_at_tables(account)
        await self._report_store.forget(account.id)
        await self._accounts.forget(account, name=ERASED_NAME if self._keep_results else None)
        self._updates.follow_erasure(account)
        # The person may have taken another seat before the deletion, and others may have reported messages.
        await self._erase_at_tables(account)
        await self._report_store.forget(account.id)
