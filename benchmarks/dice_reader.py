"""Accuracy of the dice reader on annotated photos.

The folder has photos and a file `dice.csv` with the columns photo, x0, y0, x1, y1 and value: a box for each die.
Needs Pillow.

    python -m benchmarks.dice_reader FOLDER
"""

import collections
import csv
import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

import numpy as np

from benchmarks import script
from knobel.engines.shared.arrays import Array
from knobel.vision.kernels import SURE
from knobel.vision.photos import open_photo
from knobel.vision.reader import ReadDie, read_picture

RANGES = (1, 1), (2, 2), (3, 4), (5, 5), (6, 7), (8, 12), (13, 99)
"""Numbers of dice in a photo for which the result is listed."""
SURE_DIE = 0.9
"""Probability above which a die counts as sure."""
Box: TypeAlias = tuple[float, float, float, float, int]
"""Centre, width, height and value of an annotated die."""


def annotations(folder: Path) -> dict[str, list[Box]]:
    """Return the annotated dice of each photo."""
    found = collections.defaultdict(list)
    with (folder / "dice.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            x0, y0, x1, y1 = (float(row[name]) for name in ("x0", "y0", "x1", "y1"))
            found[row["photo"]].append(((x0 + x1) / 2, (y0 + y1) / 2, x1 - x0, y1 - y0, int(float(row["value"]))))
    return found


def match(dice: Sequence[ReadDie], truth: Sequence[Box]) -> list[tuple[int | None, int | None]]:
    """Return pairs of indices of a read die and an annotated one, the nearest first; None where one is missing."""
    pairs = sorted(
        (float(np.hypot(die.x - x, die.y - y)) / max(width, height), j, k)
        for j, die in enumerate(dice)
        for k, (x, y, width, height, _) in enumerate(truth)
    )
    left, right = dict.fromkeys(range(len(dice))), dict.fromkeys(range(len(truth)))
    matched: list[tuple[int | None, int | None]] = []
    for distance, j, k in pairs:
        if distance <= 0.5 and j in left and k in right:
            matched.append((j, k))
            del left[j], right[k]
    return [*matched, *((j, None) for j in left), *((None, k) for k in right)]


def main() -> None:
    parser = script.parser(__doc__)
    parser.add_argument("folder", type=Path)
    arguments = parser.parse_args()
    truth = annotations(arguments.folder)
    confusion: Array = np.zeros((7, 7), int)
    sure: Array = np.zeros(2, int)
    whole = collections.defaultdict(list)
    taken: list[bool] = []
    begin = time.perf_counter()
    for photo, boxes in sorted(truth.items()):
        reading = read_picture(open_photo(arguments.folder / photo))
        dice = reading.dice
        right = True
        for j, k in match(dice, boxes):
            value, read = 0 if k is None else boxes[k][4], 0 if j is None else dice[j].value
            confusion[value, read] += 1
            right = right and value == read
            if j is not None and dice[j].probability > SURE_DIE:
                sure += (1, value == read)
        whole[len(boxes)].append(right)
        if reading.is_sure:
            taken.append(right)
    correct = int(np.trace(confusion))
    print(f"{len(truth)} photos, {(time.perf_counter() - begin) / len(truth):.2f} s for each")
    print(f"recall {correct / confusion[1:].sum():.4f}, precision {correct / confusion[:, 1:].sum():.4f}")
    print(f"found {confusion[1:, 1:].sum() / confusion[1:].sum():.4f}")
    print(f"probability over {SURE_DIE}: {sure[0]} dice, {sure[1] / max(1, sure[0]):.4f} of them right")
    for low, high in RANGES:
        results = [right for count, each in whole.items() if low <= count <= high for right in each]
        print(f"{low} to {high} dice: {sum(results)} of {len(results)} photos right")
    results = [right for each in whole.values() for right in each]
    to_7 = [right for count, each in whole.items() if count <= 7 for right in each]
    print(f"whole photos right: {np.mean(results):.3f}, up to 7 dice {np.mean(to_7):.3f}")
    print(f"taken over, with a probability from {SURE} on: {len(taken)} photos, {sum(taken)} of them right")
    print(f"rows: value, columns: read; 0 is none\n{json.dumps(confusion.tolist())}")


if __name__ == "__main__":
    main()
