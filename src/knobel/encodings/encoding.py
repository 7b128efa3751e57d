"""What an encoding is."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from knobel.core import Game, Illegal, Reason

Observation: TypeAlias = dict[str, NDArray[Any]]
"""Arrays by the names of the fields."""

MOST_POINTS = 9_999
"""Above what any sheet can hold."""


class Field(NamedTuple):
    """An array of an observation: its shape, type of numbers, least and greatest number, and what it means."""

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
    """One game, with its options, for so many seats.

    `version` changes whenever an index or a field gets another meaning. `actions` are all actions that there can be, by
    index, as seat 0 writes them; `fields` are what an observation consists of, in order.
    """

    version: ClassVar[int] = 1

    def __init__(self, game: Game[Any], seats: int) -> None:
        self.game, self.seats = game, seats
        self.actions = tuple(self.all_actions())
        self.fields = tuple(self.all_fields())
        self._index = {action: index for index, action in enumerate(self.actions)}

    @abstractmethod
    def all_actions(self) -> Sequence[str]:
        """The actions by index, as seat 0 writes them."""

    @abstractmethod
    def all_fields(self) -> Sequence[Field]:
        """The fields of an observation."""

    @abstractmethod
    def values(self, view: Any, order: Sequence[int]) -> Mapping[str, Any]:
        """What stands in the fields, as numbers in lists; `order` are the seats from the own one clockwise."""

    def turned(self, action: str, by: int) -> str:
        """An action as somebody writes it who sits so many seats further on."""
        return action

    @property
    def num_actions(self) -> int:
        return len(self.actions)

    def name(self, index: int, seat: int = 0) -> str:
        """The action of an index, as the seat writes it.

        :raises Illegal: if there is none.
        """
        if not 0 <= index < len(self.actions):
            raise Illegal(Reason.UNKNOWN_ACTION, f"there is no action {index}: 0 to {len(self.actions) - 1}")
        return self.turned(self.actions[index], seat)

    def index(self, action: str, seat: int = 0) -> int:
        """The index of an action that the seat wrote.

        :raises Illegal: if there is no such action.
        """
        found = self._index.get(self.turned(action, -seat))
        if found is None:
            raise Illegal(Reason.UNKNOWN_ACTION, f"{action!r} is no action here")
        return found

    def mask(self, state: Any, seat: int) -> NDArray[np.int8]:
        """1 for each action that the seat may take now, else 0. Shape (num_actions)."""
        mask = np.zeros(len(self.actions), np.int8)
        mask[[self.index(action, seat) for action in self.game.legal(state, seat)]] = 1
        return mask

    def observe(self, state: Any, seat: int) -> Observation:
        """What the seat may see, as arrays of its own."""
        order = [(seat + i) % self.seats for i in range(self.seats)]
        values = self.values(self.game.view(state, seat), order)
        return {field.name: np.array(values[field.name], field.dtype).reshape(field.shape) for field in self.fields}
