"""The encoding of Knister: 25 actions, one for each cell."""

from collections.abc import Sequence

from knobel.encodings.rounds import RoundsEncoding
from knobel.games.grid import CELLS


class KnisterEncoding(RoundsEncoding):
    """Actions: enter in `a1`, `b1`, ... `e5`."""

    def all_actions(self) -> Sequence[str]:
        return CELLS


encoding = KnisterEncoding
