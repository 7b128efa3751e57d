"""Idempotency keys: a request with a key opens one table, cup or group, however often it arrives.

A client that got no answer, for example because a process was killed, can repeat a request with the same key. As in the
Internet-Draft `draft-ietf-httpapi-idempotency-key-header`, a key belongs to one method and path, and a request with
other content is refused.
"""

import hashlib
import re
from collections.abc import Awaitable, Callable

from knobel.clock import now_ms
from knobel.server.database.store import Conflict
from knobel.server.http.parts import AnyRequest
from knobel.server.people.accounts import Account
from knobel.server.shared_rows.openings import Opening, OpeningStore
from knobel.tables.refusals import Refused, TableReason

HEADER = "idempotency-key"
KEY = re.compile(r"[\w-]{8,64}", re.ASCII)


async def open_once(
    request: AnyRequest, openings: OpeningStore, account: Account, open_new: Callable[[Opening | None], Awaitable[str]]
) -> str:
    """Return the code of the object that a request opens, or that an earlier request with the same key has opened.

    :param open_new: opens the object, stores the opening in the same transaction, and returns the code.
    :raises Refused: `malformed`, if the key is; `key_used`, if it belongs to another request; or as `open_new`.
    :raises Conflict: if `open_new` raises it, and not because of the key.
    """
    key = request.headers.get(HEADER)
    if key is None:
        return await open_new(None)
    if not KEY.fullmatch(key):
        raise Refused(TableReason.MALFORMED, f"an idempotency key matches {KEY.pattern}")
    content = request.scope["query_string"], await request.body()
    operation = request.method.encode(), request.scope["path"].encode()
    opening = Opening(account.id, key, now_ms(), _hash(operation), _hash(content))
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


def _hash(parts: tuple[bytes, bytes]) -> str:
    return hashlib.sha256(b"\n".join(parts)).hexdigest()[:32]
