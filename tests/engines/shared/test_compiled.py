"""Compiled code is kept on disk, and compiled again when any of its sources has changed."""

import subprocess
import sys
from pathlib import Path

import pytest

from knobel.engines.shared import compiled as compiling
from knobel.engines.shared.compiled import source_hash

CALLER = """
from knobel.engines.shared.compiled import compiled
from kernels.called import SCALE, added

@compiled
def both(x):
    return SCALE * added(x)

print(both(1), sum(both.stats.cache_hits.values()))
"""
CALLED = """
from knobel.engines.shared.compiled import inlined

SCALE = {scale}

@inlined
def added(x):
    return x + {more}
"""

POINTS = """
from typing import NamedTuple

from knobel.engines.shared.compiled import compiled

class {name}(NamedTuple):
    points: float

@compiled
def doubled(sheet):
    return 2 * sheet.points

print(doubled({name}(2.0)), sum(doubled.stats.cache_hits.values()))
"""


NESTED = """
from knobel.engines.shared.compiled import compiled, nested

@nested
def added(x):
    return x + 1

@compiled
def both(x):
    return 2 * added(x)

print(both(1), sum(both.stats.cache_hits.values()))
try:
    added(1)
except TypeError as error:
    print(error)
"""


def run(folder: Path) -> str:
    command = [sys.executable, "-B", "-m", "kernels.caller"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout


@pytest.mark.slow
def test_a_change_in_another_module_is_noticed(tmp_path: Path) -> None:
    package = tmp_path / "kernels"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "caller.py").write_text(CALLER)
    (package / "called.py").write_text(CALLED.format(scale=10, more=1))
    assert run(tmp_path) == "20 0\n"
    (package / "called.py").write_text(CALLED.format(scale=20, more=2))
    assert run(tmp_path) == "60 0\n"


def test_engines_do_not_depend_on_the_rules_of_other_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("knister", "knoeffel")
    for file in ("dice.py", "games/grid.py", *(f"games/{name}.py" for name in names), "engines/shared/a.py"):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).touch()
    monkeypatch.setattr(compiling, "PACKAGE", tmp_path)
    monkeypatch.setattr(compiling, "SHARED", tmp_path / "engines/shared")
    folders = [tmp_path / "engines" / name for name in names]
    for folder in folders:
        folder.mkdir()

    def changed(file: str) -> list[bool]:
        """Return for each engine whether its hash changes with a file."""
        before = [source_hash.__wrapped__(folder) for folder in folders]
        (tmp_path / file).write_text(file)
        return [source_hash.__wrapped__(folder) != old for folder, old in zip(folders, before, strict=True)]

    assert changed("games/knister.py") == [True, False]
    assert changed("games/knoeffel.py") == [False, True]
    assert changed("games/grid.py") == changed("engines/shared/a.py") == changed("dice.py") == [True, True]
    assert changed("engines/knister/constants.json") == [True, False]


@pytest.mark.slow
def test_code_for_a_class_that_was_renamed_is_ignored(tmp_path: Path) -> None:
    package = tmp_path / "kernels"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "caller.py").write_text("import kernels.points")
    for name in ("Sheet", "Column"):
        (package / "points.py").write_text(POINTS.format(name=name))
        assert run(tmp_path) == "4.0 0\n"
        assert run(tmp_path) == "4.0 1\n"


@pytest.mark.slow
def test_python_cannot_call_a_nested_function(tmp_path: Path) -> None:
    package = tmp_path / "kernels"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "caller.py").write_text(NESTED)
    # Neither after compilation nor after loading from disk.
    for hits in range(2):
        assert run(tmp_path) == f"4 {hits}\nonly compiled code can call added\n"
