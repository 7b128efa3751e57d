"""Chat: public, at a table and private. Recent messages are kept in memory for people who connect later."""

from collections import OrderedDict, deque
from collections.abc import Iterable, Iterator

from knobel.clock import now_ms
from knobel.display_text import without_overrides
from knobel.presentation import messages
from knobel.server.cluster.notes import Notes
from knobel.server.limits.action_limit import ActionLimit
from knobel.server.people.accounts import Account, AccountRegistry
from knobel.server.people.chat_notes import ChatErased
from knobel.tables.refusals import Refused, TableReason
from knobel.tables.settings import Settings

HISTORY_LENGTH = 50
"""Messages kept of the public chat, of each table and of each person's private chat."""
MAX_PRIVATE = 2000
"""Maximum number of people whose private messages are kept."""
MAX_TABLES = 20_000
"""Maximum number of tables whose messages are kept."""
MAX_TEXT_LENGTH = 500
"""Characters of a message. The page's field has the same limit (`components/Chat.svelte`)."""

ChatHistory = tuple[list[messages.Chat], dict[str, list[messages.Chat]], dict[str, list[messages.Chat]]]
"""Recent messages: public, private by person id, and by table code."""

OPERATOR = messages.Person(id="", name="Knobel")
"""The sender of the operator's notices."""


