"""Accuracy of the dice reader on drawn rolls, and how many of the rolls it takes over by itself are right.

The rolls are those of the games: 2 or 5 dice on felt, wood, paper or cloth, by day or under a lamp, beside pens, pads,
fingers and boxes. With `--any` the plastics, lights and lenses are all that training draws, unreadable ones included.
No training has seen them.

    python -m benchmarks.dice_rolls --rolls 1600
"""

import collections
import itertools
import multiprocessing
import time
from concurrent.futures import ProcessPoolExecutor
from typing import TypeAlias

import numpy as np

from benchmarks import script
from benchmarks.dice_reader import match
from knobel.vision.drawing.camera import LIGHTS
from knobel.vision.drawing.scene import draw, table_setting
from knobel.vision.kernels import SURE
from knobel.vision.reader import read_picture
from knobel.vision.settings import COLOURS

FIRST_SEED = 10_000_000_000_000
"""Training with a seed below 10,000 does not reach these pictures."""
KINDS = tuple(itertools.product((2, 5), ("felt", "wood", "paper", "cloth"), LIGHTS))
Task: TypeAlias = tuple[int, bool]
Result: TypeAlias = tuple[int, float, int, int, int, int]
"""Number of the roll, probability of the reading, dice, dice read right, dice of one colour, colours read right."""


def read_roll(task: Task) -> Result:
    """Draw a roll and read it; a reported die that is none counts as one die more."""
    number, anything = task
    count, ground, light = KINDS[number % len(KINDS)]
    setting = table_setting(count, ground) if anything else table_setting(count, ground, light, clear=True)
    picture, truth = draw(FIRST_SEED + number, setting)
    reading = read_picture(picture)
    boxes = [(float(x), float(y), float(w), float(h), int(value)) for x, y, w, h, value in truth[:, :5]]
    pairs = match(reading.dice, boxes)
    both = [(reading.dice[j], truth[k]) for j, k in pairs if j is not None and k is not None]
    right = sum(die.value == row[4] for die, row in both)
    one_colour = [(die.colour, COLOURS[int(row[5])]) for die, row in both if row[5] >= 0]
    probability = reading.probability if reading.dice else 0.0
    return number, probability, len(pairs), right, len(one_colour), sum(a == b for a, b in one_colour)


def main() -> None:
    parser = script.parser(__doc__)
    parser.add_argument("--rolls", type=int, default=320)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--any", action="store_true", help="any plastics, lights and lenses")
    parser.add_argument("--save", help="file for the results of all rolls, .npy")
    arguments = parser.parse_args()
    begin = time.perf_counter()
    tasks = [(number, arguments.any) for number in range(arguments.rolls)]
    with ProcessPoolExecutor(arguments.workers, multiprocessing.get_context("spawn")) as pool:
        results = list(pool.map(read_roll, tasks, chunksize=8))
    if arguments.save:
        np.save(arguments.save, np.array(results))
    report(results)
    print(f"{(time.perf_counter() - begin) / len(results) * arguments.workers:.2f} s for each roll and process")


def report(results: list[Result]) -> None:
    """Print the accuracy for each kind of roll, and of the rolls that are taken over."""
    kinds = collections.defaultdict(list)
    for number, _, dice, right, *_ in results:
        kinds[KINDS[number % len(KINDS)]].append(dice == right)
    for (count, ground, light), each in sorted(kinds.items()):
        print(f"{count} dice, {ground}, {light}: {sum(each)} of {len(each)} rolls right")
    rows = np.array(results)
    right = rows[:, 2] == rows[:, 3]
    print(f"rolls right: {right.sum()} of {len(right)}, {right.mean():.4f}")
    dice, colours = (rows[:, k + 1].sum() / max(1, rows[:, k].sum()) for k in (2, 4))
    print(f"dice right: {dice:.4f}, colours {colours:.4f}")
    for least in sorted({0.9, 0.95, 0.98, 0.99, SURE}):
        sure = rows[:, 1] >= least
        mark = " (taken over)" if least == SURE else ""
        print(f"probability over {least}{mark}: {sure.sum()} rolls, {right[sure].sum()} of them right")


if __name__ == "__main__":
    main()
