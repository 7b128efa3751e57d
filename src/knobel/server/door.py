"""The door of every table: who may enter by which link, and how many codes may be guessed."""

from collections.abc import Awaitable, Callable

from knobel.server.limits import Limiter
from knobel.server.network import household
from knobel.server.room import Room
from knobel.tables.access import may_enter
from knobel.tables.reasons import Refused, TableReason

EVERYBODY = ""


class Door:
    """Lets people in by `CODE-key`, the end of a table's link, or by the code alone.

    Wrong ones are counted, by address and all together, so that many addresses guess no faster than a few. Who guesses
    too much is no longer told whether a code alone is right; keys, seats and public tables stay good.
    """

    def __init__(self, find: Callable[[str], Awaitable[Room | None]]) -> None:
        """`find` finds a table by its code."""
        self._find = find
        self._guesses = Limiter(100, 0.2)
        self._all_guesses = Limiter(600, 3)
        self.limits = {"guesses": self._guesses, "all guesses": self._all_guesses}

    async def enter(self, link: str, person: str, address: str) -> Room:
        """The table, if the person may enter it.

        :raises Refused: `no_table`, `removed`, `locked`, `rate_limited`.
        """
        code, _, key = link.partition("-")
        asker = household(address)
        room = await self._find(code)
        known = room is not None and person in room.guests
        guessing = self._guesses.empty(asker) or self._all_guesses.empty(EVERYBODY)
        try:
            if room is None:
                raise Refused(TableReason.NO_TABLE, f"there is no table {code[:10]}")
            may_enter(room.live.head, person, key, known=known, inhabited=bool(room.crowd.names()) and not guessing)
        except Refused as refusal:
            if refusal.reason != TableReason.NO_TABLE:
                raise
            if guessing:
                raise Refused(TableReason.RATE_LIMITED, "too many wrong codes") from None
            self._guesses.take(asker)
            self._all_guesses.take(EVERYBODY)
            raise
        room.guests.add(person)
        return room
