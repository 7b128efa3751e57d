"""Accuracy of the reader of paper on drawn photos of pads of 5 x 5 numbers, in writing that no training has seen.

The folder has the fonts and the handwritten digits that docs/paper-reader.md lists. With `--breaks` one thing in turn
gets worse in each photo: the blur, the angle, the light or the size of the photo.

    python -m benchmarks.paper_pads DIGITS --pads 200
    python -m benchmarks.paper_pads DIGITS --pads 40 --breaks
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import script
from knobel.vision.paper.kernels import SURE
from knobel.vision.paper.reading import read_grids
from knobel_lab.reader.paper.glyphs import Glyphs, load_glyphs
from knobel_lab.reader.paper.pads import Pad, View, draw_pad, some_view

FIRST_SEED = 10_000_000
LIMITS = 0.8, 0.9, 0.95, 0.97, 0.98, SURE
"""Probabilities from which on a cell is taken without a question."""
TAPS = 1, 3
NEAR = 0.02
"""Distance of corners in longer sides of the photo, at most."""
EASY = View()
WORSE: dict[str, tuple[float, ...]] = {
    "blur": (1, 2, 3, 4, 5),
    "tilt": (15, 30, 40, 50, 60),
    "light": (1, 0.4, 0.2, 0.1, 0.05),
    "size": (1280, 640, 480, 320, 240),
}
"""Fields of `View` and the values that they take, while the others are those of `EASY`."""


@dataclass(frozen=True)
class Reading:
    """The cells of a pad that was found: whether they are right, and their probabilities."""

    cells: tuple[tuple[bool, float], ...]


def read_pad(pad: Pad) -> Reading | None:
    """Return how a pad is read; None if it is not found."""
    near = NEAR * max(pad.picture.shape)
    for grid in read_grids(pad.picture, [(len(pad.texts), len(pad.texts[0]))]):
        # The direction counts only for the contents.
        distances = np.linalg.norm(np.array(grid.corners)[:, None] - pad.corners, axis=2)
        if distances.min(1).max() < near:
            return Reading(
                tuple(
                    (cell.candidates[0][0] == pad.texts[cell.row][cell.column], cell.candidates[0][1])
                    for cell in grid.cells
                )
            )
    return None


def readings(glyphs: Glyphs, count: int, view: View | None) -> Iterator[Reading | None]:
    """Yield how drawn pads are read."""
    for number in range(count):
        random = np.random.default_rng(FIRST_SEED + number)
        yield read_pad(draw_pad(random, glyphs, view or some_view(random)))


def figures(read: list[Reading | None], limit: float) -> dict[str, Any]:
    """Return figures for a probability from which on a cell is taken."""
    pads = [reading.cells for reading in read if reading]
    cells = [cell for pad in pads for cell in pad]
    sure = [right for right, probability in cells if probability >= limit]
    asked = [sum(probability < limit for _, probability in pad) for pad in pads]
    safe = [all(right or probability < limit for right, probability in pad) for pad in pads]
    result: dict[str, Any] = {
        "limit": limit,
        "pads": len(read),
        "found": len(pads),
        "cells": len(cells),
        "right": sum(right for right, _ in cells),
        "sure": len(sure),
        "of them wrong": len(sure) - sum(sure),
        "taps a pad": round(sum(asked) / max(1, len(pads)), 1),
    }
    for taps in TAPS:
        result[f"right after at most {taps}"] = sum(ok and count <= taps for ok, count in zip(safe, asked, strict=True))
    return result


def main() -> None:
    parser = script.parser(__doc__)
    parser.add_argument("digits", type=Path)
    parser.add_argument("--pads", type=int, default=200)
    parser.add_argument("--breaks", action="store_true", help="make one thing in turn worse")
    arguments = parser.parse_args()
    glyphs = load_glyphs(arguments.digits, is_test=True)
    if not arguments.breaks:
        read = list(readings(glyphs, arguments.pads, None))
        for limit in LIMITS:
            script.report(figures(read, limit))
        return
    for name, values in WORSE.items():
        for value in values:
            view = View(**{**vars(EASY), name: value})
            script.report({name: value, **figures(list(readings(glyphs, arguments.pads, view)), SURE)})


if __name__ == "__main__":
    main()
