"""Which tests share a process, and which are not watched for what they cover."""

from pathlib import Path

import pytest

TESTS = Path(__file__).parent
UNCOVERED = {"bots", "contract", "counts", "oracle", "properties"}
"""They play masses of games by code that other tests cover too; to be watched in that costs three times their time."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep together what shares fixtures and compiled kernels: the tests of a file, and those of a game's engine."""
    for item in items:
        if config.pluginmanager.hasplugin("pytest_cov") and item.path.relative_to(TESTS).parts[0] in UNCOVERED:
            item.add_marker("no_cover")
    if not config.pluginmanager.hasplugin("xdist"):
        return
    for item in items:
        path = item.path.relative_to(TESTS)
        group = path.parent if path.parts[0] == "engines" else path
        item.add_marker(pytest.mark.xdist_group(group.as_posix()))
    # What takes longest goes first, lest one process work on alone in the end.
    items.sort(key=lambda item: item.path.name != "test_sixth_game.py")
