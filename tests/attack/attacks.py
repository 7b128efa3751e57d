"""Attacks of a hostile client: each ignores the answers of the server and continues until it is cancelled."""

import asyncio
import contextlib
import itertools
import json
import multiprocessing
import random
from collections.abc import Callable, Coroutine, Iterator, Sequence
from typing import Any

from tests.attack.hostile_client import BYTES, PING, TEXT, HostileClient, Tally, frame
from tests.attack.long_record import CODE
from tests.attack.mutations import COMMANDS, NEW_TABLE, mutated, strange_frame, strange_request

Attempt = Coroutine[Any, Any, None]
Attack = Callable[[int], Attempt]
CONNECTION_ERRORS = (
    OSError,
    AssertionError,
    asyncio.IncompleteReadError,
    asyncio.LimitOverrunError,
    TimeoutError,
    EOFError,
)
"""Exceptions of a connection that the server has refused or closed."""
RETRY_PAUSE_S = 0.05
"""Seconds after which a refused client tries again."""


async def repeat_until_cancelled(attempt: Callable[[], Attempt]) -> None:
    """Repeat an attack until cancelled."""
    while True:
        with contextlib.suppress(*CONNECTION_ERRORS):
            await attempt()
        await asyncio.sleep(RETRY_PAUSE_S)


async def many(count: int, attempt: Callable[[int], Attempt]) -> None:
    """Run that many copies of an attack, each repeatedly."""
    await asyncio.gather(*(repeat_until_cancelled(lambda number=number: attempt(number)) for number in range(count)))  # type: ignore[misc]


def shared_session(port: int) -> Callable[[], Coroutine[Any, Any, HostileClient]]:
    """Return a client with a cookie, created once."""
    created: list[HostileClient] = []

    async def session() -> HostileClient:
        if not created:
            attacker = HostileClient(port)
            await attacker.create_session()
            created.append(attacker)
        return created[0]

    return session


async def drained(reader: asyncio.StreamReader) -> None:
    """Read and discard."""
    while await reader.read(2**16):
        pass


async def large_tables(port: int) -> None:
    """Tables of a thousand seats with 999 bots, thirty at a time."""
    new = {"settings": {"game": "knister", "seats": 1000}, "bots": ["random"] * 999}
    session = shared_session(port)

    async def open_one(_: int) -> None:
        attacker = await session()
        await attacker.open_table(**new)

    await many(30, open_one)


async def silence(port: int, connections: int = 2000, addresses: int = 1) -> None:
    """Two thousand connections that never send anything."""
    attackers = [HostileClient(port) for _ in range(addresses)]

    async def listen(number: int) -> None:
        async with attackers[number % addresses].connection() as (reader, _writer):
            await drained(reader)

    await many(connections, listen)


async def silence_of_sixty(port: int) -> None:
    """Six hundred connections that never send anything, from sixty addresses."""
    await silence(port, connections=600, addresses=60)


async def half_requests(port: int) -> None:
    """Six hundred requests of which single bytes arrive slowly."""
    attacker = HostileClient(port)

    async def drip(_: int) -> None:
        async with attacker.connection() as (_reader, writer):
            writer.write(b"POST /api/session HTTP/1.1\r\nHost: localhost\r\n")
            while True:
                writer.write(b"X")
                await writer.drain()
                await asyncio.sleep(0.5)

    await many(600, drip)


async def quick_connections(port: int) -> None:
    """Connections that are opened and closed as fast as possible."""
    attacker = HostileClient(port)

    async def come_and_go(_: int) -> None:
        for _again in range(100):
            async with attacker.connection():
                pass

    await many(20, come_and_go)


async def unread_pings(port: int, presence: int = 5) -> None:
    """Megabytes of pings, whose answers are never read."""
    session = shared_session(port)

    async def ping(_: int) -> None:
        attacker = await session()
        async with attacker.socket() as (reader, writer):
            reader._transport.pause_reading()  # type: ignore[attr-defined]
            while True:
                writer.write(frame(PING, b"x" * 125) * 1000)
                await writer.drain()

    await many(presence, ping)


