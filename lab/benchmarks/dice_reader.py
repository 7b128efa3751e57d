"""Accuracy of the dice reader on annotated photos.

The folder has photos and a file `dice.csv` with the columns photo, x0, y0, x1, y1 and value: a box for each die.
Needs Pillow.

    python -m benchmarks.dice_reader FOLDER --worst 20 --marked OUT

With `--changes` it reports how many readings are sure, and how many of these are right, with the photos as they are,
shrunk, in less light and in more, each without and with the number of dice.

    python -m benchmarks.dice_reader FOLDER --changes
"""

import collections
import csv
import json
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias

import numpy as np

from benchmarks.shared import script
from knobel.engines.shared.arrays import Array
from knobel.vision.dice.kernels import SURE
from knobel.vision.dice.marked_photo import marked_photo
from knobel.vision.dice.reader import ReadDie, Reading, read_picture
from knobel.vision.photos import open_photo
from knobel.vision.sampling import shrink

RANGES = (1, 1), (2, 2), (3, 4), (5, 5), (6, 7), (8, 12), (13, 99)
"""Numbers of dice in a photo for which the result is listed."""
SURE_DIE = 0.9
"""Probability above which a die counts as sure."""
CHANGES = (1, 1), (0.7, 1), (0.5, 1), (1, 1 / 8), (0.5, 1 / 8), (1, 1 / 32), (1, 3)
"""Factors of the size and of the light of photos."""
Box: TypeAlias = tuple[float, float, float, float, int]
"""Centre, width, height and value of an annotated die."""


class Photo(NamedTuple):
    """The result of reading a photo."""

    name: str
    dice: int
    """The number of annotated dice."""
    errors: list[str]
    """A text for each error."""
    reading: Reading


