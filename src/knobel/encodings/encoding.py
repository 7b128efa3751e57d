"""The interface of encodings."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from knobel.core import Game, Illegal, Reason

Observation: TypeAlias = dict[str, NDArray[Any]]
"""Arrays by the names of the fields."""

MAX_POINTS = 9_999
"""An upper bound for the points of any sheet."""


class Field(NamedTuple):
    """An array of an observation: its name, shape, lowest and highest number, and meaning."""

    name: str
    shape: tuple[int, ...]
    low: int
    high: int
    meaning: str

    @property
    def dtype(self) -> type[np.signedinteger[Any]]:
        """The smallest type that holds all its numbers."""
        return np.int8 if self.high <= np.iinfo(np.int8).max else np.int16


class Encoding(ABC):
    """The encoding of one game, with its options, for a fixed number of seats.

    `version` changes whenever the meaning of an index or a field changes. `actions` are all possible actions by index,
    as seat 0 writes them. `fields` are the parts of an observation, in order.
    """

    version: ClassVar[int] = 1

    def __init__(self, game: Game[Any], seats: int) -> None:
        self.game: Game[Any] = game
        self.seats: int = seats
        self.actions: tuple[str, ...] = tuple(self.all_actions())
        self.fields: tuple[Field, ...] = tuple(self.all_fields())
        self._index = {action: index for index, action in enumerate(self.actions)}

    @abstractmethod
    def all_actions(self) -> Sequence[str]:
        """Return the actions by index, as seat 0 writes them."""

    @abstractmethod
    def all_fields(self) -> Sequence[Field]:
        """Return the fields of an observation."""

    @abstractmethod
    def values(self, view: Any, order: Sequence[int]) -> Mapping[str, Any]:
        """Return the contents of the fields as lists of numbers; `order` lists the seats clockwise from the own one."""

    def rotated(self, action: str, by: int) -> str:
        """Return the action as a seat writes it that is `by` seats further clockwise."""
        return action

    @property
    def num_actions(self) -> int:
        return len(self.actions)

    def name(self, index: int, seat: int = 0) -> str:
        """Return the action with an index, as the seat writes it.

        :raises Illegal: if there is no such index.
        """
        if not 0 <= index < len(self.actions):
            raise Illegal(Reason.UNKNOWN_ACTION, f"there is no action {index}: 0 to {len(self.actions) - 1}")
        return self.rotated(self.actions[index], seat)

    def index(self, action: str, seat: int = 0) -> int:
        """Return the index of an action that the seat wrote.

        :raises Illegal: if there is no such action.
        """
        found = self._index.get(self.rotated(action, -seat))
        if found is None:
            raise Illegal(Reason.UNKNOWN_ACTION, f"{action!r} is no action here")
        return found

    def mask(self, state: Any, seat: int) -> NDArray[np.int8]:
        """Return a mask with 1 for each action that the seat may take now, otherwise 0. Shape (num_actions)."""
        mask = np.zeros(len(self.actions), np.int8)
        mask[[self.index(action, seat) for action in self.game.legal(state, seat)]] = 1
        return mask

    def observe(self, state: Any, seat: int) -> Observation:
        """Return the observation of a seat as new arrays."""
        order = [(seat + i) % self.seats for i in range(self.seats)]
        values = self.values(self.game.view(state, seat), order)
        return {field.name: np.array(values[field.name], field.dtype).reshape(field.shape) for field in self.fields}
