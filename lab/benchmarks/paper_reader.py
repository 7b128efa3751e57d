"""Accuracy of the reader of paper on photos of grids of 9 x 9 digits.

The folder has photos and a file `labels.json` with the digits, the printed digits and the corners of each grid. A grid
counts as found if its corners are close to the annotated ones, or if most of its digits are right: the corners of
eight photos of the set are annotated wrongly. Needs Pillow.

    python -m benchmarks.paper_reader FOLDER

To measure a reader that learned from photos, on others: `--halves FOLDERS` writes the two halves of the photos as two
folders, which share no page. Train with one, and measure with the weights (`KNOBEL_DATA`) on the other one.
"""

import json
from pathlib import Path
from typing import Any

from benchmarks.shared import script
from knobel.vision.paper.kernels import SURE
from knobel.vision.paper.reading import ReadGrid
from knobel_lab.reader.paper.photos import LABELS, halves, load_labels, photo_of, read_photos

LIMITS = 0.8, SURE, 0.95, 0.97, 0.98, 0.99
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


def write_halves(folder: Path, halves_folder: Path) -> None:
    """Write two folders with the halves of the photos, as links."""
    labels = load_labels(folder)
    for number, names in enumerate(halves(labels)):
        half = halves_folder / str(number)
        half.mkdir(parents=True, exist_ok=True)
        (half / LABELS).write_text(json.dumps({name: labels[name] for name in names}), encoding="utf-8")
        for name in names:
            photo = photo_of(folder, name)
            (half / photo.name).symlink_to(photo.resolve())


def main() -> None:
    parser = script.parser(__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--halves", type=Path, help="write the halves of the photos into this folder")
    arguments = parser.parse_args()
    if arguments.halves:
        write_halves(arguments.folder, arguments.halves)
        return
    photos = [contents(grid, label) if grid else [] for _, label, grid in read_photos(arguments.folder)]
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