def annotations(folder: Path) -> dict[str, list[Box]]:
    """Return the annotated dice of each photo."""
    found = collections.defaultdict(list)
    with (folder / "dice.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            x0, y0, x1, y1 = (float(row[name]) for name in ("x0", "y0", "x1", "y1"))
            found[row["photo"]].append(((x0 + x1) / 2, (y0 + y1) / 2, x1 - x0, y1 - y0, int(float(row["value"]))))
    return found


def match(dice: Sequence[ReadDie], truth: Sequence[Box]) -> list[tuple[int | None, int | None]]:
    """Return pairs of indices of a read die and an annotated one, the nearest first; None in place of a missing die."""
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


def error(value: int, read: int) -> str:
    """Return a text about a die; 0 is no die."""
    if value == read:
        return ""
    return f"{value} missed" if read == 0 else f"{read} without a die" if value == 0 else f"{value} read as {read}"


def changed(picture: Array, size: float, light: float) -> Array:
    """Return a picture shrunk, and with another exposure."""
    small, _ = shrink(picture, round(max(picture.shape[:2]) * size))
    linear = (small / 255) ** 2.2 * light
    return np.clip(np.rint(linear ** (1 / 2.2) * 255), 0, 255).astype(np.uint8)


def is_right(reading: Reading, boxes: Sequence[Box], size: float) -> bool:
    """Return True if all dice of a picture that was shrunk are read with their values, and nothing else."""
    truth = [(x * size, y * size, width * size, height * size, value) for x, y, width, height, value in boxes]
    pairs = match(reading.dice, truth)
    return all(j is not None and k is not None and reading.dice[j].value == truth[k][4] for j, k in pairs)


def report_changes(folder: Path) -> None:
    """Report how many readings of changed photos are sure, and how many of these are right."""
    photos = [(open_photo(folder / name), boxes) for name, boxes in sorted(annotations(folder).items())]
    for size, light in CHANGES:
        for is_known in (False, True):
            right, sure = [], []
            for picture, boxes in photos:
                reading = read_picture(changed(picture, size, light), counts=[len(boxes)] if is_known else ())
                right.append(is_right(reading, boxes, size))
                sure.append(reading.is_sure)
            line = {"size": size, "light": f"{light:.3g}", "number of dice": "known" if is_known else "unknown"}
            sure_right = sum(a and b for a, b in zip(right, sure, strict=True))
            script.report(
                {**line, "photos": len(right), "right": sum(right), "sure": sum(sure), "of them right": sure_right}
            )


def main() -> None:
    parser = script.parser(__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--changes", action="store_true", help="report readings of changed photos")
    parser.add_argument("--worst", type=int, default=0, help="list so many photos with the most errors")
    parser.add_argument("--marked", type=Path, help="folder for these photos with the dice that were read")
    arguments = parser.parse_args()
    if arguments.changes:
        report_changes(arguments.folder)
        return
    confusion: Array = np.zeros((7, 7), int)
    sure: Array = np.zeros(2, int)
    photos = []
    for name, boxes in sorted(annotations(arguments.folder).items()):
        reading = read_picture(open_photo(arguments.folder / name))
        errors = []
        for j, k in match(reading.dice, boxes):
            value, read = 0 if k is None else boxes[k][4], 0 if j is None else reading.dice[j].value
            confusion[value, read] += 1
            errors.append(error(value, read))
            if j is not None and reading.dice[j].probability > SURE_DIE:
                sure += (1, value == read)
        photos.append(Photo(name, len(boxes), sorted(filter(None, errors)), reading))
    report_numbers(photos)
    report_kinds(confusion, sure)
    report_worst(photos, arguments.folder, arguments.worst, arguments.marked)
    print(f"rows: value, columns: read; 0 is none\n{json.dumps(confusion.tolist())}")


def report_numbers(photos: Sequence[Photo]) -> None:
    """Report how many photos are right, by their number of dice and by how sure the reading is."""
    ranges = {f"{low} to {high}" if low < high else str(low): (low, high) for low, high in RANGES[:-1]}
    ranges |= {f"{RANGES[-1][0]} or more": RANGES[-1], "1 to 7": (1, 7), "all": (1, RANGES[-1][1])}
    for name, (low, high) in ranges.items():
        right = [not photo.errors for photo in photos if low <= photo.dice <= high]
        script.report({"dice in the photo": name, **shares("photos", len(right), sum(right))})
    taken = [not photo.errors for photo in photos if photo.reading.is_sure]
    script.report(
        {
            "dice in the photo": f"sure, with a probability of at least {SURE}",
            **shares("photos", len(taken), sum(taken)),
        }
    )


def report_kinds(confusion: Array, sure: Array) -> None:
    """Report the errors by kind, and the accuracy of single dice."""
    right = int(np.trace(confusion))
    values = int(confusion[1:, 1:].sum())
    kinds = {
        "right": right,
        "another value": values - right,
        "missed": int(confusion[1:, 0].sum()),
        "no die": int(confusion[0, 1:].sum()),
    }
    for kind, dice in kinds.items():
        script.report({"reading": kind, "dice": dice})
    for name, share in (
        ("recall", right / max(1, confusion[1:].sum())),
        ("precision", right / max(1, confusion[:, 1:].sum())),
        (f"right of the {sure[0]} dice with a probability above {SURE_DIE}", sure[1] / max(1, sure[0])),
    ):
        script.report({"single dice": name, "share": f"{share:.3f}"})


def report_worst(photos: Sequence[Photo], folder: Path, count: int, marked: Path | None) -> None:
    """Report the photos with the most errors, and write them with marks into a folder."""
    worst = sorted((photo for photo in photos if photo.errors), key=lambda photo: -len(photo.errors))[:count]
    for photo in worst:
        script.report({"photo": photo.name, "dice": photo.dice, "errors": ", ".join(photo.errors)})
        if marked is not None:
            marked.mkdir(parents=True, exist_ok=True)
            image = marked_photo(open_photo(folder / photo.name), photo.reading.dice)
            image.save((marked / photo.name).with_suffix(".jpg"), quality=85)


def shares(name: str, count: int, right: int) -> dict[str, object]:
    """Return a number of things, how many of them are right, and their share."""
    return {name: count, "right": right, "share": f"{100 * right / max(1, count):.1f} %"}


if __name__ == "__main__":
    main()
