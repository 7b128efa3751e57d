"""Clients that note all answers they receive at tables, and a comparison of the notes with a database.

`check` reads both as JSON and does not use the server's code.
"""

import asyncio
import contextlib
import json
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import httpx
import websockets

from tests.server.client import TIMEOUT_S, Person, Table

GONE = websockets.ConnectionClosed, websockets.InvalidHandshake, OSError, EOFError, TimeoutError
"""Exceptions of a client when a server is killed."""


def shown(entry: dict[str, Any]) -> str:
    """Return a move or a roll in a form that is the same for a view of a log and for the log itself."""
    return json.dumps([entry["time"], entry["kind"], entry.get("action"), entry.get("dice")])


class Noted(Table):
    """A table at which a client takes notes."""

    def __init__(self, person: Person, code: str) -> None:
        super().__init__(person, code)
        self.sent: dict[str, dict[str, Any]] = {}
        self.accepted: list[str] = []
        self.rejected: list[str] = []
        self.seen: set[str] = set()
        self.last_game: int | None = None

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
        """Play one game after another until the connection to the server fails."""
        tried = None
        try:
            while True:
                wish = self.wish() or (("start", {}) if host and self.over else None)
                if wish is not None and (self.seq, str(wish)) != tried:
                    key = self.seq, str(wish)
                    tried = key if await self.tried(*wish) else None
                else:
                    await self.receive()
        except (websockets.ConnectionClosed, OSError):
            return

    async def play_anywhere(
        self, urls: Sequence[str], games: int | None, *, host: bool, told: Callable[[], None]
    ) -> None:
        """Play a number of games, or up to `last_game`, with any server that answers.

        `told` is called after every answer.
        """
        tried, self.last_game = None, games
        while True:
            try:
                while True:
                    if self.over and self.last_game is not None and self.games >= self.last_game:
                        return
                    wish = self.wish() or (("start", {}) if host and self.over else None)
                    if wish is None or (self.seq, str(wish)) == tried:
                        await self.receive()
                        continue
                    key = self.seq, str(wish)
                    tried = key if await self.tried(*wish) else None
                    told()
            except GONE:
                await self.come_back(urls)
                tried = None

    async def come_back(self, urls: Sequence[str]) -> None:
        """Connect to the next server that admits the client, and send unanswered commands again."""
        async with asyncio.timeout(3 * TIMEOUT_S):
            while True:
                self.person.url = urls[(urls.index(self.person.url) + 1) % len(urls)]
                with contextlib.suppress(*GONE, httpx.HTTPError):
                    await self.connect()
                    return
                await asyncio.sleep(0.1)

    @property
    def games(self) -> int:
        """Return the number of games played at the table."""
        return int(self.table["games_played"])

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


def check(database: Path, notes: list[dict[str, Any]]) -> list[str]:
    """Return the differences between a database and the notes."""
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
