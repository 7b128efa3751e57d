"""What holds for every test of the server: nothing is logged as an error, unless the test says that something is."""

import logging
from collections.abc import Iterator

import pytest


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
