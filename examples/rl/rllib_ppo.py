"""Train PPO of RLlib, on its new API stack, with masked actions on a single game.

    pip install 'ray[rllib]' torch
    python examples/rl/rllib_ppo.py --game knister --iterations 50

RLlib's `ActionMaskingTorchRLModule` expects observations with two fields, `action_mask` and `observations`. The wrapper
`Masked` makes them. Everything runs in one process, apart from the processes that Ray itself starts.
"""

import argparse
from typing import Any

import gymnasium
import numpy as np
import ray
import torch
from gymnasium import spaces
from numpy.typing import NDArray
from ray.rllib.algorithms.ppo import PPO, PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.default_model_config import DefaultModelConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

from knobel.encodings import Observation
from knobel.envs import env_id

GAMES_AT_ONCE, STEPS, MINIBATCH, EPOCHS = 16, 4_096, 512, 4
RATE, LAMBDA, CLIP, ENTROPY, VALUE, LARGEST_GRADIENT = 1e-3, 0.95, 0.2, 0.01, 0.5, 0.5
SCALE = 0.1
MOST_VALUES = 20

MaskedObservation = dict[str, NDArray[np.float32]]


class Masked(gymnasium.Wrapper[MaskedObservation, int, Observation, int]):
    """Return observations as two arrays, `action_mask` (actions) and `observations` (inputs), and scale rewards.

    In `observations`, integers with few possible values are one-hot; others are from 0 to 1.
    """

    def __init__(self, env: gymnasium.Env[Observation, int]) -> None:
        super().__init__(env)
        fields: Any = env.observation_space
        actions: Any = env.action_space
        self.ranges = {name: (int(space.low.min()), int(space.high.max())) for name, space in fields.items()}
        inputs = len(self._flat(fields.sample()))
        both: spaces.Space[Any] = spaces.Dict(
            {
                "action_mask": spaces.Box(0, 1, (int(actions.n),), np.float32),
                "observations": spaces.Box(0, 1, (inputs,), np.float32),
            }
        )
        self.observation_space = both

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[MaskedObservation, dict[str, Any]]:
        """Begin a new game."""
        observation, info = self.env.reset(seed=seed, options=options)
        return self._masked(observation, info), info

    def step(self, action: int) -> tuple[MaskedObservation, float, bool, bool, dict[str, Any]]:
        """Take an action."""
        observation, reward, over, cut, info = self.env.step(action)
        return self._masked(observation, info), float(reward) * SCALE, over, cut, info

    def _masked(self, observation: Observation, info: dict[str, Any]) -> MaskedObservation:
        return {"action_mask": info["action_mask"].astype(np.float32), "observations": self._flat(observation)}

    def _flat(self, observation: Observation) -> NDArray[np.float32]:
        parts = []
        for name, (low, high) in self.ranges.items():
            numbers = np.asarray(observation[name]).ravel().astype(np.int64) - low
            few = high - low <= MOST_VALUES
            parts.append(np.eye(high - low + 1)[numbers].ravel() if few else numbers / (high - low))
        return np.concatenate(parts).astype(np.float32)


def build(game: str, seed: int) -> PPO:
    """Return an untrained algorithm, which samples and learns in this process."""
    register_env("masked", lambda _: Masked(gymnasium.make(env_id(game))))
    config = PPOConfig().environment("masked").debugging(seed=seed)
    config.env_runners(num_env_runners=0, num_envs_per_env_runner=GAMES_AT_ONCE)
    config.learners(num_learners=0, num_gpus_per_learner=0)
    network = DefaultModelConfig(fcnet_hiddens=[256, 256], fcnet_activation="relu")
    config.rl_module(rl_module_spec=RLModuleSpec(module_class=ActionMaskingTorchRLModule, model_config=network))
    config.training(
        train_batch_size_per_learner=STEPS,
        minibatch_size=MINIBATCH,
        num_epochs=EPOCHS,
        lr=RATE,
        gamma=1.0,  # games are finite, so nothing is discounted
        lambda_=LAMBDA,
        clip_param=CLIP,
        use_kl_loss=False,
        entropy_coeff=ENTROPY,
        vf_loss_coeff=VALUE,
        grad_clip=LARGEST_GRADIENT,
    )
    return config.build_algo()


def train(game: str, iterations: int, games: int = 50, seed: int = 1) -> tuple[float, float]:
    """Return the mean scores before and after training, each over the given number of games."""
    with ray.init(num_cpus=1, include_dashboard=False):
        algorithm = build(game, seed)
        before = score(algorithm, game, games)
        for iteration in range(iterations):
            results = algorithm.train()["env_runners"]
            # RLlib reports the mean over the last 100 games.
            print(f"iteration {iteration + 1}: {results['episode_return_mean'] / SCALE:.1f} points")
        after = score(algorithm, game, games)
        algorithm.stop()
    return before, after


def score(algorithm: PPO, game: str, games: int, seed: int = 1_000) -> float:
    """Return the mean score when the most probable action is always taken."""
    env, module = Masked(gymnasium.make(env_id(game))), algorithm.get_module()
    scores = []
    for number in range(games):
        observation, info = env.reset(seed=seed + number)
        over = False
        while not over:
            batch = {Columns.OBS: {name: torch.as_tensor(array[None]) for name, array in observation.items()}}
            with torch.no_grad():
                logits = module.forward_inference(batch)[Columns.ACTION_DIST_INPUTS]
            observation, _, over, _, info = env.step(int(logits.argmax()))
        scores.append(int(info["scores"][0]))
    return float(np.mean(scores))


def main() -> None:
    """Train, and print the mean scores before and after."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--game", default="knister")
    parser.add_argument("--iterations", type=int, default=50)
    parser.add_argument("--games", type=int, default=400, help="games to evaluate with")
    given = parser.parse_args()
    before, after = train(given.game, given.iterations, given.games)
    print(f"before training: {before:.1f} points, after {given.iterations} iterations: {after:.1f}")


if __name__ == "__main__":
    main()
