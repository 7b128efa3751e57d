"""Train MaskablePPO of sb3-contrib, the masked PPO for Stable-Baselines3, on a single game.

    pip install stable-baselines3 sb3-contrib
    python examples/rl/maskable_ppo.py --game knister --steps 100000

Stable-Baselines3 itself has no algorithm with masks: an agent without them ends its first games by illegal actions.
"""

import argparse

import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env

from knobel.envs import env_id

GAMES_AT_ONCE = 8


def train(game: str, steps: int, seed: int = 1) -> MaskablePPO:
    """Return a model trained on so many steps."""
    envs = make_vec_env(env_id(game), GAMES_AT_ONCE, seed=seed)
    # The environment has `action_masks()`, which MaskablePPO finds; episodes are finite, so nothing is discounted.
    model = MaskablePPO(
        "MultiInputPolicy", envs, n_steps=128, batch_size=256, gamma=1.0, ent_coef=0.01, seed=seed, device="cpu"
    )
    return model.learn(steps)


def score(model: MaskablePPO, game: str, games: int, seed: int = 1_000) -> float:
    """Return the mean score of the best actions of a model."""
    env = gymnasium.make(env_id(game))
    scores = []
    for number in range(games):
        observation, info = env.reset(seed=seed + number)
        over = False
        while not over:
            action, _ = model.predict(observation, action_masks=info["action_mask"], deterministic=True)
            observation, _, over, _, info = env.step(int(action))
        scores.append(int(info["scores"][0]))
    return float(np.mean(scores))


def main() -> None:
    """Train, and compare with a model that has learned nothing."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--game", default="knister")
    parser.add_argument("--steps", type=int, default=100_000)
    parser.add_argument("--games", type=int, default=100, help="games to evaluate with")
    given = parser.parse_args()
    for steps in (0, given.steps):
        print(f"{steps:,} steps: {score(train(given.game, steps), given.game, given.games):.1f} points")


if __name__ == "__main__":
    main()
