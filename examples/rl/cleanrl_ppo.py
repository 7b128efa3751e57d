"""Train masked PPO in the style of CleanRL, one file of PyTorch, on the vector environment.

    pip install torch
    python examples/rl/cleanrl_ppo.py --game knister --iterations 200

It is CleanRL's `ppo.py` (Huang and others, "CleanRL: high-quality single-file implementations of deep reinforcement
learning algorithms", 2022) with three changes: observations become one-hot, illegal actions get a logit of -1e9, and
the first step of a game, whose action Gymnasium does not count, is left out of the loss.
"""

import argparse
from typing import Any

import gymnasium
import numpy as np
import torch
from torch import Tensor, nn
from torch.distributions import Categorical

from knobel.envs import env_id

ENVS, STEPS, EPOCHS, MINIBATCHES = 256, 32, 4, 4
RATE, LAMBDA, CLIP, ENTROPY, VALUE, LARGEST_GRADIENT = 1e-3, 0.95, 0.2, 0.01, 0.5, 0.5
SCALE = 0.1
MOST_VALUES = 20


class Agent(nn.Module):  # type: ignore[misc, unused-ignore]
    """An actor and a critic on the flattened observation."""

    def __init__(self, inputs: int, actions: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(inputs, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU())
        self.actor, self.critic = nn.Linear(256, actions), nn.Linear(256, 1)

    def forward(self, seen: Tensor, mask: Tensor) -> tuple[Categorical, Tensor]:
        """Return the distribution of legal actions (games, actions) and the values (games)."""
        body = self.body(seen)
        return Categorical(logits=self.actor(body).masked_fill(~mask, -1e9)), self.critic(body).squeeze(-1)


def flat(observations: dict[str, Any], spaces: dict[str, Any]) -> Tensor:
    """Return observations as an array (games, inputs): numbers of few values one-hot, others from 0 to 1."""
    parts = []
    for name, array in observations.items():
        low, high = int(spaces[name].low.min()), int(spaces[name].high.max())
        rows = torch.as_tensor(array.reshape(len(array), -1).astype(np.int64)) - low
        few = high - low <= MOST_VALUES
        parts.append(nn.functional.one_hot(rows, high - low + 1).flatten(1).float() if few else rows / (high - low))
    return torch.cat(parts, 1)


def train(game: str, iterations: int, seed: int = 1) -> list[float]:
    """Return the mean score of the games that ended in each iteration, nan if none did."""
    torch.manual_seed(seed)
    envs = gymnasium.make_vec(env_id(game), num_envs=ENVS)
    observations, info = envs.reset(seed=seed)
    spaces: Any = envs.single_observation_space
    agent = Agent(flat(observations, spaces).shape[1], info["action_mask"].shape[1])
    optimizer = torch.optim.Adam(agent.parameters(), lr=RATE, eps=1e-5)
    over = np.zeros(ENVS, np.bool_)
    points, history = np.zeros(ENVS), []
    for iteration in range(iterations):
        optimizer.param_groups[0]["lr"] = RATE * (1 - iteration / iterations)
        seen, masks, actions, logs, values, rewards, counts, ends = ([] for _ in range(8))
        scores = []
        for _ in range(STEPS):
            # The masks of games that are over are empty: any action will do, it only begins the next game.
            mask = torch.as_tensor(info["action_mask"], dtype=torch.bool) | torch.as_tensor(over)[:, None]
            with torch.no_grad():
                inputs = flat(observations, spaces)
                policy, value = agent(inputs, mask)
                action = policy.sample()
            seen.append(inputs)
            masks.append(mask)
            actions.append(action)
            logs.append(policy.log_prob(action))
            values.append(value)
            counts.append(torch.as_tensor(~over))
            observations, reward, over, _, info = envs.step(action.numpy())
            points += reward
            scores += list(points[over])
            points[over] = 0
            rewards.append(torch.as_tensor(reward * SCALE, dtype=torch.float32))
            ends.append(torch.as_tensor(over))
        with torch.no_grad():
            following = agent(flat(observations, spaces), torch.ones_like(masks[0]))[1]
        advantages: list[Tensor] = []
        advantage = torch.zeros(ENVS)
        for reward, value, end in zip(reversed(rewards), reversed(values), reversed(ends), strict=True):
            delta = reward + following * ~end - value
            advantage = delta + LAMBDA * advantage * ~end
            following = value
            advantages.insert(0, advantage)
        kept = torch.cat(counts)
        data = [torch.cat(each)[kept] for each in (seen, masks, actions, logs, values, advantages)]
        for _ in range(EPOCHS):
            for rows in torch.randperm(len(data[0])).chunk(MINIBATCHES):
                learn(agent, optimizer, *(each[rows] for each in data))
        history.append(float(np.mean(scores)) if scores else float("nan"))
    return history


def learn(
    agent: Agent,
    optimizer: torch.optim.Optimizer,
    seen: Tensor,
    masks: Tensor,
    actions: Tensor,
    logs: Tensor,
    values: Tensor,
    advantages: Tensor,
) -> None:
    """Take one step on the clipped objective of PPO."""
    policy, value = agent(seen, masks)
    ratio = (policy.log_prob(actions) - logs).exp()
    scaled = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
    gain = torch.min(ratio * scaled, ratio.clamp(1 - CLIP, 1 + CLIP) * scaled).mean()
    error = (value - (values + advantages)).pow(2).mean() / 2
    loss = -gain + VALUE * error - ENTROPY * policy.entropy().mean()
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(agent.parameters(), LARGEST_GRADIENT)
    optimizer.step()


def main() -> None:
    """Train, and print the scores as they come."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--game", default="knister")
    parser.add_argument("--iterations", type=int, default=200)
    given = parser.parse_args()
    history = train(given.game, given.iterations)
    for iteration in sorted({0, len(history) // 4, len(history) // 2, len(history) - 1}):
        print(f"iteration {iteration + 1}: {history[iteration]:.1f} points")


if __name__ == "__main__":
    main()
