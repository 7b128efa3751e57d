"""The commands as a shell sees them: output, exit status, and an error of one line for every mistake."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import knobel
from tests.cli.conftest import KNOBEL, Run, fails

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    "command",
    [
        "serve",
        "worker",
        "games",
        "play",
        "replay",
        "coach",
        "dice",
        "perft",
        "solve",
        "train",
        "arena",
        "admin tables",
    ],
)
def test_help_shows_an_example(run: Run, command: str) -> None:
    assert f"Example: knobel {command}" in run(*command.split(), "--help").out
    assert command.partition(" ")[0] in run("--help").out


def test_help_cuts_off_no_summary(run: Run) -> None:
    assert "..." not in run("--help").out.partition("Commands:")[2]


def test_help_loads_little() -> None:
    code = "import sys, knobel.cli.app; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not {"rich.console", "uvicorn", "litestar", "sqlalchemy", "asyncio", "numpy"} & set(loaded)


def test_the_version_needs_no_packages() -> None:
    code = "import sys; sys.modules['typer'] = None; from knobel.cli import main; main(['--version'])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == f"knobel {knobel.__version__}\n"


@pytest.mark.parametrize("command", ["replay", "perft"])
def test_unreadable_files(run: Run, command: str, tmp_path: Path) -> None:
    garbage = tmp_path / "garbage"
    garbage.write_bytes(bytes(reversed(range(256))))
    fails(run(command, str(garbage)), "line 1: not UTF-8")
    fails(run(command, str(tmp_path)), "is a directory")
    fails(run(command, str(tmp_path / "none")), "no such file")
    garbage.write_bytes(b"")
    fails(run(command, str(garbage)), "line 1: empty")
    garbage.write_text("[" * 90_000)
    fails(run(command, str(garbage)), "line 1: not JSON")


NOT_TEXT = os.fsdecode(b"\xff")


"""An argument that is not UTF-8, as Python passes it on."""


@pytest.mark.parametrize(
    "arguments",
    [
        ["play", "knister", "--names", NOT_TEXT, "--save", "game.jsonl"],
        ["admin", "tell", NOT_TEXT],
        ["admin", "answer", "1", NOT_TEXT],
        ["bot", "casual", "--table", "ABCDEF", "--token", NOT_TEXT],
        ["games", NOT_TEXT],
        ["replay", f"{NOT_TEXT}.jsonl"],
        ["export", f"{NOT_TEXT}.csv"],
        ["check", "--database", NOT_TEXT],
    ],
)
def test_arguments_that_are_not_text(run: Run, arguments: list[str]) -> None:
    fails(run(*arguments), f"argument {1 + next(i for i, each in enumerate(arguments) if NOT_TEXT in each)} is not")


def test_variables_that_are_not_text(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KNOBEL_TOKEN", NOT_TEXT)
    fails(run("bot", "casual", "--table", "ABCDEF"), "KNOBEL_TOKEN is not UTF-8 text")


@pytest.mark.parametrize("command", ["replay", "coach", "dice", "perft", "analyse", "play"])
def test_records_that_are_not_text(run: Run, command: str, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text('{"knobel": 1, "game": "knister", "seats": ["\\ud800"]}\n')
    if command == "analyse":
        (tmp_path / f"{NOT_TEXT}.jsonl").write_text("")
        ran = run("analyse", str(tmp_path))
        assert ran.status == 2
        assert ran.err.count("lone surrogate") == 2
        return
    option = ["--resume"] if command == "play" else []
    fails(run(command, *option, str(file)), "line 1: not Unicode text")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["play", "knistr"], "no game 'knistr' \\(did you mean knister\\?\\)"),
        (["play", "knoeffel", "--option", "colums=1"], "did you mean columns\\?"),
        (["play", "knoeffel", "--option", "columns=9"], "columns cannot be '9'"),
        (["play", "knoeffel", "--option", "columns"], "name=value"),
        (["play", "knister", "--bots", "stong"], "did you mean strong\\?"),
        (["play", "kniffeliger", "--seats", "1"], "2 to 8 seats, not 1"),
        (["play", "knister", "--seats", "1", "--bots", "random,random"], "2 bots do not fit"),
        (["play", "knister", "--save", "/dev/null/game"], "cannot save"),
        (["solve", "knister"], "knister is not solved exactly"),
        (["solve", "chess"], "no game 'chess'"),
    ],
)
def test_mistakes_get_one_line(run: Run, arguments: list[str], message: str) -> None:
    fails(run(*arguments), message)


# Typer prints one of them, Rich the other.
@pytest.mark.parametrize("command", [["games"], ["arena", "knister", "--bots", "random", "--games", "1"]])
def test_closed_pipe(command: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as closed:
        done = subprocess.run([*KNOBEL, *command], stdout=closed, stderr=subprocess.PIPE, timeout=600, check=False)
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device here")
def test_full_disk() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*KNOBEL, "games"], stdout=full, stderr=subprocess.PIPE, text=True, timeout=600, check=False
        )
    assert (done.returncode, done.stderr) == (2, "knobel: No space left on device\n")


def test_scripts_that_measure_explain_themselves() -> None:
    """Each script parses its command line and supports --help."""
    sources = [path for folder in ("benchmarks", "research") for path in (ROOT / "lab" / folder).rglob("*.py")]
    scripts = [path for path in sources if '__name__ == "__main__"' in path.read_text()]
    assert len(scripts) > 10
    assert not [
        script.name
        for script in scripts
        if not re.search(r"\b(script|scenario)\.(parser|play_and_write)\(\s*__doc__", script.read_text())
    ]
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.knoeffel_winning", "--help"],
        cwd=ROOT, capture_output=True, text=True, timeout=600, check=True,
    )  # fmt: skip
    assert "pairs" in done.stdout


def test_narrow_encoding(record: Path) -> None:
    done = subprocess.run(
        [*KNOBEL, "replay", str(record)],
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
