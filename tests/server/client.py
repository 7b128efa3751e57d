"""A client of the server for tests: a person with a cookie, and the person's sockets at tables.

A `Table` holds the state that the page would have: every `state` message is applied, and its number is checked.
"""

import asyncio
import atexit
import contextlib
import itertools
import json
import operator
import os
import signal
import socket
import ssl
from collections.abc import Callable, Coroutine, Iterator, Sequence
from functools import cache
from multiprocessing import get_context
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any, ClassVar, TypeVar

import httpx
import websockets

from knobel.server.database.sqlite import PRAGMAS
from tests.engines.wasm.shipped import use_shipped_engines_for_bots, use_shipped_engines_for_the_coach
from tests.server.new_databases import make_file
from tests.server.process import Prepare, no_compiler, run
from tests.slow import WHOLE

SOURCE = Path(__file__).parents[2] / "src"
TIMEOUT_S = 300.0

FORKS = get_context("forkserver")
"""Servers are forked from a process that has loaded their modules, which takes a second of processor time."""
FORKS.set_forkserver_preload(["tests.server.loaded"])

NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""Shared by all clients, because creating a context is slow and no client uses it."""


@cache
def _ports() -> Iterator[int]:
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:])
    # Browsers refuse port 10080.
    return itertools.count(10_100 + 2_750 * (worker % 8) + os.getpid() % 2_000)


def free_port() -> int:
    """Return a free port below the range of ephemeral ports, which no other test process of this machine gets."""
    while True:
        port = next(_ports())
        claim = socket.socket(type=socket.SOCK_DGRAM)
        with socket.socket() as sock:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                sock.bind(("127.0.0.1", port))
                claim.bind(("127.0.0.1", port))
            except OSError:
                claim.close()
                continue
        # A datagram socket claims the port of the same number until this process ends.
        atexit.register(claim.close)
        return port


SHIPPED: dict[str, Any] = {} if WHOLE else {
    "knobel.job_process.CONTEXT": FORKS,
    "knobel.server.compute.bot_process.limit_threads": use_shipped_engines_for_bots,
    "knobel.server.compute.coach_process.lower_priority": use_shipped_engines_for_the_coach,
}  # fmt: skip
"""Replacements by which the processes of a server use engines that need no compilation, and load modules only once."""
NOT_DURABLE: dict[str, Any] = {} if "PYTEST_VERSION" not in os.environ else {
    "knobel.server.database.sqlite.PRAGMAS": tuple(
        "synchronous=OFF" if pragma.startswith("synchronous") else pragma for pragma in PRAGMAS
    )
}  # fmt: skip
"""In tests, SQLite does not wait for the disk: what a process has written outlasts it even if it is killed, and no test
cuts the power. Benchmarks, which use these servers too, measure durable writes."""
PATIENT: dict[str, Any] = (
    {
        "http_request_timeout_s": TIMEOUT_S,
        "bot_grace_s": TIMEOUT_S,
        "bot_start_timeout_s": TIMEOUT_S,
        "comparison_timeout_s": TIMEOUT_S,
        "rating_delay_s": 10 * TIMEOUT_S,
        "deal_review_interval_s": 10 * TIMEOUT_S,
        "outgoing_timeout_s": 100.0,
        "knobel.server.database.postgres.IDLE_TRANSACTION_TIMEOUT_S": 20,
        "knobel.server.deals.service.has_compiler": no_compiler,
    }
    | SHIPPED
    | NOT_DURABLE
)
"""Requests may take long to arrive or to be answered, and bots and the coach to answer, because machines that run tests
are busy; a server may pause for seconds within a transaction. The coach and the best bot do not work in the background,
which takes more processor time than many tests: no games are rated, and the best bot plays no deals."""


class Server:
    """A server in a separate process."""

    prepare: Prepare | None = None
    """Measures the server; set for the class, every server."""

    def __init__(self, folder: Path, changed: dict[str, Any] | None = None, **options: Any) -> None:
        """Set up a server.

        :param changed: settings with times that a test cannot wait, such as `{"http_request_timeout_s": 0.5}`; they
            take precedence over those of `PATIENT`.
        """
        self.changed = PATIENT | (changed or {})
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.options: dict[str, Any] = {
            "port": self.port,
            "database": str(folder / "knobel.db"),
            "bot_pace": 0.0,
        } | options
        self._has_own_database = "database" in options
        folder.mkdir(exist_ok=True)
        self.complaints = folder / "complaints.txt"
        self.clock: Path | None = None
        """File with the error of the server's wall clock in seconds."""
        self.process: ForkServerProcess | None = None

    def start(self) -> None:
        """Start the server and wait until it answers."""
        if not self._has_own_database:
            make_file(Path(self.options["database"]))
        self.complaints.write_text("")
        ready, tell = FORKS.Pipe(duplex=False)
        with ready:
            with tell:
                arguments = self.options, self.changed, self.clock, self.complaints, tell, dict(os.environ)
                self.process = FORKS.Process(target=run, args=(*arguments, self.prepare))
                self.process.start()
            try:
                # Wait until the server answers or has ended.
                if not ready.poll(3 * TIMEOUT_S):
                    self.process.kill()
                ready.recv()
            except EOFError:
                self.process.join()
                raise RuntimeError(f"the server ended: {self.complaints.read_text()}") from None

    def set_clock(self, seconds: int) -> None:
        """Set the error of the server's wall clock; the first call must be before the start."""
        self.clock = self.complaints.with_name("clock.txt")
        new = self.clock.with_suffix(".new")
        new.write_text(str(seconds))
        new.replace(self.clock)

    @property
    def pid(self) -> int:
        """Process id of the server."""
        assert self.process is not None
        assert self.process.pid is not None
        return self.process.pid

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the server."""
        os.kill(self.pid, number)

    def freeze(self) -> None:
        """Stop the process, so that it neither answers nor refuses, until `thaw`."""
        os.kill(self.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        """Continue the stopped process."""
        os.kill(self.pid, signal.SIGCONT)

    def kill(self) -> None:
        """Kill the process immediately, as a power cut would."""
        assert self.process is not None
        self.process.kill()
        self.process.join()

    def stop(self) -> str:
        """Stop the server gracefully and return its complaints."""
        assert self.process is not None
        self.process.terminate()
        self.process.join(TIMEOUT_S)
        assert self.process.exitcode is not None, "it does not end"
        return self.complaints.read_text()


@contextlib.contextmanager
def complaining(
    folder: Path,
    changed: dict[str, Any] | None = None,
    *,
    clock: int | None = None,
    prepare: Prepare | None = None,
    **options: Any,
) -> Iterator[Server]:
    """Yield a running server, optionally with an error of its wall clock in seconds, which can then be changed."""
    server = Server(folder, changed, **options)
    if prepare is not None:
        server.prepare = prepare
    if clock is not None:
        server.set_clock(clock)
    server.start()
    try:
        yield server
    finally:
        if server.process is not None and server.process.is_alive():
            server.stop()


@contextlib.contextmanager
def running(folder: Path, changed: dict[str, Any] | None = None, **options: Any) -> Iterator[Server]:
    """Yield a running server as `complaining` does, and check that it logged no complaint."""
    with complaining(folder, changed, **options) as server:
        yield server
    complaints = server.complaints.read_text().splitlines()
    assert not complaints, complaints


@contextlib.contextmanager
def two(folder: Path, changed: dict[str, Any], start: Any = running, **options: Any) -> Iterator[tuple[Server, Server]]:
    """Yield two servers of one database."""
    with start(folder / "one", changed, **options) as one, start(folder / "other", changed, **options) as other:
        yield one, other


T = TypeVar("T")


class Person:
    """A person with a cookie."""

    everybody: ClassVar[list["Person"]] = []

    def __init__(self, url: str, address: str = "") -> None:
        """Set up a person.

        :param address: the person's IP address, for a server that treats this machine as a proxy.
        """
        self.url = url
        self.headers = {"X-Forwarded-For": address} if address else {}
        # Below the time after which the server closes an idle connection, so that no request uses a closing one.
        limits = httpx.Limits(keepalive_expiry=1)
        self.http = httpx.AsyncClient(base_url=url, verify=NO_TLS, limits=limits, headers=self.headers)
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
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    async def device(self, url: str | None = None) -> "Person":
        """Return another device of the same person, optionally at another server."""
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
        """Open a table without taking a seat, and return its code and its link."""
        answer = await self.http.post("/api/tables", json={"settings": settings})
        code, key = answer.json()["code"], answer.json()["key"]
        return str(code), f"{code}-{key}"

    async def refused(self, link: str) -> str:
        """Return the reason for a refusal to enter a table, and check that HTTP and WebSocket give the same one."""
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

    async def enter_lobby(self) -> "Table":
        """Connect to the lobby."""
        lobby = Table(self, "")
        lobby.path = "/api/lobby"
        await lobby.connect_quietly()
        return lobby

    async def leave(self) -> None:
        for table in self.tables:
            await table.close()
        await self.http.aclose()


async def everybody_leaves() -> None:
    """Close all open connections."""
    people, Person.everybody = Person.everybody, []
    for person in people:
        await person.leave()


def tell(story: Coroutine[Any, Any, T]) -> T:
    """Run a scenario, close all connections, also if it failed, and return its result."""

    async def run_to_its_end() -> T:
        try:
            return await story
        finally:
            await everybody_leaves()

    return asyncio.run(run_to_its_end())


class Table:
    """A person's socket at a table, with the state received so far."""

    ids = itertools.count()

    def __init__(self, person: Person, code: str) -> None:
        self.person = person
        person.tables.append(self)
        self.path = f"/api/tables/{code}/live"
        self.choose: Callable[[Sequence[dict[str, Any]]], dict[str, Any]] = operator.itemgetter(0)
        """Returns the action to play, of those that are legal; the first by default."""
        self.socket: websockets.ClientConnection | None = None
        self.seq = -1
        self.now = 0
        """Latest time of the server's clock."""
        self.table: dict[str, Any] = {}
        self.position: Any = None
        """What the player sees of the game, None without one."""
        self.earlier: list[dict[str, Any]] | None = None
        """Log from before this connection; None until it is received."""
        self.since: list[dict[str, Any]] = []
        self.answers: dict[str, dict[str, Any]] = {}
        self.unanswered: dict[str, dict[str, Any]] = {}
        self._reached: dict[int, asyncio.Event] = {}
        self.others: list[dict[str, Any]] = []
        """Received messages of other types."""

    async def connect(self) -> "Table":
        """Connect or reconnect, send unanswered commands, and wait for the complete state and log."""
        await self.connect_quietly()
        self.seq = -1
        for command in list(self.unanswered.values()):
            await self.send_raw(json.dumps(command))
        await self.until(lambda: self.seq >= 0 and self.earlier is not None)
        return self

    async def closed_with(self) -> int | None:
        """Return the code with which the server closes the connection, after reading all remaining messages."""
        assert self.socket is not None
        with contextlib.suppress(websockets.ConnectionClosed):
            async with asyncio.timeout(TIMEOUT_S):
                while True:
                    await self.receive()
        return self.socket.close_code

    async def connect_quietly(self) -> None:
        """Connect or reconnect without sending or waiting."""
        await self.close()
        self.socket = await websockets.connect(
            self.person.url.replace("http", "ws", 1) + self.path,
            additional_headers={"Cookie": self.person.cookie} | self.person.headers,
            max_size=2**22,
            compression=None,
        )

    async def close(self) -> None:
        if self.socket is not None:
            await self.socket.close()

    async def send_raw(self, text: str) -> None:
        assert self.socket is not None
        await self.socket.send(text)

    async def send(self, kind: str, **fields: Any) -> str:
        """Send a command without waiting, and return its id."""
        command = {"type": kind, "id": f"c{next(self.ids)}"} | fields
        self.unanswered[command["id"]] = command
        await self.send_raw(json.dumps(command))
        return str(command["id"])

    async def do(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a command and return its answer, `accepted` or `rejected`."""
        number = await self.send(kind, **fields)
        await self.until(lambda: number in self.answers)
        return self.answers[number]

    async def receive(self) -> dict[str, Any]:
        """Receive the next message, apply it and return it."""
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

    async def until(self, condition: Any, patience: float = TIMEOUT_S) -> None:
        """Receive messages until the condition holds."""
        async with asyncio.timeout(patience):
            while not condition():
                await self.receive()

    async def reached(self, seq: int) -> None:
        """Wait until another task has received the state of this number."""
        event = self._reached.setdefault(seq, asyncio.Event())
        async with asyncio.timeout(TIMEOUT_S):
            await event.wait()

    @property
    def log(self) -> list[dict[str, Any]]:
        """The events received so far."""
        return [*(self.earlier or []), *self.since]

    @property
    def code(self) -> str:
        """Code of the table."""
        return self.path.split("/")[3]

    @property
    def at(self) -> int:
        """Number of the current position."""
        return int(self.position["at"])

    @property
    def choices(self) -> list[dict[str, Any]]:
        """Legal actions of the person."""
        return [] if self.position is None else list(self.position["choices"])

    @property
    def turn(self) -> dict[str, Any]:
        """Next step of the game; `kind` is empty without a game."""
        return {"kind": "", "may_roll": False} if self.position is None else dict(self.position["turn"])

    @property
    def over(self) -> bool:
        return self.position is not None and self.position["turn"]["kind"] == "over"

    def wish(self) -> tuple[str, dict[str, Any]] | None:
        """Return a possible command: a roll, or the chosen action."""
        if self.position is None:
            return None
        if self.turn["may_roll"]:
            return "roll", {"at": self.position["at"]}
        if self.position["choices"]:
            return "move", {"at": self.position["at"], "action": self.choose(self.position["choices"])["action"]}
        return None

    async def play(self) -> None:
        """Play to the end of the game."""
        tried = None
        while not self.over:
            wish = self.wish()
            key = None if wish is None else (self.seq, wish[0])
            if wish is not None and key != tried:
                tried = key if await self.tried(*wish) else None
            else:
                await self.receive()

    async def tried(self, kind: str, fields: dict[str, Any]) -> bool:
        """Send a command; False if the server was overloaded, in which case the caller tries again later."""
        answer = await self.do(kind, **fields)
        if answer.get("reason") in ("storage", "rate_limited"):
            await asyncio.sleep(0.2)
            return False
        return True


async def play_together(link: str, *people: Person) -> None:
    """Let people play a game to its end at a table that the first of them opened, and leave it."""
    tables = [await person.join(link) for person in people]
    for table in tables[1:]:
        await table.do("sit")
    await tables[0].do("start")
    await asyncio.gather(*(table.play() for table in tables))
    for table in tables:
        await table.close()
