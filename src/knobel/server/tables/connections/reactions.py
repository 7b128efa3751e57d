"""Quick reactions at a table: sent once to the connected people, on all processes, and never stored."""

from collections import deque
from collections.abc import Mapping

from knobel.presentation import messages
from knobel.presentation.command_limits import REACTION_RATE
from knobel.presentation.json import encode
from knobel.server.cluster.notes import Note, Notes
from knobel.server.limits.action_limit import ActionLimit
from knobel.server.people.accounts import Account
from knobel.server.tables.live.room import Room
from knobel.server.tables.slow.reaction_notices import ReactionNotices
from knobel.tables.access import check_may_chat

MAX_ACCEPTED_IDS = 2000
"""Ids of commands that are remembered, so that a repeated command is not shown twice."""


class ReactionSent(Note, frozen=True):
    """A person at the table with the code `table` reacted, by the command `id`."""

    reaction: messages.Reaction
    id: str
    table: str


class Reactions:
    """Delivers reactions to the connections at a table, under the rules and limits of its chat."""

    def __init__(self, rooms: Mapping[str, Room], notes: Notes, notices: ReactionNotices) -> None:
        self._rooms, self._notes, self._notices = rooms, notes, notices
        notes.on(ReactionSent, self._receive)
        self._limit = ActionLimit(*REACTION_RATE, "too many reactions in a short time: try again later")
        self._accepted_ids: deque[tuple[str, str]] = deque(maxlen=MAX_ACCEPTED_IDS)

    def react(self, account: Account, room: Room, react: messages.React) -> None:
        """Deliver a person's reaction to the others at the table on all processes.

        :raises Refused: `chat_hidden`, `muted`, `rate_limited`.
        """
        check_may_chat(room.log.head, account.id)
        if (account.id, react.id) in self._accepted_ids:
            return
        self._limit.check(account.id)
        sender = messages.Person(id=account.id, name=account.name)
        sent = ReactionSent(messages.Reaction(sender=sender, reaction=react.reaction), react.id, room.log.code)
        self._receive(sent)
        self._notices.reacted(account, room)
        # Notes wait while there is no connection, and a late reaction would be to something else.
        if self._notes.connected:
            self._notes.send(sent)

    def _receive(self, sent: ReactionSent) -> None:
        """Deliver a reaction of this or another process, once."""
        sender, room = sent.reaction.sender.id, self._rooms.get(sent.table)
        if (sender, sent.id) in self._accepted_ids:
            return
        self._accepted_ids.append((sender, sent.id))
        data = encode(sent.reaction)
        for connection in () if room is None else tuple(room.presence.connections):
            if connection.account.owner is None and sender not in connection.account.blocked:
                connection.send_encoded(data)
