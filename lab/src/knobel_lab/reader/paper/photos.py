"""Real photos of grids whose contents are known: a folder of photos with a file `labels.json`.

For each photo it has the numbers of the grid as `digits`, row by row, the `printed` ones among them (0 where a number
is handwritten, or null), and the `corners` of the grid in pixels; and the
`camera`.
"""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from knobel.core import BadSetup
from knobel.engines.shared.arrays import Array
from knobel.vision.paper.reading import ReadGrid, read_grids
from knobel.vision.photos import open_photo

LABELS = "labels.json"
NEAR = 0.05
"""Distance of corners in diagonals of the grid, at most."""


def load_labels(folder: Path) -> dict[str, Any]:
    """Return the labels of the photos in a folder by the photos' names.

    :raises BadSetup: if the folder has no labels.
    """
    try:
        labels: dict[str, Any] = json.loads((folder / LABELS).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadSetup(f"{folder} has no photos with labels: {LABELS} is missing or broken") from error
    return dict(sorted(labels.items()))


def photo_of(folder: Path, name: str) -> Path:
    """Return the file of a photo."""
    return folder / f"{name.removesuffix('.jpg')}.jpg"


def read_photos(folder: Path) -> Iterator[tuple[Array, dict[str, Any], ReadGrid | None]]:
    """Yield each photo of a folder with its label, and its grid as the reader finds it, if it does."""
    for name, label in load_labels(folder).items():
        photo = open_photo(photo_of(folder, name))
        size = len(label["digits"]), len(label["digits"][0])
        grids = read_grids(photo, [size], "digits", range(1, 10))
        yield photo, label, next((grid for grid in grids if is_found(grid, label)), None)


def is_found(grid: ReadGrid, label: Mapping[str, Any]) -> bool:
    """Return True if a grid is the labelled one: its corners are, or most of its digits, as some corners are wrong."""
    if label["corners"]:
        corners = np.array(label["corners"], float)
        if np.abs(np.array(grid.corners) - corners).max() < NEAR * np.linalg.norm(corners[0] - corners[2]):
            return True
    right = [cell.candidates[0][0] == str(label["digits"][cell.row][cell.column]) for cell in grid.cells]
    return sum(right) > len(right) / 2


def halves(labels: Mapping[str, Any]) -> tuple[list[str], list[str]]:
    """Return the names of the photos in two parts of about the same size.

    Photos with the same printed digits show the same page, and stay together; so do the photos of a camera, if it took
    no page that another one took.
    """
    groups = defaultdict[str, set[str]](set)
    pages = defaultdict[str, set[str]](set)
    for label in labels.values():
        pages[json.dumps(label["printed"])].add(label["camera"])
    for name, label in labels.items():
        page, camera = json.dumps(label["printed"]), label["camera"]
        is_alone = all(cameras == {camera} for cameras in pages.values() if camera in cameras)
        groups[camera if is_alone else page].add(name)
    parts: tuple[list[str], list[str]] = [], []
    for group in sorted(groups.values(), key=lambda group: (-len(group), min(group))):
        min(parts, key=len).extend(sorted(group))
    return parts
