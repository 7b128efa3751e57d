"""Printed pads are found by their marks, in any direction, and their cells are where the code says."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from knobel.engines.shared.arrays import Array
from knobel.vision.packing import aligned
from knobel.vision.paper import kernels, pads, reading
from knobel.vision.paper.kernels import CELL_FIELDS
from knobel.vision.paper.marks import MAX_PADS, PAD_FIELDS
from knobel.vision.paper.pad_form import NotAPad, read_form
from knobel.vision.paper.pads import read_pads
from knobel.vision.paper.texts import VOCABULARIES
from knobel.vision.paper.weights import PAPER, packed_file
from tests.vision.paper.drawn_pad import HEIGHT, LEFT, LINK, TOP, WIDTH, draw_printed_pad
from tests.vision.shipped_reader import shipped_kernels

SHIPPED = shipped_kernels(kernels)

pytestmark = pytest.mark.usefixtures("quick_reader")


@pytest.fixture(scope="module")
def picture() -> Array:
    return draw_printed_pad()


@pytest.mark.parametrize("quarters", range(4))
def test_a_pad_is_read_in_any_direction(picture: Array, quarters: int) -> None:
    (pad,) = read_pads(np.rot90(picture, quarters))
    assert (pad.form.game, pad.form.options) == ("knoeffel", {"columns": "2"})
    corners = np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) * (WIDTH, HEIGHT) + (LEFT, TOP)
    width = picture.shape[1], picture.shape[0]
    for quarter in range(quarters):
        corners = np.stack([corners[:, 1], width[quarter % 2] - corners[:, 0]], 1)
    assert np.array(pad.corners) == pytest.approx(corners, abs=1)
    assert wrong_cells(pad) <= 2


def test_a_pad_is_found_in_the_noise_of_a_dark_photo(picture: Array) -> None:
    noise = np.random.default_rng(1).normal(0, 7, picture.shape[:2])[:, :, None]
    (pad,) = read_pads(np.clip(picture * 0.55 + noise, 0, 255).astype(np.uint8))
    assert pad.form == read_form(LINK)


def wrong_cells(pad: pads.ReadPad) -> int:
    """Return the number of cells that do not have their number."""
    return sum(cell.candidates[0][0] != str(number) for number, cell in enumerate(pad.cells, 1))


def test_cells_are_found_where_the_paper_is_bent(picture: Array) -> None:
    bent = picture.copy()
    code = 140
    for x in range(WIDTH - code):
        down = round(18 * math.sin(math.pi * x / (WIDTH - code)))
        bent[:, LEFT + x] = np.roll(picture[:, LEFT + x], down, 0)
    (pad,) = read_pads(bent)
    assert wrong_cells(pad) <= 2


def test_a_code_is_read_where_its_modules_are_not_at_their_places(picture: Array) -> None:
    height, width = picture.shape[:2]
    across = np.arange(width)
    waves = np.round(10 * np.sin(4 * np.pi * across / width)).astype(int)
    (pad,) = read_pads(picture[(np.arange(height)[:, None] + waves) % height, across])
    assert pad.form == read_form(LINK)


def test_paper_without_a_pad_has_none(picture: Array) -> None:
    assert read_pads(np.full_like(picture, 200)) == []
    # Without its code, a pad is none.
    torn = picture.copy()
    torn[: TOP + 200, LEFT + WIDTH // 2 :] = 235
    assert read_pads(torn) == []


def test_the_form_has_the_cells_of_both_halves() -> None:
    form = read_form(LINK)
    assert len(form.cells) == 26
    assert form.cells[13] == pytest.approx([0.8747, 0.1284, 1.0156, 0.1971], abs=1e-4)
    for wrong in ("7", LINK[:-1], LINK.replace("=1c", "=2c"), LINK.split("&pad", maxsplit=1)[0]):
        with pytest.raises(NotAPad):
            read_form(wrong)


@pytest.mark.slow
def test_both_readers_agree_to_the_last_bit(picture: Array) -> None:
    boxes = np.array(read_form(LINK).cells)
    gray = np.ascontiguousarray(pads.brightness(np.rot90(picture)))

    def results(kernel: Callable[[str], Any]) -> list[Any]:
        """Return what kernels find on the pad."""
        found, quads = np.zeros((MAX_PADS, PAD_FIELDS)), np.zeros((len(boxes), 4, 2))
        count = kernel("find_pads")(gray, np.zeros(gray.size, np.uint8), found)
        kernel("place_boxes")(found[0].copy(), boxes, quads)
        for is_round in (0, 1):
            kernel("align")(gray, quads, is_round)
        kernel("centre_wide")(gray, quads)
        code = np.zeros((200, 200), np.uint8)
        kernel("draw_code")(gray, found[0].copy(), 37, 15, code)
        cells = np.zeros((len(boxes), CELL_FIELDS))
        small = np.ascontiguousarray(np.rot90(picture))
        scratch = aligned(kernels.scratch_size()), reading.plane_for(small)
        contents = VOCABULARIES.index("points"), reading.flags([range(40)] * len(boxes))
        kernel("read_quads")(small, quads, *contents, packed_file(PAPER.path()), *scratch, cells)
        assert count == 1
        return [each.tolist() for each in (found, quads, code, cells)]

    assert results(SHIPPED.__getitem__) == results(lambda name: getattr(kernels, name))
