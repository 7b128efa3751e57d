"""The public API is what the reference documents, and changes only together with its stored list."""

import re
from collections.abc import Iterator
from pathlib import Path

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
