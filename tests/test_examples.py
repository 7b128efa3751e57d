"""The examples run, and do what they say."""

import sys
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

import knobel
from knobel import bots
from knobel.bots.named import make

EXAMPLES = Path(__file__).parents[1] / "examples"


def example(name: str) -> ModuleType:
    """An example's module, found as bots are."""
    make(f"{EXAMPLES / 'mcts.py'}:MCTS")
    __import__(name)
    return sys.modules[name]


def test_random_play(capsys: pytest.CaptureFixture[str]) -> None:
    example("random_play").main(games=1)
    assert capsys.readouterr().out.count("\n") == len(knobel.GAMES)


def test_tabular_td_learns_exact_values(capsys: pytest.CaptureFixture[str]) -> None:
    learned, true = example("tabular_td").main(episodes=3_000)
    assert learned == pytest.approx(true, abs=1)
    assert "exact" in capsys.readouterr().out


def test_tree_search_finds_the_best_entry() -> None:
    tabular = example("tabular_td")
    game, state = tabular.start(Random(4))
    state = game.apply(state, knobel.Roll((3, 4)))
    values: dict[str, Any] = {
        action: tabular.exact(game, game.apply(state, knobel.Move(0, action)), {}) for action in game.legal(state, 0)
    }
    search = example("mcts").MCTS(simulations=400)
    assert values[search.choose(game, state, 0, Random(1))] == max(values.values())


@pytest.mark.parametrize("name", knobel.GAMES)
def test_tree_search_plays_every_game(name: str) -> None:
    game = knobel.make(name, **({"columns": 1} if name == "knoeffel" else {}))
    state, rng = game.start(2), Random(1)
    search = example("mcts").MCTS(simulations=4)
    for _ in range(30):
        turn = game.turn(state)
        if isinstance(turn, knobel.Decide):
            seat = turn.seats[0]
            state = game.apply(state, knobel.Move(seat, bots.ask(search, game, game.view(state, seat), seat, rng)))
        elif isinstance(turn, knobel.Chance):
            state = game.apply(state, game.sample(state, rng))
