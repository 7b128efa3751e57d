"""Bots of every level play every game with every option, and each level is stronger than the one before."""

from itertools import pairwise
from random import Random

import pytest

from knobel import bots
from knobel.arena import compare
from knobel.bots.levels import LevelBot
from knobel.core import BadSetup, Roll
from knobel.engines import games_with
from knobel.games import make


@pytest.mark.parametrize("level", bots.LEVELS)
@pytest.mark.parametrize("name", ["knister", "knaster"])
def test_three_hundred_seats(name: str, level: str) -> None:
    game = make(name)
    state = game.apply(game.start(300), Roll((2, 5)))
    assert bots.make(level).choose(game, game.view(state, 299), 299, Random(1)) in game.legal(state, 299)


GAMES_OF_TWO = 24


# Luck alone may decide a game without an engine, and then all levels are equal.
@pytest.mark.parametrize("name", games_with("engine"))
@pytest.mark.parametrize(("weaker", "stronger"), list(pairwise(bots.LEVELS[:-1])))
def test_each_level_beats_the_one_before(name: str, weaker: str, stronger: str) -> None:
    _, better = compare(make(name), [weaker, stronger], GAMES_OF_TWO, seed=5).bots
    assert better.wins > 0.5
    # In Kniffeliger sheets are exchanged, and stronger players lower all scores.
    if name != "kniffeliger":
        assert better.difference is not None
        assert better.difference_standard_error is not None
        assert better.difference > 2 * better.difference_standard_error


def test_names() -> None:
    bot = bots.make("master/points")
    assert isinstance(bot, LevelBot)
    assert (bot.effort, bot.aim) == ("master", "points")
    for name in ("master/lose", "genius", "random/win", ""):
        with pytest.raises(BadSetup):
            bots.make(name)
