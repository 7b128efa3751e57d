"""A small client of the server, for tests: a person with a cookie, and their socket at a table.

A `Table` is what the page would know: every `state` message folded in, with its number checked.
"""

import asyncio
import contextlib
import itertools
import json
import os
import signal
import socket
import ssl
from collections.abc import Callable, Coroutine, Iterator
from multiprocessing import get_context
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any, ClassVar

import httpx
import websockets

from tests.server.watched import run

SOURCE = Path(__file__).parents[2] / "src"
PATIENCE = 300.0

FORKS = get_context("forkserver")
"""Servers are forked from a process that has loaded what they need, for that takes a second of the processor."""
FORKS.set_forkserver_preload(["tests.server.loaded"])

NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""Making one for each client is slow, and none is used."""


_ports = itertools.count(10_000 + 5_000 * int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:]) + os.getpid() % 4_000)


def free_port() -> int:
    """A port that is nobody's: below those that the system gives to connections, and not another test process's."""
    while True:
        port = next(_ports)
        with socket.socket() as sock, contextlib.suppress(OSError):
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            sock.bind(("127.0.0.1", port))
            return port


class Server:
    """A server process of its own."""

    def __init__(self, folder: Path, patched: dict[str, Any] | None = None, **options: Any) -> None:
        """`patched`: what a test cannot wait for, such as `{"knobel.server.protocols.ARRIVAL": 0.5}`. Else requests may
        take long to arrive, for so they do on a busy machine."""
        self.patched = {"knobel.server.protocols.ARRIVAL": PATIENCE} | (patched or {})
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.options = {"port": self.port, "database": str(folder / "knobel.db"), "bot_pace": 0.0} | options
        self.complaints = folder / "complaints.txt"
        self.clock: Path | None = None
        """A file that says by how many seconds the server's wall clock is wrong."""
        self.process: ForkServerProcess | None = None

    def start(self) -> None:
        """Start, and wait until it answers."""
        self.complaints.write_text("")
        ready, tell = FORKS.Pipe(duplex=False)
        with ready:
            with tell:
                arguments = self.options, self.patched, self.clock, self.complaints, tell, dict(os.environ)
                self.process = FORKS.Process(target=run, args=arguments)
                self.process.start()
            try:
                # Either it answers, or it has ended.
                if not ready.poll(3 * PATIENCE):
                    self.process.kill()
                ready.recv()
            except EOFError:
                self.process.join()
                raise RuntimeError(f"the server ended: {self.complaints.read_text()}") from None

    def set_clock(self, seconds: int) -> None:
        """Let its wall clock be wrong by so much from now on; the first time before it starts."""
        self.clock = self.complaints.with_name("clock.txt")
        new = self.clock.with_suffix(".new")
        new.write_text(str(seconds))
        new.replace(self.clock)

    @property
    def pid(self) -> int:
        """The number of its process."""
        assert self.process is not None
        assert self.process.pid is not None
        return self.process.pid

    def signal(self, number: signal.Signals) -> None:
        """Send it a signal."""
        os.kill(self.pid, number)

    def freeze(self) -> None:
        """Let it answer no more, and refuse nothing, until it may go on."""
        os.kill(self.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on."""
        os.kill(self.pid, signal.SIGCONT)

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        assert self.process is not None
        self.process.kill()
        self.process.join()

    def stop(self) -> str:
        """End it in peace; what it complained about."""
        assert self.process is not None
        self.process.terminate()
        self.process.join(PATIENCE)
        assert self.process.exitcode is not None, "it does not end"
        return self.complaints.read_text()


@contextlib.contextmanager
def running(folder: Path, patched: dict[str, Any] | None = None, **options: Any) -> Iterator[Server]:
    """A running server, which has nothing to complain about and is never busy with one thing for long."""
    server = Server(folder, patched, **options)
    server.start()
    try:
        yield server
    finally:
        if server.process is not None and server.process.is_alive():
            server.stop()
        complaints = server.complaints.read_text()
        assert not complaints, complaints


Story = Callable[[Server], Coroutine[Any, Any, None]]
"""What happens at a server."""


class Person:
    """Somebody with a cookie."""

    everybody: ClassVar[list["Person"]] = []

    def __init__(self, url: str, address: str = "") -> None:
        """`address`: the person's address, for a server that takes this machine for a proxy."""
        self.url = url
        self.headers = {"X-Forwarded-For": address} if address else {}
        # Before the server gives up a connection that nobody uses, or a request would meet its end.
        limits = httpx.Limits(keepalive_expiry=1)
        self.http = httpx.AsyncClient(
            base_url=url, timeout=PATIENCE, verify=NO_TLS, limits=limits, headers=self.headers
        )
        self.id = ""
        self.name = ""
        self.tables: list[Table] = []
        self.everybody.append(self)

    async def arrive(self, name: str | None = None) -> "Person":
        answer = await self.http.post("/api/session", json=None if name is None else {"name": name})
        assert answer.status_code == 200, answer.text
        self.id, self.name = answer.json()["id"], answer.json()["name"]
        return self

    @property
    def cookie(self) -> str:
        return f"knobel={self.http.cookies['knobel']}"

    async def device(self, url: str | None = None) -> "Person":
        """Another device of the same person, perhaps at another server."""
        path = (await self.http.post("/api/transfer")).json()["path"]
        other = Person(url or self.url)
        answer = await other.http.post(f"/api/transfer/{path.split('/')[2]}")
        assert answer.status_code == 200, answer.text
        other.id, other.name = answer.json()["id"], answer.json()["name"]
        return other

    async def open_table(self, *, bots: tuple[str, ...] = (), start: bool = False, **settings: Any) -> str:
        answer = await self.http.post("/api/tables", json={"settings": settings, "bots": list(bots), "start": start})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["code"])

    async def open_private(self, **settings: Any) -> tuple[str, str]:
        """Open a table that nobody sits down at yet; its code, and its link."""
        answer = await self.http.post("/api/tables", json={"settings": settings})
        code, key = answer.json()["code"], answer.json()["key"]
        return str(code), f"{code}-{key}"

    async def refused(self, link: str) -> str:
        """Why one may not enter a table: the same by HTTP as by WebSocket."""
        answers = [
            await self.http.get(f"/api/tables/{link}{path}")
            for path in ("", "/record", "/games/1/record", "/replay", "/review")
        ]
        reasons = {answer.json()["reason"] for answer in answers}
        table = Table(self, link)
        await table.connect_quietly()
        await table.closed_with()
        assert table.socket is not None
        (reason,) = reasons | {table.socket.close_reason}
        return str(reason)

    async def join(self, code: str) -> "Table":
        return await Table(self, code).connect()

    async def leave(self) -> None:
        for table in self.tables:
            await table.close()
        await self.http.aclose()


