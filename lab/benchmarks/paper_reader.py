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
from typing import Any, NamedTuple

from benchmarks.shared import script
from knobel.vision.paper.kernels import SURE
from knobel.vision.paper.reading import ReadGrid
from knobel_lab.reader.paper.photos import LABELS, halves, load_labels, photo_of, read_photos

LIMITS = 0.8, 0.9, 0.95, SURE, 0.99
"""Probabilities from which on a cell is taken without a question, in place of the reader's own choice."""
MAX_TAPS = 3


class Cell(NamedTuple):
    """A cell that was read."""

    is_right: bool
    is_printed: bool
    probability: float
    is_sure: bool

    def is_asked(self, limit: float | None) -> bool:
        """Return True if the cell is not taken without a question, as the reader chooses if there is no limit."""
        return not self.is_sure if limit is None else self.probability < limit


def contents(grid: ReadGrid, label: dict[str, Any]) -> list[Cell]:
    """Return the cells of a grid."""
    printed = label["printed"] or [[0] * 9] * 9
    return [
        Cell(
            text == str(label["digits"][cell.row][cell.column]),
            bool(printed[cell.row][cell.column]),
            probability,
            cell.is_sure,
        )
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
        right = [cell.is_right for cell in cells if cell.is_printed == is_printed]
        line |= {kind: len(right), f"{kind} right": sum(right)}
    script.report(
        {**line, "whole photos right": sum(bool(photo) and all(cell.is_right for cell in photo) for photo in photos)}
    )
    for limit in (None, *LIMITS):
        sure = [cell.is_right for cell in cells if not cell.is_asked(limit)]
        asked = [
            sum(cell.is_asked(limit) for cell in photo)
            for photo in photos
            if photo and all(cell.is_right or cell.is_asked(limit) for cell in photo)
        ]
        script.report(
            {
                "limit": limit or "as read",
                "sure": len(sure),
                "of them wrong": len(sure) - sum(sure),
                "cells": len(cells),
                "photos right after taps": len(asked),
                f"after at most {MAX_TAPS}": sum(count <= MAX_TAPS for count in asked),
            }
        )


if __name__ == "__main__":
    main()
