"""PettingZoo: its own checkers, and whole games compared with the rules."""

import warnings
from collections.abc import Iterator
from random import Random

import numpy as np
import pytest
from gymnasium.error import InvalidAction
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

import knobel
from knobel.core import BadSetup
from knobel.encodings import ENCODED
from knobel.envs.pettingzoo import KnobelAEC, KnobelParallel

OPTIONS = {"knoeffel": {"columns": 1}}
SIMULTANEOUS = [name for name in ENCODED if knobel.GAMES[name].simultaneous]

every_game = pytest.mark.parametrize("game", ENCODED)
every_simultaneous_game = pytest.mark.parametrize("game", SIMULTANEOUS)


@pytest.fixture(autouse=True)
def advice_is_no_error() -> Iterator[None]:
    """The checkers warn about observations that are dictionaries with integers."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@every_game
def test_checkers_of_pettingzoo(game: str) -> None:
    api_test(KnobelAEC(game, options=OPTIONS.get(game)), num_cycles=60)
    seed_test(lambda: KnobelAEC(game, options=OPTIONS.get(game)), num_cycles=20)


@every_simultaneous_game
def test_checkers_of_pettingzoo_for_parallel_ones(game: str) -> None:
    parallel_api_test(KnobelParallel(game), num_cycles=60)
    parallel_seed_test(lambda: KnobelParallel(game), num_cycles=60)


@every_game
@pytest.mark.parametrize("seats", [2, 3])
def test_one_after_the_other(game: str, seats: int) -> None:
    env, rng = KnobelAEC(game, seats, OPTIONS.get(game)), Random(1)
    env.reset(seed=4)
    totals = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, _, info = env.last()
        assert observation is not None
        assert env.observation_space(agent).contains(observation)
        totals[agent] += reward
        assert (observation["action_mask"] == info["action_mask"]).all()
        env.step(None if terminated else rng.choice(np.flatnonzero(info["action_mask"]).tolist()))
    assert list(totals.values()) == list(env._session.game.scores(env._session.state))


@every_simultaneous_game
def test_all_agents_act_simultaneously(game: str) -> None:
    env, rng = KnobelParallel(game, 3), Random(1)
    _, infos = env.reset(seed=4)
    totals = dict.fromkeys(env.agents, 0.0)
    while env.agents:
        # An agent without a decision sends an action too.
        actions = {
            agent: rng.choice(np.flatnonzero(infos[agent]["action_mask"]).tolist() or [0]) for agent in env.agents
        }
        _, rewards, _, _, infos = env.step(actions)
        for agent, reward in rewards.items():
            totals[agent] += reward
    assert [infos[agent]["scores"].tolist() for agent in totals] == [list(totals.values())] * 3


def test_an_illegal_action_ends_the_game_for_all() -> None:
    env = KnobelAEC(seats=2, reward="win")
    env.reset(seed=1)
    env.step(0)
    env.step(24)
    env.step(0)
    assert all(env.terminations.values())
    assert env.rewards == {"seat_0": 0, "seat_1": 1}
    assert "already holds" in env.infos["seat_0"]["illegal"]


def test_observations_hide_hidden_entries() -> None:
    env = KnobelAEC(seats=2)
    env.reset(seed=1)
    env.step(0)
    assert not env.observe("seat_1")["grids"].any()
    assert env.observe("seat_0")["grids"].any()


def test_mistakes_are_reported() -> None:
    with pytest.raises(BadSetup, match="take turns"):
        KnobelParallel("knoeffel")
    with pytest.raises(BadSetup, match="seats"):
        KnobelAEC("kniffeliger", 1)
    env = KnobelAEC()
    env.reset(seed=1)
    for action in (None, 1.5, "a1"):
        with pytest.raises(InvalidAction, match="not one"):
            env.step(action)  # type: ignore[arg-type]
    with pytest.raises(BadSetup, match="seed"):
        env.reset(seed=1.5)  # type: ignore[arg-type]
    parallel = KnobelParallel()
    before, _ = parallel.reset(seed=np.int64(5))  # type: ignore[arg-type]
    with pytest.raises(InvalidAction, match="not one"):
        parallel.step({"seat_0": 0, "seat_1": 1.5})  # type: ignore[dict-item]
    assert (parallel._observed("seat_0")["grids"] == before["seat_0"]["grids"]).all(), "no seat has moved"
