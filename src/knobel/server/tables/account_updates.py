"""Changes of accounts that connections and tables must follow."""

from collections.abc import Mapping

from knobel.server.limits.write_budget import WriteBudget
from knobel.server.peers import Peers
from knobel.server.people.accounts import Account, People
from knobel.server.people.reports.service import Reports
from knobel.server.people.store import PeopleStore
from knobel.server.runtime.token_bucket import RateLimiter
from knobel.server.tables.connections import Connections
from knobel.server.tables.room import Room
from knobel.tables.refusals import Refused, TableReason


class AccountUpdates:
    """Renames people and signs them out, on all processes."""

    def __init__(
        self,
        people: People,
        people_store: PeopleStore,
        rooms: Mapping[str, Room],
        connections: Connections,
        reports: Reports,
        peers: Peers,
        budget: WriteBudget,
    ) -> None:
        self._people, self._people_store, self._rooms = people, people_store, rooms
        self._connections, self._reports, self._peers, self._budget = connections, reports, peers, budget
        self._renames = RateLimiter(20, 1 / 60)

    async def rename(self, account: Account, name: str) -> None:
        """Rename a person on the server and at all their tables.

        :raises Refused: the reasons of `tables.names.clean`; `name_taken`; `rate_limited`, because each table of the
            person stores the name.
        """
        self._budget.check()
        if not self._renames.take(account.id):
            raise Refused(TableReason.RATE_LIMITED, "too many name changes in a short time: try again later")
        await self._people.rename(account, name)
        self._peers.announce_account_change(account)
        await self.apply_rename(account)

    async def apply_rename(self, account: Account) -> None:
        """Update the tables and the list of people after a person was renamed."""
        for room in list(self._rooms.values()):
            await room.rename(account)
        self._connections.people_changed()

    async def sign_out(self, person: str) -> None:
        """Sign out all devices of a person.

        :raises StoreError: if the database cannot be written.
        """
        for device in await self._people_store.devices(person):
            await self._people.remove_device(device.hash)
        account = self._people.find_connected(person)
        if account is not None:
            self._peers.announce_account_change(account)
            self._connections.reauthenticate(account)

    def send_answers(self, person: str) -> None:
        """Send a person the answers to their reports, if they are connected."""
        account = self._people.find_connected(person)
        if account is None:
            return
        chats = self._reports.pop_answers(account)
        for connection in self._connections.of(account):
            for chat in chats:
                connection.send(chat)
