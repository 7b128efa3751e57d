"""Processor time of a command to a server, without the network, game by game.

    python -m benchmarks.command_cost
    python -m benchmarks.command_cost --beside ../older    # compare with another checkout

Four people at each table play whole games by WebSockets that are called in the process of the server (ASGI), on a
SQLite database. All tables send a command, and when all are answered the next one. Everything but uvicorn and the
kernel's network is measured: decoding, execution, storage, four states, their encoding. The moves and the dice follow
from a fixed seed. Prints one JSON object for each game: commands, and the microseconds of processor time (all threads)
and bytes sent for each, as the median of several games. With `--beside`, the servers of two checkouts play the same
games in turn, each by its own version of this script, so that other work on the machine affects both equally; `ratio`
is the median of the ratios of neighbouring games.
"""

import argparse
import asyncio
import hashlib
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import msgspec

from benchmarks.shared import script
from benchmarks.shared.driver_messages import Position
from knobel import seeded_dice
from knobel.games import GAMES
from knobel.server.app import make_app
from knobel.server.database.store import Store
from knobel.server.limits.connection_limits import ConnectionLimits
from knobel.server.limits.uvicorn_protocols import SOCKET_EXTENSION, SocketListener
from knobel.server.options import ServerOptions

SEATS = 4
URL = "http://localhost"


class State(msgspec.Struct):
    """The fields of a state that the driver needs."""

    position: Position | None = None


_state = msgspec.json.Decoder(State)


class Socket:
    """A person's WebSocket at a table, for the person and for the server (as `WebSocketProtocol`)."""

    is_writable = True

    def __init__(self, cookie: str) -> None:
        self.cookie = cookie
        self.position: Position | None = None
        self.texts: list[bytes] = []
        self.received = 0
        """Bytes of all messages."""
        self.answered: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._listener: SocketListener | None = None
        self._ids = count()

    async def connect(self, app: Any, link: str) -> None:
        """Connect to a table."""
        scope = {
            "type": "websocket",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": "ws",
            "path": f"/api/tables/{link}/live",
            "raw_path": f"/api/tables/{link}/live".encode(),
            "root_path": "",
            "query_string": b"",
            "headers": [(b"host", b"localhost"), (b"cookie", f"knobel={self.cookie}".encode())],
            "client": ("127.0.0.1", 1),
            "server": ("localhost", 80),
            "subprotocols": [],
            "state": {},
            "extensions": {SOCKET_EXTENSION: {"socket": self}},
        }
        await app(scope, self._begin, self._ignore)

    async def _begin(self) -> dict[str, Any]:
        return {"type": "websocket.connect"}

    async def _ignore(self, message: Any) -> None:
        assert message["type"] == "websocket.accept", message

    def hand_over(self, listener: SocketListener) -> None:
        """Let the server's listener receive all commands."""
        self._listener = listener

    def call_at_end(self, _call: Callable[[], None]) -> None:
        """Ignore the call."""

    def pause_reading(self) -> None:
        """Ignore the call, because all commands are answered before the next ones."""

    def resume_reading(self) -> None:
        """Ignore the call."""

    def write(self, texts: list[bytes]) -> None:
        """Take messages of the server."""
        self.texts += texts
        for text in texts:
            self.received += len(text)
            if text.startswith(b'{"type":"accepted"'):
                self.answered.set_result(None)
            assert not text.startswith((b'{"type":"rejected"', b'{"type":"gone"')), text

    def send(self, kind: str, **fields: Any) -> asyncio.Future[None]:
        """Send a command; return the future of its answer."""
        self.answered = asyncio.get_running_loop().create_future()
        assert self._listener is not None
        self._listener.receive(msgspec.json.encode({"type": kind, "id": str(next(self._ids))} | fields))
        return self.answered

    def read(self) -> Position | None:
        """Return the newest position."""
        for text in reversed(self.texts):
            if text.startswith(b'{"type":"state"') and b'"position":null' not in text:
                self.position = _state.decode(text).position
                break
        self.texts.clear()
        return self.position

    def close(self) -> None:
        """Disconnect."""
        assert self._listener is not None
        self._listener.end()


class Table:
    """Four people at a table."""

    def __init__(self, sockets: list[Socket], rng: random.Random) -> None:
        self.sockets, self.rng = sockets, rng

    def go_on(self) -> asyncio.Future[None] | None:
        """Send the next command of the game; None if the game is over."""
        for socket in self.sockets:
            position = socket.read()
            assert position is not None
            if position.turn.kind == "over":
                return None
            if position.turn.may_roll:
                return socket.send("roll", at=position.at)
            if position.choices:
                return socket.send("move", at=position.at, action=self.rng.choice(position.choices).action)
        raise AssertionError("nobody can act")


async def open_table(app: Any, http: httpx.AsyncClient, game: str, number: int) -> Table:
    """Return a new table of four people."""
    people = []
    for _ in range(SEATS):
        http.cookies.clear()
        people.append(Socket((await http.post("/api/session")).cookies["knobel"]))
    http.cookies.clear()
    opened = await http.post(
        "/api/tables",
        json={"settings": {"game": game, "seats": SEATS, "public": False}},
        headers={"cookie": f"knobel={people[0].cookie}"},
    )
    link = f"{opened.json()['code']}-{opened.json()['key']}"
    for socket in people:
        await socket.connect(app, link)
        await socket.send("resync" if socket is people[0] else "sit")
    return Table(people, random.Random(number))


