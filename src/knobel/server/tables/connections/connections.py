"""The connections to this process, and the list of people that is sent to those in the lobby."""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from knobel.presentation import messages
from knobel.presentation.json import encode
from knobel.server.people.accounts import Account, AccountRegistry
from knobel.server.people.chat import Chat
from knobel.server.people.connection import Connection
from knobel.server.people.reports.service import Reports
from knobel.server.people.sync import PeopleSync
from knobel.server.runtime.debounce import Debounce
from knobel.server.tables.live.lobby import Lobby
from knobel.server.tables.live.room import Room
from knobel.server.tables.live.subscriptions import TableConnection


def _send_earlier(connection: Connection, chats: Iterable[messages.Chat], read_until: int | None = None) -> None:
    """Send earlier messages. Those after `read_until` (ms) are new to the person: they could not see them before."""
    for chat in chats:
        is_new = read_until is not None and chat.time > read_until and chat.sender.id != connection.account.id
        connection.send(chat if is_new else replace(chat, earlier=True))


class Connections:
    """Registers connections to tables and to the lobby."""

    def __init__(
        self,
        rooms: Mapping[str, Room],
        lobby: Lobby,
        accounts: AccountRegistry,
        chat: Chat,
        reports: Reports,
        people_sync: PeopleSync,
    ) -> None:
        self._rooms, self._lobby, self._accounts = rooms, lobby, accounts
        self._chat, self._reports, self._people_sync = chat, reports, people_sync
        self._people_list = Debounce(self._send_people)
        lobby.on_tables_changed = people_sync.on_people_changed = self.people_changed

    def all(self) -> list[Connection]:
        at_tables = (connection for room in self._rooms.values() for connection in room.presence.connections)
        return [*self._lobby.connections, *at_tables]

    def of(self, account: Account) -> list[Connection]:
        """Return a person's connections to this process."""
        return [connection for connection in self.all() if connection.account is account]

    def enter_table(self, connection: TableConnection, room: Room, read_until: int | None) -> None:
        """Register a new connection to a table.

        :param read_until: the time (ms) until which the person has read the chat of a table over days.
        """
        self._add_person(connection, room.log.code)
        room.add_connection(connection)
        if not room.log.head.chat_hidden and connection.account.owner is None:
            _send_earlier(connection, self._chat.visible_at(room.log.code, connection.account), read_until)

    def leave_table(self, connection: TableConnection, room: Room) -> None:
        room.remove_connection(connection)
        self._remove_person(connection)

    def enter_lobby(self, connection: Connection) -> None:
        self._add_person(connection)
        self._lobby.add_connection(connection)

    def leave_lobby(self, connection: Connection) -> None:
        self._lobby.remove_connection(connection)
        self._remove_person(connection)

    def _add_person(self, connection: Connection, code: str = "") -> None:
        account = connection.account
        self._accounts.add_connection(account)
        self._people_sync.add_connection(connection, code)
        if account.owner is not None:
            return
        self._reports.pop_answers(account)
        _send_earlier(connection, self._chat.visible_to(account))
        self.people_changed()

    def _remove_person(self, connection: Connection) -> None:
        self._accounts.remove_connection(connection.account)
        self._people_sync.remove_connection(connection)
        self.people_changed()

    def reauthenticate(self, account: Account) -> None:
        """Close a person's connections, so that the clients reconnect and authenticate again."""
        for connection in self.of(account):
            connection.close(1012, "authenticate again")

    def people_changed(self) -> None:
        """Schedule an update of the list of people, after a person connected, left or was renamed."""
        self._people_list.schedule(self._accounts.list_interval_s)

    def _send_people(self) -> None:
        # Only the lobby shows the list. Its size grows with the number of people, so it is not sent to all of them.
        if self._lobby.connections:
            data = self._people_json()
            for connection in self._lobby.connections:
                connection.send_encoded(data)

    def _people_json(self) -> bytes:
        # The code of a private table gives access to it, so it is not sent.
        public = self._lobby.public_tables()
        tables = {
            person: code if code in public else "" for person, code in self._people_sync.locations.items() if code
        } | {
            person: room.log.code if room.log.snapshot.state.settings.public else ""
            for room in self._rooms.values()
            for person in room.presence.present
        }
        return encode(
            messages.People(
                people=[
                    messages.Person(id=account.id, name=account.name, table=tables.get(account.id))
                    for account in self._accounts.connected()
                    if account.owner is None
                ]
            )
        )
