"""Which tests share a process, and which are not watched for what they cover."""

import contextlib
import gc
import os
from collections.abc import Generator
from pathlib import Path, PurePosixPath
from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling

from tests.watching import nobody_watching

TESTS = Path(__file__).parent
# As the command line and the server's processes do, before NumPy is loaded.
os.environ.setdefault("OMP_NUM_THREADS", "1")
UNWATCHED = (
    "test_sixth_game.py",
    "test_engine.py",
    "test_solve.py",
    "test_playouts.py",
    "server/test_openapi.py",
    "envs/test_encodings.py",
    "tables/test_veil.py",
    "oracle",
    "properties",
    "contract",
    "engines/test_contract.py",
    "coach/test_review.py",
    "coach/test_page.py",
    "test_workers.py",
    "bots",
    "counts",
    "golden",
    "attack",
    "server/test_fallen_parts.py",
    "server/test_crash.py",
    "server/test_left_tables.py",
    "server/test_many_seats.py",
    "server/test_server.py",
    "server/test_bad_input.py",
    "server/test_private.py",
    "server/test_circles.py",
    "server/test_recent.py",
    "server/test_replay.py",
    "browser",
)
"""They play masses of games by code that other tests cover too; to be watched in that costs twice their time. In the
order in which they go, from long ones to those in small pieces, lest one process work on alone in the end."""


class Grouped(LoadScopeScheduling):  # type: ignore[misc]  # it has no types
    """Keeps in one process what shares fixtures and compiled kernels: the tests of a file, and those of an engine.

    In a browser each test goes by itself, for a process has one browser and server for all of them.
    """

    def _split_scope(self, nodeid: str) -> str:
        file = PurePosixPath(nodeid.split("::", maxsplit=1)[0])
        if file.parent.name == "browser":
            return nodeid
        return (file.parent if file.parents[1].name == "engines" else file).as_posix()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Grouped:
    """How tests are shared among processes."""
    return Grouped(config, log)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Of the processes that all load the same tests, one is watched in that.

    What is loaded stays: the collector of garbage need not look through it, now or ever.
    """
    gc.disable()
    with contextlib.nullcontext() if os.environ.get("PYTEST_XDIST_WORKER", "gw0") == "gw0" else nobody_watching():
        collected = yield
    gc.enable()
    gc.freeze()
    return collected


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What is not watched goes last, file by file."""
    items.sort(key=place)


def place(item: pytest.Item) -> int:
    """The place of a test's file among those of which nobody needs to know what they cover, from 1; 0: it has none."""
    path = item.path.relative_to(TESTS)
    names = path.parts[0], path.as_posix(), path.name
    return next((place for place, name in enumerate(UNWATCHED, 1) if name in names), 0)


# Not the marker of pytest-cov: a worker of xdist is watched twice, as a subprocess and as a worker, and it pauses one.
@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Watch nothing during a test that is not watched, nor the processes that it starts."""
    unwatched = place(item) or item.get_closest_marker("unwatched")
    with nobody_watching() if unwatched else contextlib.nullcontext():
        return (yield)
