"""A running game; the common base of all environments."""

from collections.abc import Mapping
from random import Random
from typing import Any, Literal, TypeAlias, get_args

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from knobel.core import BadSetup, Chance, Decide, Game, Illegal, Move, Over
from knobel.encodings import Encoding, Observation, encoding
from knobel.games import make

Reward: TypeAlias = Literal["points", "final", "win"]
"""The reward of a seat. `points`: the change of its score since its last reward. `final`: its score when the game ends.
`win`: its share of the win when the game ends, which is 1, 1/n if n seats share the best score, or 0."""


class Play:
    """A game at one table. Dice are rolled automatically whenever no seat has to decide.

    An illegal action ends the game for all seats. The seat that chose it loses all its points and cannot win.
    """

    def __init__(self, game: str | Game[Any], seats: int, options: Mapping[str, Any] | None, reward: Reward) -> None:
        """:raises BadSetup: if the game, an option, the reward or the number of seats is not valid."""
        check_reward(reward)
        self.game = make(game, **(options or {})) if isinstance(game, str) else game
        self.numbers: Encoding = encoding(self.game, seats)
        self.seats, self.reward = seats, reward
        self.rng = Random()
        self.state: Any = None
        self.illegal: tuple[int, str] | None = None
        self._told = [0.0] * seats

    def begin(self, rng: Random) -> None:
        """Start a new game that takes its dice from `rng`."""
        self.rng, self.illegal = rng, None
        self._told = [0.0] * self.seats
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
            name = action if isinstance(action, str) else self.numbers.name(int(action), seat)
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
        return self.numbers.observe(self.state, seat)

    def mask(self, seat: int) -> NDArray[np.int8]:
        """Return the mask of legal actions of a seat; all zeros when the game is over."""
        if self.illegal is not None:
            return np.zeros(self.numbers.num_actions, np.int8)
        return self.numbers.mask(self.state, seat)

    def info(self, seat: int) -> dict[str, Any]:
        """Return the `info` of a seat, beside its observation."""
        told: dict[str, Any] = {"action_mask": self.mask(seat)}
        if self.over:
            told["scores"] = np.array(self.game.scores(self.state))
        if self.illegal is not None and self.illegal[0] == seat:
            told["illegal"] = self.illegal[1]
        return told

    def rewarded(self, seat: int) -> float:
        """Return the reward of a seat since the last call. Over a game, rewards add up to the seat's total."""
        earned = self._earned(seat)
        due, self._told[seat] = earned - self._told[seat], earned
        return due

    def _earned(self, seat: int) -> float:
        if self.illegal is not None and self.illegal[0] == seat:
            return 0.0
        if self.reward == "points" or (self.reward == "final" and self.over):
            return float(self.game.score(self.state, seat))
        if self.reward == "final" or not self.over:
            return 0.0
        scores = self.game.scores(self.state)
        valid = [score for other, score in enumerate(scores) if self.illegal is None or other != self.illegal[0]]
        return 1 / valid.count(scores[seat]) if scores[seat] == max(valid) else 0.0

    def text(self, seat: int) -> str:
        """The position as a seat sees it, as plain text."""
        from rich.box import ASCII  # noqa: PLC0415 -- only who looks needs it
        from rich.console import Console  # noqa: PLC0415

        from knobel.sheets import Drawing, drawn  # noqa: PLC0415

        view = self.game.view(self.state, seat)
        console = Console(width=100, color_system=None, force_terminal=False)
        names = [f"seat {other}" for other in range(self.seats)]
        dice = self.game.info(view).get("dice") or []
        with console.capture() as capture:
            console.print(drawn(Drawing(self.game, view, names, range(self.seats), ASCII)))
            console.print("Dice: " + " ".join(map(str, dice)), highlight=False)
        return capture.get()


def observation_space(numbers: Encoding, *, mask: bool = False) -> spaces.Space[Any]:
    """The space of an encoding's observations, with the mask of legal actions as one more field if wanted."""
    fields: dict[str, spaces.Space[Any]] = {
        field.name: spaces.Box(field.low, field.high, field.shape, field.dtype) for field in numbers.fields
    }
    if mask:
        fields["action_mask"] = spaces.Box(0, 1, (numbers.num_actions,), np.int8)
    return spaces.Dict(fields)


def action_space(numbers: Encoding) -> spaces.Space[Any]:
    """The space of an encoding's actions."""
    return spaces.Discrete(numbers.num_actions)


def check_reward(reward: str) -> None:
    """:raises BadSetup: if there is none of that name."""
    if reward not in get_args(Reward):
        raise BadSetup(f"there is no reward {reward!r}: {', '.join(get_args(Reward))}")


RENDER_MODES = ["human", "ansi"]


class UnknownRenderMode(BadSetup, TypeError):
    """There is no render mode of that name.

    It is a `TypeError` too, since Stable-Baselines3 asks for `rgb_array` and goes on without it after that error alone.
    """


def check_render_mode(mode: str | None) -> None:
    """Check a render mode.

    :raises UnknownRenderMode: if there is none of that name.
    """
    if mode not in (None, *RENDER_MODES):
        raise UnknownRenderMode(f"there is no render mode {mode!r}: {', '.join(RENDER_MODES)}")
