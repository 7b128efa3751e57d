"""Receives the commands of one WebSocket, without a task that waits for them."""

import asyncio
import contextvars
from abc import ABC, abstractmethod
from typing import Any

from knobel.server.limits.uvicorn_protocols import WebSocketProtocol
from knobel.server.people.connection import Connection
from knobel.server.runtime.debounce import do_nothing


class CommandReceiver(ABC):
    """Executes the commands of a connection, each as a task.

    While `max_running` commands run, or the client does not receive the answers, the socket is not read.
    """

    __slots__ = ("_context", "_running", "_socket", "_waiting", "connection")
    max_running = 1

    def __init__(self, socket: WebSocketProtocol, connection: Connection) -> None:
        self.connection = connection
        self._socket = socket
        # It names the request in the log, and the household that pays.
        self._context = contextvars.copy_context()
        self._waiting: list[bytes] = []
        self._running: set[asyncio.Task[None]] = set()

    @abstractmethod
    def enter(self) -> None:
        """Register the connection."""

    @abstractmethod
    def decode(self, message: bytes) -> Any:
        """Return the command of a message; None if it was refused."""

    @abstractmethod
    async def execute(self, command: Any) -> None:
        """Execute and answer a command."""

    @abstractmethod
    def leave(self) -> None:
        """Remove the connection, which has ended."""

    def serve(self) -> None:
        """Serve the connection from now on."""
        self.connection.on_space = self._start
        try:
            self.enter()
        except BaseException:
            self.leave()
            raise
        self._socket.hand_over(self)

    def receive(self, message: bytes) -> None:
        self._waiting.append(message)
        self._start()

    def resume(self) -> None:
        """Send the queued messages, because the client has received the earlier ones."""
        self.connection.flush()

    def end(self) -> None:
        """Leave. The commands that run are completed."""
        self._waiting.clear()
        self.connection.on_space = do_nothing
        self._context.run(self.leave)

    def _start(self) -> None:
        """Start as many waiting commands as the limits allow."""
        while self._waiting and len(self._running) < self.max_running and self.connection.has_space:
            command = self.decode(self._waiting.pop(0))
            if command is not None:
                task = asyncio.get_running_loop().create_task(self.execute(command), context=self._context.copy())
                self._running.add(task)
                task.add_done_callback(self._done)
        if self._waiting:
            self._socket.pause_reading()
        else:
            self._socket.resume_reading()

    def _done(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        if self._waiting:
            self._start()
