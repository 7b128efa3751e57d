"""The reader of paper on a picture that is drawn here."""

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from knobel.engines.shared.arrays import Array
from knobel.vision.paper.reading import read_cells, read_grids

NUMBERS = ((2, 7, 12, 5, 4), (3, 10, 6, 8, 9), (11, 4, 7, 7, 2), (5, 6, 9, 10, 3), (8, 12, 4, 11, 6))
SIZE = 80


@pytest.fixture(scope="module")
def pad() -> Array:
    """A pad with `NUMBERS`."""
    image = Image.new("RGB", (640, 560), (225, 222, 215))
    canvas = ImageDraw.Draw(image)
    font = ImageFont.load_default(46)
    for k in range(6):
        canvas.line((100, 70 + k * SIZE, 500, 70 + k * SIZE), fill=(60, 60, 70), width=3)
        canvas.line((100 + k * SIZE, 70, 100 + k * SIZE, 470), fill=(60, 60, 70), width=3)
    for row, numbers in enumerate(NUMBERS):
        for column, number in enumerate(numbers):
            place = 140 + column * SIZE, 110 + row * SIZE
            canvas.text(place, str(number), fill=(30, 30, 90), font=font, anchor="mm")
    return np.array(image)


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


def test_reads_cells_at_given_places(pad: Array) -> None:
    left, top = 100 + 2 * SIZE, 70
    quad = [(left, top), (left + SIZE, top), (left + SIZE, top + SIZE), (left, top + SIZE)]
    (cell,) = read_cells(pad, np.array([quad]))
    assert cell.candidates[0][0] == str(NUMBERS[0][2])
