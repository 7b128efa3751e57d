"""A server killed at forty random moments under twenty tables that are being played at: nothing is lost or done twice.

    python -m benchmarks.crashes --kills 40 --tables 20

People play game after game against each other, of all kinds, and keep notes of what they were told; they come back
after every `kill -9` and send again what was not answered. In the end the database is compared with their notes, by
`check`, which reads both as JSON and knows nothing of the server's code. Prints one JSON object.
"""

import argparse
import asyncio
import json
import random
import tempfile
from pathlib import Path
from typing import Any

from tests.server.client import Person, Server, everybody_leaves
from tests.server.notes import Noted, check

GAMES = ("knister", "knaster", "knapp_daneben", "knoeffel", "kniffeliger")
LONGEST = 1.5
"""Seconds of play before a kill, at most."""


async def sit_down(url: str, number: int) -> list[Noted]:
    one, two = await asyncio.gather(Person(url).arrive(), Person(url).arrive())
    code = await one.open_table(game=GAMES[number % len(GAMES)], seats=2)
    tables = [Noted(one, code), Noted(two, code)]
    for table in tables:
        await table.connect()
    await tables[1].do("sit")
    await tables[0].do("start")
    return tables


async def play(server: Server, tables: int, kills: int, rng: random.Random) -> list[dict[str, Any]]:
    """The people's notes."""
    pairs = await asyncio.gather(*(sit_down(server.url, number) for number in range(tables)))
    seats = [table for pair in pairs for table in pair]
    for _ in range(kills):
        playing = [asyncio.create_task(table.play_on(host=table in (pair[0] for pair in pairs))) for table in seats]
        await asyncio.sleep(rng.uniform(0, LONGEST))
        server.kill()
        await asyncio.gather(*playing)
        await asyncio.to_thread(server.start)
        await asyncio.gather(*(table.connect() for table in seats))
        await asyncio.gather(*(table.until(lambda table=table: not table.unanswered) for table in seats))
    notes = [table.notes for table in seats]
    await everybody_leaves()
    return notes


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--kills", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        server.start()
        notes = asyncio.run(play(server, options.tables, options.kills, random.Random(options.seed)))
        server.stop()
        wrong = check(Path(folder) / "knobel.db", notes)
    counts = {what: sum(len(note[what]) for note in notes) for what in ("sent", "accepted", "rejected", "seen")}
    print(json.dumps({"tables": options.tables, "kills": options.kills, **counts, "wrong": wrong}))  # noqa: T201


if __name__ == "__main__":
    main()
