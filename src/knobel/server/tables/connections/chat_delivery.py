"""Delivery of chat messages to connections, on this process and on others."""

import secrets
from collections.abc import Mapping

from knobel.presentation import messages
from knobel.presentation.json import encode
from knobel.server.cluster.membership import Membership
from knobel.server.people.accounts import Account, AccountRegistry
from knobel.server.people.chat import Chat
from knobel.server.people.chat_notes import ChatSent, RecentChat
from knobel.server.people.companions.store import CompanionStore
from knobel.server.tables.connections.connections import Connections
from knobel.server.tables.live.room import Room
from knobel.server.tables.slow.store import SlowTableStore
from knobel.tables.access import check_may_chat
from knobel.tables.refusals import Refused, TableReason


class ChatDelivery:
    """Delivers chat messages to the connections that may receive them."""

    def __init__(
        self,
        chat: Chat,
        people: AccountRegistry,
        rooms: Mapping[str, Room],
        connections: Connections,
        companions: CompanionStore,
        membership: Membership,
        slow_tables: SlowTableStore,
    ) -> None:
        self._slow_tables = slow_tables
        self._chat, self._people, self._rooms, self._companions = chat, people, rooms, companions
        self._connections, self._notes = connections, membership.notes
        self._notes.on(ChatSent, lambda note: self._receive(note.chat, note.id, note.table))
        self._notes.on(RecentChat, self._merge_recent)
        membership.on_arrival(lambda process: self._notes.send(self._recent(), process))

    async def say(self, account: Account, room: Room | None, say: messages.Say) -> None:
        """Deliver a person's message to its receivers on all processes.

        :raises Refused: `empty_text`, `too_large`, `rate_limited`, `not_here`, `chat_hidden`, `muted`.
        :raises StoreError: if the message cannot be stored.
        """
        if room is not None:
            check_may_chat(room.log.head, account.id)
        code = None if room is None else room.log.code
        chat = self._chat.say(account, say, code)
        if chat is None:
            return
        if room is not None and chat.to == "table" and room.log.head.settings.days is not None:
            # The others read it when they come.
            await self._slow_tables.add_chat(room.log.code, account.id, chat.text, chat.time)
        self._notes.send(ChatSent(chat, say.id, code))
        self._deliver(chat, room)

    async def invite(self, account: Account, room: Room, invite: messages.Invite) -> None:
        """Deliver an invitation to a table to a person whom the sender knows, now or when the person connects.

        :raises Refused: `not_found` if they neither finished a game together nor are in one group, or if one blocks the
            other; `rate_limited`.
        """
        if not await self._companions.know_each_other(account.id, invite.person):
            raise Refused(TableReason.NOT_FOUND, "you have not played with this person, and are in no group together")
        table = room.log.head
        link = f"{room.log.code}-{table.key}" if table.key else room.log.code
        chat = self._chat.invite(account, invite, link, table.settings)
        if chat is not None:
            self._notes.send(ChatSent(chat, invite.id, None))
            self._deliver(chat, None)

    def announce(self, text: str) -> None:
        """Send a notice of the operator to all connected people, and to people who connect later.

        :raises Refused: `empty_text`, `too_large`.
        """
        chat, number = self._chat.announce(text), secrets.token_hex(8)
        self._receive(chat, number, None)
        self._notes.send(ChatSent(chat, number, None))

    def _receive(self, chat: messages.Chat, number: str, table: str | None) -> None:
        """Deliver a message that arrived from another process."""
        if self._chat.receive(chat, number, table):
            self._deliver(chat, self._rooms.get(table or ""))

    def _recent(self) -> RecentChat:
        """Return the recent messages for a process that may have missed them."""
        people = [account.id for account in self._people.connected()]
        return RecentChat(*self._chat.recent(people, self._rooms))

    def _merge_recent(self, recent: RecentChat) -> None:
        """Take over the messages of another process that were missed here, and deliver them."""
        for chat, table in self._chat.merge_recent((recent.public, recent.private, recent.tables)):
            self._deliver(chat, self._rooms.get(table))

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
