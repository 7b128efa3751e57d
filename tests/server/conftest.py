"""What holds for every test of the server: nothing is logged as an error, unless the test says that something is. And
the servers that tests share."""

import asyncio
import logging
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.server import services
from tests.server.client import Server, Story, running, told


@pytest.fixture
def complaints(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    """For a test in which something goes wrong that has to be logged."""
    return caplog


@pytest.fixture(autouse=True)
def nothing_to_complain_about(request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """A server process of its own must not even warn: see `tests.server.client.running`."""
    yield
    told = [record for when in ("setup", "call") for record in caplog.get_records(when)]
    errors = [record.getMessage() for record in told if record.name == "knobel" and record.levelno >= logging.ERROR]
    assert bool(errors) == ("complaints" in request.fixturenames), errors


@pytest.fixture(scope="session")
def plain_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server as it is without options, for all who leave it as it is."""
    with running(tmp_path_factory.mktemp("server")) as started:
        yield started


@pytest.fixture(scope="module")
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for the tests of a file: one of its own if it says with which `OPTIONS`."""
    options = getattr(request.module, "OPTIONS", None)
    if options is None:
        started: Server = request.getfixturevalue("plain_server")
        yield started
        assert not (complaints := started.complaints.read_text()), complaints
        return
    with running(tmp_path_factory.mktemp("server"), getattr(request.module, "PATCHED", None), **options) as started:
        yield started


@pytest.fixture
def run(server: Server) -> Callable[[Story], None]:
    """Tell a story of the server."""
    return lambda story: asyncio.run(told(story, server))


@pytest.fixture(scope="session")
def postgres() -> Iterator[services.Postgres]:
    """PostgreSQL, which forgets all in a power cut, and is the quicker for it."""
    with services.postgres("fsync=off", "full_page_writes=off", "max_wal_size=64MB") as service:
        yield service


@pytest.fixture(scope="session")
def redis() -> Iterator[services.Redis]:
    """Redis."""
    with services.redis_server() as service:
        yield service


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database of either kind, in which there is nothing."""
    if request.param == "sqlite":
        return str(tmp_path / "knobel.db")
    service: services.Postgres = request.getfixturevalue("postgres")
    return service.new()
