"""Limits of the messages of one connection to a table: to a server, or to a device that hosts the table."""

from collections.abc import Callable
from typing import Any

import msgspec

from knobel.tables.refusals import Refused, TableReason

MAX_MESSAGE_BYTES = 8_192
"""Maximum size of a command in bytes."""
MAX_ID_LENGTH = 64
COMMAND_RATE = 120, 30.0
"""Token bucket of a person's commands: capacity, and tokens a second."""
REFUSAL_RATE = 200, 2.0
"""Token bucket of refused commands. A client that exceeds it is disconnected."""
FLOODED_CLOSE = 1008, str(TableReason.RATE_LIMITED)
"""Close code and reason for a client with too many refused commands."""
REACTION_RATE = 6, 0.5
"""Token bucket of a person's reactions."""
DECODING_ERRORS = msgspec.MsgspecError, RecursionError, UnicodeError
"""Exceptions raised by a decoder for bytes that are not a valid message."""


def command_of(data: bytes, decoder: msgspec.json.Decoder[Any], take: Callable[[], bool]) -> Any:
    """Return the command in a message. `take` takes a token of the sender, and returns False if there is none.

    :raises Refused: `too_large`, `rate_limited`, `malformed`, `bad_id`.
    """
    if len(data) > MAX_MESSAGE_BYTES:
        raise Refused(TableReason.TOO_LARGE, f"a message has at most {MAX_MESSAGE_BYTES} bytes")
    if not take():
        raise Refused(TableReason.RATE_LIMITED, "too many messages in a short time: try again later")
    try:
        command = decoder.decode(data)
    except DECODING_ERRORS as error:
        raise Refused(TableReason.MALFORMED, str(error)) from None
    if not 1 <= len(command.id) <= MAX_ID_LENGTH:
        raise Refused(TableReason.BAD_ID, f"an id has 1 to {MAX_ID_LENGTH} characters")
    return command


def id_of(data: bytes) -> str | None:
    """Return the id of an otherwise invalid command, None if it has no valid id."""
    if len(data) > MAX_MESSAGE_BYTES:
        return None
    try:
        value = msgspec.json.decode(data)
    except DECODING_ERRORS:
        return None
    found = value.get("id") if isinstance(value, dict) else None
    return found if isinstance(found, str) and 1 <= len(found) <= MAX_ID_LENGTH else None
