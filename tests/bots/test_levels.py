"""Bots of every level play every game with every option, and each level plays better than the one before."""

from itertools import islice, pairwise
from random import Random
from typing import Any

import pytest

from knobel import bots
from knobel.arena import compare
from knobel.bots.levels import LevelBot
from knobel.core import BadSetup, Decide, Roll
from knobel.engines import NOT_CONSIDERED, Aim, Effort, engine
from knobel.engines.shared.weights import ENGINES, path
from knobel.games import GAMES, make
from tests.contract.cases import SETUPS, Setup, identify, walk

EFFORTS: tuple[Effort, ...] = ("quick", "strong", "master")
AIMS: tuple[Aim, ...] = ("points", "win")


def choices(setup: Setup, seed: int, every: int) -> list[tuple[Any, int]]:
    """Positions of a random game, as the seat that has a choice sees them."""
    name, options, seats = setup
    game = make(name, **options)
    found = []
    for state, _, _ in islice(walk(game, seats, seed), None, None, every):
        turn = game.turn(state)
        if isinstance(turn, Decide):
            seat = turn.seats[-1]
            if len(game.legal(state, seat)) > 1:
                found.append((game.view(state, seat), seat))
    return found


@pytest.mark.parametrize("setup", SETUPS, ids=identify)
def test_values_are_of_legal_actions_and_repeatable(setup: Setup) -> None:
    name, options, seats = setup
    game = make(name, **options)
    for view, seat in choices(setup, seed=seats, every=11 * seats)[:6]:
        legal = set(game.legal(view, seat))
        for effort in EFFORTS:
            for aim in AIMS:
                worth = engine(game).evaluate(view, seat, effort, aim, Random(1))
                assert set(worth) == legal
                assert any(evaluation.merit > NOT_CONSIDERED for evaluation in worth.values())
                assert worth == engine(game).evaluate(view, seat, effort, aim, Random(1))


@pytest.mark.parametrize("level", bots.LEVELS)
@pytest.mark.parametrize("name", ["knister", "knaster"])
def test_three_hundred_seats(name: str, level: str) -> None:
    game = make(name)
    state = game.apply(game.start(300), Roll((2, 5)))
    assert bots.make(level).choose(game, game.view(state, 299), 299, Random(1)) in game.legal(state, 299)


GAMES_OF_TWO = 24


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(("weaker", "stronger"), list(pairwise(bots.LEVELS[:-1])))
def test_each_level_beats_the_one_before(name: str, weaker: str, stronger: str) -> None:
    _, better = compare(make(name), [weaker, stronger], GAMES_OF_TWO, seed=5).bots
    assert better.wins > 0.5
    # In Kniffeliger sheets change hands, and whoever plays better drags all scores down.
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


def test_trained_data_is_small() -> None:
    assert sum(file.stat().st_size for file in ENGINES.glob("*/weights.npz")) <= 40_000_000


def test_missing_data_is_named() -> None:
    with pytest.raises(FileNotFoundError, match="biggest"):
        path("biggest")
