"""The decisions of a master use at most nine modules of its game's package, and the docs list them."""

import ast
from pathlib import Path

import pytest

from knobel.engines import games_with
from knobel.engines.shared.weights import ENGINES

PAGE = Path(__file__).parents[2] / "docs" / "internals" / "engines.md"
MOST = 9
FURTHER = {"knoeffel": 3, "kniffeliger": 4}
"""More modules of an engine that itself solves variants of the rules, or a phase in which sheets change hands."""


def imported(module: Path) -> set[str]:
    """Return the modules of the same package that a module imports."""
    package = f"knobel.engines.{module.parent.name}"
    found = set()
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            if node.module == package:
                found |= {name.name for name in node.names}
            elif node.module.startswith(f"{package}."):
                found.add(node.module.removeprefix(f"{package}."))
    return found


def closure(package: Path) -> set[str]:
    """Return all modules of a package that its engine needs, the engine included."""
    # An engine finds its kernels by the name of their module.
    known, open_ = set[str](), {"engine", *(["kernels"] if (package / "kernels.py").exists() else [])}
    while open_:
        module = open_.pop()
        known.add(module)
        open_ |= imported(package / f"{module}.py") - known
    return known


@pytest.mark.parametrize("game", games_with("engine"))
def test_a_decision_is_followed_in_few_modules(game: str) -> None:
    modules = closure(ENGINES / game)
    assert len(modules) <= MOST + FURTHER.get(game, 0)
    rows = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith(f"| `{game}` |")]
    assert [set(row.split("|")[2].strip().split(", ")) for row in rows] == [modules]
