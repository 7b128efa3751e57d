"""Knister as numbers: 25 actions, a cell each."""

from collections.abc import Sequence

from knobel.encodings.rounds import RoundsEncoding
from knobel.games.grid import CELLS


class KnisterEncoding(RoundsEncoding):
    """Entering in `a1`, `b1`, ... `e5`."""

    def all_actions(self) -> Sequence[str]:
        return CELLS


encoding = KnisterEncoding
