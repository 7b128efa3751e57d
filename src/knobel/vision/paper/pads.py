"""Reads printed pads: their marks tell where they are, their QR code the game and the form (`marks`, `pad_form`).

The code is read by zxing-cpp, which is an optional package.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from knobel.core import BadSetup
from knobel.engines.shared.arrays import Array
from knobel.optional_packages import how_to_install
from knobel.vision.paper.marks import BLOCK, BLOCK_FIELDS, MAX_PADS, MODULES, PAD_FIELDS, find_pads
from knobel.vision.paper.pad_form import ROUND, VOCABULARIES, Box, NotAPad, PadForm, read_form
from knobel.vision.paper.pad_lines import align
from knobel.vision.paper.pad_places import MODULE, QUIET, centre_wide, draw_code, place_boxes
from knobel.vision.paper.reading import POINTS, SUMS, Point, ReadCell, points_of, read_cells
from knobel.vision.sampling import shrink

SIDE = 2560
"""Longest side in pixels to which pictures are shrunk before marks are searched."""
CODE_SIZES = range(25, 54, 4)
"""Widths of codes in modules (ISO/IEC 18004, versions 2 to 9)."""
TRIED_SIZES = 4
"""How many of them are tried, the most probable one first."""
SHARPNESS = 0, 15, 30, 50
"""See `draw_code`."""
AROUND = 0.9
"""Half a side of the part of the photo with a code, in distances of the finder patterns of the code."""


@dataclass(frozen=True)
class ReadPad:
    """A pad that was read. Lengths are in pixels of the given picture."""

    form: PadForm
    corners: tuple[Point, ...]
    """The middles of the upper left, upper right, lower right and lower left mark of the pad."""
    cells: tuple[ReadCell, ...]
    """The cells in the order of `PadForm.cells`; their rows and columns are 0."""
    total: ReadCell | None
    """The total that the players wrote, which is only compared."""
    name: tuple[Point, ...] | None
    """The corners of the place for the name."""


def any_number(form: PadForm) -> Sequence[Collection[int]]:
    """Return for each cell of a pad the numbers of its vocabulary."""
    return [SUMS if form.game in VOCABULARIES else POINTS] * len(form.cells)


def read_pads(picture: Array, possible: Callable[[PadForm], Sequence[Collection[int]]] = any_number) -> list[ReadPad]:
    """Return the printed pads in a picture whose QR code can be read, in no particular order.

    :param picture: RGB, shape (height, width, 3), uint8
    :param possible: returns for each cell of a pad the numbers that the dice can give there
    :raises BadSetup: if zxing-cpp is not installed.
    :raises StaleData: if the weights are broken, or were made with other shapes.
    """
    small, factor = shrink(picture, SIDE)
    gray = brightness(small)
    blocks = np.empty(BLOCK_FIELDS * (gray.shape[0] // BLOCK + 1) * (gray.shape[1] // BLOCK + 1), np.uint8)
    found = np.empty((MAX_PADS, PAD_FIELDS))
    found = found[: find_pads(gray, blocks, found)]
    full = gray if factor == 1 else brightness(picture)
    pads = []
    for place in found:
        try:
            form = read_form(code_text(full, place / factor))
        except NotAPad:
            continue
        vocabulary = VOCABULARIES.get(form.game, "points")
        places = quads_of(place, form.cells)
        align(gray, places, int(form.game in ROUND))
        centre_wide(gray, places)
        cells = read_cells(small, places, vocabulary, possible(form), factor)
        totals = []
        if form.total is not None:
            places = quads_of(place, [form.total])
            centre_wide(gray, places)
            totals = read_cells(small, places, "points", [POINTS], factor)
        name = None if form.name is None else points_of(quads_of(place, [form.name]).ravel().tolist(), factor)
        corners = points_of(place[:8].tolist(), factor)
        pads.append(ReadPad(form, corners, tuple(cells), totals[0] if totals else None, name))
    return pads


def brightness(picture: Array) -> Array:
    """Return the brightness of a picture, shape (height, width), uint8."""
    wide = picture.astype(np.uint16)
    return np.ascontiguousarray((wide[..., 0] + 2 * wide[..., 1] + wide[..., 2]) // 4, np.uint8)


def quads_of(place: Array, boxes: list[Box]) -> Array:
    """Return where boxes of a pad are in the picture, shape (n, 4, 2)."""
    quads = np.empty((len(boxes), 4, 2))
    place_boxes(place, np.array(boxes), quads)
    return quads


def code_text(full: Array, place: Array) -> str:
    """Return the text of a pad's code; empty if it cannot be read.

    :param full: brightness, shape (height, width), uint8
    :raises BadSetup: if zxing-cpp is not installed.
    """
    library = reader()
    middle, right = place[8:10], place[10:12]
    about = MODULES * (1 + np.hypot(*(right - middle)) / place[14])
    for sharpness in SHARPNESS:
        for size in sorted(CODE_SIZES, key=lambda size: abs(size - about))[:TRIED_SIZES]:
            side = (size + 2 * QUIET) * MODULE
            picture = np.empty((side, side), np.uint8)
            draw_code(full, place, size, sharpness, picture)
            for code in library.read_barcodes(picture):
                return str(code.text)
    # Where paper is bent, modules are not where they are expected: the library finds them in the photo.
    reach = AROUND * np.hypot(*(right - middle))
    left, top = (max(int(each - reach), 0) for each in (right + place[12:14]) / 2)
    part = full[top : top + int(2 * reach), left : left + int(2 * reach)]
    return next((str(code.text) for code in library.read_barcodes(np.ascontiguousarray(part))), "")


def reader() -> Any:
    """Return the module `zxingcpp`.

    :raises BadSetup: if zxing-cpp is not installed.
    """
    try:
        import zxingcpp  # noqa: PLC0415 -- optional dependency
    except ImportError:
        raise BadSetup(f"printed pads need zxing-cpp: {how_to_install('photos')}") from None
    return zxingcpp
