"""Links in the documentation are valid, and its examples run."""

import ast
import doctest
import importlib.util
import re
import runpy
import shlex
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.core import TyperGroup

from knobel import GAMES, make
from knobel.cli.app import app
from knobel.encodings import encoding
from knobel.tables.refusals import REASONS

ROOT = Path(__file__).parents[1]
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]


def links(document: Path) -> Iterator[tuple[Path, str]]:
    """Yield the files and folders to which a document leads, each with the anchor there."""
    text = re.sub(r"`[^`\n]*`", "", BLOCK.sub("", text_of(document)))
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        if "://" not in link:
            path, _, anchor = link.partition("#")
            yield (document.parent / path if path else document), anchor


@cache
def anchors(document: Path) -> set[str]:
    """Return the anchors of the headings of a document, which are the same on code hosts and on the site."""
    headings = re.findall(r"^#+ (.+)$", BLOCK.sub("", text_of(document)), re.MULTILINE)
    shown = (re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading) for heading in headings)
    return {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in shown}


# One test for all documents, and for all lines of them: a test of its own takes longer than to look at a line.
def test_links_lead_somewhere() -> None:
    found = [(document, path, anchor) for document in DOCUMENTS for path, anchor in links(document)]
    assert len(found) > len(DOCUMENTS)
    assert not [(str(document), str(path)) for document, path, _ in found if not path.exists()]
    lost = [
        f"{document.relative_to(ROOT)}: {path.name}#{anchor}"
        for document, path, anchor in found
        if anchor and path.suffix == ".md" and anchor not in anchors(path)
    ]
    assert not lost


def test_tables_are_whole() -> None:
    """A blank line inside a table would show its further rows as text."""
    without_head = [
        f"{document.relative_to(ROOT)}: {first[:60]}"
        for document in DOCUMENTS
        for first, second in re.findall(
            r"(?:^|\n\n)(\|.*)\n?(.*)", re.sub(r"(?s)(?m:^```).*?(?m:^```)", "", text_of(document))
        )
        if not re.fullmatch(r"\|[-:| ]+\|", second)
    ]
    assert not without_head


EXAMPLES = sorted(
    ".".join(("knobel", *path.relative_to(ROOT / "src/knobel").with_suffix("").parts)).removesuffix(".__init__")
    for path in (ROOT / "src/knobel").rglob("*.py")
    if ">>>" in path.read_text(encoding="utf-8")
)
"""The modules with examples in docstrings."""


@pytest.mark.parametrize("module", EXAMPLES)
def test_examples_of_modules_hold(module: str) -> None:
    examined = doctest.testmod(importlib.import_module(module))
    assert examined.attempted
    assert not examined.failed


