"""What every sheet in the terminal is drawn with."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.box import Box
from rich.table import Table
from rich.text import Text

from knobel.core import Game, Preview
from knobel.phrases import Language, phrase

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
"""Knapp Daneben!'s colours; their letter always stands beside, so that nothing is said by colour alone."""


@dataclass(frozen=True)
class Drawing:
    """What to draw: a position as its onlooker may see it, whose sheets, and what the legal actions of `mover` do;
    in so many columns of text."""

    game: Game[Any]
    view: Any
    names: Sequence[str]
    seats: Sequence[int]
    box: Box
    mover: int | None = None
    hints: Mapping[str, Preview] = field(default_factory=dict)
    width: int = 100
    language: Language = "en"

    def words(self, english: str, /, **values: object) -> str:
        """A phrase in the language of whoever looks."""
        return phrase(self.language, english, **values)

    def table(self, **settings: Any) -> Table:
        """An empty table in the screen's style."""
        return Table(box=self.box, **settings)


def title(drawing: Drawing, seat: int, sheet: Mapping[str, Any]) -> str:
    """The headline of a sheet."""
    return f"{drawing.names[seat]}: {sheet['total']}"


def points_text(points: int | None) -> Text:
    """A line's points; a dot while it is not full."""
    return Text("." if points is None else str(points), PRINTED if not points else GOOD)
