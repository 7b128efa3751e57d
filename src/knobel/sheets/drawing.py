"""The common parts of all sheets in the terminal."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.box import Box
from rich.table import Table
from rich.text import Text

from knobel.core import Game, Preview
from knobel.phrases import phrase
from knobel.texts import Language

HINT = "green"
PRINTED = "dim"
WRITTEN = "bold"
GOOD = "bold yellow"
COLOUR_STYLES = {
    "k": "white on grey19",
    "b": "white on blue",
    "g": "black on green",
    "y": "black on yellow",
    "r": "white on red",
}
"""The colours of Knapp Daneben!. Their letter is always shown too, so that no information depends on colour alone."""


@dataclass(frozen=True)
class Drawing:
    """The data to draw.

    It consists of a position as its observer may see it, the seats whose sheets are drawn, the effects of the legal
    actions of `mover`, and the width in columns of text. `marks`: signs in places of the mover's sheet, by the name of
    the cell or the field.
    """

    game: Game[Any]
    view: Any
    names: Sequence[str]
    seats: Sequence[int]
    box: Box
    mover: int | None = None
    hints: Mapping[str, Preview] = field(default_factory=dict)
    width: int = 100
    language: Language = "en"
    marks: Mapping[str, str] = field(default_factory=dict)

    def words(self, english: str, /, **values: object) -> str:
        """Return a phrase in the language of the user."""
        return phrase(self.language, english, **values)

    def mark(self, seat: int, place: str) -> str:
        """Return the sign in a place of a seat's sheet; empty if there is none."""
        return self.marks.get(place, "") if seat == self.mover else ""

    def table(self, **settings: Any) -> Table:
        """Return an empty table in the screen's style."""
        return Table(box=self.box, **settings)


def title(drawing: Drawing, seat: int, sheet: Mapping[str, Any]) -> str:
    """Return the title of a sheet."""
    return f"{drawing.names[seat]}: {sheet['total']}"


def points_text(points: int | None) -> Text:
    """Return a line's points, or a dot while it is not full."""
    return Text("." if points is None else str(points), PRINTED if not points else GOOD)
