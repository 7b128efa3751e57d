"""Bots of every level play every game with every option, and stronger levels win more."""

from itertools import pairwise
from random import Random

import pytest

from knobel import bots, engines
from knobel.arena import compare
from knobel.bots import levels
from knobel.bots.levels import LevelBot
from knobel.core import BadSetup, Roll
from knobel.engines import expectimax, games_with
from knobel.games import make
from tests.slow import slow_except


@pytest.mark.parametrize("level", slow_except("advanced", games=bots.LEVELS))
@pytest.mark.parametrize("name", slow_except("knister", games=("knister", "knaster")))
def test_three_hundred_seats(name: str, level: str) -> None:
    game = make(name)
    state = game.apply(game.start(300), Roll((2, 5)))
    assert bots.make(level).choose(game, game.view(state, 299), 299, Random(1)) in game.legal(state, 299)


GAMES_OF_TWO = {"kniffeliger": 120}
"""Number of games for two, if not 24. In Kniffeliger two levels differ by less."""


# `benchmarks/bot_levels.py` measures the small steps between neighbouring levels.
# Luck alone may decide a game without an engine, and then all levels are equal.
@pytest.mark.parametrize("name", slow_except("knister", games=games_with("engine")))
@pytest.mark.parametrize(
    ("weaker", "stronger"),
    [
        pytest.param(*pair, marks=() if pair == ("casual", "advanced") else pytest.mark.slow)
        for pair in zip(bots.LEVELS, bots.LEVELS[2:-1], strict=False)
    ],
)
def test_each_level_beats_the_second_below(name: str, weaker: str, stronger: str) -> None:
    _, better = compare(make(name), [weaker, stronger], GAMES_OF_TWO.get(name, 24), seed=5).bots
    assert better.wins > 0.5
    # In Kniffeliger sheets are exchanged, and stronger players lower all scores.
    if name != "kniffeliger":
        assert better.difference is not None
        assert better.difference_standard_error is not None
        assert better.difference > 2 * better.difference_standard_error


@pytest.mark.parametrize("name", [*games_with("engine"), None])
def test_weaker_levels_make_larger_errors(name: str | None) -> None:
    engine = expectimax.engine(make("knister")) if name is None else engines.engine(make(name))
    with_errors = [level for level, kind in levels.LEVELS.items() if kind.errs]
    assert list(engine.noise_scales) == with_errors
    assert all(weaker > stronger > 0 for weaker, stronger in pairwise(engine.noise_scales.values()))


def test_names() -> None:
    bot = bots.make("master/points")
    assert isinstance(bot, LevelBot)
    assert (bot.effort, bot.aim) == ("master", "points")
    assert isinstance(strong := bots.make("strong"), LevelBot)
    assert (strong.effort, strong.aim, strong.errs) == ("strong", "points", False)
    for name in ("master/lose", "genius", "random/win", ""):
        with pytest.raises(BadSetup):
            bots.make(name)
