"""Reads the grids in a picture: a finder locates their junctions, a reader reads each cell in a crop (`kernels`).

Lengths are in pixels of the given picture.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from knobel.engines.shared.arrays import Array
from knobel.vision.packing import aligned
from knobel.vision.paper.kernels import (
    CELL_FIELDS,
    GRID_FIELDS,
    MAX_CELLS,
    MAX_GRIDS,
    MAX_SIDE,
    read,
    read_quads,
    scratch_size,
)
from knobel.vision.paper.texts import CANDIDATES, CIRCLED_FROM, EMPTY, MOST, STRUCK, VOCABULARIES
from knobel.vision.paper.weights import PAPER, packed_file
from knobel.vision.sampling import shrink

Point: TypeAlias = tuple[float, float]
"""x to the right and y downwards."""
SUMS, POINTS = range(1, 13), range(MOST + 1)
"""Numbers of cells: sums of two dice, and 1, and points."""


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


def read_grids(
    picture: Array,
    sizes: Sequence[tuple[int, int]] = (),
    vocabulary: str = "numbers",
    possible: Collection[int] = SUMS,
) -> list[ReadGrid]:
    """Return the grids in a picture with the contents of their cells; squares with hardly a number are no grids.

    :param picture: RGB, shape (height, width, 3), uint8
    :param sizes: rows and columns of the grids that are expected; others are not reported
    :param vocabulary: contents of cells, one of `VOCABULARIES`
    :param possible: numbers that cells may have
    :raises StaleData: if the weights are broken, or were made with other shapes.
    """
    small, factor = shrink(picture, MAX_SIDE)
    grids, cells = np.zeros((MAX_GRIDS, GRID_FIELDS)), np.zeros((MAX_CELLS, CELL_FIELDS))
    expected = np.array([(0, 0), *sizes])
    contents = VOCABULARIES.index(vocabulary), flags([possible])
    kernel_arguments = packed_file(PAPER.path()), aligned(scratch_size()), plane_for(small), grids, cells
    count = read(np.array(small, order="C"), expected, *contents, *kernel_arguments)
    result, start = [], 0
    for rows, columns, *corners in grids[:count].tolist():
        end = start + int(rows * columns)
        found = tuple(cell_of(row, factor) for row in cells[start:end].tolist())
        result.append(ReadGrid(points_of(corners, factor), int(rows), int(columns), found))
        start = end
    return result


def read_cells(
    picture: Array, quads: Array, vocabulary: str, possible: Sequence[Collection[int]], factor: float = 1
) -> list[ReadCell]:
    """Return the contents of cells at given places; their rows and columns are 0.

    :param picture: RGB, shape (height, width, 3), uint8
    :param quads: x and y of the corners, clockwise from the upper left one in the direction of the writing, shape
        (n, 4, 2)
    :param possible: for each cell, the numbers that it may have
    :param factor: size of the picture in sizes of the original one, in whose pixels the corners are reported
    :raises StaleData: if the weights are broken, or were made with other shapes.
    """
    cells = np.zeros((len(quads), CELL_FIELDS))
    arguments = packed_file(PAPER.path()), aligned(scratch_size()), plane_for(picture), cells
    contents = VOCABULARIES.index(vocabulary), flags(possible)
    read_quads(np.array(picture, order="C"), np.array(quads, float), *contents, *arguments)
    return [cell_of(row, factor) for row in cells.tolist()]


def flags(possible: Sequence[Collection[int]]) -> Array:
    """Return for each cell 1 for the numbers that it may have, shape (cells, `MOST` + 1), uint8."""
    result = np.zeros((len(possible), MOST + 1), np.uint8)
    for row, numbers in zip(result, possible, strict=True):
        row[list(numbers)] = 1
    return result


def plane_for(picture: Array) -> Array:
    """Return scratch space for the brightness of a picture."""
    return np.empty(picture.shape[0] * picture.shape[1], np.float32)


def cell_of(numbers: Sequence[float], factor: float) -> ReadCell:
    """Return a cell for the numbers of a kernel, see `CELL_FIELDS`."""
    row, column, is_sure, *others = numbers
    contents, corners = others[: 2 * CANDIDATES], others[2 * CANDIDATES :]
    candidates = tuple((text_of(int(code)), share) for code, share in zip(contents[::2], contents[1::2], strict=True))
    return ReadCell(int(row), int(column), candidates, bool(is_sure), points_of(corners, factor))


def points_of(numbers: Sequence[float], factor: float) -> tuple[Point, ...]:
    """Return points for x and y in turn, in pixels of the picture before it was shrunk."""
    return tuple((x / factor, y / factor) for x, y in zip(numbers[::2], numbers[1::2], strict=True))


def text_of(code: int) -> str:
    """Return the text for a code of the contents of a cell, such as "7", "(7)" in a circle and "-" for a stroke."""
    if code >= CIRCLED_FROM:
        return f"({code - CIRCLED_FROM})"
    return {EMPTY: "", STRUCK: "-"}.get(code, str(code))
