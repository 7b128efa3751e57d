"""The documents point to what exists, and their examples hold."""

import doctest
import re
import shlex
import sys
from pathlib import Path
from types import ModuleType

import pytest
import typer
from typer.core import TyperGroup

import knobel
import knobel.coach
import knobel.encodings
import knobel.envs
import knobel.fairness
from knobel.cli.app import app

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


BLOCK = re.compile(r"```python\n(.*?)```", re.DOTALL)
WITH_EXAMPLES = [path for path in DOCUMENTS if BLOCK.search(path.read_text(encoding="utf-8"))]
ELSEWHERE = {"adding-a-game.md"}
"""Pages whose examples have tests of their own."""


@pytest.mark.unwatched
@pytest.mark.parametrize(
    "document", [path for path in WITH_EXAMPLES if path.name not in ELSEWHERE], ids=lambda path: path.stem
)
def test_examples_run(document: Path) -> None:
    """All blocks of a page, one after the other."""
    names: dict[str, object] = {"__name__": "example"}
    for block in BLOCK.findall(document.read_text(encoding="utf-8")):
        exec(block, names)


COMMAND = re.compile(r"^(?: {4}|\$ |\w+=\S+ )*(knobel [a-z].+)$", re.MULTILINE)
COMMANDS = sorted(
    {line.partition(" #")[0] for path in DOCUMENTS for line in COMMAND.findall(path.read_text(encoding="utf-8"))}
)


@pytest.mark.unwatched
@pytest.mark.parametrize("line", COMMANDS)
def test_documented_commands_are_understood(line: str) -> None:
    """What the pages tell to type has the commands, arguments and options that there are; it is not run."""
    words = shlex.split(re.sub(r"\$\(.*?\)", "today", re.split(r" [|>] ", line)[0]))[1:]
    command = typer.main.get_command(app)
    while isinstance(command, TyperGroup):
        context = command.make_context("knobel", words)
        _, found, words = command.resolve_command(context, [*context._protected_args, *context.args])
        assert found is not None
        command = found
    command.make_context("knobel", words)
