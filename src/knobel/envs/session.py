"""A running game; the common base of all environments."""

from collections.abc import Mapping, Sequence
from operator import index
from random import Random
from typing import Any, Literal, TypeAlias, get_args

import numpy as np
from gymnasium import spaces
from gymnasium.error import InvalidAction
from numpy.typing import NDArray

from knobel import bots
from knobel.core import BadSetup, Chance, Decide, Game, Illegal, Move, Over
from knobel.encodings import Encoding, Observation, encoding
from knobel.games import make

Reward: TypeAlias = Literal["points", "final", "win"]
"""The reward of a seat. `points`: the change of its score since its last reward. `final`: its score when the game ends.
`win`: its share of the win when the game ends, which is 1, 1/n if n seats share the best score, or 0."""


class GameSession:
    """A game at one table. Dice are rolled automatically whenever no seat has to decide.

    An illegal action ends the game for all seats. The seat that chose it loses all its points and cannot win.
    """

    def __init__(self, game: str | Game[Any], seats: int, options: Mapping[str, Any] | None, reward: Reward) -> None:
        """:raises BadSetup: if the game, an option, the reward or the number of seats is not valid."""
        check_reward(reward)
        self.game = make(game, **(options or {})) if isinstance(game, str) else game
        self.encoding: Encoding = encoding(self.game, seats)
        self.seats, self.reward = seats, reward
        self.rng = Random()
        self.state: Any = None
        self.illegal: tuple[int, str] | None = None
        self._rewarded_points = [0.0] * seats

    def start(self, rng: Random) -> None:
        """Start a new game that takes its dice from `rng`."""
        self.rng, self.illegal = rng, None
        self._rewarded_points = [0.0] * self.seats
        self.state = self.game.start(self.seats)
        self._roll()

    @property
    def deciding(self) -> tuple[int, ...]:
        """The seats that may move now; empty when the game is over."""
        turn = self.game.turn(self.state)
        return turn.seats if isinstance(turn, Decide) and self.illegal is None else ()

    @property
    def over(self) -> bool:
        """True if the game has ended."""
        return self.illegal is not None or isinstance(self.game.turn(self.state), Over)

    def move(self, seat: int, action: str | int) -> None:
        """Apply an action, given by name or index. An illegal action ends the game."""
        try:
            name = action if isinstance(action, str) else self.encoding.name(action, seat)
            self.state = self.game.apply(self.state, Move(seat, name))
        except Illegal as refusal:
            self.illegal = seat, str(refusal)
        else:
            self._roll()

    def _roll(self) -> None:
        while isinstance(self.game.turn(self.state), Chance):
            self.state = self.game.apply(self.state, self.game.sample(self.state, self.rng))

    def observe(self, seat: int) -> Observation:
        """Return the observation of a seat."""
        return self.encoding.observe(self.state, seat)

    def mask(self, seat: int) -> NDArray[np.int8]:
        """Return the mask of legal actions of a seat; all zeros when the game is over."""
        if self.illegal is not None:
            return np.zeros(self.encoding.num_actions, np.int8)
        return self.encoding.mask(self.state, seat)

    def info(self, seat: int) -> dict[str, Any]:
        """Return the `info` of a seat, beside its observation."""
        info: dict[str, Any] = {"action_mask": self.mask(seat)}
        if self.over:
            info["scores"] = np.array(self.game.scores(self.state))
        if self.illegal is not None and self.illegal[0] == seat:
            info["illegal"] = self.illegal[1]
        return info

    def take_reward(self, seat: int) -> float:
        """Return the reward of a seat since the last call. Over a game, rewards add up to the seat's total."""
        total = self._total_reward(seat)
        due, self._rewarded_points[seat] = total - self._rewarded_points[seat], total
        return due

    def _total_reward(self, seat: int) -> float:
        if self.illegal is not None and self.illegal[0] == seat:
            return 0.0
        if self.reward == "points" or (self.reward == "final" and self.over):
            return float(self.game.score(self.state, seat))
        if self.reward == "final" or not self.over:
            return 0.0
        scores = self.game.scores(self.state)
        valid = [score for other, score in enumerate(scores) if self.illegal is None or other != self.illegal[0]]
        return 1 / valid.count(scores[seat]) if scores[seat] == max(valid) else 0.0

    def render(self, seat: int) -> str:
        """Return the view of a seat as plain text."""
        from rich.box import ASCII  # noqa: PLC0415 -- needed only to render

        from knobel.sheets import Drawing, draw  # noqa: PLC0415
        from knobel.sheets.console import PlainConsole  # noqa: PLC0415

        view = self.game.view(self.state, seat)
        console = PlainConsole(width=100, color_system=None, force_terminal=False)
        names = [f"seat {other}" for other in range(self.seats)]
        dice = self.game.info(view).get("dice") or []
        with console.capture() as capture:
            console.print(draw(Drawing(self.game, view, names, range(self.seats), ASCII)))
            console.print("Dice: " + " ".join(map(str, dice)))
        return capture.get()


