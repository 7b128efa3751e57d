"""The documents point to what exists, and their examples hold."""

import doctest
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

import knobel
import knobel.coach
import knobel.encodings
import knobel.envs
import knobel.fairness

ROOT = Path(__file__).parents[1]
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(document: Path) -> None:
    text = re.sub(r"```.*?```|`[^`\n]*`", "", document.read_text(encoding="utf-8"), flags=re.DOTALL)
    links = [link.partition("#")[0] for link in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in link]
    missing = [link for link in links if link and not (document.parent / link).exists()]
    assert not missing


@pytest.mark.parametrize(
    "module", [knobel, knobel.coach, knobel.encodings, knobel.envs, knobel.fairness, sys.modules["knobel.coach.review"]]
)
def test_examples_of_packages_hold(module: ModuleType) -> None:
    examined = doctest.testmod(module)
    assert examined.attempted
    assert not examined.failed


@pytest.mark.parametrize("document", ["README.md", "docs/bots.md", "docs/encodings.md", "docs/environments.md"])
def test_examples_run(document: str) -> None:
    """All blocks of a page, one after the other."""
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / document).read_text(encoding="utf-8"), re.DOTALL)
    assert blocks
    names: dict[str, object] = {"__name__": "example"}
    for block in blocks:
        exec(block, names)
