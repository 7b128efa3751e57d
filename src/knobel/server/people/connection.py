"""One WebSocket: the queue of messages to send.

States are built only when the socket can take them, so a slow client gets fewer and newer states and delays nobody. A
client that does not even take the short messages is disconnected.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Protocol

from knobel.presentation import messages
from knobel.presentation.command_limits import FLOODED_CLOSE, REFUSAL_RATE
from knobel.presentation.json import encode
from knobel.server.people.accounts import Account
from knobel.server.runtime.debounce import do_nothing
from knobel.tables.refusals import Refused, TableReason
from knobel.token_bucket import TokenBucket

logger = logging.getLogger("knobel")

MAX_QUEUE_LENGTH = 500
INTERNAL_CLOSE = 1011, str(TableReason.INTERNAL)

STATE_PLACEHOLDER = b""
"""Placeholder in the queue for a state, which is built when it is sent."""


class Socket(Protocol):
    """The part of a WebSocket that a connection uses."""

    @property
    def is_writable(self) -> bool:
        """True if the client has received the messages written so far."""

    def write(self, texts: list[bytes], /) -> None:
        """Send encoded text messages; nothing if the WebSocket is closed."""

    def close(self, code: int, reason: str) -> None:
        """Close the WebSocket with a code and a reason; do nothing if it is closed."""


class Connection:
    """A person's connection, with its queue of outgoing messages."""

    def __init__(self, socket: Socket, account: Account) -> None:
        self.account = account
        self.closing: tuple[int, str] | None = None
        self.on_space: Callable[[], None] = do_nothing
        """Called when the queue has become short."""
        self._socket = socket
        self._queue: list[bytes] = []
        self._is_scheduled = False
        self._refusal_bucket = TokenBucket(*REFUSAL_RATE, time.monotonic())

    def send(self, message: messages.Message) -> None:
        """Append a message to the queue."""
        self.send_encoded(encode(message))

    def send_encoded(self, data: bytes) -> None:
        """Append a message in JSON to the queue; close if the queue is full."""
        if len(self._queue) >= MAX_QUEUE_LENGTH:
            self.close(1013, "too slow")
            return
        self._queue.append(data)
        self._schedule()

    def refuse(self, command_id: str | None, refusal: Refused) -> None:
        """Report a refused command to the client; close after too many of these."""
        if not self._refusal_bucket.take(time.monotonic()):
            self.close(*FLOODED_CLOSE)
            return
        self.send(
            messages.Rejected(
                id=command_id, reason=refusal.reason, message=str(refusal), rule=refusal.rule, subject=refusal.subject
            )
        )

    def queue_state(self) -> None:
        """Put the newest state at the end of the queue, because the client's view has changed."""
        if STATE_PLACEHOLDER in self._queue:
            self._queue.remove(STATE_PLACEHOLDER)
        self._queue.append(STATE_PLACEHOLDER)
        self._schedule()

    @property
    def has_space(self) -> bool:
        """True if commands are accepted: the queue is short, and the connection is not being closed.

        A client that does not receive cannot send commands either.
        """
        return len(self._queue) <= MAX_QUEUE_LENGTH // 4 and self.closing is None

    def close(self, code: int, reason: str) -> None:
        """Close the socket after the queue is sent; discard the queue if the client was too slow or sent too much."""
        if self.closing is None:
            self.closing = (code, reason)
        if code in (1008, 1013):
            self._queue.clear()
        self._schedule()

    def state(self) -> bytes | None:
        """Return the newest state for the client; None if nothing is new."""
        return None

    def _schedule(self) -> None:
        """Send the queue soon, together with the messages added until then."""
        if not self._is_scheduled:
            self._is_scheduled = True
            asyncio.get_running_loop().call_soon(self.flush)

    def flush(self) -> None:
        """Send the queued messages, then close if that was requested; do nothing if the socket cannot take them."""
        self._is_scheduled = False
        if not self._socket.is_writable:
            return
        waiting, self._queue = self._queue, []
        try:
            texts = [self.state() if text is STATE_PLACEHOLDER else text for text in waiting]
        except Exception:
            logger.exception("no state for %s", self.account.id)
            texts, self.closing = [], INTERNAL_CLOSE
        if found := [text for text in texts if text is not None]:
            self._socket.write(found)
        if self.closing is not None:
            self._socket.close(*self.closing)
        elif len(waiting) > MAX_QUEUE_LENGTH // 4:
            self.on_space()


def internal_error() -> Refused:
    """Return the refusal of a command that failed unexpectedly."""
    return Refused(TableReason.INTERNAL, "internal server error")
