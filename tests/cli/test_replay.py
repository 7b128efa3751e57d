"""`knobel replay`."""

import json
from pathlib import Path

import pytest

from knobel.cli.terminal_screen import NUMBER_WIDTH, Screen
from tests.cli.conftest import Run, fails, knobel_runs


def test_replay_as_json(run: Run, record: Path) -> None:
    position = json.loads(run("replay", str(record), "--json").out)
    assert list(position) == ["game", "over", "scores", "sheets", "to_move"]
    assert (position["game"], position["over"], position["to_move"]) == ("knister", False, [])
    assert position["sheets"][0]["grid"][2][2] == 7


def test_replay_lists_the_seats_to_move(run: Run, record: Path) -> None:
    with record.open("a") as file:
        file.write('{"roll": [1, 1]}\n{"seat": 1, "move": "b1"}\n')
    assert json.loads(run("replay", str(record), "--json").out)["to_move"] == [0]


def test_replay_in_words(run: Run, record: Path) -> None:
    out = run("replay", str(record)).out
    assert "Ann c3 writes 7" in out
    assert "Ben throws 2 dice" in out


def test_replay_reads_standard_input(record: Path) -> None:
    done = knobel_runs("replay", "-", "--json", stdin=record.read_bytes())
    assert json.loads(done.stdout)["scores"] == [0, 0]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"seat": 0, "move": "c4"}', "line 5: 2 dice must fall first"),
        ('{"roll": [1, 7]}', "line 5: dice show 1 to 6"),
        ('{"roll": ', "line 5: not JSON"),
        ("[]", "line 5: an event is"),
    ],
)
def test_replay_names_the_line(run: Run, record: Path, line: str, message: str) -> None:
    with record.open("a") as file:
        file.write(line + "\n")
    fails(run("replay", str(record), "--json"), message)


def test_continued_lines_of_events_are_indented(capsys: pytest.CaptureFixture[str]) -> None:
    """The numbers of events stay a column of their own on a narrow terminal."""
    screen = Screen()
    screen.console.width = 40
    for text in ("", "a", "word " * 5):
        screen.print_line(text)
    screen.print_line(f"  12 {'word ' * 20}", "red", indent=NUMBER_WIDTH)
    out = capsys.readouterr().out.splitlines()
    assert out[:3] == ["", "a", "word " * 5]
    first, *others = out[3:]
    assert first.startswith("  12 word")
    assert len(others) == 2
    assert all(line.startswith("     word") and len(line) <= 40 for line in others)
