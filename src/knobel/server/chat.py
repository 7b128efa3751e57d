"""What people say, to everybody, at a table or to one person. It is kept in memory, for those who come later."""

from collections import OrderedDict, deque
from collections.abc import Iterable, Iterator

from knobel.server import messages
from knobel.server.clock import now_ms
from knobel.server.limits import Limiter
from knobel.server.people import Known, People
from knobel.tables.reasons import Refused, TableReason

HISTORY = 50
"""How much of what was said to everybody, at a table, or by and to one person is told to those who come later."""
MOST_PRIVATE = 2000
"""People of whom it is kept what they said, and were told, in private."""
MOST_TABLES = 20_000
"""Tables of which it is kept what was said there."""
LONGEST_TEXT = 500

Memory = tuple[list[messages.Chat], dict[str, list[messages.Chat]], dict[str, list[messages.Chat]]]
"""What was said to everybody, by and to people, at tables."""

OPERATOR = messages.Person(id="", name="Knobel")
"""Whoever runs the server, as people see them."""


class Chat:
    """What was said lately."""

    def __init__(self, people: People) -> None:
        self._people = people
        self._limit = Limiter(8, 0.7)
        self._strangers = Limiter(5, 0.05)
        """For what one says in private to those who do not answer."""
        self.limits = {"chat": self._limit, "strangers": self._strangers}
        self._public: deque[messages.Chat] = deque(maxlen=HISTORY)
        self._private: OrderedDict[str, deque[messages.Chat]] = OrderedDict()
        """By person, whoever talked last at the end."""
        self._at_tables: OrderedDict[str, deque[messages.Chat]] = OrderedDict()
        self._passed_on: deque[tuple[str, str]] = deque(maxlen=40 * HISTORY)

    def say(self, who: Known, say: messages.Say, table: str | None) -> messages.Chat | None:
        """What to pass on of what somebody says, at the table of that code; None if it was passed on before.

        :raises Refused: `empty_text`, `too_large`, `rate_limited`, `not_here`.
        """
        if (who.id, say.id) in self._passed_on:
            return None
        text = _checked(say.text)
        if not self._limit.take(who.id):
            raise Refused(TableReason.RATE_LIMITED, "slowly, please")
        kept = self._kept(who, say.to, table)
        chat = messages.Chat(to=say.to, sender=messages.Person(id=who.id, name=who.name), text=text, time=now_ms())
        for memory in kept:
            memory.append(chat)
        self._passed_on.append((who.id, say.id))
        return chat

    def announce(self, text: str) -> messages.Chat:
        """What whoever runs the server says to everybody.

        :raises Refused: `empty_text`, `too_large`.
        """
        return messages.Chat(to="all", sender=OPERATOR, text=_checked(text), time=now_ms())

    def hear(self, chat: messages.Chat, number: str, table: str | None) -> bool:
        """Keep what somebody said to another process; whether it is new."""
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

    def _kept(self, who: Known, to: str, table: str | None) -> Iterable[deque[messages.Chat]]:
        """Where it is kept what somebody says."""
        if to == "table" and table is None:
            raise Refused(TableReason.NOT_HERE, "you are at no table")
        if to in ("all", "table"):
            return self._memories(who.id, to, table)
        if self._people.find_here(to) is None:
            raise Refused(TableReason.NOT_HERE, "this person is not here")
        answered = any(chat.sender.id == to for chat in self._private.get(who.id, ()))
        if not answered and to != who.id and not self._strangers.take(who.id):
            raise Refused(TableReason.RATE_LIMITED, "too much in private to people who do not answer")
        return self._memories(who.id, to, table)

    def _private_of(self, person: str) -> deque[messages.Chat]:
        memory = self._private.setdefault(person, deque(maxlen=HISTORY))
        self._private.move_to_end(person)
        if len(self._private) > MOST_PRIVATE:
            self._private.popitem(last=False)
        return memory

    def heard_by(self, who: Known) -> Iterator[messages.Chat]:
        """What was said to everybody, and by or to a person, but for what those said whom they block."""
        return self._heard(who, (*self._public, *self._private.get(who.id, ())))

    def heard_at(self, table: str, who: Known) -> Iterator[messages.Chat]:
        """What was said at a table, but for what those said whom the person blocks."""
        return self._heard(who, self._at_tables.get(table, ()))

    def _heard(self, who: Known, chats: Iterable[messages.Chat]) -> Iterator[messages.Chat]:
        return (chat for chat in chats if chat.sender.id not in who.blocked)

    def remember(self, who: Known, chats: Iterable[messages.Chat]) -> None:
        """Keep what somebody was told by the server."""
        self._private_of(who.id).extend(chats)

    def remembered(self, people: Iterable[str], tables: Iterable[str]) -> Memory:
        """What was said lately to everybody, by and to these people, and at these tables."""
        private = {person: list(self._private[person]) for person in people if person in self._private}
        return list(self._public), private, {code: list(said) for code in tables if (said := self._at_tables.get(code))}

    def take_over(self, memory: Memory) -> None:
        """Remember what others do, where nothing was said here yet."""
        public, private, tables = memory
        for own, said in (
            (self._public, public),
            *((self._private_of(person), said) for person, said in private.items()),
            *((self._at(code), said) for code, said in tables.items()),
        ):
            if not own:
                own.extend(said)

    def forget(self, table: str) -> None:
        """Nobody is at this table any more."""
        self._at_tables.pop(table, None)

    def forget_person(self, person: str) -> None:
        """Keep nothing of what somebody said, or was told in private."""
        self._private.pop(person, None)
        for memory in (self._public, *self._private.values(), *self._at_tables.values()):
            for chat in [chat for chat in memory if person in (chat.sender.id, chat.to)]:
                memory.remove(chat)


def _checked(text: str) -> str:
    text = text.replace("\0", "").strip()
    if not text:
        raise Refused(TableReason.EMPTY_TEXT, "nothing was said")
    if len(text) > LONGEST_TEXT:
        raise Refused(TableReason.TOO_LARGE, f"at most {LONGEST_TEXT} characters at a time")
    return text
