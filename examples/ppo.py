"""PPO on the vector environment of Knister, in plain NumPy: an actor and a critic with gradients written out.

    python examples/ppo.py --minutes 20
    knobel arena knister --bots examples/ppo.py:Learned,examples/greedy.py:Greedy --games 1000

Proximal policy optimization (Schulman and others, 2017), with generalized advantage estimation (Schulman and others,
2015) and the details of Huang and others, "The 37 implementation details of proximal policy optimization" (2022).
"""

import argparse
import json
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import gymnasium
import numpy as np

import knobel.envs
from knobel.encodings import encoding

CELLS, NUMBERS, HIDDEN = 25, 13, 256
SHAPES = {
    "w1": (CELLS * NUMBERS + NUMBERS + 1, HIDDEN), "b1": (HIDDEN,), "w2": (HIDDEN, HIDDEN), "b2": (HIDDEN,),
    "actor": (HIDDEN, CELLS), "actor_b": (CELLS,), "critic": (HIDDEN, 1), "critic_b": (1,),
}  # fmt: skip
STEPS, EPOCHS, MINIBATCH = CELLS, 3, 512
RATE, LAMBDA, CLIP, ENTROPY, VALUE, LARGEST_GRADIENT = 1e-3, 0.95, 0.2, 0.01, 0.5, 0.5
SCALE = 0.1
"""Of rewards, so that values are small numbers."""
EYE = np.eye(NUMBERS, dtype=np.float32)
Net = dict[str, Any]


def features(observation: dict[str, Any]) -> Any:
    """Return the inputs of the network (games, inputs): number in each cell, sum of the dice (one-hot), round."""
    grids = EYE[observation["grids"].reshape(-1, CELLS)].reshape(-1, CELLS * NUMBERS)
    total = EYE[observation["dice"].sum(axis=-1).reshape(-1)]
    return np.hstack([grids, total, observation["round"].reshape(-1, 1).astype(np.float32) / CELLS])


def new_net(rng: np.random.Generator) -> Net:
    """Weights of the variance of He and others (2015); those of the actor small, so that it begins undecided."""
    gain = {"actor": 0.01, "critic": 1.0}
    return {
        name: np.zeros(shape, np.float32)
        if len(shape) == 1
        else (rng.standard_normal(shape) * gain.get(name, 2**0.5) / shape[0] ** 0.5).astype(np.float32)
        for name, shape in SHAPES.items()
    }


def forward(net: Net, x: Any, mask: Any) -> tuple[Any, Any, Any, Any]:
    """Both hidden layers, the logarithms of the chances of all actions, and the values."""
    one = np.maximum(x @ net["w1"] + net["b1"], 0)
    two = np.maximum(one @ net["w2"] + net["b2"], 0)
    logits = np.where(mask, two @ net["actor"] + net["actor_b"], np.float32(-1e9))
    logits -= logits.max(axis=1, keepdims=True)
    logs = logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))
    return one, two, logs, (two @ net["critic"] + net["critic_b"])[:, 0]


