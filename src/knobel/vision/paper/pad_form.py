"""The form of a printed pad: where its places lie between its marks.

It stands in the link of the pad's QR code, where the page writes it as it is printed (`web/src/lib/paper/padForm.ts`).
So the reader knows the places of every pad, whatever its game, options, paper and language, and however old it is.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias
from urllib.parse import parse_qs, urlsplit

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right and bottom; the centres of the marks are at 0 and 1."""

NAME = "pad"
"""The name of the form in the link."""
VERSION = "1"
DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
LEAST, MOST = -0.25, 1.25
"""A length has two digits and lies between these numbers."""
VOCABULARIES = {"knister": "numbers", "knaster": "circled", "knapp_daneben": "numbers"}
"""Contents of the cells of the games with a grid, see `texts`; those of other games are points."""
ROUND = ("knapp_daneben",)
"""Games whose cells are circles."""


class NotAPad(ValueError):
    """A link that is not that of a printed pad."""


@dataclass(frozen=True)
class Block:
    """Cells to write in, row by row."""

    rows: int
    columns: int
    filled: float
    """The part of the distance between two cells' centres that a cell fills."""
    box: Box
    """All cells, with half of the space between two cells around them."""

    @property
    def cells(self) -> list[Box]:
        """The box of each cell, row by row."""
        left, top, right, bottom = self.box
        width, height = (right - left) / self.columns, (bottom - top) / self.rows
        x, y = width * (1 - self.filled) / 2, height * (1 - self.filled) / 2
        return [
            (left + c * width + x, top + r * height + y, left + (c + 1) * width - x, top + (r + 1) * height - y)
            for r in range(self.rows)
            for c in range(self.columns)
        ]


@dataclass(frozen=True)
class PadForm:
    """A pad's game, its options as texts, and its places."""

    game: str
    options: dict[str, str]
    blocks: tuple[Block, ...]
    strikes: Box | None = None
    """The values for the free rolls of each column, of which players strike some."""
    total: Box | None = None
    name: Box | None = None

    @property
    def cells(self) -> list[Box]:
        """The boxes of all cells to write in, block by block."""
        return [cell for block in self.blocks for cell in block.cells]


def read_form(link: str) -> PadForm:
    """Return the form of the pad whose QR code has this text.

    :raises NotAPad: if it is not the link of a pad, or that of a pad of a later version.
    """
    try:
        values = {name: texts[0] for name, texts in parse_qs(urlsplit(link).query).items()}
        text, game = values.pop(NAME), values.pop("game")
        if not text.startswith(VERSION):
            raise NotAPad(f"the pad has a form of another version than {VERSION}")
        digits = iter(text[1:])
        blocks: list[Block] = []
        boxes: dict[str, Box] = {}
        for kind in digits:
            if kind == "c":
                rows, columns, filled = (DIGITS.index(next(digits)) for _ in range(3))
                blocks.append(Block(rows, columns, filled / (len(DIGITS) - 1), next_box(digits)))
            else:
                boxes[PLACES[kind]] = next_box(digits)
    except (KeyError, ValueError, StopIteration) as error:
        raise error if isinstance(error, NotAPad) else NotAPad("not the link of a printed pad") from None
    if not blocks or not all(block.rows and block.columns and block.filled for block in blocks):
        raise NotAPad("the form of the pad has no cells")
    return PadForm(game, values, tuple(blocks), **boxes)


PLACES = {"s": "strikes", "t": "total", "n": "name"}


def next_box(digits: Iterator[str]) -> Box:
    """Return the box that the next eight digits say."""
    steps = len(DIGITS) ** 2 - 1
    left, top, right, bottom = [
        LEAST + (MOST - LEAST) * (len(DIGITS) * DIGITS.index(next(digits)) + DIGITS.index(next(digits))) / steps
        for _ in range(4)
    ]
    return left, top, right, bottom
