"""No module imports itself through others; imports of types and within functions count."""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = {"knobel": ROOT / "src" / "knobel"} | {name: ROOT / name for name in ("benchmarks", "research", "tests")}


def modules(packages: Mapping[str, Path]) -> dict[str, Path]:
    """Return the files of all modules by name; a package has the name of its folder."""
    found = {}
    for package, folder in packages.items():
        for path in folder.rglob("*.py"):
            parts = path.relative_to(folder).with_suffix("").parts
            found[".".join([package, *parts]).removesuffix(".__init__")] = path
    return found


def imported(name: str, path: Path, known: Mapping[str, Path]) -> Iterator[str]:
    """Yield the modules that a module imports; of a package imported from, its submodules or else itself."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names if alias.name in known)
            case ast.ImportFrom(module=module, names=names, level=level):
                base = ".".join([*package.split(".")[: len(package.split(".")) + 1 - level], module or ""]).strip(".")
                start = base if level else module or ""
                for alias in names:
                    whole = f"{start}.{alias.name}"
                    if whole in known or start in known:
                        yield whole if whole in known else start


def circles(packages: Mapping[str, Path]) -> set[frozenset[str]]:
    """Return the sets of modules that import each other, directly or through others (Tarjan's algorithm)."""
    known = modules(packages)
    graph = {name: set(imported(name, path, known)) for name, path in known.items()}
    order: dict[str, int] = {}
    lowest: dict[str, int] = {}
    waiting: list[str] = []
    found = {frozenset([name]) for name, others in graph.items() if name in others}

    def visit(name: str) -> None:
        order[name] = lowest[name] = len(order)
        waiting.append(name)
        for other in sorted(graph[name]):
            if other not in order:
                visit(other)
            if other in waiting:
                lowest[name] = min(lowest[name], lowest[other])
        if lowest[name] == order[name]:
            members = waiting[waiting.index(name) :]
            del waiting[-len(members) :]
            if len(members) > 1:
                found.add(frozenset(members))

    for name in sorted(graph):
        if name not in order:
            visit(name)
    return found


def test_no_module_imports_itself_through_others() -> None:
    assert not [sorted(circle) for circle in circles(FOLDERS)]


@pytest.mark.parametrize(
    ("b", "c", "is_circle"),
    [
        ("from pack import c", "import pack.a", True),
        ("from pack.c import x", "def f():\n    from pack.a import y", True),
        ("if TYPE_CHECKING:\n    from .c import x", "from . import a", True),
        ("from pack import c", "from pack import d", False),
    ],
)
def test_circles_are_found(tmp_path: Path, b: str, c: str, is_circle: bool) -> None:
    for name, text in {"__init__": "", "a": "import pack.b", "b": b, "c": c, "d": ""}.items():
        (tmp_path / f"{name}.py").write_text(text)
    expected = {frozenset(["pack.a", "pack.b", "pack.c"])} if is_circle else set()
    assert circles({"pack": tmp_path}) == expected
