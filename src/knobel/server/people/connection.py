"""One WebSocket: the queue of messages to send, and the task that sends them.

States are built only when the socket can take them, so a slow client gets fewer and newer states and delays nobody. A
client that does not even take the short messages is disconnected.
"""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Protocol, TypeAlias

from knobel.presentation import messages
from knobel.presentation.json import encode
from knobel.server.people.accounts import Account
from knobel.server.runtime.token_bucket import TokenBucket
from knobel.tables.refusals import Refused, TableReason

MAX_QUEUE_LENGTH = 500
REFUSAL_RATE = 200, 2.0
"""Token bucket of refused commands: capacity, and tokens a second. A client that exceeds it is disconnected."""
FLOODED_CLOSE = 1008, str(TableReason.RATE_LIMITED)
"""Close code and reason for a client with too many refused commands."""
MAX_MESSAGE_BYTES = 8_192
"""Maximum size of a command in bytes; the socket itself is closed only at a much larger size."""

STATE_PLACEHOLDER = b""
"""Placeholder in the queue for a state, which is built when it is sent."""

Send: TypeAlias = Callable[[list[bytes]], Awaitable[None]]
"""Sends encoded text messages."""


class Socket(Protocol):
    """The part of a WebSocket that a connection uses."""

    @property
    def send(self) -> Send: ...

    async def close(self, code: int, reason: str) -> None:
        """Close the WebSocket with a code and a reason."""


class Connection:
    """A person's connection, with its queue of outgoing messages."""

    def __init__(self, socket: Socket, account: Account) -> None:
        self.account = account
        self.closing: tuple[int, str] | None = None
        self._socket = socket
        self._queue: deque[bytes] = deque()
        self._wake = asyncio.Event()
        self._space = asyncio.Event()
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
        self._wake.set()

    def refuse(self, command_id: str | None, refusal: Refused) -> None:
        """Report a refused command to the client; close after too many of these."""
        if not self._refusal_bucket.take(time.monotonic()):
            self.close(*FLOODED_CLOSE)
            return
        self.send(messages.Rejected(id=command_id, reason=refusal.reason, message=str(refusal)))

    def queue_state(self) -> None:
        """Put the newest state at the end of the queue, because the client's view has changed."""
        if STATE_PLACEHOLDER in self._queue:
            self._queue.remove(STATE_PLACEHOLDER)
        self._queue.append(STATE_PLACEHOLDER)
        self._wake.set()

    async def wait_for_space(self) -> None:
        """Wait until the queue is short, so that a client that does not receive cannot send commands either.

        A connection that is being closed accepts no more commands, so this waits until it is cancelled.
        """
        while len(self._queue) > MAX_QUEUE_LENGTH // 4 or self.closing is not None:
            self._space.clear()
            await self._space.wait()

    def close(self, code: int, reason: str) -> None:
        """Close the socket after the queue is sent; discard the queue if the client was too slow or sent too much."""
        if self.closing is None:
            self.closing = (code, reason)
        if code in (1008, 1013):
            self._queue.clear()
        self._wake.set()

    def state(self) -> bytes | None:
        """Return the newest state for the client; None if nothing is new."""
        return None

    async def run_sender(self) -> None:
        """Send the queued messages until the connection is closed."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._queue:
                waiting = [self.state() if text is STATE_PLACEHOLDER else text for text in self._queue]
                self._queue.clear()
                self._space.set()
                if texts := [text for text in waiting if text is not None]:
                    await self._socket.send(texts)
            if self.closing is not None:
                await self._socket.close(*self.closing)
                return


def too_large() -> Refused:
    """Return the refusal of an oversized command."""
    return Refused(TableReason.TOO_LARGE, f"a message has at most {MAX_MESSAGE_BYTES} bytes")