class Chat:
    """The recent chat messages and the rate limits of chat."""

    def __init__(self, people: AccountRegistry, notes: Notes) -> None:
        self._people, self._notes = people, notes
        notes.on(ChatErased, lambda note: self._delete_person(note.person))
        self._limit = ActionLimit(8, 0.7, "too many messages in a short time: try again later")
        self._stranger_limit = ActionLimit(5, 0.05, "too many private messages to people who have not answered")
        """Limit of private messages to people who have not answered."""
        self._invitation_limit = ActionLimit(20, 0.05, "too many invitations in a short time: try again later")
        self._public: deque[messages.Chat] = deque(maxlen=HISTORY_LENGTH)
        self._private: OrderedDict[str, deque[messages.Chat]] = OrderedDict()
        """Messages by person id, the most recently used last."""
        self._by_table: OrderedDict[str, deque[messages.Chat]] = OrderedDict()
        self._accepted_ids: deque[tuple[str, str]] = deque(maxlen=40 * HISTORY_LENGTH)

    def say(self, account: Account, say: messages.Say, table: str | None) -> messages.Chat | None:
        """Store a person's message and return it; None if the same message was already accepted.

        :param table: the code of the table at which the sender is, if any.

        :raises Refused: `empty_text`, `too_large`, `rate_limited`, `not_here`.
        """
        if (account.id, say.id) in self._accepted_ids:
            return None
        text = _checked_text(say.text)
        self._limit.check(account.id)
        histories = self._receiving_histories(account, say.to, table)
        chat = messages.Chat(
            to=say.to, sender=messages.Person(id=account.id, name=account.name), text=text, time=now_ms()
        )
        for history in histories:
            history.append(chat)
        self._accepted_ids.append((account.id, say.id))
        return chat

    def invite(self, account: Account, invite: messages.Invite, link: str, settings: Settings) -> messages.Chat | None:
        """Store a person's invitation to a table and return it; None if the same invitation was already accepted.

        :raises Refused: `rate_limited`.
        """
        if (account.id, invite.id) in self._accepted_ids:
            return None
        self._invitation_limit.check(account.id)
        sender = messages.Person(id=account.id, name=account.name)
        chat = messages.Chat(
            to=invite.person,
            sender=sender,
            text=settings.game,
            time=now_ms(),
            invitation=link,
            over_days=settings.days is not None,
        )
        self.receive(chat, invite.id, None)
        return chat

    def announce(self, text: str) -> messages.Chat:
        """Return a public notice of the operator.

        :raises Refused: `empty_text`, `too_large`.
        """
        return messages.Chat(to="all", sender=OPERATOR, text=_checked_text(text), time=now_ms())

    def receive(self, chat: messages.Chat, number: str, table: str | None) -> bool:
        """Store a message that another process accepted; return True if it is new."""
        sender = chat.sender.id
        if (sender, number) in self._accepted_ids:
            return False
        self._accepted_ids.append((sender, number))
        for history in self._histories(sender, chat.to, table):
            history.append(chat)
        return True

    def _histories(self, sender: str, to: str, table: str | None) -> list[deque[messages.Chat]]:
        if to == "all":
            return [self._public]
        if to == "table":
            return [] if table is None else [self._table_history(table)]
        return [self._private_history(person) for person in {sender, to}]

    def _table_history(self, table: str) -> deque[messages.Chat]:
        return _history(self._by_table, table, MAX_TABLES)

    def _receiving_histories(self, account: Account, to: str, table: str | None) -> Iterable[deque[messages.Chat]]:
        """Check that a person may send a message to `to`; return the histories that keep the message."""
        if to == "table" and table is None:
            raise Refused(TableReason.NOT_HERE, "you are at no table")
        if to in ("all", "table"):
            return self._histories(account.id, to, table)
        if self._people.find_connected(to) is None:
            raise Refused(TableReason.NOT_HERE, "this person is not here")
        answered = any(chat.sender.id == to for chat in self._private.get(account.id, ()))
        if not answered and to != account.id:
            self._stranger_limit.check(account.id)
        return self._histories(account.id, to, table)

    def _private_history(self, person: str) -> deque[messages.Chat]:
        return _history(self._private, person, MAX_PRIVATE)

    def visible_to(self, account: Account) -> Iterator[messages.Chat]:
        """Yield the public messages and a person's private messages, except those of people whom they block."""
        return self._without_blocked(account, (*self._public, *self._private.get(account.id, ())))

    def visible_at(self, table: str, account: Account) -> Iterator[messages.Chat]:
        """Yield the messages at a table, except those of people whom the person blocks."""
        return self._without_blocked(account, self._by_table.get(table, ()))

    def _without_blocked(self, account: Account, chats: Iterable[messages.Chat]) -> Iterator[messages.Chat]:
        return (chat for chat in chats if chat.sender.id not in account.blocked)

    def add_private(self, account: Account, chats: Iterable[messages.Chat]) -> None:
        """Add messages of the server to a person's private messages."""
        # Most people never get a private message, so a history is created with the first one.
        for chat in chats:
            self._private_history(account.id).append(chat)

    def recent(self, people: Iterable[str], tables: Iterable[str]) -> ChatHistory:
        """Return the recent public messages, the private ones of these people, and those at these tables."""
        private = {person: list(self._private[person]) for person in people if person in self._private}
        return (
            list(self._public),
            private,
            {code: list(chats) for code in tables if (chats := self._by_table.get(code))},
        )

    def merge_recent(self, history: ChatHistory) -> list[tuple[messages.Chat, str]]:
        """Take over another process's messages that are missing here. Return them, each with the code of its table."""
        public, private, tables = history
        missing: list[tuple[messages.Chat, str]] = []
        for own, chats, table in (
            (self._public, public, ""),
            *((self._private_history(person), chats, "") for person, chats in private.items()),
            *((self._table_history(code), chats, code) for code, chats in tables.items()),
        ):
            new = [chat for chat in chats if chat not in own]
            if new:
                merged = sorted((*own, *new), key=lambda chat: chat.time)[-HISTORY_LENGTH:]
                own.clear()
                own.extend(merged)
                # A private message is in the histories of two people.
                missing += [(chat, table) for chat in new if chat in own and (chat, table) not in missing]
        return missing

    def restore(self, table: str, chats: Iterable[messages.Chat]) -> None:
        """Take over the stored messages of a table that is loaded into memory."""
        self._by_table.pop(table, None)
        for chat in chats:
            self._table_history(table).append(chat)

    def delete_table(self, table: str) -> None:
        self._by_table.pop(table, None)

    def erase_person(self, person: str) -> None:
        """Delete all messages that a person sent, or received in private, on all processes."""
        self._delete_person(person)
        self._notes.send(ChatErased(person))

    def _delete_person(self, person: str) -> None:
        self._private.pop(person, None)
        for history in (self._public, *self._private.values(), *self._by_table.values()):
            for chat in [chat for chat in history if person in (chat.sender.id, chat.to)]:
                history.remove(chat)


def _history(histories: OrderedDict[str, deque[messages.Chat]], key: str, most: int) -> deque[messages.Chat]:
    """Return the history of a key. The one that was not used for longest is dropped if there are more than `most`."""
    history = histories.setdefault(key, deque(maxlen=HISTORY_LENGTH))
    histories.move_to_end(key)
    if len(histories) > most:
        histories.popitem(last=False)
    return history


def _checked_text(text: str) -> str:
    text = without_overrides(text).replace("\0", "").strip()
    if not text:
        raise Refused(TableReason.EMPTY_TEXT, "the message is empty")
    if len(text) > MAX_TEXT_LENGTH:
        raise Refused(TableReason.TOO_LARGE, f"at most {MAX_TEXT_LENGTH} characters at a time")
    return text
