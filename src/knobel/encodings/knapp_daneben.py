"""The encoding of Knapp Daneben!: 125 actions."""

from collections.abc import Mapping, Sequence
from typing import Any

from knobel.encodings.encoding import Field
from knobel.encodings.rounds import RoundsEncoding
from knobel.games.grid import CELLS, SIZE, Grid
from knobel.games.knapp_daneben import COLOURS, KnappDaneben
from knobel.games.simultaneous import Rounds


class KnappDanebenEncoding(RoundsEncoding):
    """Actions: enter the sum of the own die and that of each colour in each circle; the own colour is never legal."""

    game: KnappDaneben

    def all_actions(self) -> Sequence[str]:
        return [cell + colour for cell in CELLS for colour in COLOURS]

    def all_fields(self) -> Sequence[Field]:
        colours, most = ", ".join(COLOURS), len(COLOURS) - 1
        return (
            *super().all_fields(),
            Field("colours", (self.seats,), 0, most, f"the colour of each seat, as an index into {colours}"),
            Field("layout", (SIZE, SIZE), 0, most, "the colour of each circle, as in `colours`"),
        )

    def values(self, view: Rounds[Grid], order: Sequence[int]) -> Mapping[str, Any]:
        return {
            **super().values(view, order),
            "colours": [COLOURS.index(self.game.colour(seat)) for seat in order],
            "layout": [COLOURS.index(colour) for colour in self.game.options["layout"]],
        }


encoding = KnappDanebenEncoding
