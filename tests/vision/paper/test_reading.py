"""The reader of paper on a picture that is drawn here."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageDraw

from knobel.engines.shared.arrays import Array
from knobel.vision.paper import kernels
from knobel.vision.paper.kernels import (
    CELL_FIELDS,
    GRID_FIELDS,
    MAX_CELLS,
    MAX_GRIDS,
    PROBABLE,
    PROBABLE_POINTS,
    QUESTIONS,
    SHIPPED,
    SURE,
)
from knobel.vision.paper.reading import SUMS, flags, plane_for, read_cells, read_grids
from knobel.vision.paper.weights import packed_file
from tests.vision.paper.drawn_pad import NUMBERS, SIZE, draw_pad
from tests.vision.shipped_reader import shipped_kernels

pytestmark = pytest.mark.usefixtures("quick_reader")


@pytest.fixture(scope="module")
def pad() -> Array:
    """A pad with `NUMBERS`."""
    return draw_pad()


@pytest.mark.parametrize("quarters", range(4))
def test_reads_a_pad_in_any_direction(pad: Array, quarters: int) -> None:
    (grid,) = read_grids(np.rot90(pad, quarters), [(5, 5)])
    assert (grid.rows, grid.columns) == (5, 5)
    texts = [cell.candidates[0][0] for cell in grid.cells]
    wanted = [str(number) for numbers in NUMBERS for number in numbers]
    assert sum(text != right for text, right in zip(texts, wanted, strict=True)) <= 1
    height, width = pad.shape[:2]
    corners = np.array([(100, 70), (500, 70), (500, 470), (100, 470)], float)
    for _ in range(quarters):
        corners = np.stack([corners[:, 1], width - corners[:, 0]], 1)
        height, width = width, height
    assert np.abs(np.array(grid.corners) - corners).max() < 8


def test_reports_only_grids_of_the_expected_size(pad: Array) -> None:
    assert read_grids(pad, [(9, 9)]) == []


def test_finds_nothing_on_paper_without_a_grid(pad: Array) -> None:
    assert read_grids(np.full_like(pad, 200)) == []


def test_squared_paper_is_no_grid(pad: Array) -> None:
    empty = pad.copy()
    inner = empty[72:468, 102:498]
    # What is written lies between the lines.
    for row in range(5):
        for column in range(5):
            inner[row * SIZE + 4 : row * SIZE + 72, column * SIZE + 4 : column * SIZE + 72] = pad[0, 0]
    assert read_grids(empty, [(5, 5)]) == []


def test_red_numbers_in_the_shade_are_read(pad: Array) -> None:
    quad = np.array([[(100, 70), (100 + SIZE, 70), (100 + SIZE, 70 + SIZE), (100, 70 + SIZE)]], float)
    ink = 1 - pad / pad.max()
    red = (60 + ink * np.array([100, -33, -33])).astype(np.uint8)
    assert read_cells(red, quad, "numbers", [SUMS])[0].candidates[0][0] == str(NUMBERS[0][0])


def test_reads_cells_at_given_places(pad: Array) -> None:
    left, top = 100 + 2 * SIZE, 70
    quad = [(left, top), (left + SIZE, top), (left + SIZE, top + SIZE), (left, top + SIZE)]
    (cell,) = read_cells(pad, np.array([quad]), "numbers", [SUMS])
    assert cell.candidates[0][0] == str(NUMBERS[0][2])
    # What the dice cannot give there is not read, and what remains is asked for.
    (cell,) = read_cells(pad, np.array([quad]), "numbers", [{*SUMS} - {NUMBERS[0][2]}])
    assert str(NUMBERS[0][2]) not in dict(cell.candidates)
    assert not cell.is_sure


def test_reads_circles_that_reach_into_other_cells(pad: Array) -> None:
    image = Image.fromarray(pad)
    canvas, quads, texts = ImageDraw.Draw(image), [], []
    for k in range(25):
        left, top = 100 + k % 5 * SIZE, 70 + k // 5 * SIZE
        quads.append([(left, top), (left + SIZE, top), (left + SIZE, top + SIZE), (left, top + SIZE)])
        number = NUMBERS[k // 5][k % 5]
        texts.append(f"({number})" if k % 2 else str(number))
        if k % 2:
            canvas.ellipse((left - 2, top - 2, left + SIZE + 2, top + SIZE + 2), outline=(30, 30, 90), width=4)
    cells = read_cells(np.array(image), np.array(quads, float), "circled", [SUMS] * 25)
    assert [cell.candidates[0][0] for cell in cells] == texts


def test_asks_for_the_least_sure_cells_of_a_sheet(pad: Array) -> None:
    # Places between cells show parts of two numbers.
    lefts = range(100, 101 + 4 * SIZE, 4)
    quads = [[(x, 70), (x + SIZE, 70), (x + SIZE, 70 + SIZE), (x, 70 + SIZE)] for x in lefts]
    cells = read_cells(pad, np.array(quads, float), "numbers", [SUMS] * len(quads))
    shares = [cell.candidates[0][1] for cell in cells]
    third = sorted(shares)[QUESTIONS - 1]
    doubtful = [share for share in shares if share < SURE]
    asked = [share for share, cell in zip(shares, cells, strict=True) if not cell.is_sure]
    assert QUESTIONS <= len(asked) < len(doubtful)
    assert asked == [share for share in doubtful if share <= third or share < PROBABLE]
    # More points are asked for.
    points = read_cells(pad, np.array(quads, float), "points", [SUMS] * len(quads))
    assert any(PROBABLE <= cell.candidates[0][1] < PROBABLE_POINTS for cell in points)
    assert not any(cell.is_sure for cell in points if cell.candidates[0][1] < PROBABLE_POINTS)
    # Alone, another one of them is the least sure one.
    other = next(k for k, cell in enumerate(cells) if cell.is_sure and shares[k] < SURE)
    (cell,) = read_cells(pad, np.array([quads[other]], float), "numbers", [SUMS])
    assert not cell.is_sure


def found(read: Callable[..., int], picture: Array, vocabulary: int) -> tuple[Any, ...]:
    """Return what a reader finds: the grids and their cells."""
    grids, cells = np.zeros((MAX_GRIDS, GRID_FIELDS)), np.zeros((MAX_CELLS, CELL_FIELDS))
    scratch = np.zeros(kernels.scratch_size(), np.float32)
    sizes = np.zeros((1, 2), np.int64)
    spaces = packed_file(SHIPPED), scratch, plane_for(picture)
    count = read(picture, sizes, vocabulary, flags([SUMS]), *spaces, grids, cells)
    return count, grids[:count].tolist(), cells[:25].tolist()


@pytest.mark.slow
def test_the_module_agrees_with_compiled_kernels_to_the_last_bit(pad: Array) -> None:
    in_module = shipped_kernels(kernels)["read"]
    for picture, vocabulary in ((pad, 0), (np.ascontiguousarray(np.rot90(pad)), 1), (pad // 3, 3)):
        count, *_ = compiled = found(kernels.read, picture, vocabulary)
        assert count == 1
        assert found(in_module, picture, vocabulary) == compiled
