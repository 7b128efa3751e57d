"""Backups taken during play, restored to another database, and checked."""

import asyncio
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import insert

from knobel.cli import run as command_line
from knobel.clock import now_ms
from knobel.server.database import counters, schema
from knobel.server.database.engine import database_url, open_engine
from knobel.server.database.reasons import CONTRADICTION, DAMAGED
from tests.server.client import Person, Server, running, tell
from tests.slow import slow_except


def knobel(*arguments: str | Path) -> tuple[int, str]:
    """Run a command and return its status and output."""
    said = StringIO()
    with redirect_stdout(said), redirect_stderr(said):
        status = command_line([str(argument) for argument in arguments])
    return status, said.getvalue()


def changed(database: Path, statement: str) -> None:
    with closing(sqlite3.connect(database)) as connection, connection:
        assert connection.execute(statement).rowcount


Backup = tuple[Path, str, list[dict[str, Any]]]


@pytest.fixture(scope="module")
def first_backup(plain_server: Server, tmp_path_factory: pytest.TempPathFactory) -> Backup:
    """Return a backup taken during a game that followed a finished one, with Ann's cookie and her view of the game."""
    ann, file = Person(plain_server.url), tmp_path_factory.mktemp("backup") / "backup.db"
    seen: list[dict[str, Any]] = []

    async def story(server: Server) -> None:
        await ann.arrive("Ann")
        table = await ann.join(await ann.open_table(game="knister", seats=1, start=True))
        await table.play()
        assert (await table.do("start"))["type"] == "accepted"
        await table.until(lambda: table.turn["may_roll"])
        assert (await table.do("roll", at=table.at))["type"] == "accepted"
        seen.extend(table.log)
        playing = asyncio.create_task(table.play())
        status, words = await asyncio.to_thread(knobel, "backup", file, "--database", str(server.options["database"]))
        assert (status, "rows are in" in words) == (0, True), words
        await playing
        codes.append(table.code)
        cookies.append(ann.http.cookies["knobel"])

    codes: list[str] = []
    cookies: list[str] = []
    tell(story(plain_server))
    return file, f"{codes[0]} {cookies[0]}", seen


@pytest.fixture
def backed_up(first_backup: Backup, tmp_path: Path) -> Backup:
    """Return the backup as a file that the test may change."""
    file, known, seen = first_backup
    return Path(shutil.copy(file, tmp_path)), known, seen


@pytest.mark.parametrize("empty_database", slow_except("postgresql", games=("sqlite", "postgresql")), indirect=True)
def test_a_backup_restores_into_another_database(backed_up: Backup, empty_database: str, tmp_path: Path) -> None:
    file, known, seen = backed_up
    code, cookie = known.split()
    assert knobel("check", "--database", file)[0] == 0
    assert knobel("restore", file, "--database", empty_database)[0] == 0
    status, words = knobel("check", "--database", empty_database)
    assert (status, "no problems" in words) == (0, True), words

    async def story(server: Server) -> None:
        ann = Person(server.url)
        ann.http.cookies.set("knobel", cookie)
        table = await ann.join(code)
        assert [entry for entry in table.log if entry in seen] == seen
        await table.play()
        assert len((await ann.http.get("/api/scores/knister")).json()["mine"]) == 2

    with running(tmp_path, database=empty_database) as server:
        tell(story(server))
        status, words = knobel("restore", file, "--database", empty_database)
        assert status == 2
        assert "another server uses" in words or "is not empty" in words
    again = tmp_path / "again.db"
    assert knobel("backup", again, "--database", empty_database)[0] == 0
    assert "no problems" in knobel("check", "--database", again)[1]