def observation_space(encoding: Encoding, *, mask: bool = False) -> spaces.Space[Any]:
    """Return the space of an encoding's observations; `mask` adds the field `action_mask`."""
    fields: dict[str, spaces.Space[Any]] = {
        field.name: spaces.Box(field.low, field.high, field.shape, field.dtype) for field in encoding.fields
    }
    if mask:
        fields["action_mask"] = spaces.Box(0, 1, (encoding.num_actions,), np.int8)
    return spaces.Dict(fields)


def action_space(encoding: Encoding) -> spaces.Space[Any]:
    """Return the space of an encoding's actions."""
    return spaces.Discrete(encoding.num_actions)


class NotAnAction(BadSetup, InvalidAction):
    """The action is not an index. An index that is not legal ends the game instead."""


def check_action(action: Any) -> int:
    """Return the index of an action.

    :raises NotAnAction: if it is not an integer, which may be one of NumPy.
    """
    try:
        return index(action)
    except TypeError:
        raise NotAnAction(f"an action is an index, so an integer: {action!r} is not one") from None


def check_seed(seed: Any) -> int | None:
    """Return a seed; None for a random one.

    :raises BadSetup: if it is not an integer from 0, which may be one of NumPy.
    """
    try:
        checked = None if seed is None else index(seed)
    except TypeError:
        raise BadSetup(f"a seed is an integer from 0, not {seed!r}") from None
    if checked is not None and checked < 0:
        raise BadSetup(f"a seed is an integer from 0, not {checked}")
    return checked


def list_opponents(opponents: Sequence[bots.BotSpec] | bots.BotSpec | None, least: int) -> list[bots.BotSpec]:
    """Return the opponents as a list; one bot is a list of one, and None stands for `least` random bots."""
    if opponents is None:
        return ["random"] * least
    return [opponents] if isinstance(opponents, str) or not isinstance(opponents, Sequence) else list(opponents)


def check_reward(reward: str) -> None:
    """Check the name of a reward.

    :raises BadSetup: if there is no such reward.
    """
    if reward not in get_args(Reward):
        raise BadSetup(f"there is no reward {reward!r}: {', '.join(get_args(Reward))}")


RENDER_MODES = ["human", "ansi"]


class UnknownRenderMode(BadSetup, TypeError):
    """The render mode does not exist.

    Also a `TypeError`, because Stable-Baselines3 tries `rgb_array` and continues without it only after a `TypeError`.
    """


def check_render_mode(mode: str | None) -> None:
    """Check a render mode.

    :raises UnknownRenderMode: if it does not exist.
    """
    if mode not in (None, *RENDER_MODES):
        raise UnknownRenderMode(f"there is no render mode {mode!r}: {', '.join(RENDER_MODES)}")
