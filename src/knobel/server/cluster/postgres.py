"""PostgreSQL as the broker, by LISTEN and NOTIFY, for servers without a Redis.

Litestar's backend for PostgreSQL is not used (docs/decisions/0007-own-broker.md).
"""

import asyncio
import contextlib
import itertools
from collections import defaultdict
from collections.abc import AsyncIterator, Mapping
from typing import Any

import asyncpg

from knobel.server.cluster.channel_broker import ChannelBroker, Receive, request_timeout

PIECE_CHARACTERS = 1_900
"""Characters of a note in one notification: at most 7,600 bytes, of 8,000 that are possible."""
NOTIFY = "SELECT pg_notify(channel, payload) FROM unnest($1::text[], $2::text[]) AS note (channel, payload)"


class PostgresBroker(ChannelBroker):
    """A broker over one connection to the database. It has no job queue."""

    def __init__(self, arguments: Mapping[str, Any]) -> None:
        """`arguments` are those of `asyncpg.connect`."""
        # A query between the last message of a server and the end of its connection raises an InternalClientError.
        super().__init__("PostgreSQL", (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError))
        self._arguments = arguments
        self._connection: Any = None
        self._listening = asyncio.Event()
        self._numbers = itertools.count()

    @contextlib.asynccontextmanager
    async def subscription(self, channels: tuple[str, str]) -> AsyncIterator[Receive]:
        connection = await asyncpg.connect(**self._arguments)
        received: asyncio.Queue[bytes] = asyncio.Queue()
        pieces: defaultdict[tuple[int, str], list[str]] = defaultdict(list)

        def on_notification(_: object, sender: int, channel: str, payload: object) -> None:
            # PostgreSQL keeps the notifications of a transaction together and in order.
            head, _, text = str(payload).partition(" ")
            pieces[sender, channel].append(text)
            if head.endswith(".0"):
                received.put_nowait("".join(pieces.pop((sender, channel))).encode())

        async def receive(seconds: float) -> bytes | None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    return await received.get()
            return None

        try:
            async with request_timeout():
                # A lost note does no harm, so no notification waits for the disk.
                await connection.execute("SET synchronous_commit = off")
                for channel in channels:
                    await connection.add_listener(channel, on_notification)
            self._connection = connection
            self._listening.set()
            yield receive
        finally:
            self._listening.clear()
            connection.terminate()

    async def publish(self, notes: list[tuple[str, bytes]]) -> None:
        await self._listening.wait()
        channels, payloads = [], []
        for channel, data in notes:
            number, text = next(self._numbers), data.decode()
            pieces = [text[at : at + PIECE_CHARACTERS] for at in range(0, len(text), PIECE_CHARACTERS)]
            for remaining, piece in zip(reversed(range(len(pieces))), pieces, strict=True):
                channels.append(channel)
                # The number distinguishes equal payloads, of which PostgreSQL would deliver only one.
                payloads.append(f"{number}.{remaining} {piece}")
        await self._connection.execute(NOTIFY, channels, payloads)
