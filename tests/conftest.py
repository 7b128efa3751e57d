"""Which tests share a process, and which are not watched for what they cover."""

import os
import sys
import threading
from pathlib import Path, PurePosixPath
from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling

TESTS = Path(__file__).parent
UNWATCHED = {
    "attack",
    "bots",
    "browser",
    "contract",
    "counts",
    "golden",
    "oracle",
    "properties",
    "coach/test_review.py",
    "engines/test_contract.py",
    "server/test_crash.py",
    "server/test_fallen_parts.py",
    "server/test_left_tables.py",
    "server/test_many_seats.py",
    "test_sixth_game.py",
}
"""They play masses of games by code that other tests cover too; to be watched in that costs twice their time."""


class Together(LoadScopeScheduling):  # type: ignore[misc]  # it has no types
    """Keeps in one process what shares fixtures and compiled kernels: the tests of a file, and those of an engine."""

    def _split_scope(self, nodeid: str) -> str:
        file = PurePosixPath(nodeid.split("::", maxsplit=1)[0])
        return (file.parent if file.parents[1].name == "engines" else file).as_posix()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Together:
    """How tests are shared among processes."""
    return Together(config, log)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What is not watched goes last, and first of that what takes longest, lest one process work on alone."""
    items.sort(key=lambda item: (unwatched(item), item.path.name != "test_sixth_game.py"))


def unwatched(item: pytest.Item) -> bool:
    """Whether nobody needs to know what a test covers."""
    path = item.path.relative_to(TESTS)
    return not UNWATCHED.isdisjoint((path.parts[0], path.as_posix()))


# Not the marker of pytest-cov: a worker of xdist is watched twice, as a subprocess and as a worker, and it pauses one.
def pytest_runtest_setup(item: pytest.Item) -> None:
    """From the first test on that is not watched, watch nothing: to go on with that later loses much."""
    if unwatched(item):
        sys.settrace(None)
        threading.settrace(None)
        os.environ.pop("COVERAGE_PROCESS_CONFIG", None)