REFERENCE = sorted(
    {
        name
        for page in (ROOT / "docs" / "reference").glob("*.md")
        for name in re.findall(r"^::: ([\w.]+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    }
)


def docstring(module: str, name: str) -> str | None:
    """Return the docstring of a name, or the string after its assignment, as the reference shows them."""
    source = importlib.import_module(module).__file__
    assert source is not None
    body = ast.parse(Path(source).read_text(encoding="utf-8")).body
    for statement, following in zip(body, [*body[1:], ast.Pass()], strict=True):
        match statement:
            case ast.ImportFrom(module=str(other)) if any((a.asname or a.name) == name for a in statement.names):
                return docstring(other, name)
            case ast.ClassDef() | ast.FunctionDef() if statement.name == name:
                if found := ast.get_docstring(statement):
                    return found
            case ast.Assign(targets=[ast.Name(id=target)]) | ast.AnnAssign(target=ast.Name(id=target)) if (
                target == name
            ):
                match following:
                    case ast.Expr(value=ast.Constant(value=str(text))):
                        return text
    return None


@pytest.mark.parametrize("name", REFERENCE)
def test_the_reference_lists_documented_names(name: str) -> None:
    """The reference is built from `__all__` and docstrings: every module has `__all__`, and every name in it a
    docstring."""
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError:
        owner, _, function = name.rpartition(".")
        assert docstring(owner, function)
        return
    assert not [listed for listed in module.__all__ if not docstring(name, listed)]
    assert all(hasattr(module, listed) for listed in module.__all__)


BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
"""A code block: its language and its text."""
TESTED_ELSEWHERE = {
    "docs/adding-a-game.md": "tests/test_sixth_game.py",
    "docs/reference/operating.md": "tests/server/test_proxies.py",
    "docs/perft.md": "tests/games/test_docs.py",
    "docs/protocol.md": "tests/server/people/test_bot_routes.py",
    "docs/recipes/a-coach-reason.md": "tests/test_recipes.py",
    "docs/recipes/a-domain.md": "tests/test_recipes.py",
    "docs/recipes/a-game-option.md": "tests/test_recipes.py",
    "docs/recipes/a-kind-of-notice.md": "tests/test_recipes.py",
    "docs/recipes/a-news-destination.md": "tests/test_recipes.py",
    "docs/recipes/a-language.md": "tests/test_recipes.py",
    "docs/records.md": "tests/games/test_docs.py",
}
"""Pages whose blocks have tests of their own."""
WITH_BLOCKS = [
    path
    for path in DOCUMENTS
    if path.relative_to(ROOT).as_posix() not in TESTED_ELSEWHERE and BLOCK.search(path.read_text(encoding="utf-8"))
]


@pytest.mark.parametrize("document", WITH_BLOCKS, ids=lambda path: path.stem)
def test_code_blocks_run(document: Path) -> None:
    """Run all blocks of a page in order. A block that needs a package which is not installed is only compiled."""
    names: dict[str, object] = {"__name__": "example"}
    for language, block in BLOCK.findall(document.read_text(encoding="utf-8")):
        match language:
            case "python":
                if missing_packages(block):
                    compile(block, str(document), "exec")
                else:
                    exec(block, names)
            case "toml":
                assert tomllib.loads(block)
            case _:
                pytest.fail(f"no test knows what to do with a block of {language or 'no language'}: {block}")


def missing_packages(block: str) -> set[str]:
    """Return the top-level packages that a block imports and that are not installed."""
    imported = re.findall(r"^(?:import|from) (\w+)", block, re.MULTILINE)
    return {name for name in imported if importlib.util.find_spec(name) is None}


@pytest.mark.parametrize("page", TESTED_ELSEWHERE)
def test_pages_with_separate_tests_are_named_in_them(page: str) -> None:
    assert Path(page).name in (ROOT / TESTED_ELSEWHERE[page]).read_text(encoding="utf-8")


PROGRAM = re.compile(r"^(?: {4}|\$ |\w+=\S+ )+(?:\S*/)?(?:python3?|make) .+$", re.MULTILINE)
PROGRAMS = sorted(
    {line.partition("#")[0].strip() for path in DOCUMENTS for line in PROGRAM.findall(path.read_text(encoding="utf-8"))}
)


def unknown_words(line: str) -> set[str]:
    """Return the words of a documented command that name no target of `make`, module or option of a program."""
    words = [word for word in shlex.split(line) if not re.match(r"\w+=", word)]
    if words[0] == "make":
        return set(words[1:]) - set(re.findall(r"^([a-z-]+):", text_of(ROOT / "Makefile"), re.MULTILINE))
    if words[1] == "-m" and not words[2].startswith(("benchmarks", "research", "tests", "knobel")):
        return {words[2].partition(".")[0]} - sys.stdlib_module_names
    folder = ROOT / "lab" if words[2].startswith(("benchmarks", "research")) else ROOT
    program = folder / (words[2].replace(".", "/") if words[1] == "-m" else words[1])
    sources = [program / "__main__.py"] if program.is_dir() else [program.with_suffix(".py")]
    sources += [ROOT / "lab" / "benchmarks" / "shared" / f"{shared}.py" for shared in ("polling", "scenario", "script")]
    text = "".join(map(text_of, sources))
    return {word for word in words if word.startswith("--") and f'"{word.partition("=")[0]}"' not in text}


@cache
def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def test_documented_programs_and_their_options_exist() -> None:
    """Find `make` targets in the Makefile, and each option of a program in its source, without running it."""
    assert PROGRAMS
    assert {line: unknown for line in PROGRAMS if (unknown := unknown_words(line))} == {}


COMMAND = re.compile(r"^(?: {4}|\$ |\w+=\S+ )*(knobel [a-z].+)$", re.MULTILINE)
COMMANDS = sorted(
    {line.partition(" #")[0] for path in DOCUMENTS for line in COMMAND.findall(path.read_text(encoding="utf-8"))}
)


def parse(command: Any, line: str) -> None:
    """Parse a documented command, whose words must exist."""
    words = shlex.split(re.sub(r"\$\(.*?\)", "today", re.split(r" [|>] ", line)[0]))[1:]
    while isinstance(command, TyperGroup):
        context = command.make_context("knobel", words)
        _, found, words = command.resolve_command(context, [*context._protected_args, *context.args])
        assert found is not None
        command = found
    command.make_context("knobel", words)


def test_documented_commands_are_understood() -> None:
    """Parse every documented command with the real commands, arguments and options, without running it."""
    assert COMMANDS
    command = typer.main.get_command(app)
    for line in COMMANDS:
        parse(command, line)


def test_the_architecture_names_modules_that_exist() -> None:
    pages = [ROOT / "docs" / "architecture.md", *(ROOT / "docs" / "internals").glob("*.md")]
    text = "".join(page.read_text(encoding="utf-8") for page in pages)
    named = set(re.findall(r"`((?:[a-z_]+/)+[a-z_]+\.py)`", text))
    assert len(named) >= 25
    missing = [name for name in named if not any((root / name).exists() for root in (ROOT / "src/knobel", ROOT))]
    assert not missing


def test_pages_contain_the_tables_that_are_generated_from_the_program() -> None:
    doc_tables = importlib.import_module("tools.doc_tables")
    pages = [doc_tables.with_tables(text_of(path)) for path in DOCUMENTS if doc_tables.PLACE.search(text_of(path))]
    assert not [name for name, table in doc_tables.TABLES.items() if not any(table() in page for page in pages)]
    assert sorted(re.findall(r"^\| `(\w+)` \|", doc_tables.reasons(), re.MULTILINE)) == sorted(REASONS)
    for name in GAMES:
        meanings = [field.meaning for field in encoding(make(name), 2).fields]
        assert [row.split(" | ")[-1].rstrip(" |") for row in doc_tables.fields(name).splitlines()[2:]] == meanings


EMPHASIS = re.compile(r"\*\*?([^*\n]+(?:\n[^*\n]+)?)\*\*?")
"""What the pages for players emphasize: texts of the page."""


@pytest.mark.parametrize("page", ["tutorials/tonight", "tutorials/class", "de/heute-abend", "de/klasse"])
def test_tutorials_name_buttons_as_the_page_does(page: str) -> None:
    shown = "".join(map(text_of, sorted((ROOT / "src" / "knobel" / "texts").rglob("*.json"))))
    named = [" ".join(found.split()) for found in EMPHASIS.findall(text_of(ROOT / "docs" / f"{page}.md"))]
    assert len(named) > 5
    assert not [text for text in named if text not in shown]


def test_reading_times_follow_from_the_words_of_prose() -> None:
    reading_time = runpy.run_path(str(ROOT / "manual" / "build.py"))["reading_time"]
    prose = "# A page\n\n" + "word " * 401 + "\n\n"
    code = "```python\n" + "word " * 900 + "\n```\n"
    assert reading_time(prose + code) == reading_time(prose) == 3
    assert reading_time("# A page\n\nShort.\n") == 1


def test_the_picture_of_the_server_is_up_to_date() -> None:
    script = ROOT / "docs" / "images" / "server_imports.py"
    drawn = runpy.run_path(str(script))["drawing"]()
    assert drawn == script.with_suffix(".svg").read_text(encoding="utf-8"), f"run {script}"


def test_the_picture_of_the_architecture_is_up_to_date() -> None:
    """It contains all layers that the linter of imports knows."""
    script = ROOT / "docs" / "images" / "architecture.py"
    drawn = runpy.run_path(str(script))["drawing"]()
    assert drawn == script.with_suffix(".svg").read_text(encoding="utf-8"), f"run {script}"
    packages = {path.stem for path in (ROOT / "src" / "knobel").glob("[a-z]*") if path.suffix in {"", ".py"}}
    assert not [name for name in packages if name not in drawn]
