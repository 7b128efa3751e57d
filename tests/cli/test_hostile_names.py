"""Names are printed as they are: not as markup, emoji codes or commands to the terminal."""

import sys
from io import StringIO
from pathlib import Path
from random import Random

import pytest

import knobel
from knobel import notation
from knobel.display_text import clusters, shown, visible
from knobel.envs.session import GameSession
from knobel.sheets.console import PlainConsole
from tests.cli.conftest import Run
from tests.games.cases import walk

HOSTILE = ("[/b]", "[red]x", ":dice:", "A\x1b[31mn\u202e", "\u05d3\u05df")
"""Markup that ends what has not begun, a style, an emoji code, commands to the terminal, a name from right to left."""
PRINTED = ("[/b]", "[red]x", ":dice:", "A[31mn", "\u2068\u05d3\u05df\u2069")


@pytest.fixture(params=["knister", "kniffeliger"])
def record(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Return a finished game of people with hostile names."""
    game = knobel.make(request.param)
    events = [event for _, event, _ in walk(game, len(HOSTILE), 3)]
    folder = tmp_path / "games"
    folder.mkdir()
    path = folder / "game.jsonl"
    path.write_text(notation.dumps(notation.Record(game, HOSTILE, events)))
    return path


def check(out: str, names: tuple[str, ...] = PRINTED) -> None:
    assert all(name in out for name in names), out
    assert not {"\x1b", "\u202e"} & set(out)


def test_replay(run: Run, record: Path) -> None:
    check(run("replay", str(record)).out)


def test_analyse(run: Run, record: Path) -> None:
    check(run("analyse", str(record.parent)).out)


def test_play(run: Run, record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = record.read_text().splitlines(keepends=True)
    record.write_text("".join(lines[:-1]))
    monkeypatch.setattr(sys, "stdin", StringIO("s\nl\nq\n"))
    check(run("play", "--resume", str(record)).out)


@pytest.mark.slow
@pytest.mark.parametrize("record", ["knister"], indirect=True)
@pytest.mark.parametrize("form", ["--effort", "--html"])
def test_coach(run: Run, record: Path, form: str) -> None:
    out = run("coach", str(record), "--effort", "quick", *(["--html"] if form == "--html" else [])).out
    check(out)


def test_errors_do_not_steer_the_terminal(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text('{"knobel": 1, "game": "knister", "seats": ["Ann"]}\n{"seat": 0, "move": "\\u001b[2J"}\n')
    ran = run("replay", str(path))
    assert ran.status == 2
    assert "\x1b" not in ran.err


def test_custom_bots_with_brackets_in_their_path(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = Path("[", "b].py")
    path.parent.mkdir()
    path.write_text(
        "class Bot:\n    def choose(self, game, view, seat, rng):\n        return game.legal(view, seat)[0]\n"
    )
    ran = run("arena", "knister", "--bots", f"random,{path}:Bot", "--games", "2")
    assert ran.status == 0
    assert "[/b].py" in ran.out


def test_environments_draw_sheets_without_markup() -> None:
    session = GameSession("knapp_daneben", 1, None, "points")
    session.start(Random(1))
    assert "[ ]" in session.render(0)


def test_consoles_print_text_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    PlainConsole(width=80).print("[b]12[/c] :smile:")
    assert capsys.readouterr().out == "[b]12[/c] :smile:\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\nb\tc", "a b c"), ("\x1b[2J", "[2J"), ("e\u0301", "e\u0301"), ("\u202eevil", "evil"),
        ("\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"),
        ("a\u2069\u202eb", "ab"), ("\ud800", ""), ("🫩", "🫩"),
    ],
)  # fmt: skip
def test_visible_text(text: str, expected: str) -> None:
    assert visible(text) == expected


def test_text_from_right_to_left_is_isolated() -> None:
    assert shown("Ann") == "Ann"
    assert shown("\u05d3\u05df\u2069") == "\u2068\u05d3\u05df\u2069"


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        ("🇩🇪🇮🇹🇬", 3),
        ("👨\u200d👩\u200d👧", 1),
        ("👍🏽👍", 2),
        ("क्षि", 1),
        ("한국", 2),
        ("\u1112\u1161\u11ab", 1),
    ],
)
def test_characters_are_counted_as_people_see_them(text: str, count: int) -> None:
    assert len(clusters(text)) == count
