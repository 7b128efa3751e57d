"""Accuracy of the dice reader on drawn rolls, and how many of the rolls that it enters automatically are right.

The rolls are those of the games: 2 or 5 dice on felt, wood, paper or cloth, by day or under a lamp, beside pens, pads,
fingers and boxes; the reader knows how many dice were thrown. With `--any` the plastics, lights and lenses are all that
training draws. No training has seen them.

A roll is legible if every pip of every upper face is visible; see `is_legible`. The angle of a roll is the largest one
between the vertical and the ray to one of its dice.

    python -m benchmarks.dice_rolls --rolls 1200
"""

import itertools
import multiprocessing
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.random import default_rng

from benchmarks.dice_reader import match, shares
from benchmarks.shared import script
from knobel.vision.dice.kernels import SURE
from knobel.vision.dice.marked_photo import marked_photo
from knobel.vision.dice.reader import read_picture
from knobel.vision.dice.settings import COLOURS
from knobel_lab.reader.drawing.camera import LIGHTS
from knobel_lab.reader.drawing.legibility import is_legible
from knobel_lab.reader.drawing.scene import choose_view, draw, table_setting

FIRST_SEED = 10_000_000_000_000
"""Training with a seed below 10,000 does not reach these pictures."""
COUNTS, GROUNDS = (2, 5), ("felt", "wood", "paper", "cloth")
KINDS = tuple(itertools.product(COUNTS, GROUNDS, LIGHTS))
ANGLES = (0, 20), (20, 30), (30, 40), (40, 50), (50, 90)
"""Ranges of angles, in degrees, for which the result is listed."""
PROBABILITIES = 0.0, 0.9, 0.95, 0.98, 0.99


class Roll(NamedTuple):
    """A drawn roll and its reading."""

    number: int
    right: bool
    legible: bool
    angle: float
    probability: float
    is_sure: bool
    dice: int
    """The number of dice, with those read where there is none."""
    dice_right: int
    plain: int
    """The number of dice of one colour that were found."""
    colours_right: int


def read_roll(number: int, *, anything: bool, counts: bool, wrong: Path | None) -> Roll:
    """Draw a roll and read it; a reported die that is none counts as one die more.

    :param wrong: the folder into which the picture is written if it is read wrong
    """
    count, ground, light = KINDS[number % len(KINDS)]
    setting = table_setting(count, ground) if anything else table_setting(count, ground, light, clear=True)
    seed = FIRST_SEED + number
    picture, truth = draw(seed, setting)
    reading = read_picture(picture, counts=[count] if counts else ())
    boxes = [(float(x), float(y), float(w), float(h), int(value)) for x, y, w, h, value in truth[:, :5]]
    pairs = match(reading.dice, boxes)
    both = [(reading.dice[j], truth[k]) for j, k in pairs if j is not None and k is not None]
    right = sum(die.value == int(row[4]) for die, row in both)
    plain = [(die.colour, COLOURS[int(row[5])]) for die, row in both if row[5] >= 0]
    if wrong is not None and right < len(pairs):
        marked_photo(picture, reading.dice).save(wrong / f"{number}.jpg", quality=85)
    view, _ = choose_view(default_rng(seed), setting)
    rays = [
        view.ahead + (x - view.px) / view.focal * view.right + (y - view.py) / view.focal * view.down
        for x, y in truth[:, :2]
    ]
    angle = max((float(np.degrees(np.arccos(-ray[2] / np.linalg.norm(ray)))) for ray in rays), default=0.0)
    return Roll(
        number,
        right == len(pairs),
        is_legible(seed, setting, picture),
        angle,
        reading.probability if reading.dice else 0.0,
        reading.is_sure,
        len(pairs),
        right,
        len(plain),
        sum(a == b for a, b in plain),
    )


def main() -> None:
    parser = script.parser(__doc__)
    parser.add_argument("--rolls", type=int, default=320)
    parser.add_argument("--first", type=int, default=0, help="number of the first roll")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--any", action="store_true", help="any plastics, lights and lenses")
    parser.add_argument("--unknown", action="store_true", help="the reader does not know how many dice there are")
    parser.add_argument("--wrong", type=Path, help="folder for the pictures that are read wrong, with marks")
    arguments = parser.parse_args()
    if arguments.wrong:
        arguments.wrong.mkdir(parents=True, exist_ok=True)
    numbers = range(arguments.first, arguments.first + arguments.rolls)
    read = partial(read_roll, anything=arguments.any, counts=not arguments.unknown, wrong=arguments.wrong)
    with ProcessPoolExecutor(arguments.workers, multiprocessing.get_context("spawn")) as pool:
        report(list(pool.map(read, numbers, chunksize=8)))


def report(rolls: Sequence[Roll]) -> None:
    """Report the accuracy for each kind of roll, by angle, and by the probability of the reading."""
    legible = [roll for roll in rolls if roll.legible]
    line("rolls that are", "drawn", rolls)
    line("rolls that are", "legible", legible)
    for place, names in enumerate((COUNTS, GROUNDS, LIGHTS)):
        for name in names:
            chosen = [roll for roll in legible if KINDS[roll.number % len(KINDS)][place] == name]
            line("legible, with", f"{name} dice" if name in COUNTS else str(name), chosen)
    for low, high in ANGLES:
        chosen = [roll for roll in legible if low <= roll.angle < high]
        line("legible, seen at most at", f"{low} to {high} degrees", chosen)
    for least in PROBABILITIES:
        line("probability from", str(least), [roll for roll in rolls if roll.probability >= least])
    line("probability from", f"{SURE}, sure (taken over)", [roll for roll in rolls if roll.is_sure])
    for name, all_, right in (("values", "dice", "dice_right"), ("colours", "plain", "colours_right")):
        sums = [sum(getattr(roll, field) for roll in rolls) for field in (all_, right)]
        script.report({"single dice": name, **shares("dice", *sums)})


def line(heading: str, name: str, rolls: Sequence[Roll]) -> None:
    """Report how many rolls are right."""
    script.report({heading: name, **shares("rolls", len(rolls), sum(roll.right for roll in rolls))})


if __name__ == "__main__":
    main()
