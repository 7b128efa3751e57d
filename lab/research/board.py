"""Knister on a board of any size: numbers are rolled and entered in free cells, and full lines score.

The lines are the rows, the columns and, on a square board, the two diagonals, which count double. The board of 5x5
cells with two dice of six faces is Knister. A shorter line scores for the same combinations, if they fit in it: equal
numbers score as in the game, and a straight, whose numbers are all consecutive, scores by its length.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations_with_replacement, product
from typing import NamedTuple

import numpy as np

from knobel.engines.shared.arrays import Array

EQUAL = {(2,): 1, (2, 2): 3, (3,): 3, (3, 2): 8, (4,): 6, (5,): 10}
"""Points by how often the numbers occur that occur more than once."""
STRAIGHT = {2: (1, 2), 3: (3, 5), 4: (5, 8), 5: (8, 12)}
"""Points of a straight by length: with the middle number (7 for two dice of six faces), and without it."""


def line_points(numbers: Sequence[int], middle: int) -> int:
    """Return the points of a full line."""
    counts = sorted(Counter(numbers).values(), reverse=True)
    if counts[0] > 1:
        return EQUAL[tuple(count for count in counts if count > 1)]
    if max(numbers) - min(numbers) == len(numbers) - 1:
        return STRAIGHT[len(numbers)][middle not in numbers]
    return 0


class Lines(NamedTuple):
    """Lines with the same rules: the rows and columns of a square board, its diagonals, or all lines of one length.

    - `length`: the number of cells of each; `cells` (lines, length): the cells.
    - `cover`: in how many of the lines every cell lies; 0 for diagonals, which do not cover the board evenly.
    - `points` (multisets): points of each content; 0 if it is not full.
    """

    length: int
    cells: Array
    cover: int
    points: Array


class Board(NamedTuple):
    """A board and the distribution of the numbers.

    A *content* of a line is a multiset of numbers, by index; content 0 is empty, and smaller contents come first.

    - `rolls`: the number of each of the equally likely rolls, as an index; `chances` (numbers): their probabilities.
    - `next` (contents, numbers): the content after an entry; -1 if no line is longer.
    - `size` (contents): the number of entries; `counts` (contents, numbers): how often each number occurs.
    - `classes`: the lines.
    """

    rows: int
    columns: int
    rolls: Array
    chances: Array
    next: Array
    size: Array
    counts: Array
    classes: tuple[Lines, ...]

    @property
    def cells(self) -> int:
        return self.rows * self.columns


def board(rows: int, columns: int, dice: Sequence[int]) -> Board:
    """Return a board on which the sums of dice with these numbers of faces are entered."""
    sums = [sum(faces) for faces in product(*(range(1, faces + 1) for faces in dice))]
    numbers = range(min(sums), max(sums) + 1)
    middle = (numbers[0] + numbers[-1]) // 2
    longest = max(rows, columns)
    contents = [content for size in range(longest + 1) for content in combinations_with_replacement(numbers, size)]
    index = {content: i for i, content in enumerate(contents)}

    def lines(cells: Sequence[Sequence[int]], cover: int, factor: int = 1) -> Lines:
        length = len(cells[0])
        points = [factor * line_points(content, middle) if len(content) == length else 0 for content in contents]
        return Lines(length, np.array(cells), cover, np.array(points, np.float64))

    grid = np.arange(rows * columns).reshape(rows, columns)
    if rows == columns:
        diagonals = [grid.diagonal().tolist(), grid[:, ::-1].diagonal().tolist()]
        classes: tuple[Lines, ...] = (lines([*grid.tolist(), *grid.T.tolist()], 2), lines(diagonals, 0, 2))
    else:
        classes = lines(grid.tolist(), 1), lines(grid.T.tolist(), 1)
    return Board(
        rows,
        columns,
        np.array(sums) - numbers[0],
        np.array([sums.count(number) / len(sums) for number in numbers]),
        np.array(
            [
                [index[tuple(sorted((*content, number)))] if len(content) < longest else -1 for number in numbers]
                for content in contents
            ]
        ),
        np.array([len(content) for content in contents]),
        np.array([[content.count(number) for number in numbers] for content in contents]),
        classes,
    )


KNISTER = (5, 5, (6, 6))
"""Arguments of `board` for the game itself."""
