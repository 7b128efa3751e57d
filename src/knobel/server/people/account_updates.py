"""Changes of accounts that connections, tables and the other processes must follow."""

from collections.abc import Sequence
from typing import Protocol

from knobel.presentation.http_messages import SeatedAt
from knobel.server.limits.action_limit import ActionLimit
from knobel.server.limits.write_budget import WriteBudget
from knobel.server.people.accounts import Account, AccountRegistry
from knobel.server.people.chat import Chat
from knobel.server.people.connection import Connection
from knobel.server.people.reports.service import Reports
from knobel.server.people.store import PeopleStore
from knobel.server.people.sync import PeopleSync


class LocalConnections(Protocol):
    def of(self, account: Account) -> Sequence[Connection]:
        """Return a person's connections."""

    def reauthenticate(self, account: Account) -> None:
        """Close a person's connections, so that the clients reconnect and authenticate again."""

    def people_changed(self) -> None:
        """Schedule an update of the list of people."""


class LocalTables(Protocol):
    """The tables in the memory of this process."""

    def seat_of(self, person: str) -> SeatedAt | None:
        """Return where a person has a seat at a live table; None if they have none."""

    async def rename(self, account: Account) -> None:
        """Rename a person at the tables."""


class AccountUpdates:
    """Renames people, changes their devices and signs them out, on all processes."""

    def __init__(
        self,
        accounts: AccountRegistry,
        people_store: PeopleStore,
        connections: LocalConnections,
        chat: Chat,
        reports: Reports,
        sync: PeopleSync,
        budget: WriteBudget,
        tables: LocalTables,
    ) -> None:
        self._accounts, self._people_store, self._connections = accounts, people_store, connections
        self._chat, self._reports, self._sync, self._budget = chat, reports, sync, budget
        self._tables = tables
        self._renames = ActionLimit(20, 1 / 60, "too many name changes in a short time: try again later")
        sync.on_account_changed = self._follow

    async def rename(self, account: Account, name: str) -> None:
        """Rename a person on the server and at all their tables.

        :raises Refused: the reasons of `tables.names.clean`; `name_taken`; `rate_limited`, because each table of the
            person stores the name.
        """
        self._budget.check()
        self._renames.check(account.id)
        await self._accounts.rename(account, name)
        self._sync.announce_account_change(account)
        await self._apply_rename(account)

    async def _apply_rename(self, account: Account) -> None:
        await self._tables.rename(account)
        self._connections.people_changed()

    async def _follow(self, account: Account, is_signed_out: bool, is_renamed: bool) -> None:
        """Follow a change by another process."""
        if is_renamed:
            await self._apply_rename(account)
        if is_signed_out:
            self._connections.reauthenticate(account)

    async def remove_device(self, account: Account, hashed: str) -> None:
        """Remove one of a person's devices."""
        await self._accounts.remove_device(hashed)
        self._sync.announce_account_change(account)
        self._connections.reauthenticate(account)

    async def follow_removals(self, account: Account) -> None:
        """Log out devices of a person that were removed from the database."""
        for change in await self._accounts.reload([account.id]):
            await self._follow(*change)
        self._sync.announce_account_change(account)

    async def block(self, account: Account, person: str) -> None:
        """Block a person: `account` no longer receives their messages."""
        await self._accounts.block(account, person)
        self._sync.announce_account_change(account)

    async def unblock(self, account: Account, person: str) -> None:
        await self._accounts.unblock(account, person)
        self._sync.announce_account_change(account)

    async def sign_out(self, person: str) -> None:
        for device in await self._people_store.devices(person):
            await self._accounts.remove_device(device.hash)
        account = self._accounts.find_connected(person)
        if account is not None:
            self._sync.announce_account_change(account)
            self._connections.reauthenticate(account)

    def follow_erasure(self, account: Account) -> None:
        """Delete the chat messages of an erased person, and close the person's connections, on all processes."""
        self._chat.erase_person(account.id)
        self._sync.announce_account_change(account)
        self._connections.reauthenticate(account)

    def send_answers(self, person: str) -> None:
        """Send a person the answers to their reports, if they are connected."""
        account = self._accounts.find_connected(person)
        if account is None:
            return
        chats = self._reports.pop_answers(account)
        for connection in self._connections.of(account):
            for chat in chats:
                connection.send(chat)
