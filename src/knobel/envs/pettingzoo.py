"""PettingZoo environments: all seats of a table, in turn (AEC), or in parallel in the simultaneous games."""

from collections.abc import Mapping
from random import Random
from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from knobel.core import BadSetup, Game
from knobel.encodings import Observation
from knobel.envs.session import (
    RENDER_MODES,
    GameSession,
    Reward,
    action_space,
    check_action,
    check_render_mode,
    check_seed,
    observation_space,
)

__all__ = ["KnobelAEC", "KnobelParallel", "SeatEnvironment"]


class SeatEnvironment:
    """Base class of both environments: agents, spaces and observations.

    Agents are named `seat_0`, `seat_1` and so on. Observations have one more field, the `action_mask`, which `info`
    also contains.
    """

    possible_agents: list[str]
    agents: list[str]

    def __init__(
        self,
        game: str | Game[Any] = "knister",
        seats: int = 2,
        options: Mapping[str, Any] | None = None,
        reward: Reward = "points",
        render_mode: str | None = None,
    ) -> None:
        """Choose a game by name, its options, the number of seats, and the `Reward`.

        :raises BadSetup: if the game, an option or the number of seats is not valid.
        """
        check_render_mode(render_mode)
        self._session = GameSession(game, seats, options, reward)
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.agents = []
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces: dict[str, spaces.Space[Any]] = {
            agent: observation_space(self._session.encoding, mask=True) for agent in self.possible_agents
        }
        self.action_spaces: dict[str, spaces.Space[Any]] = {
            agent: action_space(self._session.encoding) for agent in self.possible_agents
        }
        self.render_mode = render_mode
        self._rng = Random()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the observation space of an agent; always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the action space of an agent; always the same object."""
        return self.action_spaces[agent]

    def _begin(self, seed: int | None) -> None:
        checked = check_seed(seed)
        if checked is not None:
            self._rng = Random(checked)
        self.agents = list(self.possible_agents)
        self._session.start(self._rng)

    def _observed(self, agent: str) -> Observation:
        seat = self._seat_of[agent]
        return {**self._session.observe(seat), "action_mask": self._session.mask(seat)}

    def _infos_of_all(self) -> dict[str, dict[str, Any]]:
        return {agent: self._session.info(self._seat_of[agent]) for agent in self.agents}

    def _rewards_of_all(self) -> dict[str, float]:
        """Return the rewards of all agents since the last call."""
        return {agent: self._session.take_reward(self._seat_of[agent]) for agent in self.agents}

    def _everybody(self, *, value: bool) -> dict[str, bool]:
        """Return the same value for every agent."""
        return dict.fromkeys(self.agents, value)

    def _shown(self, agent: str) -> str | None:
        """Print or return the view of an agent, as the render mode requires."""
        text = self._session.render(self._seat_of[agent])
        if self.render_mode == "human":
            print(text)  # noqa: T201 -- the purpose of this mode
        return text if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: no resources are open."""


class KnobelAEC(SeatEnvironment, AECEnv[str, Observation, int]):  # type: ignore[misc]
    """All five games, one agent after the other."""

    metadata: dict[str, Any] = {
        "name": "knobel_v1",
        "render_modes": RENDER_MODES,
        "render_fps": 1,
        "is_parallelizable": False,
    }
    rewards: dict[str, float]
    terminations: dict[str, bool]
    truncations: dict[str, bool]
    infos: dict[str, dict[str, Any]]
    agent_selection: str

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game. Equal seeds and actions give equal games."""
        self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = self._everybody(value=False)
        self.truncations = self._everybody(value=False)
        self._next()

    def observe(self, agent: str) -> Observation:
        return self._observed(agent)

    def step(self, action: int | None) -> None:
        """Apply the action of the selected agent, given by index; None if its game is over."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._session.move(self._seat_of[agent], check_action(action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = self._rewards_of_all()
        self._accumulate_rewards()
        self._next()

    def _next(self) -> None:
        """Select the agent that decides next; after the end of the game, the agents in order."""
        self.infos = self._infos_of_all()
        over = self._session.over
        self.terminations = self._everybody(value=over)
        self.agent_selection = self.agents[0 if over else self._session.deciding[0]]
        if self.render_mode == "human":
            self._shown(self.agent_selection)

    def render(self) -> str | None:
        """Return the sheets and dice in the view of the selected agent."""
        return self._shown(self.agent_selection)


class KnobelParallel(SeatEnvironment, ParallelEnv[str, Observation, int]):  # type: ignore[misc]
    """Knister, Knaster and Knapp Daneben! with all agents acting in parallel.

    In Knaster an agent may still have circles to place while others are done. The masks of the others are then all
    zeros, and their actions are ignored.
    """

    agents: list[str]
    metadata: dict[str, Any] = {"name": "knobel_parallel_v1", "render_modes": RENDER_MODES, "render_fps": 1}

    def __init__(self, game: str | Game[Any] = "knister", *arguments: Any, **named: Any) -> None:
        """See `SeatEnvironment`.

        :raises BadSetup: if seats take turns in the game.
        """
        super().__init__(game, *arguments, **named)
        if not self._session.game.simultaneous:
            raise BadSetup(f"in {self._session.game.name} seats take turns: use KnobelAEC")

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin a new game. Equal seeds and actions give equal games."""
        self._begin(seed)
        return self._observations(), self._infos_of_all()

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Apply the actions of all agents that decide now, given as indices."""
        for seat, action in [
            (seat, check_action(actions[self.possible_agents[seat]])) for seat in self._session.deciding
        ]:
            if not self._session.over:
                self._session.move(seat, action)
        over = self._session.over
        found = (
            self._observations(),
            self._rewards_of_all(),
            self._everybody(value=over),
            self._everybody(value=False),
            self._infos_of_all(),
        )
        if over:
            self.agents = []
        return found

    def _observations(self) -> dict[str, Observation]:
        if self.render_mode == "human":
            self._shown(self.agents[0])
        return {agent: self._observed(agent) for agent in self.agents}

    def render(self) -> str | None:
        """Return the sheets and dice in the view of the first agent."""
        return self._shown(self.possible_agents[0])
