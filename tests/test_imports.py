"""No module imports itself through others; imports of types and within functions count."""

from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp
import pytest

PACKAGES = "knobel", "knobel_lab", "benchmarks", "research", "tests"


def circle(*packages: str) -> set[str]:
    """Return modules that import each other, directly or through others; none if there is no such circle."""
    graph = grimp.build_graph(*packages, cache_dir=None)
    try:
        TopologicalSorter({name: graph.find_modules_directly_imported_by(name) for name in graph.modules}).prepare()
    except CycleError as error:
        return {*error.args[1]}
    return set()


def test_no_module_imports_itself_through_others() -> None:
    assert not circle(*PACKAGES)


@pytest.mark.parametrize(
    ("b", "c", "is_circle"),
    [
        ("from pack import c", "import pack.a", True),
        ("from pack.c import x", "def f():\n    from pack.a import y", True),
        ("if TYPE_CHECKING:\n    from .c import x", "from . import a", True),
        ("from pack import c", "from pack import d", False),
    ],
)
def test_circles_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, b: str, c: str, is_circle: bool) -> None:
    package = tmp_path / "pack"
    package.mkdir()
    for name, text in {"__init__": "", "a": "import pack.b", "b": b, "c": c, "d": ""}.items():
        (package / f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    assert circle("pack") == ({"pack.a", "pack.b", "pack.c"} if is_circle else set())