async def small_frames(port: int, presence: int = 5) -> None:
    """The smallest possible frames, at the highest possible rate."""
    session = shared_session(port)

    async def send(_: int) -> None:
        attacker = await session()
        async with attacker.socket() as (reader, writer):
            reading = asyncio.create_task(drained(reader))
            try:
                while True:
                    writer.write(frame(BYTES) * 20_000)
                    await writer.drain()
            finally:
                reading.cancel()

    await many(presence, send)


async def unread_states(port: int) -> None:
    """Fifty clients that never read, and request many messages."""
    session = shared_session(port)

    async def ask(_: int) -> None:
        attacker = await session()
        code = await attacker.open_table(settings={"game": "knister", "seats": 100})
        async with attacker.socket(f"/api/tables/{code}/live") as (reader, writer):
            reader._transport.pause_reading()  # type: ignore[attr-defined]
            while True:
                writer.write(frame(TEXT, b'{"type":"resync","id":"x"}'))
                await writer.drain()
                await asyncio.sleep(0.1)

    await many(50, ask)


UNKNOWN = b'{"type":"fly"}'
"""A message of no known type."""
AT_ONCE = 50
"""Number of messages that are written before the next look at whether the connection is open."""


async def nonsense(port: int, presence: int = 10) -> None:
    """Invalid messages at the highest accepted rate, each client at an own table from changing addresses."""
    rng = random.Random()
    messages = (mutated(rng.choice(COMMANDS), rng) if rng.random() < 0.5 else UNKNOWN for _ in range(5_000))
    stock = [frame(TEXT, message) for message in messages]

    async def talk(_: int) -> None:
        attacker = HostileClient(port)
        await attacker.create_session()
        code = await attacker.open_table(settings={"game": "knister", "seats": 2})
        async with attacker.socket(f"/api/tables/{code}/live") as (reader, writer):
            reading = asyncio.create_task(drained(reader))
            try:
                while not reading.done():
                    writer.write(b"".join(rng.choices(stock, k=AT_ONCE)))
                    await writer.drain()
                    attacker.tally.sent(AT_ONCE)
            finally:
                reading.cancel()

    await many(presence, talk)


async def guesses(port: int) -> None:
    """Guesses at the codes of tables."""
    rng = random.Random(1)
    attacker = HostileClient(port)

    async def guess(_: int) -> None:
        await attacker.ask("GET", "/api/tables/" + "".join(rng.choices("ABCDEFGH", k=6)))

    await many(20, guess)


async def records(port: int) -> None:
    """Fifty simultaneous downloads of a long record."""
    attacker = HostileClient(port)

    async def download(_: int) -> None:
        await attacker.ask("GET", f"/api/tables/{CODE}/record")

    await many(50, download)


async def settings_in_turns(port: int) -> None:
    """A large table that is set up again and again, each time with new bots."""
    session = shared_session(port)
    turns: list[dict[str, Any]] = [
        {"type": "seat_bot", "seat": None, "level": "random"},
        {"type": "setup", "settings": {"game": "knister", "seats": 1}},
        {"type": "setup", "settings": {"game": "knister", "seats": 1000}},
    ]

    async def change(_: int) -> None:
        attacker = await session()
        code = await attacker.open_table(settings={"game": "knister", "seats": 1000})
        async with attacker.socket(f"/api/tables/{code}/live") as (reader, writer):
            reading = asyncio.create_task(drained(reader))
            try:
                for number in range(10_000):
                    wish = turns[number % 3] | {"id": str(number)}
                    writer.write(frame(TEXT, json.dumps(wish).encode()))
                    await writer.drain()
                    await asyncio.sleep(0.03)
            finally:
                reading.cancel()

    await many(1, change)


async def tables_of_many(port: int) -> None:
    """Tables of a thousand seats, each opened by another session of one address."""
    new = {"settings": {"game": "knister", "seats": 1000}, "bots": ["random"] * 999}

    async def open_one(_: int) -> None:
        attacker = HostileClient(port, "127.9.8.1")
        await attacker.create_session()
        await attacker.open_table(**new)

    await many(60, open_one)


