"""What cells may contain, and the most probable contents, in compiled code."""

import numpy as np

from knobel.engines.shared.compiled import Array, Int, nested
from knobel.vision.paper.cells import CIRCLE, FIRST_SLOT
from knobel.vision.paper.settings import KINDS, SLOT_CLASSES
from knobel.vision.rows import insert_sorted

VOCABULARIES = "numbers", "circled", "digits", "points"
"""Contents of cells: sums of two dice, the same with and without a circle, any numbers, and points or a stroke."""
NUMBERS, CIRCLED, DIGITS, POINTS = range(len(VOCABULARIES))
MOST = 999
"""The largest number that is read."""
EMPTY, STRUCK, CIRCLED_FROM = -1, -2, 1000
"""Codes of contents in place of a number. Numbers in a circle are higher by the last one."""
EMPTY_KIND, NUMBER_KIND, STRUCK_KIND, DOUBTFUL_KIND = range(len(KINDS))
RARE_NUMBER, RARE_STROKE, RARE_CORRECTION = 0.01, 0.1, 0.25
"""How much rarer than among the cells of the training are, on people's sheets, numbers and strokes that the game does
not have, and corrections.
"""
TEN_TO_TWELVE, LONG, STROKE = 2.8, 130.0, 5.0
"""How much rarer in the training than each number of one digit were each from 10 to 12, each larger one, and strokes:
most cells of `knobel_lab.reader.paper` have one digit. Grids of digits have no other numbers.
"""
SUM_WEIGHTS = tuple(11 / 36 * (6 - min(abs(7 - number), 5)) for number in range(13))
"""How much more common than the mean of 2 to 12 a sum of two dice is; 1 counts like 2."""
CANDIDATES = 3
"""Number of contents that are reported for a cell."""


@nested
def rank(found: Array, vocabulary: Int, possible: Array, candidates: Array) -> None:
    """Write the most probable contents of a cell as rows: the negative probability and the code.

    The network's probabilities are those of the cells of the training; they are weighted by how much more common each
    content is on people's sheets.

    :param found: probabilities, see `OUTPUTS`
    :param possible: 1 for each number that the cell may have, shape (`MOST` + 1), uint8
    :param candidates: shape (`CANDIDATES`, 2), float64
    """
    for i in range(CANDIDATES):
        candidates[i, 0], candidates[i, 1] = 0, EMPTY
    count = 0
    row = np.empty(2)
    row[0], row[1] = -found[EMPTY_KIND], EMPTY
    count = insert_sorted(candidates, count, row)
    if vocabulary == POINTS:
        row[0], row[1] = -STROKE * found[STRUCK_KIND], STRUCK
        count = insert_sorted(candidates, count, row)
    hundreds = FIRST_SLOT
    tens = hundreds + SLOT_CLASSES
    units = tens + SLOT_CLASSES
    everything, impossible, weighted = 0.0, 0.0, 0.0
    for number in range(len(possible)):
        first = number // 100 + 1 if number >= 100 else 0
        second = number // 10 % 10 + 1 if number >= 10 else 0
        third = number % 10 + 1
        share = found[hundreds + first] * found[tens + second] * found[units + third]
        if number >= 10 and vocabulary != DIGITS:
            share *= TEN_TO_TWELVE if number <= 12 else LONG
        everything += share
        if possible[number] == 0:
            impossible += share
            continue
        if vocabulary in (NUMBERS, CIRCLED):
            share *= SUM_WEIGHTS[min(number, len(SUM_WEIGHTS) - 1)]
        weighted += share
        share *= found[NUMBER_KIND]
        if vocabulary == CIRCLED:
            row[0], row[1] = -share * found[CIRCLE + 1], CIRCLED_FROM + number
            count = insert_sorted(candidates, count, row)
            share *= found[CIRCLE]
        row[0], row[1] = -share, number
        count = insert_sorted(candidates, count, row)
    total = found[EMPTY_KIND] + found[NUMBER_KIND] * (weighted + RARE_NUMBER * impossible)
    total += found[STRUCK_KIND] * (STROKE if vocabulary == POINTS else RARE_STROKE)
    total += found[DOUBTFUL_KIND] * RARE_CORRECTION * everything
    for i in range(CANDIDATES):
        candidates[i, 0] /= total
