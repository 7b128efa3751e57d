"""One WebSocket: what waits to be sent to it, and the task that sends it.

States are built only when the socket can take them, so a slow receiver gets fewer and newer ones, and nobody waits for
it. A receiver that does not even take the short messages is let go.
"""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Protocol, TypeAlias

from knobel.server import messages
from knobel.server.encoding import encode
from knobel.server.limits import Bucket
from knobel.server.people import Known
from knobel.tables.reasons import Refused, TableReason

LONGEST_QUEUE = 500
REFUSALS = 200, 2.0
"""So many refusals at once, and so many a second: who earns more is shown the door."""
FLOODED = 1008, str(TableReason.RATE_LIMITED)
"""How a socket is closed that earned too many."""
LARGEST_MESSAGE = 8_192
"""Bytes of a command; the socket itself is closed only far above."""

STATE = b""
"""In what waits to be sent: the place of a state, which is built when it is sent."""

Send: TypeAlias = Callable[[list[bytes]], Awaitable[None]]
"""Sends text messages, encoded already."""


class Socket(Protocol):
    """What a connection needs of a WebSocket."""

    @property
    def send(self) -> Send: ...

    async def close(self, code: int, reason: str) -> None:
        """Close."""


class Connection:
    """A person's socket."""

    def __init__(self, socket: Socket, who: Known) -> None:
        self.who = who
        self.closing: tuple[int, str] | None = None
        self._socket = socket
        self._queue: deque[bytes] = deque()
        self._wake = asyncio.Event()
        self._space = asyncio.Event()
        self._patience = Bucket(*REFUSALS, time.monotonic())

    def tell(self, message: messages.Message) -> None:
        """Send a message, after those before it."""
        self.tell_encoded(encode(message))

    def tell_encoded(self, data: bytes) -> None:
        """Send a message that is already JSON."""
        if len(self._queue) >= LONGEST_QUEUE:
            self.close(1013, "too slow")
            return
        self._queue.append(data)
        self._wake.set()

    def refuse(self, command_id: str | None, refusal: Refused) -> None:
        """Answer that a command was refused; after too many of these, close."""
        if not self._patience.take(time.monotonic()):
            self.close(*FLOODED)
            return
        self.tell(messages.Rejected(id=command_id, reason=refusal.reason, message=str(refusal)))

    def touch(self) -> None:
        """What the receiver sees has changed: the newest state comes after what waits already."""
        if STATE in self._queue:
            self._queue.remove(STATE)
        self._queue.append(STATE)
        self._wake.set()

    async def has_room(self) -> None:
        """Wait until the receiver has taken most of what it was sent: who does not listen is not heard either.

        Who is being sent away has no room any more.
        """
        while len(self._queue) > LONGEST_QUEUE // 4 or self.closing is not None:
            self._space.clear()
            await self._space.wait()

    def close(self, code: int, reason: str) -> None:
        """Close the socket when what waits is sent; at once if too much waits."""
        if self.closing is None:
            self.closing = (code, reason)
        if code in (1008, 1013):
            self._queue.clear()
        self._wake.set()

    def state(self) -> bytes | None:
        """The newest state for the receiver; None if there is nothing new."""
        return None

    async def send_for_ever(self) -> None:
        """Send what there is to send, until closed."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._queue:
                waiting = [self.state() if text is STATE else text for text in self._queue]
                self._queue.clear()
                self._space.set()
                if texts := [text for text in waiting if text is not None]:
                    await self._socket.send(texts)
            if self.closing is not None:
                await self._socket.close(*self.closing)
                return


def too_large() -> Refused:
    """Why an oversized command is refused."""
    return Refused(TableReason.TOO_LARGE, f"a message has at most {LARGEST_MESSAGE} bytes")
