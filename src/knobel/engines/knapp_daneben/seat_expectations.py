"""The expectations of each seat, as the kernels of `winning` compute them."""

from typing import Any, NamedTuple

from knobel.engines.shared.memory import Memory

EXACT_CIRCLES = 1
"""Number of free circles before a roll up to which all rolls are enumerated and the probabilities are exact."""


class SeatExpectations(NamedTuple):
    """The sheets of all seats, that of the evaluated seat first, and the expectations of their final points.

    - `sheets` (seats) of `SHEET`.
    - `mean` and `deviation` (seats): of the final points.
    - `rolls` (any, 5): if the next roll is enumerated, its dice as in `Rules`. `after` (rolls, seats) is then the mean
      after each roll, and the deviation is that after the roll.
    """

    sheets: Any
    mean: Any
    deviation: Any
    rolls: Any
    after: Any

    @classmethod
    def of(cls, memory: Memory, sheets: Any, rolls: Any) -> "SeatExpectations":
        """Return the seats without any expectations."""
        n = len(sheets)
        mean, deviation = memory.zeros("float64", n), memory.zeros("float64", n)
        return cls(sheets, mean, deviation, rolls, memory.zeros("float64", len(rolls), n))
