"""Rollouts are unbiased, exact near the end, and depend only on the seed."""

from math import sqrt
from random import Random
from statistics import fmean, variance
from typing import Any

import pytest

import knobel
from knobel import Chance, Game, Roll, bots
from knobel.engines import engine, find_module, games_with, rollouts

pytestmark = pytest.mark.slow

PLAYED_OUT = games_with("rollout")


def before_roll(game: Game[Any], rounds: int) -> Any:
    """A position before a roll after that many rounds of weak play, where learned values are least accurate."""
    state, rng, bot = game.start(1), Random(1), bots.make("beginner")
    for _ in range(rounds):
        state = game.apply(state, roll(game, state, rng))
        state = game.apply(state, knobel.Move(0, bot.choose(game, state, 0, rng)))
    return state


def roll(game: Game[Any], state: Any, rng: Random) -> Roll:
    turn = game.turn(state)
    assert isinstance(turn, Chance)
    return Roll(tuple(rng.choices(range(1, 7), k=turn.dice)))


@pytest.mark.parametrize("name", PLAYED_OUT)
def test_the_mean_after_a_roll_equals_the_value_before_it(name: str) -> None:
    game, rng = knobel.make(name), Random(2)
    thinking, playing_out, state = engine(game), rollouts(game), before_roll(game, 12)
    assert playing_out is not None
    before = [playing_out.expect(game.view(state, 0), 0, seed) for seed in range(60)]
    after, foreseen = [], []
    for seed in range(120):
        rolled = game.apply(state, roll(game, state, rng))
        after.append(playing_out.expect(game.view(rolled, 0), 0, 100 + seed))
        # The control variate takes most of the roll's luck out of the mean.
        foreseen.append(thinking.expect(game.view(rolled, 0), 0, "quick", "points").points)
    mean = thinking.expect(game.view(state, 0), 0, "quick", "points").points
    steady = [found - said + mean for found, said in zip(after, foreseen, strict=True)]
    error = sqrt(variance(before) / len(before) + variance(steady) / len(steady))
    assert error < 0.3
    assert abs(fmean(before) - fmean(steady)) < 3 * error


@pytest.mark.parametrize("name", PLAYED_OUT)
def test_near_the_end_they_are_exact(name: str) -> None:
    game = knobel.make(name)
    thinking, playing_out, state = engine(game), rollouts(game), before_roll(game, 22)
    assert playing_out is not None
    for position in (state, game.apply(state, roll(game, state, Random(3)))):
        found = thinking.expect(game.view(position, 0), 0, "master", "points")
        assert found.exact
        assert playing_out.expect(game.view(position, 0), 0, 1) == found.points


@pytest.mark.parametrize("name", PLAYED_OUT)
def test_a_seed_determines_all_samples(name: str) -> None:
    game = knobel.make(name)
    module, state = find_module(name, "rollout"), before_roll(game, 8)
    assert module is not None
    playing_out, again = module.rollouts(engine(game)), module.rollouts(engine(game))
    first = playing_out.expect(game.view(state, 0), 0, 1)
    assert again.expect(game.view(state, 0), 0, 1) == first
    assert playing_out.expect(game.view(state, 0), 0, 2) != first