async def renames(port: int) -> None:
    """Constant renames of a player with seats at thirty tables."""
    attacker = HostileClient(port)
    await attacker.create_session()
    for _ in range(30):
        await attacker.open_table(settings={"game": "knister", "seats": 2})
    numbers = itertools.count()

    async def rename(_: int) -> None:
        async with attacker.connection() as (reader, writer):
            reading = asyncio.create_task(drained(reader))
            try:
                while not reading.done():
                    body = json.dumps({"name": f"Ann {next(numbers)}"}).encode()
                    head = attacker.head(
                        "PATCH", "/api/session", Content_Length=len(body), Content_Type="application/json"
                    )
                    writer.write(head + body)
                    await writer.drain()
                    await asyncio.sleep(0.02)
            finally:
                reading.cancel()

    await many(2, rename)


UPLOAD = 499_000
"""Bytes of an upload that never ends: almost the longest accepted record."""
UPLOADS, SESSIONS = 1_300, 45
"""Number of simultaneous uploads from one address, and of the sessions that send them."""


async def stalled_uploads(port: int, households: int = 1) -> None:
    """Uploads of which the last byte never arrives, from one address."""
    people = [[HostileClient(port, f"127.9.9.{1 + number}") for _ in range(SESSIONS)] for number in range(households)]
    for household in people:
        for attacker in household:
            await attacker.create_session()

    async def upload(number: int) -> None:
        attacker = people[number % households][number // households % SESSIONS]
        async with attacker.connection() as (reader, writer):
            writer.write(attacker.head("POST", "/api/coach/review", Content_Length=UPLOAD + 1) + bytes(UPLOAD))
            await drained(reader)

    await many(UPLOADS * households, upload)


async def stalled_uploads_of_three(port: int) -> None:
    """The same from three addresses."""
    await stalled_uploads(port, households=3)


async def mutations(port: int, presence: int = 3, codes: tuple[str, ...] = ()) -> None:
    """Almost valid messages, at the client's own and other tables, each from another address."""
    rng = random.Random()

    async def talk(_: int) -> None:
        attacker = HostileClient(port)
        await attacker.create_session()
        own = await attacker.open_table(**NEW_TABLE)
        await attacker.ask("POST", "/api/tables", mutated(NEW_TABLE, rng))
        await attacker.ask("PATCH", "/api/session", mutated({"name": "Ann"}, rng))
        for code in (own, *codes):
            async with attacker.socket(f"/api/tables/{code}/live") as (reader, writer):
                for _message in range(150):
                    writer.write(frame(BYTES, mutated(rng.choice(COMMANDS), rng)))
                    await writer.drain()
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(0.2):
                        await drained(reader)

    await many(presence, talk)


async def malformed_traffic(port: int, presence: int = 3) -> None:
    """Malformed requests, malformed frames and aborted connections, each from another address."""
    rng = random.Random()

    async def request(_: int) -> None:
        attacker = HostileClient(port)
        async with attacker.connection() as (reader, writer):
            writer.write(strange_request(attacker, rng))
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(0.1):
                    await drained(reader)

    async def talk(_: int) -> None:
        attacker = HostileClient(port)
        await attacker.create_session()
        for _again in range(10):
            with contextlib.suppress(*CONNECTION_ERRORS):
                async with attacker.socket() as (reader, writer):
                    writer.write(b"".join(strange_frame(rng) for _ in range(rng.randint(1, 5))))
                    async with asyncio.timeout(0.1):
                        await drained(reader)

    await asyncio.gather(many(presence, request), many(presence, talk))


ATTACKS: dict[str, Attack] = {
    attack.__name__: attack
    for attack in (
        large_tables,
        silence,
        silence_of_sixty,
        half_requests,
        quick_connections,
        unread_pings,
        small_frames,
        unread_states,
        nonsense,
        guesses,
        records,
        settings_in_turns,
        tables_of_many,
        renames,
        stalled_uploads,
        stalled_uploads_of_three,
        mutations,
        malformed_traffic,
    )
}


def attack(names: Sequence[str], port: int, tally: Tally) -> None:
    """Run attacks together until the process is ended."""
    HostileClient.tally = tally

    async def together() -> None:
        await asyncio.gather(*(ATTACKS[name](port) for name in names))

    asyncio.run(together())


@contextlib.contextmanager
def attacking(port: int, *names: str) -> Iterator[Tally]:
    """Run attacks together in a separate process; yield what they count."""
    tally = Tally()
    process = multiprocessing.get_context("spawn").Process(target=attack, args=(names, port, tally))
    process.start()
    try:
        yield tally
        assert process.is_alive(), "the attacker has given up"
    finally:
        process.kill()
        process.join()