def gradients(net: Net, x: Any, mask: Any, action: Any, before: Any, advantage: Any, target: Any) -> Net:
    """Of the clipped objective, the entropy and the squared error of values, over a minibatch."""
    one, two, logs, values = forward(net, x, mask)
    chances, rows, count = np.exp(logs), np.arange(len(x)), np.float32(len(x))
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
    ratio = np.exp(logs[rows, action] - before)
    counts = np.where(advantage > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
    pull = np.where(counts, -advantage * ratio, 0)[:, None]
    entropy = -np.sum(chances * np.where(mask, logs, 0), axis=1, keepdims=True)
    by_logits = -pull * chances + ENTROPY * chances * (np.where(mask, logs, 0) + entropy)
    by_logits[rows, action] += pull[:, 0]
    by_logits = (by_logits / count).astype(np.float32)
    by_values = (VALUE * (values - target) / count).astype(np.float32)[:, None]
    by_two = (by_logits @ net["actor"].T + by_values @ net["critic"].T) * (two > 0)
    by_one = (by_two @ net["w2"].T) * (one > 0)
    return {
        "w1": x.T @ by_one, "b1": by_one.sum(0), "w2": one.T @ by_two, "b2": by_two.sum(0),
        "actor": two.T @ by_logits, "actor_b": by_logits.sum(0),
        "critic": two.T @ by_values, "critic_b": by_values.sum(0),
    }  # fmt: skip


class Adam:
    """Kingma and Ba, "Adam: a method for stochastic optimization" (2015), with clipped gradients."""

    def __init__(self, net: Net) -> None:
        self.net, self.steps = net, 0
        self.mean, self.square = ({name: np.zeros_like(w) for name, w in net.items()} for _ in range(2))

    def step(self, slopes: Net, rate: float) -> None:
        self.steps += 1
        norm = float(np.sqrt(sum(float((slope**2).sum()) for slope in slopes.values())))
        shrink = min(1.0, LARGEST_GRADIENT / (norm + 1e-6))
        for name, slope in slopes.items():
            clipped = slope * np.float32(shrink)
            self.mean[name] += 0.1 * (clipped - self.mean[name])
            self.square[name] += 0.001 * (clipped**2 - self.square[name])
            mean, square = self.mean[name] / (1 - 0.9**self.steps), self.square[name] / (1 - 0.999**self.steps)
            self.net[name] -= np.float32(rate) * mean / (np.sqrt(square) + np.float32(1e-5))


def train(
    envs: gymnasium.vector.VectorEnv[Any, Any, Any], left: Callable[[], float], seed: int
) -> Iterator[tuple[int, float, Net]]:
    """Learn while `left()`, how much of the way is left, is above 0: games played, the latest mean, the network."""
    rng, games, played = np.random.default_rng(seed), envs.num_envs, 0
    net = new_net(rng)
    adam = Adam(net)
    observation, info = envs.reset(seed=seed)
    while (rate := RATE * left()) > 0:
        seen = []
        for _ in range(STEPS):
            x, mask = features(observation), info["action_mask"] > 0
            _, _, logs, value = forward(net, x, mask)
            action = (logs + rng.gumbel(size=logs.shape).astype(np.float32)).argmax(axis=1)
            observation, reward, over, _, info = envs.step(action)
            seen.append((x, mask, action, logs[np.arange(games), action], value, SCALE * reward, 1 - over))
        xs, masks, actions, before, values, rewards, goes = map(np.array, zip(*seen, strict=True))
        after = forward(net, features(observation), info["action_mask"] > 0)[3]
        advantages, following = np.zeros((STEPS, games), np.float32), np.zeros(games, np.float32)
        for t in reversed(range(STEPS)):
            error = rewards[t] + goes[t] * after - values[t]
            advantages[t] = following = error + LAMBDA * goes[t] * following
            after = values[t]
        batch = [
            part.reshape(STEPS * games, *part.shape[2:])
            for part in (xs, masks, actions, before, advantages, advantages + values)
        ]
        for _ in range(EPOCHS):
            order = rng.permutation(STEPS * games)
            for i in range(0, len(order), MINIBATCH):
                adam.step(gradients(net, *(part[order[i : i + MINIBATCH]] for part in batch)), rate)
        played += games
        yield played, float(rewards.sum()) / SCALE / games, net


@cache
def learned() -> Net:
    """Result of the training."""
    return dict(np.load(Path("ppo.npz")))


class Learned:
    """Takes the action that the network thinks most of; `main` wrote it into this folder."""

    def choose(self, game: knobel.Game[Any], view: Any, seat: int, rng: Random) -> str:
        numbers = encoding(game, game.seats(view))
        seen = {
            name: field[None, :1] if name == "grids" else field[None]
            for name, field in numbers.observe(view, seat).items()
        }
        logs = forward(learned(), features(seen), numbers.mask(view, seat)[None] > 0)[2]
        return numbers.name(int(logs.argmax()), seat)


def main() -> None:
    parser = argparse.ArgumentParser(description="Learn Knister by PPO.")
    parser.add_argument("--minutes", type=float, default=20, help="how many minutes of processor time to learn")
    parser.add_argument("--games", type=int, default=512, help="how many games at once")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    envs = gymnasium.make_vec("knobel/Knister-v1", num_envs=asked.games, autoreset_mode="SameStep", copy=False)
    began, curve = time.process_time(), []

    def spent() -> float:
        return (time.process_time() - began) / 60

    for played, score, net in train(envs, lambda: 1 - spent() / asked.minutes, asked.seed):
        curve.append((round(spent(), 3), played, score))
        if len(curve) % 20 == 0:
            print(f"{spent():5.1f} min {played:9,} games {score:6.2f} points", flush=True)
            np.savez("ppo.npz", **net)
            Path("ppo.json").write_text(json.dumps(curve))


if __name__ == "__main__":
    main()
