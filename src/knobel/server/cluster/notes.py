"""Notes between the processes that share a PostgreSQL database, by LISTEN and NOTIFY over a dedicated connection.

A note may be lost. The database is the only source of truth, so the other processes then read the change later. Each
domain defines its notes and registers their handlers.
"""

import asyncio
import contextlib
import itertools
import logging
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from functools import reduce
from operator import or_
from typing import Any, TypeVar

import msgspec

from knobel.clock import monotonic_ms
from knobel.presentation.json import encode
from knobel.server.database.engine import driver_arguments
from knobel.server.runtime.background_tasks import repeat_after_errors
from knobel.server.runtime.settings import settings

logger = logging.getLogger("knobel")

SHARED_CHANNEL = "knobel:all"
PROBE_INTERVAL_S = 1.0
"""Seconds between two probes."""
RECONNECT_S = 0.5
"""Seconds before reconnecting."""
MAX_OUTBOX_NOTES = 10_000
"""Maximum number of notes that wait to be sent."""
PIECE_CHARACTERS = 1_900
"""Characters of a note in one notification: at most 7,600 bytes, of 8,000 that are possible."""
NOTIFY = "SELECT pg_notify(channel, payload) FROM unnest($1::text[], $2::text[]) AS note (channel, payload)"


class Note(msgspec.Struct, tag_field="note", frozen=True):
    """Base class of the notes from one process to another, or to all."""


class Probe(Note, frozen=True):
    """A note of a process to itself. While it receives them, it also receives the notes of the others."""


AnyNote = TypeVar("AnyNote", bound=Note)


def _channel_of(process_id: str) -> str:
    return f"knobel:{process_id}"


def _connection_errors() -> tuple[type[Exception], ...]:
    """Return the errors that asyncpg raises when the connection fails."""
    import asyncpg  # noqa: PLC0415 -- optional dependency

    # A query between the last message of a server and the end of its connection raises an InternalClientError.
    driver_errors = asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError
    return (*driver_errors, OSError, TimeoutError)


