"""Simple bots for tests of the arena."""

from random import Random
from typing import Any

import pytest

from knobel import bots
from knobel.core import Game


class Nth:
    """Takes the first or the last action, without randomness."""

    def __init__(self, place: int) -> None:
        self.place = place

    def choose(self, game: Game[Any], view: Any, seat: int, rng: Random) -> str:
        return game.legal(view, seat)[self.place]


class Greedy:
    def choose(self, game: Game[Any], view: Any, seat: int, rng: Random) -> str:
        return max(game.legal(view, seat), key=lambda action: (game.preview(view, seat, action).gain, rng.random()))


@pytest.fixture(autouse=True)
def simple_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(bots.BOTS, "first", lambda: Nth(0))
    monkeypatch.setitem(bots.BOTS, "last", lambda: Nth(-1))
    monkeypatch.setitem(bots.BOTS, "greedy", Greedy)
