"""A server under attack: hostile messages, short connections, silent clients and clients that never read.

    python -m benchmarks.siege --messages 1000000 --connections 20000

Meanwhile people play games of all five kinds until that many messages and connections have been made. Every game must
end as its log says, with no other players in it, and the server must log no error. Prints one JSON object.
"""

import argparse
import asyncio
import multiprocessing
import random
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.attack.attacks import drained, many, unread_states
from tests.attack.hostile_client import TEXT, HostileClient, frame
from tests.attack.mutations import COMMANDS, mutated
from tests.attack.test_attacks import play, strangers_are_gone
from tests.server.client import Server, running

from benchmarks import script

SILENCE_MS, TALKERS, CALLERS = 600, 6, 20
AT_ONCE = 50
"""Messages written before checking whether the connection is open."""

Count = Any


def some_message(rng: random.Random) -> bytes:
    """Return a malformed command or random data."""
    return mutated(rng.choice(COMMANDS), rng) if rng.random() < 0.5 else b'{"type":"fly"}'


async def talking(port: int, messages: Count) -> None:
    """Send hostile messages over WebSockets, each client from changing addresses."""
    rng = random.Random()
    stock = [frame(TEXT, some_message(rng)) for _ in range(5_000)]

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
                    messages.value += AT_ONCE
            finally:
                reading.cancel()

    await many(TALKERS, talk)


async def calling(port: int, connections: Count) -> None:
    """Open connections and close them immediately, each client from one address."""

    async def call(_: int) -> None:
        attacker = HostileClient(port)
        for _again in range(100):
            async with attacker.connection():
                connections.value += 1

    await many(CALLERS, call)


async def silent(port: int) -> None:
    """Open connections that never send anything, from sixty addresses."""
    attackers = [HostileClient(port) for _ in range(60)]

    async def listen(number: int) -> None:
        async with attackers[number % len(attackers)].connection() as (reader, _writer):
            await drained(reader)

    await many(SILENCE_MS, listen)


def besiege(port: int, messages: Count, connections: Count) -> None:
    """Attack until the process is ended."""

    async def all_at_once() -> None:
        await asyncio.gather(talking(port, messages), calling(port, connections), silent(port), unread_states(port))

    asyncio.run(all_at_once())


async def story(server: Server, wanted: argparse.Namespace) -> dict[str, Any]:
    """Run the attack; return the figures."""
    messages = multiprocessing.get_context("spawn").Value("q")
    connections = multiprocessing.get_context("spawn").Value("q")
    process = multiprocessing.get_context("spawn").Process(
        target=besiege, args=(server.port, messages, connections), daemon=True
    )
    began, games = time.monotonic(), 0
    process.start()
    try:
        while messages.value < wanted.messages or connections.value < wanted.connections:
            await play(server)
            games += 5
            assert process.is_alive(), "the besiegers have given up"
    finally:
        process.kill()
        process.join()
    await strangers_are_gone(server)
    return {
        "seconds": round(time.monotonic() - began, 1),
        "hostile_messages": messages.value,
        "quick_connections": connections.value,
        "silent": SILENCE_MS,
        "deaf": 50,
        "honest_games_that_ended_as_their_logs_say": games,
    }


def main() -> None:
    parser = script.parser(__doc__)
    parser.add_argument("--messages", type=int, default=1_000_000)
    parser.add_argument("--connections", type=int, default=20_000)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as server:
        script.report(asyncio.run(story(server, wanted)))


if __name__ == "__main__":
    main()
