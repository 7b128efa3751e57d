"""Vector environment for Gymnasium: thousands of games, all of which one compiled call advances by a step."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Space
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from knobel import bots
from knobel.core import BadSetup
from knobel.engines.shared.arrays import Array
from knobel.envs.batched import game_batch
from knobel.envs.session import (
    NotAnAction,
    Reward,
    action_space,
    check_reward,
    check_seed,
    list_opponents,
    observation_space,
)
from knobel.games import make

__all__ = ["KnobelVectorEnv"]

Arrays = dict[str, Any]


class KnobelVectorEnv(VectorEnv[Arrays, Array, Array]):
    """Many games of one player each; in Kniffeliger, against one random opponent.

    Observations, rewards and masks are those of `KnobelEnv`, but the same seed gives other dice.

    The caller owns the arrays that a step returns, and DLPack passes them to other libraries without a copy
    (`torch.from_dlpack(observations["grids"])`). With `copy=False` all steps write into the same arrays, which is
    faster but allows reading a step only until the next one.
    """

    def __init__(
        self,
        num_envs: int = 1,
        game: str = "knister",
        options: Mapping[str, Any] | None = None,
        reward: Reward = "points",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        *,
        copy: bool = True,
        opponents: Sequence[bots.BotSpec] | bots.BotSpec | None = None,
        seat: int | None = 0,
    ) -> None:
        """Choose a game and the number of games.

        :param reward: see `Reward`.
        :param autoreset_mode: as in Gymnasium. A finished game restarts in the next step (which ignores its action),
            in the same step (with `final_obs` and `final_info`), or only by `reset`.
        :param opponents: as in `KnobelEnv`, but only its default is supported.
        :param seat: as in `KnobelEnv`, but only its default is supported.
        :raises BadSetup: if an argument is not valid, or the game has no compiled steps.
        """
        if num_envs < 1:
            raise BadSetup(f"there cannot be {num_envs} games")
        check_reward(reward)
        rules = make(game, **(options or {}))
        usual = list_opponents(None, rules.min_seats - 1)
        if seat != 0 or list_opponents(opponents, rules.min_seats - 1) != usual:
            against = f"against {', '.join(map(bots.name_of, usual))}" if usual else "without opponents"
            raise BadSetup(
                f"compiled games have the player on seat 0 {against}; "
                "make_vec(vectorization_mode='sync') supports other seats and opponents"
            )
        self.num_envs: int = num_envs
        self.copy: bool = copy
        self.reward: Reward = reward
        self._mode = AutoresetMode(autoreset_mode)
        self._games = game_batch(rules, num_envs)
        encoding = self._games.encoding
        self.metadata: dict[str, Any] = {"autoreset_mode": self._mode, "render_modes": []}
        self.single_observation_space: Space[Any] = observation_space(encoding)
        self.single_action_space: Space[Any] = action_space(encoding)
        self.observation_space: Space[Any] = batch_space(self.single_observation_space, num_envs)
        self.action_space: Space[Any] = batch_space(self.single_action_space, num_envs)
        self._all_games = np.ones(num_envs, np.bool_)
        self._no_games = np.zeros(num_envs, np.bool_)
        self._is_seeded = False

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Arrays, dict[str, Any]]:
        """Start new games: all of them, or those selected by `options["reset_mask"]`.

        :param seed: the seed of the first game, from which the others count up; or one seed for each game, where None
            keeps the game's random generator.
        :raises BadSetup: if a seed is not an integer from 0, or the number of seeds or mask entries differs from the
            number of games.
        """
        self._seed(seed)
        mask = (options or {}).get("reset_mask", self._all_games)
        if np.shape(mask) != (self.num_envs,) or np.asarray(mask).dtype != np.bool_:
            raise BadSetup(f"a reset_mask is an array of {self.num_envs} booleans")
        self._games.begin(mask)
        return self._observe(), self._info()

    def step(self, actions: Array) -> tuple[Arrays, Array, Array, Array, dict[str, Any]]:
        """Apply one action in every game. Shape of `actions`: (num_envs,).

        :raises ResetNeeded: if a game is over and does not restart automatically.
        :raises NotAnAction: if the actions are not integers.
        :raises BadSetup: if the number of actions differs from the number of games.
        """
        given = np.asarray(actions)
        if not np.issubdtype(given.dtype, np.integer):
            raise NotAnAction(f"actions are indices, so integers, not {given.dtype}")
        chosen = np.ascontiguousarray(given, np.int64)
        if chosen.shape != (self.num_envs,):
            raise BadSetup(f"{self.num_envs} games need {self.num_envs} actions, not an array of shape {chosen.shape}")
        games = self._games
        if self._mode is not AutoresetMode.NEXT_STEP and games.over.any():
            raise ResetNeeded("some games are over: reset() begins new ones")
        games.step(chosen)
        ended = games.over.copy()
        rewards = self._rewards(ended)
        infos: dict[str, Any] = {}
        if games.illegal.any():
            infos |= {"illegal": games.illegal.copy(), "_illegal": games.illegal.copy()}
        if self._mode is AutoresetMode.SAME_STEP and ended.any():
            infos |= {"final_obs": self._copy_observations(), "_final_obs": ended.copy()}
            infos |= {"final_info": self._info(keep=True), "_final_info": ended.copy()}
            games.begin(ended)
        return self._observe(), rewards, ended, self._no_games.copy(), infos | self._info()

    def action_masks(self) -> Array:
        """Return which actions are legal now in each game: a new boolean array of shape (num_envs, num_actions).

        The values equal those of `info["action_mask"]`.
        """
        return self._games.masks.astype(np.bool_)

    def _rewards(self, ended: Array) -> Array:
        if self.reward == "points":
            return self._games.rewards.copy()
        points = self._games.observations["points"]
        worth: Array = points[:, 0]
        if self.reward == "win":
            best = points == points.max(axis=1, keepdims=True)
            worth = best[:, 0] / best.sum(axis=1)
        return np.where(ended & ~self._games.illegal, worth, 0.0)

    def _seed(self, seed: int | Sequence[int | None] | None) -> None:
        count = self.num_envs
        if seed is None and not self._is_seeded:
            seed = int(self.np_random.integers(2**62))
        if seed is None:
            return
        if isinstance(seed, Iterable) and not isinstance(seed, str):
            seeds = list(map(check_seed, seed))
        else:
            first = check_seed(seed) or 0
            seeds = [first + i for i in range(count)]
        if len(seeds) != count:
            raise BadSetup(f"{count} games need {count} seeds, not {len(seeds)}")
        self._games.seed({i: one for i, one in enumerate(seeds) if one is not None})
        self._is_seeded = True

    def _copy_observations(self) -> Arrays:
        return {name: array.copy() for name, array in self._games.observations.items()}

    def _observe(self) -> Arrays:
        return self._copy_observations() if self.copy else dict(self._games.observations)

    def _info(self, *, keep: bool = False) -> dict[str, Any]:
        masks = self._games.masks.copy() if self.copy or keep else self._games.masks
        return {"action_mask": masks, "_action_mask": self._all_games.copy()}
