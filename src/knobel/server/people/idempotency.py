"""Idempotency keys: a request with a key opens one table or cup, however often it arrives.

A client that got no answer, for example because a process was killed, can repeat a request with the same key.
"""

import re
from collections.abc import Awaitable, Callable

from knobel.clock import now_ms
from knobel.server.database.openings import Opening, OpeningStore
from knobel.server.database.store import Conflict
from knobel.server.http.parts import AnyRequest
from knobel.server.people.accounts import Account
from knobel.tables.refusals import Refused, TableReason

HEADER = "idempotency-key"
KEY = re.compile(r"[\w-]{8,64}", re.ASCII)


async def open_once(
    request: AnyRequest, openings: OpeningStore, account: Account, open_new: Callable[[Opening | None], Awaitable[str]]
) -> str:
    """Return the code of the table or cup that a request opens, or that an earlier request with its key has opened.

    :param open_new: opens it, stores the opening in the same transaction, and returns the code.
    :raises Refused: `malformed`, if the key is; and what `open_new` raises.
    :raises Conflict: if `open_new` raises it, and not because of the key.
    """
    key = request.headers.get(HEADER)
    if key is None:
        return await open_new(None)
    if not KEY.fullmatch(key):
        raise Refused(TableReason.MALFORMED, f"an idempotency key matches {KEY.pattern}")
    opening = Opening(account.id, key, now_ms())
    async with openings.lock(opening):
        if (known := await openings.code(opening)) is not None:
            return known
        try:
            return await open_new(opening)
        except Conflict:
            # The same request may have arrived at another process at the same time.
            if (known := await openings.code(opening)) is None:
                raise
            return known