async def everybody_leaves() -> None:
    """Close whatever people still hold open."""
    people, Person.everybody = Person.everybody, []
    for person in people:
        await person.leave()


async def told(story: Story, server: Server) -> None:
    """What happens at a server, until everybody leaves."""
    try:
        await story(server)
    finally:
        await everybody_leaves()


class Table:
    """A person's socket at a table, and what they know of it."""

    ids = itertools.count()

    def __init__(self, person: Person, code: str) -> None:
        self.person = person
        person.tables.append(self)
        self.path = f"/api/tables/{code}/live"
        self.socket: websockets.ClientConnection | None = None
        self.seq = -1
        self.now = 0
        """The server's clock, when it last said."""
        self.table: dict[str, Any] = {}
        self.position: dict[str, Any] | None = None
        self.earlier: list[dict[str, Any]] | None = None
        """The log from before this connection; None until it has come."""
        self.since: list[dict[str, Any]] = []
        self.answers: dict[str, dict[str, Any]] = {}
        self.unanswered: dict[str, dict[str, Any]] = {}
        self._reached: dict[int, asyncio.Event] = {}
        self.others: list[dict[str, Any]] = []
        """Messages of other types."""

    async def connect(self) -> "Table":
        """Connect (again), send what was not answered, and wait for the whole state and log."""
        await self.connect_quietly()
        self.seq = -1
        for command in list(self.unanswered.values()):
            await self.send_raw(json.dumps(command))
        await self.until(lambda: self.seq >= 0 and self.earlier is not None)
        return self

    async def closed_with(self) -> int | None:
        """The code with which the server closes, after whatever it still says."""
        assert self.socket is not None
        with contextlib.suppress(websockets.ConnectionClosed):
            async with asyncio.timeout(PATIENCE):
                while True:
                    await self.receive()
        return self.socket.close_code

    async def connect_quietly(self) -> None:
        """Connect (again), and no more."""
        await self.close()
        self.socket = await websockets.connect(
            self.person.url.replace("http", "ws", 1) + self.path,
            additional_headers={"Cookie": self.person.cookie} | self.person.headers,
            max_size=2**22,
            compression=None,
            ping_interval=None,  # a busy machine may be slow to answer
        )

    async def close(self) -> None:
        if self.socket is not None:
            await self.socket.close()

    async def send_raw(self, text: str) -> None:
        assert self.socket is not None
        await self.socket.send(text)

    async def send(self, kind: str, **fields: Any) -> str:
        """Send a command without waiting; its id."""
        command = {"type": kind, "id": f"c{next(self.ids)}"} | fields
        self.unanswered[command["id"]] = command
        await self.send_raw(json.dumps(command))
        return str(command["id"])

    async def do(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a command and wait for its answer, `accepted` or `rejected`."""
        number = await self.send(kind, **fields)
        await self.until(lambda: number in self.answers)
        return self.answers[number]

    async def receive(self) -> dict[str, Any]:
        """The next message, folded in."""
        assert self.socket is not None
        message: dict[str, Any] = json.loads(await self.socket.recv())
        match message["type"]:
            case "state":
                assert message["prev"] in (-1, self.seq), "a state was missed"
                assert message["seq"] > self.seq
                self.seq, self.now = message["seq"], message["now"]
                self.table = message["table"] or self.table
                if message["position"] is not None or message["prev"] == -1:
                    self.position = message["position"]
                for seq, event in self._reached.items():
                    if self.seq >= seq:
                        event.set()
                if message["prev"] == -1:
                    self.earlier, self.since = None, []
                self.earlier = self.earlier if message["earlier"] is None else message["earlier"]
                self.since += message["log"]
            case "accepted" | "rejected":
                self.answers[message["id"]] = message
                self.unanswered.pop(message["id"], None)
            case _:
                self.others.append(message)
        return message

    async def until(self, condition: Any, patience: float = PATIENCE) -> None:
        """Receive until something is so."""
        async with asyncio.timeout(patience):
            while not condition():
                await self.receive()

    async def reached(self, seq: int) -> None:
        """Wait until somebody else's receiving has brought the state of this number."""
        event = self._reached.setdefault(seq, asyncio.Event())
        async with asyncio.timeout(PATIENCE):
            await event.wait()

    @property
    def log(self) -> list[dict[str, Any]]:
        """What happened, as far as it was told."""
        return [*(self.earlier or []), *self.since]

    @property
    def code(self) -> str:
        """The table's."""
        return self.path.split("/")[3]

    @property
    def at(self) -> int:
        """The position in which the game is."""
        assert self.position is not None
        return int(self.position["at"])

    @property
    def choices(self) -> list[dict[str, Any]]:
        """What one may do now."""
        return [] if self.position is None else list(self.position["choices"])

    @property
    def turn(self) -> dict[str, Any]:
        """What happens next; `kind` is empty where there is no game."""
        return {"kind": "", "may_roll": False} if self.position is None else dict(self.position["turn"])

    @property
    def over(self) -> bool:
        return self.position is not None and self.position["turn"]["kind"] == "over"

    def wish(self) -> tuple[str, dict[str, Any]] | None:
        """The first thing that one may do now: throw, or take the first action."""
        if self.position is None:
            return None
        if self.turn["may_roll"]:
            return "roll", {"at": self.position["at"]}
        if self.position["choices"]:
            # The last one: in the games with dice to keep this ends a turn sooner.
            return "move", {"at": self.position["at"], "action": self.position["choices"][0]["action"]}
        return None

    async def play(self) -> None:
        """Play to the end."""
        tried = None
        while not self.over:
            wish = self.wish()
            key = None if wish is None else (self.seq, str(wish))
            if wish is not None and key != tried:
                tried = key if await self.tried(*wish) else None
            else:
                await self.receive()

    async def tried(self, kind: str, fields: dict[str, Any]) -> bool:
        """Do something; False if the server had no room for it: no news follow, and one tries again, a moment later."""
        answer = await self.do(kind, **fields)
        if answer.get("reason") in ("storage", "rate_limited"):
            await asyncio.sleep(0.2)
            return False
        return True
