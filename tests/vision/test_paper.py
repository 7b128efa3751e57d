"""The reader of paper on a picture that is drawn here."""

import numpy as np
import pytest

from knobel.engines.shared.arrays import Array
from knobel.vision.paper.reading import read_cells, read_grids
from tests.vision.drawn_pad import NUMBERS, SIZE, draw_pad


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


def test_squared_paper_is_no_sheet(pad: Array) -> None:
    empty = pad.copy()
    inner = empty[72:468, 102:498]
    # What is written lies between the lines.
    for row in range(5):
        for column in range(5):
            inner[row * SIZE + 4 : row * SIZE + 72, column * SIZE + 4 : column * SIZE + 72] = pad[0, 0]
    assert [grid.is_sheet for grid in read_grids(empty, [(5, 5)])] == [False]
    assert [grid.is_sheet for grid in read_grids(pad, [(5, 5)])] == [True]


def test_reads_cells_at_given_places(pad: Array) -> None:
    left, top = 100 + 2 * SIZE, 70
    quad = [(left, top), (left + SIZE, top), (left + SIZE, top + SIZE), (left, top + SIZE)]
    (cell,) = read_cells(pad, np.array([quad]))
    assert cell.candidates[0][0] == str(NUMBERS[0][2])
