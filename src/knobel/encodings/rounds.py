"""The common part of Knister, Knaster and Knapp Daneben!: fields of games in which all seats move on each roll."""

from collections.abc import Mapping, Sequence
from typing import Any

from knobel.encodings.encoding import MAX_POINTS, Encoding, Field
from knobel.games.grid import SIZE
from knobel.games.simultaneous import Rounds, Simultaneous

MAX_ROUNDS = 999
"""An upper bound for the number of rounds of any game."""


class RoundsEncoding(Encoding):
    """The base of encodings of these games, which add the contents of their sheets."""

    version = 2
    game: Simultaneous[Any]

    def all_fields(self) -> Sequence[Field]:
        seats = self.seats
        return (
            Field("grids", (seats, SIZE, SIZE), 0, 12, "the numbers on each sheet, row by row; 0: empty"),
            Field("dice", (self.game.dice_count,), 0, 6, "the dice of the round; 0 before the first roll"),
            Field("round", (1,), 0, MAX_ROUNDS, "the number of the round, from 1; 0 before the first roll"),
            Field("final", (1,), 0, 2, "1 if this round, or the next one before its roll, is the last; 2 after it"),
            Field("waiting", (seats,), 0, 1, "1 for the seats that have not moved in this round"),
            Field("points", (seats,), 0, MAX_POINTS, "the points on each sheet"),
        )

    def values(self, view: Rounds[Any], order: Sequence[int]) -> Mapping[str, Any]:
        return {
            "grids": [self.grid(view.sheets[seat]) for seat in order],
            "dice": view.dice or (0,) * self.game.dice_count,
            "round": view.round,
            "final": 2 if view.over else view.final,
            "waiting": [seat in view.waiting for seat in order],
            "points": [self.game.score(view, seat) for seat in order],
        }

    def grid(self, sheet: Any) -> tuple[int, ...]:
        """Return the numbers on a sheet."""
        numbers: tuple[int, ...] = sheet
        return numbers
