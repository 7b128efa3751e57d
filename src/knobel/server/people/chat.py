"""Chat: public, at a table and private. Recent messages are kept in memory for people who connect later."""

from collections import OrderedDict, deque
from collections.abc import Iterable, Iterator

from knobel.server.people.accounts import Account, People
from knobel.server.runtime.clock import now_ms
from knobel.server.runtime.token_bucket import Limiter
from knobel.server.wire import messages
from knobel.tables.reasons import Refused, TableReason

HISTORY = 50
"""Messages kept of the public chat, of each table and of each person's private chat."""
MOST_PRIVATE = 2000
"""Maximum number of people whose private messages are kept."""
MOST_TABLES = 20_000
"""Maximum number of tables whose messages are kept."""
LONGEST_TEXT = 500

Memory = tuple[list[messages.Chat], dict[str, list[messages.Chat]], dict[str, list[messages.Chat]]]
"""Recent messages: public, private by person id, and by table code."""

OPERATOR = messages.Person(id="", name="Knobel")
"""The sender of the operator's notices."""


class Chat:
    """The recent chat messages and the rate limits of chat."""

    def __init__(self, people: People) -> None:
        self._people = people
        self._limit = Limiter(8, 0.7)
        self._strangers = Limiter(5, 0.05)
        """Limit of private messages to people who have not answered."""
        self.limits = {"chat": self._limit, "strangers": self._strangers}
        self._public: deque[messages.Chat] = deque(maxlen=HISTORY)
        self._private: OrderedDict[str, deque[messages.Chat]] = OrderedDict()
        """Messages by person id, the most recently used last."""
        self._at_tables: OrderedDict[str, deque[messages.Chat]] = OrderedDict()
        self._passed_on: deque[tuple[str, str]] = deque(maxlen=40 * HISTORY)

    def say(self, who: Account, say: messages.Say, table: str | None) -> messages.Chat | None:
        """Store a person's message and return it; None if the same message was already accepted.

        :param table: the code of the table at which the sender is, if any.

        :raises Refused: `empty_text`, `too_large`, `rate_limited`, `not_here`.
        """
        if (who.id, say.id) in self._passed_on:
            return None
        text = _checked(say.text)
        if not self._limit.take(who.id):
            raise Refused(TableReason.RATE_LIMITED, "too many messages in a short time: try again later")
        kept = self._kept(who, say.to, table)
        chat = messages.Chat(to=say.to, sender=messages.Person(id=who.id, name=who.name), text=text, time=now_ms())
        for memory in kept:
            memory.append(chat)
        self._passed_on.append((who.id, say.id))
        return chat

    def announce(self, text: str) -> messages.Chat:
        """Return a public notice of the operator.

        :raises Refused: `empty_text`, `too_large`.
        """
        return messages.Chat(to="all", sender=OPERATOR, text=_checked(text), time=now_ms())

    def hear(self, chat: messages.Chat, number: str, table: str | None) -> bool:
        """Store a message that another process accepted; return True if it is new."""
        sender = chat.sender.id
        if (sender, number) in self._passed_on:
            return False
        self._passed_on.append((sender, number))
        for memory in self._memories(sender, chat.to, table):
            memory.append(chat)
        return True

    def _memories(self, sender: str, to: str, table: str | None) -> list[deque[messages.Chat]]:
        if to == "all":
            return [self._public]
        if to == "table":
            return [] if table is None else [self._at(table)]
        return [self._private_of(person) for person in {sender, to}]

    def _at(self, table: str) -> deque[messages.Chat]:
        memory = self._at_tables.setdefault(table, deque(maxlen=HISTORY))
        self._at_tables.move_to_end(table)
        if len(self._at_tables) > MOST_TABLES:
            self._at_tables.popitem(last=False)
        return memory

    def _kept(self, who: Account, to: str, table: str | None) -> Iterable[deque[messages.Chat]]:
        """Check that a person may send a message to `to`; return the histories that keep the message."""
        if to == "table" and table is None:
            raise Refused(TableReason.NOT_HERE, "you are at no table")
        if to in ("all", "table"):
            return self._memories(who.id, to, table)
        if self._people.find_here(to) is None:
            raise Refused(TableReason.NOT_HERE, "this person is not here")
        answered = any(chat.sender.id == to for chat in self._private.get(who.id, ()))
        if not answered and to != who.id and not self._strangers.take(who.id):
            raise Refused(TableReason.RATE_LIMITED, "too many private messages to people who have not answered")
        return self._memories(who.id, to, table)

    def _private_of(self, person: str) -> deque[messages.Chat]:
        memory = self._private.setdefault(person, deque(maxlen=HISTORY))
        self._private.move_to_end(person)
        if len(self._private) > MOST_PRIVATE:
            self._private.popitem(last=False)
        return memory

    def heard_by(self, who: Account) -> Iterator[messages.Chat]:
        """Yield the public messages and a person's private messages, except those of people whom they block."""
        return self._heard(who, (*self._public, *self._private.get(who.id, ())))

    def heard_at(self, table: str, who: Account) -> Iterator[messages.Chat]:
        """Yield the messages at a table, except those of people whom the person blocks."""
        return self._heard(who, self._at_tables.get(table, ()))

    def _heard(self, who: Account, chats: Iterable[messages.Chat]) -> Iterator[messages.Chat]:
        return (chat for chat in chats if chat.sender.id not in who.blocked)

    def remember(self, who: Account, chats: Iterable[messages.Chat]) -> None:
        """Add messages of the server to a person's private messages."""
        self._private_of(who.id).extend(chats)

    def remembered(self, people: Iterable[str], tables: Iterable[str]) -> Memory:
        """Return the recent public messages, the private ones of these people, and those at these tables."""
        private = {person: list(self._private[person]) for person in people if person in self._private}
        return list(self._public), private, {code: list(said) for code in tables if (said := self._at_tables.get(code))}

    def take_over(self, memory: Memory) -> None:
        """Take over another process's messages for each history that is empty here."""
        public, private, tables = memory
        for own, said in (
            (self._public, public),
            *((self._private_of(person), said) for person, said in private.items()),
            *((self._at(code), said) for code, said in tables.items()),
        ):
            if not own:
                own.extend(said)

    def forget(self, table: str) -> None:
        """Delete the messages at a table."""
        self._at_tables.pop(table, None)

    def forget_person(self, person: str) -> None:
        """Delete all messages that a person sent, or received in private."""
        self._private.pop(person, None)
        for memory in (self._public, *self._private.values(), *self._at_tables.values()):
            for chat in [chat for chat in memory if person in (chat.sender.id, chat.to)]:
                memory.remove(chat)


def _checked(text: str) -> str:
    text = text.replace("\0", "").strip()
    if not text:
        raise Refused(TableReason.EMPTY_TEXT, "the message is empty")
    if len(text) > LONGEST_TEXT:
        raise Refused(TableReason.TOO_LARGE, f"at most {LONGEST_TEXT} characters at a time")
    return text
