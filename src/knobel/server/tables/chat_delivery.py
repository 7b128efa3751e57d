"""Delivery of chat messages to connections, on this process and on others."""

import secrets
from collections.abc import Mapping

from knobel.presentation import messages
from knobel.presentation.json import encode
from knobel.server.cluster import broker
from knobel.server.peers import Peers
from knobel.server.people.accounts import Account, AccountRegistry
from knobel.server.people.chat import Chat
from knobel.server.tables.connections import Connections
from knobel.server.tables.room import Room
from knobel.tables.access import check_may_chat


class ChatDelivery:
    """Delivers chat messages to the connections that may receive them."""

    def __init__(
        self, chat: Chat, people: AccountRegistry, rooms: Mapping[str, Room], connections: Connections, peers: Peers
    ) -> None:
        self._chat, self._people, self._rooms = chat, people, rooms
        self._connections, self._peers = connections, peers

    def say(self, account: Account, room: Room | None, say: messages.Say) -> None:
        """Deliver a person's message to its receivers on all processes.

        :raises Refused: `empty_text`, `too_large`, `rate_limited`, `not_here`, `chat_hidden`, `muted`.
        """
        if room is not None:
            check_may_chat(room.live.head, account.id)
        code = None if room is None else room.live.code
        chat = self._chat.say(account, say, code)
        if chat is not None:
            self._peers.announce_chat(chat, say.id, code)
            self._deliver(chat, room)

    def announce(self, text: str) -> None:
        """Send a notice of the operator to all connected people, and to people who connect later.

        :raises Refused: `empty_text`, `too_large`.
        """
        chat, number = self._chat.announce(text), secrets.token_hex(8)
        self.receive(chat, number, None)
        self._peers.announce_chat(chat, number, None)

    def receive(self, chat: messages.Chat, number: str, table: str | None) -> None:
        """Deliver a message that arrived from another process."""
        if self._chat.receive(chat, number, table):
            self._deliver(chat, self._rooms.get(table or ""))

    def recent(self, to: str) -> broker.RecentChat:
        """Return the recent messages for the process `to`, which has just started."""
        people = [account.id for account in self._people.connected()]
        return broker.RecentChat(to, *self._chat.recent(people, self._rooms))

    def merge_recent(self, recent: broker.RecentChat) -> None:
        """Take over the recent messages of a process that has run for longer."""
        self._chat.merge_recent((recent.public, recent.private, recent.tables))

    def delete_person(self, person: str) -> None:
        """Delete a person's messages from memory."""
        self._chat.delete_person(person)

    def _deliver(self, chat: messages.Chat, room: Room | None) -> None:
        sender, receivers = chat.sender.id, self._connections.all()
        if chat.to == "table":
            receivers = [] if room is None else list(room.presence.connections)
        elif chat.to != "all":
            receivers = [connection for connection in receivers if connection.account.id in (chat.to, sender)]
        data = encode(chat)
        for connection in receivers:
            if connection.account.owner is None and sender not in connection.account.blocked:
                connection.send_encoded(data)
