"""Gymnasium: one player, alone or against bots."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Space
from numpy.typing import NDArray

from knobel import bots
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
    list_opponents,
    observation_space,
)
from knobel.games import GAMES


class KnobelEnv(gymnasium.Env[Observation, int]):
    """A game from the view of one seat.

    Observations are those of `knobel.encodings`. `info` contains the `action_mask`, at the end of a game the `scores`
    by seat, and after an illegal action, which ends the game, the reason in `illegal`.
    """

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 1}

    def __init__(
        self,
        game: str | Game[Any] = "knister",
        opponents: Sequence[bots.BotSpec] | bots.BotSpec | None = None,
        seat: int | None = 0,
        options: Mapping[str, Any] | None = None,
        reward: Reward = "points",
        render_mode: str | None = None,
    ) -> None:
        """Choose a game by name, and its options.

        :param opponents: bots as accepted by `bots.make`, in the order of seats, or a single one. The default is no
            opponent, or as many random bots as the game needs.
        :param seat: the seat of the player, from 0; None for a random seat in each game.
        :param reward: see `Reward`.
        :raises BadSetup: if an argument is not valid.
        """
        check_render_mode(render_mode)
        kind = game if isinstance(game, Game) else GAMES.get(game, Game)
        self._opponents = [bots.make(bot) for bot in list_opponents(opponents, kind.min_seats - 1)]
        self._session = GameSession(game, len(self._opponents) + 1, options, reward)
        if seat is not None and seat not in range(self._session.seats):
            raise BadSetup(f"there is no seat {seat}: 0 to {self._session.seats - 1}")
        self._chosen_seat = seat
        self.seat: int = seat or 0
        self.observation_space: Space[Any] = observation_space(self._session.encoding)
        self.action_space: Space[Any] = action_space(self._session.encoding)
        self.render_mode = render_mode
        self._thoughts = Random()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start a new game. Equal seeds and actions give equal games.

        :raises BadSetup: if the seed is not an integer from 0.
        """
        super().reset(seed=check_seed(seed))
        dice, self._thoughts = (Random(int(self.np_random.integers(2**63))) for _ in range(2))
        if self._chosen_seat is None:
            self.seat = int(self.np_random.integers(self._session.seats))
        self._session.start(dice)
        self._let_others_move()
        return self._observe()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Apply an action, given by index; then the opponents move until this seat decides again.

        :raises ResetNeeded: if the game is over.
        :raises NotAnAction: if the action is not an integer. The game goes on.
        """
        if self._session.state is None or self._session.over:
            raise ResetNeeded("the game is over: reset() begins a new one")
        self._session.move(self.seat, check_action(action))
        self._let_others_move()
        observation, info = self._observe()
        return observation, self._session.take_reward(self.seat), self._session.over, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal now, for sb3-contrib's `MaskablePPO`. Shape (num_actions).

        It is `info["action_mask"]` as booleans.

        :raises ResetNeeded: before the first `reset`.
        """
        if self._session.state is None:
            raise ResetNeeded("no game has begun: reset() begins one")
        return self._session.mask(self.seat).astype(np.bool_)

    def _let_others_move(self) -> None:
        session = self._session
        while (deciding := session.deciding) and self.seat not in deciding:
            seat = deciding[0]
            bot = self._opponents[seat - (seat > self.seat)]
            session.move(
                seat, bots.ask(bot, session.game, session.game.view(session.state, seat), seat, self._thoughts)
            )

    def _observe(self) -> tuple[Observation, dict[str, Any]]:
        if self.render_mode == "human":
            print(self._session.render(self.seat))  # noqa: T201 -- the purpose of this mode
        return self._session.observe(self.seat), self._session.info(self.seat)

    def render(self) -> str | None:
        """Return the sheets and dice as text, in the mode `ansi`."""
        return self._session.render(self.seat) if self.render_mode == "ansi" else None
