"""Which tests share a process, and which are not watched for what they cover."""

import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
UNCOVERED = {"bots", "contract", "counts", "oracle", "properties"}
"""They play masses of games by code that other tests cover too; to be watched in that costs three times their time."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep together what shares fixtures and compiled kernels: the tests of a file, and those of a game's engine."""
    if not config.pluginmanager.hasplugin("xdist"):
        return
    for item in items:
        path = item.path.relative_to(TESTS)
        group = path.parent if path.parts[0] == "engines" else path
        item.add_marker(pytest.mark.xdist_group(group.as_posix()))
    # What takes longest goes first, lest one process work on alone in the end; what is not watched goes last.
    items.sort(key=lambda item: (item.path.name != "test_sixth_game.py", unwatched(item)))


def unwatched(item: pytest.Item) -> bool:
    """Whether nobody needs to know what a test covers."""
    return item.path.relative_to(TESTS).parts[0] in UNCOVERED


# Not the marker of pytest-cov: a worker of xdist is watched twice, as a subprocess and as a worker, and it pauses one.
def pytest_runtest_setup(item: pytest.Item) -> None:
    """From the first test on that is not watched, watch nothing: to go on with that later loses much."""
    if unwatched(item):
        sys.settrace(None)
