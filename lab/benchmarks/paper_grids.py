"""Accuracy of the reader of paper on drawn photos of grids of 5 x 5 numbers, in writing that no training has seen.

The folder has the fonts and the handwritten digits that docs/paper-reader.md lists. With `--breaks` one thing in turn
gets worse in each photo: the blur, the angle, the light or the size of the photo.

    python -m benchmarks.paper_grids DIGITS --photos 200
    python -m benchmarks.paper_grids DIGITS --photos 40 --breaks
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.shared import script
from knobel.vision.paper.kernels import SURE
from knobel.vision.paper.reading import read_grids
from knobel_lab.reader.paper.glyphs import Glyphs, load_glyphs
from knobel_lab.reader.paper.grids import Photo, View, draw_grid, some_view

FIRST_SEED = 10_000_000
LIMITS = 0.8, 0.95, 0.97, SURE, 0.99
"""Probabilities from which on a cell is taken without a question."""
TAPS = 1, 3
NEAR = 0.02
"""Distance of corners in longer sides of the photo, at most."""
EASY = View()
WORSE: dict[str, tuple[Any, ...]] = {
    "blur": (2, 3, 4, 5),
    "tilt": (30, 40, 50, 60),
    "light": (0.4, 0.2, 0.1, 0.05),
    "size": (640, 480, 320, 240),
}
"""Fields of `View` and the values that they take, while the others are those of `EASY`."""


@dataclass(frozen=True)
class Reading:
    """The cells of a grid that was found: whether they are right, and their probabilities."""

    cells: tuple[tuple[bool, float], ...]


def read_photo(photo: Photo) -> Reading | None:
    """Return how a photo is read; None if its grid is not found."""
    near = NEAR * max(photo.picture.shape)
    for grid in read_grids(photo.picture, [(len(photo.texts), len(photo.texts[0]))]):
        # The direction counts only for the contents.
        distances = np.linalg.norm(np.array(grid.corners)[:, None] - photo.corners, axis=2)
        if distances.min(1).max() < near:
            return Reading(
                tuple(
                    (cell.candidates[0][0] == photo.texts[cell.row][cell.column], cell.candidates[0][1])
                    for cell in grid.cells
                )
            )
    return None


def readings(glyphs: Glyphs, count: int, view: View | None) -> Iterator[Reading | None]:
    """Yield how drawn photos are read."""
    for number in range(count):
        random = np.random.default_rng(FIRST_SEED + number)
        yield read_photo(draw_grid(random, glyphs, view or some_view(random)))


def figures(read: list[Reading | None], limit: float) -> dict[str, Any]:
    """Return figures for a probability from which on a cell is taken."""
    found = [reading.cells for reading in read if reading]
    cells = [cell for photo in found for cell in photo]
    sure = [right for right, probability in cells if probability >= limit]
    asked = [sum(probability < limit for _, probability in photo) for photo in found]
    safe = [all(right or probability < limit for right, probability in photo) for photo in found]
    result: dict[str, Any] = {
        "limit": limit,
        "photos": len(read),
        "found": len(found),
        "cells": len(cells),
        "right": sum(right for right, _ in cells),
        "sure": len(sure),
        "of them wrong": len(sure) - sum(sure),
        "taps a photo": round(sum(asked) / max(1, len(found)), 1),
    }
    for taps in TAPS:
        result[f"right after at most {taps}"] = sum(ok and count <= taps for ok, count in zip(safe, asked, strict=True))
    return result


def worse_views(easy: View, worse: Mapping[str, Sequence[Any]]) -> dict[str, View]:
    """Return an easy view and those in which one thing is worse, by name."""
    views = {"easy": easy}
    for name, values in worse.items():
        views |= {f"{name} {value:g}": replace(easy, **{name: value}) for value in values}
    return views


def main() -> None:
    parser = script.parser(__doc__)
    parser.add_argument("digits", type=Path)
    parser.add_argument("--photos", type=int, default=200)
    parser.add_argument("--breaks", action="store_true", help="make one thing in turn worse")
    arguments = parser.parse_args()
    glyphs = load_glyphs(arguments.digits, is_test=True)
    if not arguments.breaks:
        read = list(readings(glyphs, arguments.photos, None))
        for limit in LIMITS:
            script.report(figures(read, limit))
        return
    for name, view in worse_views(EASY, WORSE).items():
        script.report({"view": name, **figures(list(readings(glyphs, arguments.photos, view)), SURE)})


if __name__ == "__main__":
    main()