@pytest.mark.parametrize("empty_database", slow_except("sqlite", games=("sqlite", "postgresql")), indirect=True)
def test_a_backup_restores_into_a_database_that_a_server_only_started_with(
    backed_up: Backup, empty_database: str, tmp_path: Path
) -> None:
    file, known, _ = backed_up

    async def nobody_comes(server: Server) -> None:
        async with httpx.AsyncClient() as http:
            assert (await http.get(f"{server.url}/api/days/today")).status_code == 200

    with running(tmp_path, database=empty_database) as server:
        tell(nobody_comes(server))
    assert knobel("restore", file, "--database", empty_database)[0] == 0
    assert "no problems" in knobel("check", "--database", empty_database)[1]
    # The dice of the day are those of the backup, so a ranked try cannot be repeated on others.
    again = tmp_path / "again.db"
    assert knobel("backup", again, "--database", empty_database)[0] == 0
    assert deals(again) == deals(file)

    async def story(server: Server) -> None:
        ann = Person(server.url)
        ann.http.cookies.set("knobel", known.split()[1])
        await ann.join(known.split()[0])

    with running(tmp_path, database=empty_database) as server:
        tell(story(server))


NUMBERED = [table.name for table, _ in counters.numbered(schema.metadata)]


async def given(database: str) -> dict[str, int]:
    """Return the numbers of the next rows of the tables whose rows are numbered, which are not stored."""
    engine = await open_engine(database_url(database))
    numbers = {}
    async with engine.connect() as connection:
        if connection.dialect.name == "sqlite":
            await connection.exec_driver_sql("PRAGMA foreign_keys = OFF")
        else:
            await connection.exec_driver_sql("SET session_replication_role = replica")
        for table, column in counters.numbered(schema.metadata):
            required = [each for each in table.c if each is not column and not each.nullable]
            row = {each.name: {str: "x", int: 1, bool: True}[each.type.python_type] for each in required}
            added = await connection.execute(insert(table).values(row).returning(column))
            numbers[table.name] = added.scalar_one()
        await connection.rollback()
    await engine.dispose()
    return numbers


async def give(database: str, number: int) -> None:
    """Let the database have given numbers to rows that were deleted since."""
    engine = await open_engine(database_url(database))
    async with engine.begin() as connection:
        await connection.run_sync(counters.set_last_numbers, schema.metadata, dict.fromkeys(NUMBERED, number))
    await engine.dispose()


