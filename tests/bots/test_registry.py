"""Bots by name, file and module, and the handling of bots that break the rules."""

import re
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

import knobel
from knobel import bots, notation
from knobel.arena import compare
from knobel.bots import levels
from knobel.core import BadSetup, Game

SOURCE = """
from helper import place

class Mine:
    def choose(self, game, view, seat, rng):
        return game.legal(view, seat)[place]

made = Mine()
number = 3

def breaks():
    raise OSError("no")
"""


class Wrong:
    """A bot that takes the first action, and something illegal after that many cells."""

    def __init__(self, filled: int, wrong: Any) -> None:
        self.filled, self.wrong = filled, wrong

    def choose(self, game: Game[Any], view: Any, seat: int, rng: Random) -> Any:
        return self.wrong if game.info(view)["round"] > self.filled else game.legal(view, seat)[0]


class First:
    def choose(self, game: Game[Any], view: Any, seat: int, rng: Random) -> str:
        return game.legal(view, seat)[0]


class Fails:
    def choose(self, game: Game[Any], view: Any, seat: int, rng: Random) -> str:
        raise KeyError("no such thing")


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(sys, "path", [*sys.path])
    (tmp_path / "helper.py").write_text("place = -1")
    (tmp_path / "mine.py").write_text(SOURCE)
    return str(tmp_path / "mine.py")


def last(bot: bots.BotSpec) -> bool:
    """True if a bot takes the last action."""
    game = knobel.make("knister")
    state = game.apply(game.start(1), knobel.Roll((3, 4)))
    return bots.make(bot).choose(game, state, 0, Random(1)) == "e5"


def test_of_a_file(mine: str) -> None:
    assert last(f"{mine}:Mine")
    assert last(f"{mine}:made")


def test_of_a_module_and_as_it_is() -> None:
    assert not last(f"{__name__}:First")
    assert not last(First)
    assert not last(First())
    assert [bots.name_of(bot) for bot in ("strong", First, First())] == ["strong", "First", "First"]


def test_of_an_installed_package(mine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Path(mine).parent
    information = folder / "mine-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: mine\nVersion: 1.0\n")
    (information / "entry_points.txt").write_text("[knobel.bots]\nlast-one = mine:Mine\n")
    monkeypatch.syspath_prepend(folder)
    assert "last-one" in bots.known_names()
    assert last("last-one")
    monkeypatch.delitem(sys.modules, "mine")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("genius", "no bot level 'genius'"),
        ("absent.py:Mine", "no file absent.py"),
        ("no.such.module:Mine", "ModuleNotFoundError"),
        ("{mine}:Other", "has no 'Other'"),
        ("{mine}:number", "number cannot be created: TypeError"),
        ("{mine}:breaks", "breaks cannot be created: OSError: no"),
        ("{mine}:place", "place cannot be created"),
    ],
)
def test_invalid_bots_are_refused(mine: str, name: str, message: str) -> None:
    with pytest.raises(BadSetup, match=message):
        bots.make(name.format(mine=mine))
    with pytest.raises(BadSetup, match="no method choose"):
        bots.make(object)  # type: ignore[arg-type]


def test_a_table_has_only_bots_of_knobel(mine: str) -> None:
    assert all(bots.make_table_bot(level) for level in bots.TABLE_BOTS)
    for name in (f"{mine}:Mine", mine, f"{__name__}:First", "os:abort", "strong/win", "genius", ""):
        with pytest.raises(BadSetup, match="at tables; the levels: random"):
            bots.make_table_bot(name)


def test_the_server_never_creates_bots_that_a_name_imports() -> None:
    sources = (Path(knobel.__file__).parent / "server").rglob("*.py")
    importing = re.compile(
        r"\b(bots|registry)\.make\(|import_module|from knobel\.bots(\.registry)? import [^\n]*\bmake\b"
    )
    assert [str(file) for file in sources if importing.search(file.read_text())] == []


def test_a_file_never_replaces_a_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    (tmp_path / "levels.py").write_text(SOURCE.replace("from helper import place", "place = -1"))
    assert last(f"{tmp_path / 'levels.py'}:Mine")
    assert sys.modules["knobel.bots.levels"] is levels


@pytest.mark.parametrize(
    ("bot", "why", "event"),
    [
        (Wrong(3, "a1"), "it chose 'a1': a1 already holds", 11),
        (Wrong(3, "z9"), "it chose 'z9': 'z9' is no cell", 11),
        (Wrong(3, None), "it chose None, which is not a string", 11),
        (Fails(), "it raised KeyError: 'no such thing'", 2),
    ],
)
def test_a_wrong_action_loses_the_game_and_not_the_match(bot: bots.Bot, why: str, event: int) -> None:
    result = compare(knobel.make("knister"), [bot, First], games=3)
    alone = compare(knobel.make("knister"), [First, First], games=3)
    wrong, right = result.bots
    assert (wrong.mean, wrong.wins, wrong.forfeits) == (0, 0, 3)
    assert (right.wins, right.forfeits) == (1, 0)
    assert right.mean == alone.bots[1].mean
    assert [forfeit.deal for forfeit in result.forfeits] == [0, 1, 2]
    forfeit = result.forfeits[0]
    assert forfeit.why.startswith(why)
    assert forfeit.event == event
    record, state = notation.load(forfeit.record.splitlines())
    assert len(record.events) == event - 1
    assert record.game.legal(state, forfeit.seat)
    assert str(forfeit).startswith(f"{bots.name_of(bot)}, deal 0, seating 0, seat {forfeit.seat}, event {event}: {why}")


def test_unpicklable_bots_are_refused() -> None:
    class Local(First):
        """A class inside a function: no other process can find it."""

    with pytest.raises(BadSetup, match="cannot be sent"):
        compare(knobel.make("knister"), [Local], games=2, workers=2)
