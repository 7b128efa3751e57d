"""Synchronization of people between processes: their connections, and changes of their accounts."""

from collections.abc import Awaitable, Callable

from knobel.server.cluster.membership import Membership
from knobel.server.cluster.notes import Note
from knobel.server.people.accounts import Account, AccountRegistry
from knobel.server.people.connection import Connection
from knobel.server.runtime.debounce import do_nothing


class PeopleChanged(Note, frozen=True):
    """The people on the server, or their names, have changed."""


class AccountChanged(Note, frozen=True):
    """A person's name, devices or blocked people have changed, or the person was erased."""

    person: str


async def _ignore(_account: Account, _is_signed_out: bool, _is_renamed: bool) -> None:
    pass


class PeopleSync:
    """Keeps the people in memory up to date with the other processes."""

    def __init__(self, accounts: AccountRegistry, membership: Membership) -> None:
        self._accounts, self._membership = accounts, membership
        self.locations: dict[str, str] = {}
        """The code of the table of each person connected to another process (empty: in the lobby), by id."""
        self.on_people_changed: Callable[[], None] = do_nothing
        """Called after people connected to another process, left or were renamed there."""
        self.on_account_changed: Callable[[Account, bool, bool], Awaitable[None]] = _ignore
        """Called after another process removed a device of a person (second argument) or renamed them (third)."""
        self._people_reads = membership.batched(self._read_people, lambda: accounts.list_interval_s)
        self._account_reads = membership.batched(self._read_accounts)
        membership.notes.on(PeopleChanged, lambda _: self._people_reads.request(""))
        membership.notes.on(AccountChanged, lambda note: self._account_reads.request(note.person))
        membership.on_refresh(self._refresh)
        membership.connection_rows.on_written(self._announce_people)

    def add_connection(self, connection: Connection, table: str = "") -> None:
        """Tell the other processes of a new connection to this process, at a table or in the lobby."""
        account = connection.account
        self._membership.connection_rows.add(connection, account.id, account.name, account.owner, table)

    def remove_connection(self, connection: Connection) -> None:
        """Tell the other processes that a connection to this process has ended."""
        self._membership.connection_rows.remove(connection)

    def announce_account_change(self, account: Account) -> None:
        """Announce that this process changed the stored data of a person."""
        self._membership.connection_rows.rename(account.id, account.name)
        self._membership.notes.send(AccountChanged(account.id))

    async def _announce_people(self, _: set[str]) -> None:
        self._membership.notes.send(PeopleChanged())

    def _refresh(self) -> None:
        self._people_reads.request("")
        self._accounts.evict_absent()
        self._account_reads.request(*(account.id for account in self._accounts.connected()))

    async def _read_people(self, _: set[str]) -> None:
        found = await self._membership.process_store.remote_connections()
        locations = {row.person: row.table for row in found}
        remote = {row.person: Account(row.person, row.name, owner=row.owner) for row in found}
        moved, self.locations = locations != self.locations, locations
        if self._accounts.set_remote(remote) or moved:
            self.on_people_changed()

    async def _read_accounts(self, persons: set[str]) -> None:
        for account, is_signed_out, is_renamed in await self._accounts.reload(persons):
            await self.on_account_changed(account, is_signed_out, is_renamed)
