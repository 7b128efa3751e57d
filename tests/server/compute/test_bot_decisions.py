"""A bot's decision is not delayed by loading of other bots or by other decisions."""

import random
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from knobel import bots
from knobel.bots import compilation, warm_up
from knobel.bots.compilation import NotCompiled
from knobel.bots.warm_up import random_positions
from knobel.core import Game, Roll
from knobel.games import GAMES, make
from knobel.server.compute import bot_decisions
from knobel.server.compute.bot_decisions import COMPILED_LEVELS, Decision, Decisions, compile_all

TIMEOUT_S = 300
"""Generous timeout in seconds for operations that take nearly no time."""


class Late:
    """Decides when `ready` is set."""

    def __init__(self) -> None:
        self.ready = threading.Event()

    def choose(self, game: Game[Any], view: Any, seat: int, rng: random.Random) -> str:
        self.ready.wait()
        return "e5"


@pytest.fixture
def late(monkeypatch: pytest.MonkeyPatch) -> Iterator[Late]:
    """Replaces the master level. The other levels in these tests need no loading and no compiling."""
    late, make_bot = Late(), bots.make

    def ask(level: str) -> Any:
        return late if level == "master" else make_bot(bot_decisions.FALLBACK_BOT if level == "strong" else level)

    monkeypatch.setattr(bot_decisions, "make_table_bot", ask)
    yield late
    late.ready.set()


def test_another_bot_stands_in_until_a_late_one_is_ready(late: Late) -> None:
    game = make("knister")
    state = game.apply(game.start(1), Roll((3, 4)))
    decisions = Decisions()
    for _ in range(2):
        assert decisions.choose(game, state, 0, "master", 0.1).action in game.legal(state, 0)
    assert not decisions.latest["knister"].done()
    late.ready.set()
    assert decisions.latest["knister"].result(TIMEOUT_S) == "e5"
    assert decisions.choose(game, state, 0, "master", TIMEOUT_S) == Decision("e5")


@pytest.mark.usefixtures("late")
def test_a_late_bot_does_not_delay_other_games() -> None:
    decisions = Decisions()
    decisions.choose(make("knister"), None, 0, "master", 0.1)
    decisions.choose(make("knaster"), None, 0, "random", TIMEOUT_S)
    assert decisions.latest["knaster"].done()
    assert not decisions.latest["knister"].done()


def test_a_master_without_time_decides_quickly(late: Late) -> None:
    game = make("knister")
    state = game.apply(game.start(1), Roll((3, 4)))
    decisions = Decisions()
    assert decisions.choose(game, state, 0, "master", 0.0).action in game.legal(state, 0)
    assert not late.ready.is_set()
    assert decisions.latest["knister"].result(TIMEOUT_S)


@pytest.mark.parametrize("name", GAMES)
def test_a_decision_without_a_position_prepares_the_game(name: str) -> None:
    game = make(name)
    seen = list(random_positions(game))
    assert all(len(game.legal(view, seat)) > 1 for view, seat in seen)
    assert {seat for _, seat in seen} == {0, 1}
    assert Decisions().choose(game, None, 0, "random", TIMEOUT_S).action


def test_another_bot_stands_in_until_all_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    class Needy:
        def __init__(self, level: str) -> None:
            self.level = level

        def choose(self, game: Game[Any], view: Any, seat: int, rng: random.Random) -> str:
            asked.append(self.level)
            if self.level == "master" and compilation._compilation_forbidden.get():
                raise NotCompiled
            return "e5"

    monkeypatch.setattr(bot_decisions, "make_table_bot", Needy)
    game = make("knister")
    state = game.apply(game.start(1), Roll((3, 4)))
    decisions = Decisions()
    for _ in range(2):
        assert decisions.choose(game, state, 0, "master", TIMEOUT_S, compiling=False) == Decision(
            "e5", not_compiled=True
        )
    assert decisions.choose(game, state, 0, "strong", TIMEOUT_S, compiling=False) == Decision("e5")
    assert decisions.choose(game, state, 0, "master", TIMEOUT_S, compiling=True) == Decision("e5")
    # A bot whose data is known to be missing is not tried again.
    assert asked == ["master", "lookahead", "lookahead", "strong", "master"]


def test_a_rehearsal_is_of_all_games_and_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = set()

    class Listener:
        def __init__(self, level: str) -> None:
            self.level = level

        def choose(self, game: Game[Any], view: Any, seat: int, rng: random.Random) -> str:
            asked.add((game.name, self.level))
            return game.legal(view, seat)[0]

    reviewed = []
    monkeypatch.setattr(warm_up, "LevelBot", Listener)
    monkeypatch.setattr(bot_decisions, "warm_up_coach", lambda name, _: reviewed.append(name))
    compile_all()
    assert asked == {(game, level) for game in GAMES for level in COMPILED_LEVELS}
    assert reviewed == list(GAMES)


def test_an_exception_of_a_bot_is_reported() -> None:
    with pytest.raises(ValueError, match="no bot level 'genius'"):
        Decisions().choose(make("knister"), None, 0, "genius", 1.0)