class Notes:
    """Sends and receives the notes of one process."""

    def __init__(self, process_id: str, database: str) -> None:
        """`database` is the address of the database."""
        self._process_id, self._database = process_id, database
        self._handlers: dict[type[Note], Callable[[Any], None]] = {Probe: self._on_probe}
        self._connect_callbacks: list[Callable[[], None]] = []
        self._outbox: list[tuple[str, bytes]] = []
        self._wake = asyncio.Event()
        self._numbers = itertools.count()
        self._last_probe_ms = -settings.notes_timeout_ms
        """Time (monotonic) when the last probe arrived."""
        self._next_probe_ms = 0
        self._is_lost = False
        self._is_closing = False
        self._task: asyncio.Task[None] | None = None

    def on(self, kind: type[AnyNote], handler: Callable[[AnyNote], None]) -> None:
        """Call the handler for each note of a class, also for the notes that this process sends to all processes."""
        self._handlers[kind] = handler

    def on_connected(self, callback: Callable[[], None]) -> None:
        """Call a function after each connection, because notes may have been lost before."""
        self._connect_callbacks.append(callback)

    @property
    def connected(self) -> bool:
        """True if notes are delivered."""
        return monotonic_ms() - self._last_probe_ms < settings.notes_timeout_ms

    def send(self, note: Note, to: str | None = None) -> None:
        """Send a note to a process, or to all. Notes wait while there is no connection. Before `open`, do nothing."""
        if self._task is not None and len(self._outbox) < MAX_OUTBOX_NOTES:
            self._outbox.append((SHARED_CHANNEL if to is None else _channel_of(to), encode(note)))
            self._wake.set()

    def open(self) -> None:
        """Connect, and stay connected until `close`. All handlers must be registered."""
        self._decoder = msgspec.json.Decoder[Any](reduce(or_, self._handlers))
        self._last_probe_ms = monotonic_ms()
        self._task = asyncio.create_task(repeat_after_errors(self._stay_connected, "notes"), name="notes")

    async def close(self) -> None:
        """Send the notes that wait, and disconnect."""
        if self._task is not None:
            self._is_closing = True
            self._wake.set()
            await asyncio.wait([self._task], timeout=RECONNECT_S)
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    # --- the connection -----------------------------------------------------------------------------------------------

    async def _stay_connected(self) -> None:
        errors = _connection_errors()
        while not self._is_closing:
            with contextlib.suppress(*errors):
                async with self._connection() as connection:
                    for callback in self._connect_callbacks:
                        callback()
                    await self._exchange(connection)
            if not self._is_closing:
                self._warn_if_lost()
                await asyncio.sleep(RECONNECT_S)

    @contextlib.asynccontextmanager
    async def _connection(self) -> AsyncIterator[Any]:
        import asyncpg  # noqa: PLC0415 -- optional dependency

        connection = await asyncpg.connect(**driver_arguments(self._database))
        pieces: defaultdict[tuple[int, str], list[str]] = defaultdict(list)

        def on_notification(_: object, sender: int, channel: str, payload: object) -> None:
            # PostgreSQL keeps the notifications of a transaction together and in order.
            head, _, text = str(payload).partition(" ")
            pieces[sender, channel].append(text)
            if head.endswith(".0"):
                self._receive("".join(pieces.pop((sender, channel))))

        try:
            connection.add_termination_listener(lambda _: self._wake.set())
            async with _timeout():
                # A lost note does no harm, so no notification waits for the disk.
                await connection.execute("SET synchronous_commit = off")
                for channel in SHARED_CHANNEL, _channel_of(self._process_id):
                    await connection.add_listener(channel, on_notification)
            yield connection
        finally:
            connection.terminate()

    async def _exchange(self, connection: Any) -> None:
        """Send notes and probes until no probe arrives."""
        began = monotonic_ms()
        self._next_probe_ms = began
        while monotonic_ms() - max(self._last_probe_ms, began) < settings.notes_timeout_ms:
            self._wake.clear()
            await self._publish(connection)
            if self._is_closing:
                return
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(max(self._next_probe_ms - monotonic_ms(), 0) / 1000):
                    await self._wake.wait()
            self._warn_if_lost()

    async def _publish(self, connection: Any) -> None:
        if monotonic_ms() >= self._next_probe_ms:
            self.send(Probe(), self._process_id)
            self._next_probe_ms = monotonic_ms() + int(1000 * PROBE_INTERVAL_S)
        notes, self._outbox = self._outbox, []
        channels, payloads = [], []
        for channel, data in notes:
            number, text = next(self._numbers), data.decode()
            parts = [text[at : at + PIECE_CHARACTERS] for at in range(0, len(text), PIECE_CHARACTERS)]
            for remaining, part in zip(reversed(range(len(parts))), parts, strict=True):
                channels.append(channel)
                # The number distinguishes equal payloads, of which PostgreSQL would deliver only one.
                payloads.append(f"{number}.{remaining} {part}")
        if not payloads:
            return
        try:
            async with _timeout():
                await connection.execute(NOTIFY, channels, payloads)
        except Exception as error:
            if connection.is_closed() or isinstance(error, TimeoutError):
                # They may have been sent; a note that arrives twice does no harm.
                self._outbox = [*notes, *self._outbox][:MAX_OUTBOX_NOTES]
            raise

    def _receive(self, data: str) -> None:
        try:
            note = self._decoder.decode(data)
        except msgspec.MsgspecError:
            # The note is from a process of another version. The next full refresh reads its effects.
            return
        try:
            self._handlers[type(note)](note)
        except Exception:
            logger.exception("a note could not be handled: %s", type(note).__name__)

    def _on_probe(self, _: Probe) -> None:
        self._last_probe_ms = monotonic_ms()
        if self._is_lost:
            logger.warning("notes of other processes arrive again")
        self._is_lost = False

    def _warn_if_lost(self) -> None:
        if not self.connected and not self._is_lost:
            self._is_lost = True
            logger.warning("no notes of other processes arrive: their changes are looked for in the database")


def _timeout() -> asyncio.Timeout:
    """Return the time limit of a request.

    The driver's own time limits use `asyncio.wait_for`, which on Python 3.11 can swallow the cancellation of a task.
    """
    return asyncio.timeout(settings.notes_timeout_ms / 1000)
