"""Cells of real photos: halves that share no page, and crops that show the number that they are said to show."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from knobel.core import BadSetup
from knobel.vision.paper.reading import SUMS, read_cells
from knobel.vision.paper.settings import CELL_SHARE, CROP
from knobel_lab.reader.paper.photos import halves
from tests.vision.paper.drawn_pad import NUMBERS, SIZE, draw_pad

pytestmark = pytest.mark.usefixtures("quick_reader")


def label(page: int, camera: str) -> dict[str, Any]:
    return {"printed": [[page]], "camera": camera}


def test_halves_share_no_page_and_no_camera_that_took_its_own_pages() -> None:
    labels = {f"new{k}": label(k, "new") for k in range(3)}
    labels |= {f"old{k}": label(10 + k // 2, "old" if k % 3 else "older") for k in range(6)}
    first, second = halves(labels)
    assert sorted(first + second) == sorted(labels)
    assert abs(len(first) - len(second)) <= 1
    for half in (first, second):
        assert {f"new{k}" in half for k in range(3)} != {True, False}
        for k in range(0, 6, 2):
            assert (f"old{k}" in half) == (f"old{k + 1}" in half)


def test_crops_show_their_number(tmp_path: Path) -> None:
    cells = pytest.importorskip("knobel_lab.reader.paper.photo_cells", exc_type=ImportError)
    with pytest.raises(BadSetup, match=r"labels\.json is missing"):
        cells.PhotoSource(tmp_path, 1)
    corners = [(100, 70), (100 + 5 * SIZE, 70), (100 + 5 * SIZE, 70 + 5 * SIZE), (100, 70 + 5 * SIZE)]
    labels = {"pad": {"digits": NUMBERS, "printed": None, "corners": corners, "camera": "drawn"}}
    (tmp_path / "labels.json").write_text(json.dumps(labels))
    Image.fromarray(draw_pad()).save(tmp_path / "pad.jpg")
    drawn = cells.PhotoSource(tmp_path, 1).draw(40)
    start, end = CROP * (1 - CELL_SHARE) / 2, CROP * (1 + CELL_SHARE) / 2
    quad = np.array([[(start, start), (end, start), (end, end), (start, end)]])
    right = []
    for crop, slots, turn in zip(drawn.crops[:, 0], drawn.slots.tolist(), drawn.turns.tolist(), strict=True):
        if turn == 0:
            picture = np.repeat(crop.byte().numpy()[:, :, None], 3, 2)
            text = "".join(str(digit - 1) for digit in slots if digit > 0)
            right.append(read_cells(picture, quad, "numbers", [SUMS])[0].candidates[0][0] == text)
    assert sum(right) > 0.9 * len(right) > 20
