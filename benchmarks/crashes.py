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
import sqlite3
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import Any

import websockets
from tests.server.client import Person, Server, Table, everybody_leaves

GAMES = ("knister", "knaster", "knapp_daneben", "knoeffel", "kniffeliger")
LONGEST = 1.5
"""Seconds of play before a kill, at most."""


def shown(entry: dict[str, Any]) -> str:
    """A move or a roll, the same in what is shown of a log and in the log itself."""
    return json.dumps([entry["time"], entry["kind"], entry.get("action"), entry.get("dice")])


class Noted(Table):
    """A table at which somebody takes notes."""

    def __init__(self, person: Person, code: str) -> None:
        super().__init__(person, code)
        self.sent: dict[str, dict[str, Any]] = {}
        self.accepted: list[str] = []
        self.rejected: list[str] = []
        self.seen: set[str] = set()

    async def send(self, kind: str, **fields: Any) -> str:
        number = f"c{next(self.ids)}"
        command = {"type": kind, "id": number} | fields
        self.sent[number] = self.unanswered[number] = command
        await self.send_raw(json.dumps(command))
        return number

    async def receive(self) -> dict[str, Any]:
        message = await super().receive()
        match message["type"]:
            case "accepted":
                self.accepted.append(message["id"])
            case "rejected":
                self.rejected.append(message["id"])
            case "state":
                self.seen.update(shown(entry) for entry in message["log"] if entry["kind"] in ("move", "roll"))
        return message

    async def play_on(self, *, host: bool) -> None:
        """Play game after game until the server is gone."""
        tried = None
        try:
            while True:
                wish = self.wish() or (("start", {}) if host and self.over else None)
                if wish is not None and (self.seq, str(wish)) != tried:
                    tried = self.seq, str(wish)
                    await self.do(wish[0], **wish[1])
                else:
                    await self.receive()
        except (websockets.ConnectionClosed, OSError):
            return

    @property
    def notes(self) -> dict[str, Any]:
        return {
            "table": self.code,
            "person": self.person.id,
            "sent": self.sent,
            "accepted": self.accepted,
            "rejected": self.rejected,
            "seen": sorted(self.seen),
        }


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


def check(database: Path, notes: list[dict[str, Any]]) -> list[str]:
    """What is wrong with a database, by people's notes."""
    wrong = []
    connection = sqlite3.connect(database)
    for note in notes:
        table, sent = note["table"], note["sent"]
        rows = connection.execute('SELECT seq, data FROM events WHERE "table" = ? ORDER BY seq', (table,)).fetchall()
        events = [json.loads(data) for _, data in rows]
        if [seq for seq, _ in rows] != list(range(len(rows))) or events[0]["kind"] != "opened":
            wrong.append(f"{table}: the log has gaps")
        found = defaultdict(list)
        for seq, event in enumerate(events):
            if event.get("by") == note["person"] and "id" in event and event["kind"] not in ("opened", "over"):
                found[event["id"]].append(seq)
        for number, command in sent.items():
            places = [events[seq] for seq in found[number]]
            if len(places) > 1:
                wrong.append(f"{table}: {command} was done twice")
            if number in note["accepted"] and not places:
                wrong.append(f"{table}: {command} was accepted, and is lost")
            if number in note["rejected"] and places:
                wrong.append(f"{table}: {command} was rejected, and done")
            if any(
                (place["kind"], place.get("action")) != (command["type"], command.get("action")) for place in places
            ):
                wrong.append(f"{table}: {command} became {places}")
        order = [found[number][0] for number in note["accepted"] if found[number]]
        if order != sorted(order):
            wrong.append(f"{table}: not in the order of the answers")
        stored = {shown(event) for event in events if event["kind"] in ("move", "roll")}
        wrong.extend(f"{table}: {entry} was shown, and is lost" for entry in note["seen"] if entry not in stored)
        over = sum(event["kind"] == "over" for event in events)
        counted = connection.execute(
            'SELECT count(*) FROM results WHERE "table" = ? AND person = ?', (table, note["person"])
        ).fetchone()[0]
        if counted != over:
            wrong.append(f"{table}: {over} games ended, {counted} results")
    connection.close()
    return wrong


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
