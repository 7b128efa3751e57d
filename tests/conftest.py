"""Distribution of tests over processes, and their order."""

import os
from pathlib import Path, PurePosixPath
from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling

TESTS = Path(__file__).parent
# Must be set before NumPy is loaded, as the command line and the server's processes do.
os.environ.setdefault("OMP_NUM_THREADS", "1")
LONG = ("test_sixth_game.py", "test_solve.py", "test_playouts.py", "engines", "test_workers.py", "bots")
"""Files and folders with the slowest tests. They start first, so that the processes end at about the same time."""


class Grouped(LoadScopeScheduling):  # type: ignore[misc]  # it has no types
    """Runs tests that share fixtures and compiled kernels in one process: the tests of one file or of one engine.

    Each browser test is a separate group, because a process has one browser and one server for all of them.
    """

    def _split_scope(self, nodeid: str) -> str:
        file = PurePosixPath(nodeid.split("::", maxsplit=1)[0])
        if file.parent.name == "browser":
            return nodeid
        return (file.parent if file.parents[1].name == "engines" else file).as_posix()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Grouped:
    """Return the scheduler that distributes tests over processes."""
    return Grouped(config, log)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the longest groups first."""
    items.sort(key=place)


def place(item: pytest.Item) -> int:
    """Return the rank of a test's group: its index in `LONG`, or one more than the last."""
    path = item.path.relative_to(TESTS)
    names = path.parts[0], path.as_posix(), path.name
    return next((rank for rank, name in enumerate(LONG) if name in names), len(LONG))
