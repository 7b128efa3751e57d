"""Shared servers and checks for all tests of the server.

No test may cause an error in the log, unless it asks for `complaints`.
"""

import logging
from collections.abc import AsyncIterator, Iterator
from functools import wraps
from inspect import iscoroutinefunction
from pathlib import Path
from typing import Any

import pytest

from knobel.server.database.store import Store
from knobel.server.runtime.settings import settings
from tests.cli.conftest import commands  # noqa: F401 -- a fixture
from tests.server import services
from tests.server.client import NOT_DURABLE, SHIPPED, TIMEOUT_S, Person, Server, everybody_leaves, running
from tests.server.new_databases import make_file


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> None:
    """Let a test that is a coroutine end with the connections of its people."""
    test = pyfuncitem.obj
    if not iscoroutinefunction(test):
        return

    @wraps(test)
    async def until_everybody_leaves(**given: Any) -> None:
        try:
            await test(**given)
        finally:
            await everybody_leaves()

    pyfuncitem.obj = until_everybody_leaves


@pytest.fixture
def complaints(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    """Return the logged errors, for tests that expect some."""
    return caplog


@pytest.fixture(autouse=True)
def nothing_to_complain_about(request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Check that no error was logged.

    A server in another process must not log warnings either: see `tests.server.client.running`.
    """
    yield
    told = [record for when in ("setup", "call") for record in caplog.get_records(when)]
    errors = [record.getMessage() for record in told if record.name == "knobel" and record.levelno >= logging.ERROR]
    assert bool(errors) == ("complaints" in request.fixturenames), errors


@pytest.fixture(autouse=True)
def patient_with_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let databases of tests answer, and accept connections, as slowly as a busy machine does."""
    monkeypatch.setattr(settings, "database_timeout_s", TIMEOUT_S)
    for name in ("engine.TIMEOUT_S", "postgres.TIMEOUT_S", "postgres.IDLE_TRANSACTION_TIMEOUT_S"):
        monkeypatch.setattr(f"knobel.server.database.{name}", int(TIMEOUT_S))


@pytest.fixture(autouse=True)
def without_durable_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, pragmas in NOT_DURABLE.items():
        monkeypatch.setattr(name, pragmas)


@pytest.fixture(autouse=True)
def engines_that_ship(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the processes of bots and the coach use engines that need no compilation."""
    for name, prepare in SHIPPED.items():
        monkeypatch.setattr(name, prepare)


@pytest.fixture(scope="session")
def plain_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Yield a server with default options, shared by all tests that do not change it."""
    with running(tmp_path_factory.mktemp("server")) as started:
        yield started


@pytest.fixture(scope="module")
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Yield the server for the tests of a file: a separate one if the file defines `OPTIONS`."""
    options = getattr(request.module, "OPTIONS", None)
    if options is None:
        started: Server = request.getfixturevalue("plain_server")
        yield started
        assert not (complaints := started.complaints.read_text()), complaints
        return
    with running(tmp_path_factory.mktemp("server"), getattr(request.module, "SETTINGS", None), **options) as started:
        yield started


@pytest.fixture
async def ann(server: Server) -> Person:
    return await Person(server.url).arrive("Ann")


@pytest.fixture
async def ben(server: Server) -> Person:
    return await Person(server.url).arrive("Ben")


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """Yield a server that no other test uses."""
    with running(tmp_path) as started:
        yield started


@pytest.fixture(scope="session")
def postgres() -> Iterator[services.Postgres]:
    """Yield a PostgreSQL server without durable writes, which is faster."""
    with services.postgres("fsync=off", "full_page_writes=off", "max_wal_size=64MB") as service:
        yield service


@pytest.fixture
def postgres_address(postgres: services.Postgres) -> str:
    """Return the address of a new PostgreSQL database with all tables."""
    return postgres.new()


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the address of an empty database, SQLite or PostgreSQL."""
    if request.param == "sqlite":
        return str(tmp_path / "knobel.db")
    service: services.Postgres = request.getfixturevalue("postgres")
    return service.new(empty=True)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the address of a new database with all tables, SQLite or PostgreSQL."""
    if request.param == "sqlite":
        make_file(tmp_path / "knobel.db")
        return str(tmp_path / "knobel.db")
    service: services.Postgres = request.getfixturevalue("postgres")
    return service.new()


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    """Yield a store in SQLite, in this process."""
    make_file(tmp_path / "x.db")
    opened = await Store.open(str(tmp_path / "x.db"))
    yield opened
    await opened.close()


@pytest.fixture
async def any_store(database: str) -> AsyncIterator[Store]:
    """Yield a store in a new database with all tables, SQLite or PostgreSQL."""
    opened = await Store.open(database)
    yield opened
    await opened.close()
