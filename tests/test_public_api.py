"""The public API is what the reference documents, and changes only together with its stored list."""

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from knobel import deprecations
from knobel.deprecations import deprecated
from tests import public_api

ROOT = Path(__file__).parents[1]
IMPORTED = re.compile(r"^(?:>>> )?(?:from (knobel[\w.]*) import ([\w, ]+)|import (knobel[\w.]*))", re.MULTILINE)
PRIVATE_USERS = {
    "docs/adding-a-game.md",
    "docs/recipes/a-domain.md",
    "docs/recipes/a-news-destination.md",
    "CONTRIBUTING.md",
}
"""Pages for contributors, whose code becomes a part of the package."""


def test_the_public_api_is_the_stored_one() -> None:
    stored = public_api.STORED.read_text(encoding="utf-8").splitlines()
    assert list(public_api.public_api()) == stored, "the public API has changed: if it shall, run `make api`"


def imports() -> Iterator[tuple[str, str]]:
    """Yield the imports of Knobel in pages and examples, each with its file."""
    files = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "examples").rglob("*.py")]
    for file in files:
        path = file.relative_to(ROOT).as_posix()
        if path in PRIVATE_USERS:
            continue
        for module, names, whole in IMPORTED.findall(file.read_text(encoding="utf-8")):
            yield from ((path, f"{module}.{name.strip()}" if names else whole) for name in names.split(","))


def test_pages_and_examples_use_only_the_public_api() -> None:
    names = re.findall(r"^(?:class )?([\w.]+)", public_api.STORED.read_text(encoding="utf-8"), re.MULTILINE)
    public = {*names, *public_api.public_modules(), "knobel.envs.openspiel"}
    used = list(imports())
    assert len(used) >= 10
    assert not [(path, name) for path, name in used if name not in public]


def test_functions_with_the_name_of_their_module_are_documented() -> None:
    """The reference would show the module in place of the function, so it names the function."""
    pages = "".join(page.read_text(encoding="utf-8") for page in (ROOT / "docs" / "reference").glob("*.md"))
    names = re.findall(r"^(knobel[\w.]*)\.(\w+)\(", public_api.STORED.read_text(encoding="utf-8"), re.MULTILINE)
    shadowed = [(module, name) for module, name in names if public_api.is_module(f"{module}.{name}")]
    assert ("knobel.coach", "review") in shadowed
    missing = [(module, name) for module, name in shadowed if f"::: {module}.{name}.{name}\n" not in pages]
    # Functions of packages, which the pages describe in text.
    assert missing == [("knobel.encodings", "encoding"), ("knobel.engines", "engine")]


@pytest.mark.parametrize("decorator", [deprecated, deprecations._deprecated])
def test_deprecated_names_warn_where_they_are_used(decorator: Callable[[str], Callable[[Any], Any]]) -> None:
    @decorator("use new; old is removed in 2.0")
    def old(number: int) -> int:
        """Return the next number."""
        return number + 1

    @decorator("use New")
    class Old:
        def __init__(self, number: int) -> None:
            self.number = number

    with pytest.warns(DeprecationWarning, match="use new; old is removed in 2.0") as caught:
        assert old(1) == 2
    assert caught[0].filename == __file__
    with pytest.warns(DeprecationWarning, match="use New") as caught:
        assert Old(3).number == 3
    assert caught[0].filename == __file__
    assert (old.__doc__, getattr(Old, "__deprecated__", None)) == ("Return the next number.", "use New")


def test_deprecations_need_the_standard_library_only() -> None:
    code = "import sys; sys.modules['typing_extensions'] = None; import knobel.deprecations"
    subprocess.run([sys.executable, "-c", code], check=True)
