"""Nobody waits long for a bot that still has to load what it knows."""

import random
import threading
from typing import Any

import pytest

from knobel import bots
from knobel.core import Game, Roll
from knobel.games import GAMES, make
from knobel.server import botworker
from knobel.server.botworker import Decisions, first_decision


def test_another_bot_stands_in_until_a_late_one_is_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    ready = threading.Event()

    class Late:
        def choose(self, game: Game[Any], view: Any, seat: int, rng: random.Random) -> str:
            ready.wait(20)
            return "e5"

    make_bot = bots.make
    monkeypatch.setattr(botworker, "make_bot", lambda level: Late() if level == "master" else make_bot(level))
    game = make("knister")
    state = game.apply(game.start(1), Roll((3, 4)))
    decisions = Decisions(budget=0.1)
    for _ in range(2):
        assert decisions.choose(game, state, 0, "master") in game.legal(state, 0)
    assert decisions.late is not None
    assert not decisions.late.done()
    ready.set()
    assert decisions.late.result(20) == "e5"
    decisions.budget = 20
    assert decisions.choose(game, state, 0, "master") == "e5"


@pytest.mark.parametrize("name", GAMES)
def test_a_decision_for_nobody_prepares(name: str) -> None:
    game = make(name)
    view, seat = first_decision(game)
    assert game.legal(view, seat)
    assert Decisions(budget=20).choose(game, None, 0, "random")


def test_what_a_bot_raises_is_told() -> None:
    with pytest.raises(ValueError, match="no bot level 'genius'"):
        Decisions(budget=1).choose(make("knister"), None, 0, "genius")
