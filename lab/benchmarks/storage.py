"""Behaviour for players when the disk, the database or the bots' process fails, and afterwards.

    python -m benchmarks.storage

Each failure is caused on a server with a game of a person against a bot. Prints one JSON object for each:
the outcome of a command during the failure, of other requests, and of the game afterwards. Linux only; some cases need
root, to mount a small file system or to make a file immutable.
"""

import asyncio
import contextlib
import os
import signal
import sqlite3
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

from tests.server.client import TIMEOUT_S, Person, Server, Table, everybody_leaves
from tests.server.services import family

from benchmarks.shared import script

Trouble = Callable[[Server], AbstractContextManager[None]]


def database(server: Server) -> Path:
    return Path(str(server.options["database"]))


@contextlib.contextmanager
def full(server: Server) -> Iterator[None]:
    filler = database(server).with_name("filler")
    with filler.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(bytes(4096))
    yield
    filler.unlink()


@contextlib.contextmanager
def read_only(server: Server) -> Iterator[None]:
    # Not the one that SQLite has mapped into memory: writing there would end the process.
    files = [str(database(server)) + part for part in ("", "-wal")]
    subprocess.run(["chattr", "+i", *files], check=True)
    try:
        yield
    finally:
        subprocess.run(["chattr", "-i", *files], check=True)


@contextlib.contextmanager
def deleted(server: Server) -> Iterator[None]:
    for file in database(server).parent.glob("knobel.db*"):
        file.unlink()
    yield


@contextlib.contextmanager
def moved(server: Server) -> Iterator[None]:
    file = database(server)
    file.rename(file.with_suffix(".aside"))
    yield
    file.with_suffix(".aside").rename(file)


@contextlib.contextmanager
def locked(server: Server) -> Iterator[None]:
    other = sqlite3.connect(database(server), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    began = time.monotonic()
    yield
    time.sleep(max(20 - (time.monotonic() - began), 0))
    other.close()


def to_workers(number: int) -> Trouble:
    @contextlib.contextmanager
    def signalled(server: Server) -> Iterator[None]:
        for pid in family(server.pid)[1:]:
            if b"resource_tracker" not in Path(f"/proc/{pid}/cmdline").read_bytes():
                os.kill(pid, number)
        yield

    return signalled


CASES: dict[str, Trouble] = {
    "Disk full": full,
    "File read-only": read_only,
    "File moved away, and back": moved,
    "File deleted": deleted,
    "File locked by another program for 20 s": locked,
    "Bots' process killed": to_workers(signal.SIGKILL),
    "Bots' process stopped": to_workers(signal.SIGSTOP),
}


async def roll_and_move(table: Table) -> str:
    """Return the outcome of the next command and, if it was accepted, the time of the bot's move."""
    await table.until(lambda: table.wish() is not None)
    wish = table.wish()
    assert wish is not None
    began = time.monotonic()
    answer = await table.do(wish[0], **wish[1])
    took = time.monotonic() - began
    return f"{answer['type']} {answer.get('reason', '')}".strip() + f" after {took:.1f} s"


async def round_played(table: Table) -> float:
    """Play up to the next roll but one of the bot's moves; return the seconds."""
    began = time.monotonic()
    moves = sum(entry["kind"] == "move" for entry in table.log)
    while sum(entry["kind"] == "move" for entry in table.log) < moves + 4:
        wish = table.wish()
        if wish is None:
            async with asyncio.timeout(TIMEOUT_S):
                await table.receive()
        else:
            await table.do(wish[0], **wish[1])
    return time.monotonic() - began


async def story(server: Server, trouble: Trouble) -> dict[str, object]:
    ann = await Person(server.url).arrive()
    settings = {"game": "knister", "seats": 2}
    opened = await ann.http.post("/api/tables", json={"settings": settings, "bots": ["strong"], "start": True})
    table = await ann.join(opened.json()["code"])
    await round_played(table)
    with trouble(server):
        bots = trouble in (CASES["Bots' process killed"], CASES["Bots' process stopped"])
        during = (
            f"a round with the bot's move takes {await round_played(table):.1f} s"
            if bots
            else await roll_and_move(table)
        )
        health = await ann.http.get("/api/health")
        other = await ann.http.post("/api/tables", json={"settings": settings})
    health_after = (await ann.http.get("/api/health")).status_code
    after = (
        "no more until a new start"
        if health_after != 200
        else f"plays on, a round takes {await round_played(table):.1f} s"
    )
    await everybody_leaves()
    return {
        "players meanwhile": during,
        "/api/health": f"{health.status_code} {health.json().get('reason', '')}".strip(),
        "new table": other.status_code,
        "afterwards": after,
    }


def run(name: str, folder: Path, disk: Path) -> dict[str, object]:
    server = Server(folder, database=str(disk / "knobel.db"))
    server.start()
    try:
        seen = asyncio.run(story(server, CASES[name]))
    finally:
        told = server.stop().splitlines()
    logged = " / ".join(line.split(" ", 2)[2] for line in told if "ERROR" in line or "WARNING" in line)
    return {"trouble": name} | seen | {"log": logged}


def second(folder: Path) -> str:
    """Return the output of a second server on the same database."""
    server, other = Server(folder), Server(folder)
    server.start()
    try:
        other.start()
    except RuntimeError as error:
        assert other.process is not None
        return f"status {other.process.exitcode}: {error}".strip()
    finally:
        server.stop()
    return "it starts"


@contextlib.contextmanager
def small_disk(folder: Path) -> Iterator[None]:
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(folder)], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def main() -> None:
    script.parser(__doc__).parse_args()
    for name in CASES:
        with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
            disk = Path(folder) / "disk"
            disk.mkdir()
            if name == "Disk full":
                stack.enter_context(small_disk(disk))
            script.report(run(name, Path(folder), disk))
    with tempfile.TemporaryDirectory() as folder:
        script.report({"a second server": second(Path(folder))})


if __name__ == "__main__":
    main()
