"""Accuracy of the reader of paper on photos of grids of 9 x 9 digits.

The folder has photos and a file `labels.json` with the digits, the printed digits and the corners of each grid. A grid
counts as found if its corners are close to the annotated ones, or if most of its digits are right: the corners of
eight photos of the set are annotated wrongly. Needs Pillow.

    python -m benchmarks.paper_reader FOLDER
"""

import json
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.shared import script
from knobel.vision.paper.kernels import SURE
from knobel.vision.paper.reading import ReadGrid, read_grids
from knobel.vision.photos import open_photo

NEAR = 0.05
"""Distance of corners in diagonals of the grid, at most."""
LIMITS = 0.8, 0.9, SURE, 0.97, 0.98, 0.99
"""Probabilities from which on a cell is taken without a question."""
MAX_TAPS = 3


def contents(grid: ReadGrid, label: dict[str, Any]) -> list[tuple[bool, bool, float]]:
    """Return for each cell whether it is right, whether its digit is printed, and its probability."""
    printed = label["printed"] or [[0] * 9] * 9
    return [
        (text == str(label["digits"][cell.row][cell.column]), bool(printed[cell.row][cell.column]), probability)
        for cell in grid.cells
        for text, probability in cell.candidates[:1]
    ]


def is_found(grid: ReadGrid, label: dict[str, Any]) -> bool:
    """Return True if a grid is the annotated one."""
    if label["corners"]:
        corners = np.array(label["corners"], float)
        if np.abs(np.array(grid.corners) - corners).max() < NEAR * np.linalg.norm(corners[0] - corners[2]):
            return True
    return sum(right for right, _, _ in contents(grid, label)) > len(grid.cells) / 2


def main() -> None:
    parser = script.parser(__doc__)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    labels = json.loads((folder / "labels.json").read_text(encoding="utf-8"))
    photos = []
    for name, label in sorted(labels.items()):
        grids = read_grids(open_photo(folder / f"{name.removesuffix('.jpg')}.jpg"), [(9, 9)], "digits")
        photos.append(next((contents(grid, label) for grid in grids if is_found(grid, label)), []))
    cells = [cell for photo in photos for cell in photo]
    line: dict[str, Any] = {"photos": len(photos), "found": sum(map(bool, photos))}
    for kind, is_printed in (("printed", True), ("handwritten", False)):
        right = [right for right, printed, _ in cells if printed == is_printed]
        line |= {kind: len(right), f"{kind} right": sum(right)}
    script.report(
        {**line, "whole photos right": sum(bool(photo) and all(cell[0] for cell in photo) for photo in photos)}
    )
    for limit in LIMITS:
        sure = [right for right, _, probability in cells if probability >= limit]
        after_taps = [photo for photo in photos if photo and all(cell[0] or cell[2] < limit for cell in photo)]
        few = [photo for photo in after_taps if sum(cell[2] < limit for cell in photo) <= MAX_TAPS]
        script.report(
            {
                "limit": limit,
                "sure": len(sure),
                "of them wrong": len(sure) - sum(sure),
                "cells": len(cells),
                "photos right after taps": len(after_taps),
                f"after at most {MAX_TAPS}": len(few),
            }
        )


if __name__ == "__main__":
    main()
