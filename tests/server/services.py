"""PostgreSQL and PgBouncer for tests, on separate sockets. The programs are those of Debian's packages."""

import asyncio
import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from tests.server.new_databases import make_tables

TIMEOUT_S = 300.0
TEMPLATE = "template"
"""The database of which the others are copies."""


def _program(name: str, *folders: str) -> str:
    """Return the path of a program, which may be outside of `PATH`."""
    found = shutil.which(name) or next(
        (str(file) for folder in folders for file in sorted(Path("/").glob(f"{folder}/{name}"), reverse=True)), None
    )
    if found is None:
        pytest.skip(f"no {name} found: `make services` installs it or says how")
    return found


def family(pid: int) -> list[int]:
    """Return a process and all its descendants."""
    children = [
        child for task in Path(f"/proc/{pid}/task").iterdir() for child in (task / "children").read_text().split()
    ]
    return [pid, *(member for child in children for member in family(int(child)))]


def stop(pid: int) -> None:
    """Stop a process and all its descendants."""
    os.kill(pid, signal.SIGSTOP)
    # A stopped process cannot start further ones.
    for each in family(pid)[1:]:
        os.kill(each, signal.SIGSTOP)


def go_on(pid: int) -> None:
    """Continue a stopped process and all its descendants."""
    for each in reversed(family(pid)):
        os.kill(each, signal.SIGCONT)


class Service:
    """A process that can be killed and started again. All its data is in `folder`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.process: subprocess.Popen[bytes] | None = None

    def command(self) -> list[str]:
        raise NotImplementedError

    def answers(self) -> bool:
        raise NotImplementedError

    def start(self) -> None:
        """Start the service and wait until it answers."""
        until = time.monotonic() + TIMEOUT_S
        while True:
            if self.process is None or self.process.poll() is not None:
                # After a kill, children of the earlier process may still be ending.
                self.process = subprocess.Popen(
                    self.command(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **as_user()
                )
            if self.answers():
                return
            assert time.monotonic() < until, f"{self.command()} does not start"
            time.sleep(0.05)

    def signal(self, number: signal.Signals) -> None:
        assert self.process is not None
        self.process.send_signal(number)

    def kill(self) -> None:
        """Kill the service immediately, as a power cut would."""
        self.signal(signal.SIGKILL)
        assert self.process is not None
        self.process.wait()

    def freeze(self) -> None:
        """Stop the service, so that it neither answers nor refuses, until `thaw`."""
        assert self.process is not None
        stop(self.process.pid)

    def thaw(self) -> None:
        """Continue the stopped service."""
        assert self.process is not None
        go_on(self.process.pid)

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            # A fast shutdown of PostgreSQL, which does not wait for its clients.
            self.signal(signal.SIGINT)
            self.process.wait(TIMEOUT_S)


def as_user() -> dict[str, Any]:
    """Return the user that runs the services, because PostgreSQL refuses root."""
    return {"user": "postgres", "group": "postgres", "extra_groups": []} if os.getuid() == 0 else {}


class Postgres(Service):
    """A PostgreSQL cluster that listens on a socket in its folder."""

    FOLDERS = "usr/lib/postgresql/*/bin", "usr/local/opt/postgresql*/bin"

    def __init__(self, folder: Path, *settings: str) -> None:
        """Set up a cluster with settings such as `fsync=off`."""
        super().__init__(folder)
        self._server = _program("postgres", *self.FOLDERS)
        self._settings = settings
        self._databases = 0
        self._has_template = False
        subprocess.run(
            [_program("initdb", *self.FOLDERS), "--pgdata", str(folder / "data"), "--auth", "trust", "--no-sync",
             "--username", "knobel", "--encoding", "UTF8", "--locale", "C"],
            check=True, stdout=subprocess.DEVNULL, **as_user(),
        )  # fmt: skip

    def command(self) -> list[str]:
        settings = (f"unix_socket_directories={self.folder}", "listen_addresses=", *self._settings)
        return [self._server, "-D", str(self.folder / "data"), *(f"--{setting}" for setting in settings)]

    def answers(self) -> bool:
        try:
            self.do("SELECT 1")
        except (OSError, asyncpg.PostgresError):
            return False
        return True

    def do(self, statement: str, database: str = "postgres") -> list[asyncpg.Record]:
        """Execute a statement and return its result."""

        async def done() -> list[asyncpg.Record]:
            connection = await asyncpg.connect(host=str(self.folder), user="knobel", database=database)
            try:
                return list(await connection.fetch(statement))
            finally:
                await connection.close()

        return asyncio.run(done())

    def new(self, *, empty: bool = False) -> str:
        """Return the address of a new database, which has all tables unless it shall be empty."""
        self._databases += 1
        if empty:
            return self._create(f"test{self._databases}")
        if not self._has_template:
            make_tables(self._create(TEMPLATE))
            self._has_template = True
        return self._create(f"test{self._databases} TEMPLATE {TEMPLATE}")

    def _create(self, database: str) -> str:
        self.do(f"CREATE DATABASE {database}")
        return f"postgresql://knobel@/{database.split(maxsplit=1)[0]}?host={self.folder}"


NOTES_CONNECTIONS = (
    "SELECT pid FROM pg_stat_activity WHERE query LIKE '%pg_notify%' AND state = 'idle' AND pid <> pg_backend_pid()"
)
"""Selects the server processes of PostgreSQL through which Knobel's processes notify each other."""


