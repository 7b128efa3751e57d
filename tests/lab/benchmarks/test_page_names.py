"""The elements of the page that benchmarks look for exist: nobody runs these scripts when the page changes."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
SELECTED = re.compile(r"data-testid[\^*]?=[\"']?([\w-]+)")
"""A name in a selector, or its beginning, which ends with a hyphen."""
NAMED = re.compile(r"testid=(?:\"([^\"]+)\"|\{`([^`]+)`\}|\{'([^']+)'\}|\{[^}]*\? '([^']+)' : '([^']+)'\})")
"""A name in a component, where braces stand for what is inserted."""
METHODS = {"click", "find", "unfold", "get_by_test_id"}
"""Functions of people and of Playwright whose first argument is a name."""
SCRIPTS = [
    path
    for path in sorted((ROOT / "lab" / "benchmarks").rglob("*.py"))
    if re.search(r"from tests\.browser|from playwright", path.read_text(encoding="utf-8"))
]


def text_of(node: ast.expr) -> str:
    """Return a string up to what is inserted in it; empty if it is not one."""
    if isinstance(node, ast.JoinedStr):
        return text_of(node.values[0])
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def wanted(path: Path) -> Iterator[str]:
    """Yield the names that a script looks for."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant):
            yield from SELECTED.findall(text_of(node))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in METHODS:
            yield from filter(None, map(text_of, node.args[:1]))


@pytest.fixture(scope="module")
def names() -> list[str]:
    """The names in the components."""
    files = (path for path in (ROOT / "web" / "src").rglob("*") if path.suffix in (".svelte", ".ts"))
    found = {name for path in files for match in NAMED.findall(path.read_text(encoding="utf-8")) for name in match}
    # Without a word of its own, a name could be any.
    return sorted(name for name in found if re.search("[a-z]", re.sub(r"\$?\{[^}]*\}", "", name)))


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_a_benchmark_looks_only_for_what_the_page_has(path: Path, names: list[str]) -> None:
    patterns = [re.compile("[\\w-]+".join(map(re.escape, re.split(r"\$?\{[^}]*\}", name)))) for name in names]

    def is_shown(name: str) -> bool:
        if name.endswith("-"):
            return any(each.startswith(name) for each in names)
        return any(pattern.fullmatch(name) for pattern in patterns)

    assert [name for name in sorted(set(wanted(path))) if not is_shown(name)] == []