@pytest.mark.parametrize(
    ("database", "empty_database"), [("sqlite", "postgresql"), ("postgresql", "sqlite")], indirect=True
)
def test_no_number_is_given_again_after_a_restore(
    database: str, empty_database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Devices drop notices whose number they know, so also those count that the server gave after the backup."""
    file = tmp_path / "backup.db"
    asyncio.run(give(database, 300))
    assert knobel("backup", file, "--database", database)[0] == 0
    assert set(asyncio.run(given(str(file))).values()) == {301}
    if "://" not in empty_database:
        empty_database = str(tmp_path / "restored.db")
    began = now_ms()
    assert knobel("restore", file, "--database", empty_database)[0] == 0
    restored = asyncio.run(given(empty_database))
    assert set(restored) == {"reports", "group_news", "slow_chat", "notices"}
    assert all(number > began for number in restored.values())
    # On a machine whose clock is wrong.
    monkeypatch.setattr("knobel.server.database.backup.now_ms", lambda: 0)
    assert knobel("restore", file, "--database", tmp_path / "other.db")[0] == 0
    assert set(asyncio.run(given(str(tmp_path / "other.db"))).values()) == {300 + counters.MARGIN + 1}


def test_numbers_outlast_their_rows(database: str) -> None:
    """The counter of SQLite is the largest row that is left, without AUTOINCREMENT; four bytes hold no time in ms."""
    asyncio.run(give(database, now_ms()))

    async def counted() -> dict[str, int]:
        engine = await open_engine(database_url(database))
        async with engine.connect() as connection:
            last = await connection.run_sync(counters.last_numbers, schema.metadata)
        await engine.dispose()
        return last

    assert all(asyncio.run(counted())[table] > 2**40 for table in NUMBERED)


def test_error_messages_are_in_plain_words(backed_up: Backup, tmp_path: Path) -> None:
    file, _, _ = backed_up
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute("DELETE FROM people")
    status, words = knobel("restore", file, "--database", tmp_path / "new.db")
    assert (status, words) == (2, f"knobel: cannot copy: {CONTRADICTION}\n")
    file.write_bytes(file.read_bytes()[:5000])
    status, words = knobel("check", "--database", file)
    assert (status, words) == (2, f"knobel: cannot read the database {file}: {DAMAGED}\n")


def test_files_with_two_names_are_refused(backed_up: Backup, plain_server: Server, tmp_path: Path) -> None:
    """Each name would have its own lock and write-ahead log."""
    file, _, _ = backed_up
    second = tmp_path / "second.db"
    second.hardlink_to(str(plain_server.options["database"]))
    for command in (("backup", tmp_path / "x.db"), ("check",), ("admin", "tables")):
        status, words = knobel(*command, "--database", second)
        assert (status, "more than one name (hard links)" in words) == (2, True), words
    second.unlink()
    # A backup is complete, so programs that keep copies as hard links do no harm.
    second.hardlink_to(file)
    assert knobel("check", "--database", second)[0] == 0
    assert knobel("restore", second, "--database", tmp_path / "new.db")[0] == 0


def test_a_backup_deletes_files_of_killed_backups(backed_up: Backup, tmp_path: Path) -> None:
    file, _, _ = backed_up
    names = ("stray", "empty", "busy", "other", "begun", "created")
    files = stray, empty, busy, other, begun, created = [tmp_path / f"{name}.db-unfinished" for name in names]
    for copy in (stray, busy, begun):
        copy.write_bytes(file.read_bytes())
    empty.touch()
    created.touch()
    other.write_text("This belongs to another program.")
    for old in (stray, empty, busy, other):
        os.utime(old, (0, 0))
    # Another backup writes these at this moment, but has no lock between two transactions.
    with closing(sqlite3.connect(busy, isolation_level=None)) as running_backup:
        running_backup.execute("BEGIN IMMEDIATE")
        assert knobel("backup", tmp_path / "new.db", "--database", file)[0] == 0
    assert [path.exists() for path in files] == [False, False, True, True, True, True]


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no signals here")
def test_a_terminated_command_ends_by_an_exception() -> None:
    code = (
        "import os, signal, knobel.cli as cli\n"
        "def run(arguments):\n"
        "    try:\n        os.kill(os.getpid(), signal.SIGTERM)\n        signal.pause()\n"
        "    finally:\n        print('tidied up', flush=True)\n"
        "cli.run = run\ncli.main([])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGTERM, "tidied up\n", "")


def deals(file: Path) -> list[tuple[str, str]]:
    """Return the id and the commitment of all deals in a backup."""
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute("SELECT id, commitment FROM deals ORDER BY id").fetchall()


def test_existing_files_are_not_overwritten(backed_up: Backup, tmp_path: Path) -> None:
    file, _, _ = backed_up
    assert "there is already a file" in knobel("backup", file, "--database", file)[1]
    assert "is not empty" in knobel("restore", file, "--database", file)[1]
    assert "there is no file" in knobel("restore", tmp_path / "nothing.db", "--database", tmp_path / "x.db")[1]
    for command in (("backup", tmp_path / "x.db"), ("check",)):
        status, words = knobel(*command, "--database", tmp_path / "nothing.db")
        assert (status, words) == (2, f"knobel: there is no database {tmp_path / 'nothing.db'}\n")
    assert not (tmp_path / "nothing.db").exists()


@pytest.mark.parametrize(
    ("damage", "problem"),
    [
        ("DELETE FROM events WHERE seq = 3", "events are missing"),
        (
            "UPDATE events SET data = replace(data, '\"dice\":[', '\"dice\":[9,')",
            "Illegal",
        ),
        ("UPDATE results SET score = score + 1", "does not follow from the log"),
        ("DELETE FROM results", "a result is missing"),
        ("DELETE FROM tables", "there are events but no table"),
    ],
)
def test_damage_is_detected(backed_up: Backup, damage: str, problem: str) -> None:
    file, known, _ = backed_up
    changed(file, damage)
    status, words = knobel("check", "--database", file)
    assert status == 1
    assert any(problem in line and known.split()[0] in line for line in words.splitlines()), words
