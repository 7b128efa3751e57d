"""Comparisons of bots: correct statistics, and the same result for a longer comparison."""

from math import hypot
from statistics import stdev

import pytest

import knobel
from knobel.arena import compare
from knobel.games import GAMES


def test_more_games_begin_with_the_same() -> None:
    game = knobel.make("knister")
    few, more = (compare(game, ["random"], games, seed=5) for games in (1, 2))
    scores = [few.bots[0].mean, 2 * more.bots[0].mean - few.bots[0].mean]
    assert all(score == int(score) for score in scores)
    assert few.bots[0].standard_error is None
    assert more.bots[0].standard_error == pytest.approx(stdev(scores) / 2**0.5)


@pytest.mark.parametrize("name", GAMES)
def test_equal_bots_have_equal_results(name: str) -> None:
    result = compare(knobel.make(name), ["first", "first"], 6, seed=2)
    for bot in result.bots[1:]:
        assert (bot.difference, bot.difference_standard_error) == (0, 0)
    assert [bot.wins for bot in result.bots] == [0.5, 0.5]


def test_pairing_helps() -> None:
    one, other = compare(knobel.make("knister"), ["greedy", "greedy"], 40, seed=4).bots
    assert one.standard_error
    assert other.standard_error
    assert other.difference_standard_error
    assert other.difference_standard_error < 0.9 * hypot(one.standard_error, other.standard_error)


def test_one_bot_plays_alone_or_against_itself() -> None:
    (alone,) = compare(knobel.make("knoeffel", columns=1), ["random"], 3).bots
    assert (alone.games, alone.wins) == (3, 1)
    (both,) = compare(knobel.make("kniffeliger"), ["random"], 3).bots
    assert (both.games, both.wins) == (3, 0.5)
