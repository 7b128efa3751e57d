"""Access to cups by link or code, and limits on guessing codes."""

import secrets

from knobel.server.cups.opening import is_code
from knobel.server.cups.store import Cup, CupStore
from knobel.server.limits.code_guesses import CodeGuesses
from knobel.tables.refusals import Refused, TableReason


class CupAccess:
    """Finds cups by `CODE-key`, the end of a cup's link, or by the code alone.

    After too many wrong codes of a household, a code alone is refused even if it is right. The code of a deleted cup is
    never wrong: the pages of a class ask for it until they know.
    """

    def __init__(self, store: CupStore) -> None:
        self._store = store
        self._guesses = CodeGuesses()

    async def find(self, link: str, person: str | None, address: str) -> Cup:
        """Return the cup of a link or code, if the person may see it.

        The host and the people who take part need only the code.

        :param person: the person's id, if there is one.
        :raises Refused: `no_cup`, `rate_limited`.
        """
        code, _, key = link.partition("-")
        cup = await self._store.find(code) if is_code(code) else None
        if cup is not None:
            if secrets.compare_digest(key.encode(), cup.key.encode()):
                return cup
            if cup.is_host(person) or (person is not None and await self._store.entry(code, person) is not None):
                return cup
        elif is_code(code) and await self._store.was_deleted(code):
            raise Refused(TableReason.NO_CUP, "this cup was deleted")
        if self._guesses.are_too_many(address):
            raise Refused(TableReason.RATE_LIMITED, "too many wrong codes")
        if cup is not None and cup.by_code and not key:
            return cup
        self._guesses.count(address)
        raise Refused(TableReason.NO_CUP, f"there is no cup {code[:10]}")