class PgBouncer(Service):
    """A connection pool before a PostgreSQL, with a socket in its folder."""

    PORT = 6432
    IGNORED = "lock_timeout,idle_in_transaction_session_timeout,tcp_keepalives_idle,"
    IGNORED += "tcp_keepalives_interval,tcp_keepalives_count"

    def __init__(self, folder: Path, database: Postgres, mode: str, *, ignores_settings: bool) -> None:
        """Set up a pool.

        :param mode: `session` or `transaction`.
        :param ignores_settings: drop settings that it does not know, instead of refusing connections with them.
        """
        super().__init__(folder)
        self._server = _program("pgbouncer", "usr/sbin")
        self.postgres = database
        lines = [
            "[databases]",
            f"* = host={database.folder} user=knobel",
            "[pgbouncer]",
            "listen_addr =",
            f"listen_port = {self.PORT}",
            f"unix_socket_dir = {folder}",
            "auth_type = any",
            f"pool_mode = {mode}",
            f"ignore_startup_parameters = extra_float_digits{f',{self.IGNORED}' if ignores_settings else ''}",
        ]
        self._config = folder / "pgbouncer.ini"
        self._config.write_text("\n".join(lines) + "\n")

    def command(self) -> list[str]:
        return [self._server, "--quiet", str(self._config)]

    def answers(self) -> bool:
        return (self.folder / f".s.PGSQL.{self.PORT}").exists()

    def address(self, direct: str) -> str:
        """Return the address of a database of the PostgreSQL through this pool."""
        return direct.replace(str(self.postgres.folder), f"{self.folder}&port={self.PORT}")


@contextlib.contextmanager
def folder_for_services() -> Iterator[Path]:
    """Yield a folder with a short name that the services' user may use."""
    with tempfile.TemporaryDirectory(prefix="knobel-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        if os.getuid() == 0:
            shutil.chown(folder, "postgres", "postgres")
        folder.chmod(0o755)
        yield folder


@contextlib.contextmanager
def postgres(*settings: str) -> Iterator[Postgres]:
    """Run PostgreSQL for the duration of the context."""
    with folder_for_services() as folder:
        service = Postgres(folder, *settings)
        service.start()
        try:
            yield service
        finally:
            service.stop()


@contextlib.contextmanager
def pgbouncer(database: Postgres, mode: str, *, ignores_settings: bool) -> Iterator[PgBouncer]:
    """Run PgBouncer for the duration of the context."""
    with folder_for_services() as folder:
        service = PgBouncer(folder, database, mode, ignores_settings=ignores_settings)
        service.start()
        try:
            yield service
        finally:
            service.stop()
