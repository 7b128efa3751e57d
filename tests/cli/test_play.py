"""Complete games in the terminal, with scripted input."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Future
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import pytest

import knobel
from knobel import bots, phrases
from knobel.bots.compilation import NotCompiled
from knobel.cli import main
from knobel.cli.compilation import WAITING_MESSAGE
from knobel.cli.descriptions import ACTION_FACES
from knobel.cli.files import read_record
from knobel.cli.terminal_game import COMMANDS, normalize_action
from knobel.core import Chance, Game, Move, Over, Reason, Roll
from knobel.engines.shared.data_files import save
from knobel.games import GAMES
from knobel.job_process import JobProcess
from knobel.phrases import how_to
from knobel.sheets.fields import FIELD_NAMES
from knobel.texts import Language, own_messages
from tests.slow import slow_except

Typed: TypeAlias = Callable[..., str]


def script(name: str, seats: int, **options: Any) -> tuple[list[str], tuple[int, ...]]:
    """Return the input for a complete random game with real dice, and the final scores."""
    game, rng = knobel.make(name, **options), Random(11)
    state, lines = game.start(seats), []
    while not isinstance(turn := game.turn(state), Over):
        if isinstance(turn, Chance):
            faces = tuple(rng.randint(1, 6) for _ in range(turn.dice))
            lines.append(" ".join(map(str, faces)))
            state = game.apply(state, Roll(faces))
        else:
            action = bots.make("random").choose(game, state, turn.seats[0], rng)
            lines.append(action)
            state = game.apply(state, Move(turn.seats[0], action))
    return lines, turn.scores


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Typed:
    """Run `knobel play` with these input lines and return its output."""

    def run(lines: list[str], *arguments: str) -> str:
        monkeypatch.setattr(sys, "stdin", StringIO("\n".join(lines) + "\n"))
        with pytest.raises(SystemExit) as end:
            main(["play", *arguments])
        shown = capsys.readouterr()
        assert (end.value.code, shown.err) == (0, "")
        return str(shown.out)

    return run


@pytest.mark.parametrize("name", slow_except("knister"))
def test_a_game_with_real_dice_is_saved_and_resumed(typed: Typed, name: str, tmp_path: Path) -> None:
    lines, scores = script(name, 2)
    first, late, whole = (tmp_path / file for file in ("first.jsonl", "late.jsonl", "whole.jsonl"))
    new = (name, "--names", "Ann,Ben", "--real-dice", "--save")
    out = typed(lines, *new, str(whole))
    best = max(scores)
    assert f"1. {('Ann', 'Ben')[scores.index(best)]}: {best}" in out
    record, state = read_record(str(whole))
    assert record.seats == ("Ann", "Ben")
    assert record.game.turn(state) == Over(scores)
    # An interrupted game is saved up to the interruption, and a resumed one reaches the same end.
    typed(lines[:7], *new, str(first))
    assert first.read_text().splitlines() == whole.read_text().splitlines()[:8]
    late.write_text("".join(whole.read_text().splitlines(keepends=True)[:-6]))
    out = typed(["l", *lines[-6:]], "--resume", str(late), "--real-dice")
    assert late.read_text() == whole.read_text()
    assert "1. " in out
    with pytest.raises(SystemExit) as end:
        main(["play", "--resume", str(late)])
    assert end.value.code == 2


def test_whole_game_through_a_pipe(tmp_path: Path) -> None:
    lines, (score,) = script("knister", 1)
    command = [sys.executable, "-m", "knobel", "play", "knister", "--real-dice", "--save", str(tmp_path / "game")]
    done = subprocess.run(command, input="\n".join(lines), capture_output=True, text=True, timeout=600, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"1. Player: {score}" in done.stdout
    assert "\x1b" not in done.stdout


@pytest.mark.parametrize("name", slow_except("kniffeliger"))
def test_bots_alone_play_the_same_game_from_the_same_seed(typed: Typed, name: str) -> None:
    arguments = (name, "--seats", "2", "--bots", "random,random", "--seed", "5")
    assert typed([], *arguments) == typed([], *arguments) != typed([], *arguments[:-1], "6")


def test_dice_do_not_depend_on_bots(typed: Typed) -> None:
    def first_roll(level: str) -> str:
        out = typed([""], "knister", "--bots", level, "--seed", "5")
        return next(line for line in out.splitlines() if " rolls " in line)

    assert first_roll("random") == first_roll("casual")


def test_commands(typed: Typed) -> None:
    out = typed(["", "?", "h", "s", "l", "zz", "c3", "u", "d3", "", "d3", "q"], "knister", "--bots", "random")
    assert "A move is the cell: c3" in out
    assert re.search(r"[a-e][1-5] > [a-e][1-5] · \S", out), "the hint says why"
    assert "'zz' is no cell" in out
    assert "Player takes back" in out
    assert "d3 already holds" in out
    assert "The game ends here." in out


def test_undo_with_several_players(typed: Typed) -> None:
    out = typed(["3 4", "c3", "u", "d3", "e1", "u", "e2"], "knister", "--names", "Ann,Ben", "--real-dice")
    told = [line for line in out.splitlines() if line.startswith(("Ann ", "Ben ")) and "writes" in line]
    assert told == ["Ann c3 writes 7", "Ann d3 writes 7", "Ben e1 writes 7", "Ben e2 writes 7"]
    assert out.count("takes back") == 2


def test_no_undo_turn_by_turn(typed: Typed) -> None:
    assert "a move cannot be taken back" in typed(["1 2 3 4 5", "u"], "knoeffel", "--real-dice")


def test_illegal_faces_are_asked_again(typed: Typed) -> None:
    out = typed(["7 7", "1", "abc", "3 x", "3 4"], "knister", "--real-dice")
    assert "dice show 1 to 6, not 7, 7" in out
    assert "dice show 1 to 6, not abc" in out
    assert "dice show 1 to 6, not 3 x" in out
    assert "2 dice fall now, not 1" in out
    assert "rolls 3 4" in out


def test_keeping_dice_rolls_the_others_immediately(typed: Typed) -> None:
    out = typed(["", "k"], "knoeffel", "--seed", "1")
    assert out.count("Player rolls") == 2


def test_lost_input_keeps_the_record(typed: Typed, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    typed(["3 4", "c3"], "knister", "--real-dice", "--save", str(path))
    assert path.read_text().count("\n") == 3
    assert "Saved" in typed([], "knister", "--save", str(tmp_path / "other"))


def test_never_overwrites(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["play", "knister", "--save", str(tmp_path)])
    assert end.value.code == 2
    assert "already exists" in capsys.readouterr().err


def test_binary_garbage_typed() -> None:
    command = [sys.executable, "-m", "knobel", "play", "knaster"]
    done = subprocess.run(command, input=bytes(range(256)) * 4, capture_output=True, timeout=600, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize(("line", "action"), [("K533", "k335"), (" c 3 ", "c3"), ("FH.2", "fh.2"), ("c3o", "c3o")])
def test_typed_actions_are_normalized(line: str, action: str) -> None:
    assert normalize_action(line) == action


def test_another_moves_for_a_bot_that_fails(typed: Typed, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("class Mine:\n    def choose(self, *what):\n        return 'z9'\n")
    out = typed(
        ["3 4", "c3", "5 6"], "knister", "--bots", f"{tmp_path / 'mine.py'}:Mine", "--seats", "2", "--real-dice"
    )
    assert "Bot 1 failed, so another bot moves for it: it chose 'z9'" in out
    assert "Player, Enter rolls>" in out or "faces>" in out


def test_data_of_other_rules_are_refused_in_one_line(tmp_path: Path) -> None:
    save(tmp_path / "knister.npz", "other rules", {})
    command = [sys.executable, "-m", "knobel", "play", "knister", "--real-dice"]
    here = os.environ | {"KNOBEL_DATA": str(tmp_path)}
    done = subprocess.run(command, input="3 4\nh\n", env=here, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 2
    assert re.fullmatch(r"knobel: knister.npz was made with other rules.*\n", done.stderr)


def test_bots_of_a_saved_game_continue(typed: Typed, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.jsonl"
    typed(["3 4", "c3"], "knister", "--bots", "random", "--seats", "2", "--real-dice", "--save", str(path))
    assert read_record(str(path))[0].bots == (None, "random")
    out = typed(["3 4", "d3"], "--resume", str(path), "--real-dice")
    assert "Bot 1 " in out.partition("Player d3")[2]
    # A record from elsewhere must not select files to execute.
    path.write_text(path.read_text().replace('"random"', '"mine.py:Mine"'))
    for arguments, message in (
        (["--resume", str(path)], "name all bots again"),
        (["--resume", str(path), "--bots", "random,random"], "1 bots play"),
        (["knister", "--resume", str(path), "--bots", "random", "--seats", "2"], "omit GAME, --seats"),
        ([], "which game"),
    ):
        with pytest.raises(SystemExit) as end:
            main(["play", *arguments])
        assert end.value.code == 2
        assert message in capsys.readouterr().err
    typed(["3 4"], "--resume", str(path), "--bots", "random", "--real-dice")
    path.write_text(path.read_text().replace('"mine.py:Mine"', '"random,random"'))
    with pytest.raises(SystemExit):
        main(["play", "--resume", str(path)])
    assert "1 bots play" in capsys.readouterr().err


def test_waiting_for_compilation_is_announced(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    class Needy:
        """A bot that must be compiled before its first move."""

        def choose(self, game: Game[Any], view: Any, seat: int, rng: Random) -> str:
            asked.append(rng.random())
            if len(asked) == 1:
                raise NotCompiled
            return game.legal(view, seat)[0]

    monkeypatch.setattr(JobProcess, "submit", lambda *_: done)
    monkeypatch.setattr(bots, "make", lambda _: Needy())
    done: Future[None] = Future()
    done.set_result(None)
    out = typed(["3 4", "c3", "5 6"], "knister", "--bots", "strong", "--seats", "2", "--real-dice")
    assert out.index("The bots get ready") < out.index("Bot 1 a1 writes 7")
    # Refused input leaves no trace in the record.
    assert asked[0] == asked[1]


ENGLISH = re.compile(
    r"\b(the|rolls|throws|to move|legal|takes|more|over|ends|dice|saved|total|frozen|crossed|circles|rare|colour)\b",
    re.IGNORECASE,
)


@pytest.mark.parametrize("language", ["de", "it"])
@pytest.mark.parametrize("name", slow_except("knaster", games=GAMES))
def test_a_session_in_another_language(
    typed: Typed, monkeypatch: pytest.MonkeyPatch, name: str, language: Language
) -> None:
    """All texts of a game, including refusals and explanations, are in the chosen language."""
    monkeypatch.setenv("LC_ALL", f"{language}_XX.UTF-8")
    lines, _ = script(name, 2)
    names = ("--names", "Ann,Ben", "--real-dice")
    out = typed([lines[0], "?", "z9", "u", "l", "s", "", *lines[1:60], "q"], name, *names)
    # Typed input, and words that are the same in both languages, are not English.
    told = "\n".join(line for line in out.splitlines() if ">" not in line and "Full House" not in line)
    assert not ENGLISH.search(told), ENGLISH.search(told)
    assert how_to(language, name)[0][:30] in out
    assert phrases.refusal(language, "unknown_action", "") in out
    # Text without a translation is English.
    assert typed(["q"], name, *names, "--language", "en").count("The game ends here")


def test_locales_choose_languages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LC_ALL")
    monkeypatch.delenv("LC_MESSAGES", raising=False)
    for told, language in (("de_AT.UTF-8", "de"), ("it_CH", "it"), ("C", "en"), ("ja_JP", "en"), ("", "en")):
        monkeypatch.setenv("LANG", told)
        assert phrases.preferred() == language
    monkeypatch.setenv("LC_ALL", "de_DE")
    assert phrases.preferred() == "de"


def test_every_phrase_is_in_the_catalogue() -> None:
    said = {word for game in GAMES.values() for _, word in game.bands} | set(FIELD_NAMES.values())
    known = own_messages("de", phrases.CATALOGUE).keys()
    assert said | set(ACTION_FACES.values()) | {COMMANDS, WAITING_MESSAGE} <= known
    assert {f"reason.{reason}" for reason in Reason} <= own_messages("de", "pages/common").keys()


def test_a_person_throws_for_all_where_all_use_the_roll(typed: Typed) -> None:
    """A bot is not asked to press a key, although the rules let the seats throw in turn."""
    lines = ["3 4", "c3", "2 2", "d3", "1 1"]
    for names, seats in (("Ann", "2"), ("Ann,Ben", "3")):
        moves = lines if names == "Ann" else ["3 4", "c3", "c3", "2 2"]
        out = typed(moves, "knister", "--bots", "random", "--names", names, "--seats", seats, "--real-dice")
        told = re.findall(r"(\S+(?: 1)?) throws 2 dice; faces>", out)
        assert len(told) >= 2
        assert set(told) <= set(names.split(","))
    out = typed([""], "knister", "--bots", "random", "--names", "Ann")
    assert "Ann, Enter rolls>" in out