async def play(tables: list[Table]) -> int:
    """Play a game at each table; return the number of commands."""
    await asyncio.gather(*(table.sockets[0].send("start") for table in tables))
    commands, running = 0, tables
    while running:
        # The answers of all tables come before the next commands, and with each the states of all four.
        sent = [(table, answer) for table in running if (answer := table.go_on()) is not None]
        running = [table for table, _ in sent]
        commands += len(sent)
        await asyncio.gather(*(answer for _, answer in sent))
        await asyncio.sleep(0)
    return commands


async def run_app(app: Any, ended: asyncio.Event, started: asyncio.Event) -> None:
    """Run the application's life."""

    async def receive() -> dict[str, Any]:
        if started_once:
            await ended.wait()
            return {"type": "lifespan.shutdown"}
        started_once.append(True)
        return {"type": "lifespan.startup"}

    async def send(message: Any) -> None:
        assert not message["type"].endswith("failed"), message
        started.set()

    started_once: list[bool] = []
    await app({"type": "lifespan", "asgi": {"version": "3.0"}, "state": {}}, receive, send)


async def serve_games(game: str, tables: int, folder: str) -> None:
    """Play a game at each table for every line of the standard input, and print its cost."""
    seeds = count()
    digits = 2 * seeded_dice.SEED_BYTES
    seeded_dice.new_seed = lambda: hashlib.sha256(f"{game} {next(seeds)}".encode()).hexdigest()[:digits]
    app: Any = make_app(await Store.open(f"{folder}/{game}.db"), ServerOptions(), ConnectionLimits(1_000_000))
    ended, started = asyncio.Event(), asyncio.Event()
    life = asyncio.create_task(run_app(app, ended, started))
    await started.wait()
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=URL, timeout=600) as http:
        opened = [await open_table(app, http, game, number) for number in range(tables)]
    sockets = [socket for table in opened for socket in table.sockets]
    # The first game loads what later ones find.
    await play(opened)
    for _ in sys.stdin:
        sent, began = sum(socket.received for socket in sockets), time.process_time()
        commands = await play(opened)
        cost = 1e6 * (time.process_time() - began) / commands
        script.report({"commands": commands, "us": cost, "bytes": (sum(s.received for s in sockets) - sent) / commands})
    for socket in sockets:
        socket.close()
    ended.set()
    await life


class Server:
    """A process in which the server of a checkout plays games."""

    def __init__(self, checkout: Path, game: str, tables: int) -> None:
        command = [sys.executable, "-m", "benchmarks.command_cost", "--game", game, "--tables", str(tables), "--serve"]
        folders = checkout / "src", checkout / "lab", checkout
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, folders)), "PYTHONHASHSEED": "0"}
        self.played: list[dict[str, float]] = []
        self._process = subprocess.Popen(
            command, cwd=checkout, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def play(self) -> None:
        """Play a game at each table."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        self.played.append(json.loads(self._process.stdout.readline()))

    def median(self, field: str) -> float:
        """Return the median over the games."""
        return statistics.median(played[field] for played in self.played)

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


@contextmanager
def servers(checkouts: list[Path], game: str, tables: int) -> Iterator[list[Server]]:
    """Yield a server of each checkout."""
    started = [Server(checkout, game, tables) for checkout in checkouts]
    try:
        yield started
    finally:
        for server in started:
            server.close()


def measured(game: str, options: argparse.Namespace) -> dict[str, Any]:
    """Return the cost of a command of one game."""
    own = Path(__file__).parents[2]
    other = [] if options.beside is None else [options.beside.resolve()]
    with servers([own, *other], game, options.tables) as started:
        for _ in range(options.games):
            for server in started:
                server.play()
        first = started[0]
        figures: dict[str, Any] = {
            "game": game,
            "commands": sum(int(played["commands"]) for played in first.played),
            "bytes_a_command": round(first.median("bytes")),
            "processor_us_a_command": round(first.median("us")),
        }
        for server in started[1:]:
            ratios = [a["us"] / b["us"] for a, b in zip(first.played, server.played, strict=True)]
            figures |= {
                "bytes_beside": round(server.median("bytes")),
                "processor_us_beside": round(server.median("us")),
                "ratio": round(statistics.median(ratios), 3),
                "ratios": [round(ratio, 2) for ratio in sorted(ratios)],
            }
        return figures


def main() -> None:
    parser = script.parser(__doc__)
    parser.add_argument("--game", choices=list(GAMES), action="append", help="all by default")
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument(
        "--games", type=int, default=5, help="number of games at each table, after one that does not count"
    )
    parser.add_argument("--beside", type=Path, help="another checkout")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    for game in options.game or GAMES:
        if options.serve:
            with tempfile.TemporaryDirectory() as folder:
                asyncio.run(serve_games(game, options.tables, folder))
        else:
            script.report(measured(game, options))


if __name__ == "__main__":
    main()
