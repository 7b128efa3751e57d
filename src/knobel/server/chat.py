"""What people say, to everybody, at a table or to one person. It is kept in memory, for those who come later."""

from collections import deque
from collections.abc import Iterator

from knobel.server import messages
from knobel.server.clock import now_ms
from knobel.server.limits import Limiter
from knobel.server.people import Known, People
from knobel.tables.reasons import Refused, TableReason

HISTORY = 50
"""How much of what was said to everybody, and at a table, is told to those who come later."""
LONGEST_TEXT = 500


class Chat:
    """What was said lately."""

    def __init__(self, people: People) -> None:
        self._people = people
        self._limit = Limiter(8, 0.7)
        self._public: deque[messages.Chat] = deque(maxlen=HISTORY)
        self._private: deque[messages.Chat] = deque(maxlen=20 * HISTORY)
        self._at_tables: dict[str, deque[messages.Chat]] = {}
        self._passed_on: deque[tuple[str, str]] = deque(maxlen=40 * HISTORY)

    def say(self, who: Known, say: messages.Say, table: str | None) -> messages.Chat | None:
        """What to pass on of what somebody says, at the table of that code; None if it was passed on before.

        :raises Refused: `empty_text`, `too_large`, `rate_limited`, `not_here`.
        """
        if (who.id, say.id) in self._passed_on:
            return None
        text = say.text.strip()
        if not text:
            raise Refused(TableReason.EMPTY_TEXT, "nothing was said")
        if len(text) > LONGEST_TEXT:
            raise Refused(TableReason.TOO_LARGE, f"at most {LONGEST_TEXT} characters at a time")
        if not self._limit.take(who.id):
            raise Refused(TableReason.RATE_LIMITED, "slowly, please")
        chat = messages.Chat(to=say.to, sender=messages.Person(id=who.id, name=who.name), text=text, time=now_ms())
        self._kept(say.to, table).append(chat)
        self._passed_on.append((who.id, say.id))
        return chat

    def _kept(self, to: str, table: str | None) -> deque[messages.Chat]:
        """Where it is kept what is said to somebody."""
        if to == "all":
            return self._public
        if to == "table":
            if table is None:
                raise Refused(TableReason.NOT_HERE, "you are at no table")
            return self._at_tables.setdefault(table, deque(maxlen=HISTORY))
        if self._people.find_here(to) is None:
            raise Refused(TableReason.NOT_HERE, "this person is not here")
        return self._private

    def heard_by(self, person: str) -> Iterator[messages.Chat]:
        """What was said to everybody, and by or to a person."""
        yield from self._public
        yield from (chat for chat in self._private if person in (chat.to, chat.sender.id))

    def heard_at(self, table: str) -> Iterator[messages.Chat]:
        """What was said at a table."""
        return iter(self._at_tables.get(table, ()))

    def forget(self, table: str) -> None:
        """Nobody is at this table any more."""
        self._at_tables.pop(table, None)
