"""Access to cups by link or code, and limits on guessing codes."""

import secrets

from knobel.server.limits.addresses import household
from knobel.server.runtime.token_bucket import RateLimiter
from knobel.server.storage.cups import Cup, CupStore
from knobel.tables.refusals import Refused, TableReason

SERVER_WIDE = ""


class CupAccess:
    """Finds cups by `CODE-key`, the end of a cup's link, or by the code alone.

    Wrong codes are counted by household and in total, as those of tables are.
    """

    def __init__(self, store: CupStore) -> None:
        self._store = store
        self._guesses = RateLimiter(100, 0.2)
        self._all_guesses = RateLimiter(600, 3)
        self.limits = {"cup guesses": self._guesses, "all cup guesses": self._all_guesses}

    async def find(self, link: str, person: str | None, address: str) -> Cup:
        """Return the cup of a link or code, if the person may see it.

        The host and the people who take part need only the code.

        :param person: the person's id, if there is one.
        :raises Refused: `no_cup`, `rate_limited`.
        """
        code, _, key = link.partition("-")
        cup = await self._store.find(code)
        if cup is not None:
            if secrets.compare_digest(key.encode(), cup.key.encode()):
                return cup
            if person is not None and (person == cup.host or await self._store.entry_number(code, person) is not None):
                return cup
        household_key = household(address)
        if self._guesses.is_empty(household_key) or self._all_guesses.is_empty(SERVER_WIDE):
            raise Refused(TableReason.RATE_LIMITED, "too many wrong codes")
        if cup is not None and cup.by_code and not key:
            return cup
        self._guesses.take(household_key)
        self._all_guesses.take(SERVER_WIDE)
        raise Refused(TableReason.NO_CUP, f"there is no cup {code[:10]}")
