"""Gymnasium: its own checker, and whole games compared with the rules."""

import warnings
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.utils.env_checker import check_env

from knobel import bots
from knobel.bots import RandomBot
from knobel.core import BadSetup
from knobel.encodings import ENCODED, Observation
from knobel.envs import KnobelEnv, env_id

every_game = pytest.mark.parametrize("game", ENCODED)

OPTIONS = {"knoeffel": {"columns": 1}}
"""Options that make games short."""


def played(env: KnobelEnv, seed: int) -> tuple[list[float], dict[str, Any]]:
    """Play a game of random legal actions; return its rewards and the last `info`."""
    rng = Random(seed)
    observation, info = env.reset(seed=seed)
    rewards, over = [], False
    while not over:
        assert env.observation_space.contains(observation)
        action = rng.choice(np.flatnonzero(info["action_mask"]).tolist())
        observation, reward, over, cut, info = env.step(action)
        assert not cut
        rewards.append(reward)
    assert not info["action_mask"].any()
    return rewards, info


@every_game
def test_checker_of_gymnasium(game: str) -> None:
    env = gymnasium.make(env_id(game), options=OPTIONS.get(game), render_mode="ansi").unwrapped
    with warnings.catch_warnings():
        # The checker warns about its own calls.
        warnings.simplefilter("ignore")
        check_env(env)


@every_game
@pytest.mark.parametrize("seat", [0, 1, None])
def test_rewards_add_up(game: str, seat: int | None) -> None:
    for reward in ("points", "final", "win"):
        env = KnobelEnv(game, ["random"], seat, OPTIONS.get(game), reward)
        rewards, info = played(env, 3)
        own = int(info["scores"][env.seat])
        if reward == "win":
            best = info["scores"].max()
            assert sum(rewards) == (own == best) / (info["scores"] == best).sum()
        else:
            assert sum(rewards) == own
        if reward != "points":
            assert not any(rewards[:-1])
        assert played(env, 3)[0] == rewards
        with pytest.raises(ResetNeeded):
            env.step(0)


@every_game
def test_an_illegal_action_loses_all(game: str) -> None:
    env = KnobelEnv(game, ["random"], options=OPTIONS.get(game))
    _, info = env.reset(seed=1)
    total = 0.0
    for _ in range(6):
        _, reward, _, _, info = env.step(int(info["action_mask"].argmax()))
        total += reward
    _, reward, over, _, info = env.step(int(info["action_mask"].argmin()))
    assert over
    assert total + reward == 0
    assert info["illegal"]
    assert not info["action_mask"].any()


def test_returned_observations_are_not_overwritten() -> None:
    env = KnobelEnv()
    first, info = env.reset(seed=1)
    kept: Observation = {name: array.copy() for name, array in first.items()}
    env.step(int(info["action_mask"].argmax()))
    assert all((first[name] == kept[name]).all() for name in kept)


def test_sheets_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    env = KnobelEnv("knaster", ["lookahead"], render_mode="ansi")
    env.reset(seed=1)
    env.step(0)
    shown = env.render()
    assert shown is not None
    assert "seat 1" in shown
    assert "Dice: " in shown
    KnobelEnv(render_mode="human").reset(seed=1)
    assert "Dice: " in capsys.readouterr().out


def test_mistakes_are_reported() -> None:
    for arguments, message in (
        ({"game": "knistr"}, "no game 'knistr'"),
        ({"options": {"x": 1}}, "no option 'x'"),
        ({"opponents": ["genius"]}, "no bot level"),
        ({"seat": 1}, "no seat 1"),
        ({"reward": "fame"}, "no reward 'fame'"),
        ({"render_mode": "rgb_array"}, "no render mode"),
    ):
        with pytest.raises(BadSetup, match=message):
            KnobelEnv(**arguments)
    assert KnobelEnv("kniffeliger")._session.seats == 2
    env = KnobelEnv()
    for seed in (1.5, "1", -1, [1]):
        with pytest.raises(BadSetup, match="seed"):
            env.reset(seed=seed)  # type: ignore[arg-type]
    observation, _ = env.reset(seed=np.int64(5))  # type: ignore[arg-type]
    assert (observation["dice"] == env.reset(seed=5)[0]["dice"]).all()
    for action in (1.5, 1.0, None, "1", [1]):
        with pytest.raises(InvalidAction, match="integer"):
            env.step(action)  # type: ignore[arg-type]
    _, _, over, _, _ = env.step(np.int64(1))  # type: ignore[arg-type]
    assert not over, "what is not an action changes nothing"


def test_a_single_opponent_needs_no_list() -> None:
    for opponent in ("casual", bots.make("random"), RandomBot):
        assert KnobelEnv(opponents=opponent)._session.seats == 2
    with pytest.raises(BadSetup, match="no bot level 'genius'"):
        KnobelEnv(opponents="genius")
    with pytest.raises(BadSetup):
        KnobelEnv(opponents=5)  # type: ignore[arg-type]


@every_game
def test_masks_are_offered_to_sb3_contrib(game: str) -> None:
    env = gymnasium.make(env_id(game), options=OPTIONS.get(game))
    masks = env.get_wrapper_attr("action_masks")
    with pytest.raises(ResetNeeded):
        masks()
    _, info = env.reset(seed=1)
    rng, over = Random(1), False
    while not over:
        assert masks().dtype == np.bool_
        assert masks().shape == info["action_mask"].shape
        assert (masks() == info["action_mask"]).all()
        *_, over, _, info = env.step(rng.choice(np.flatnonzero(masks()).tolist()))
    assert not masks().any()


def test_stable_baselines_works_without_rendering() -> None:
    """Stable-Baselines3 makes environments with `rgb_array` first, and without it after a TypeError."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with pytest.raises(TypeError, match="no render mode"):
            gymnasium.make(env_id("knister"), render_mode="rgb_array")


def test_maskable_ppo_learns() -> None:
    contrib = pytest.importorskip("sb3_contrib", reason="sb3-contrib is not installed")
    model = contrib.MaskablePPO("MultiInputPolicy", env_id("knister"), n_steps=50, batch_size=25, seed=1)
    model.learn(100)
    env = gymnasium.make(env_id("knister"))
    observation, info = env.reset(seed=1)
    over = False
    while not over:
        action, _ = model.predict(observation, action_masks=env.get_wrapper_attr("action_masks")())
        observation, _, over, _, info = env.step(int(action))
    assert "illegal" not in info
