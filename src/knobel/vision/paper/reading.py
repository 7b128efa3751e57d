"""What the reader of paper returns. Lengths are in pixels of the given picture."""

from dataclasses import dataclass
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]
"""x to the right and y downwards."""


@dataclass(frozen=True)
class ReadCell:
    """A cell that was read."""

    row: int
    column: int
    candidates: tuple[tuple[str, float], ...]
    """Texts with their estimated probabilities, the most probable one first; an empty text is an empty cell.

    The probabilities sum to less than 1 if the cell may be struck through or overwritten.
    """
    is_sure: bool
    """Whether the first candidate may be taken without a question."""
    corners: tuple[Point, ...]
    """Upper left, upper right, lower right and lower left corner, in the direction of the writing."""


@dataclass(frozen=True)
class ReadGrid:
    """A grid that was read, with its cells row by row."""

    corners: tuple[Point, ...]
    """Upper left, upper right, lower right and lower left corner, in the direction of the writing."""
    rows: int
    columns: int
    cells: tuple[ReadCell, ...]
