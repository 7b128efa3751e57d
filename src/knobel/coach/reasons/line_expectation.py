"""Prospects of a single line of a 5x5 grid, independent of the other lines.

A roll may be entered in the line or elsewhere, as long as enough rolls are left to fill the line. The choice is optimal
for this line alone. Because all lines of a grid want the same rolls, a line gets only a share of the rolls left
(`line_rolls`).
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import prod, sqrt
from operator import itemgetter
from typing import TypeAlias

from knobel.coach.reasons.reason import roll_count
from knobel.games.grid import LINES, SIZE, Grid

SUMS = range(2, 13)
CHANCES = {number: roll_count(number) / 36 for number in SUMS}
"""The probability of each sum of two dice."""


def line_rolls(free: int, left: int) -> int:
    """Return the number of rolls, of those left, that one line gets.

    The free cells of the line, plus the geometric mean of them and of the rolls left. With this share the gains of the
    lines through a cell add up to the engine's difference between two cells of Knister: correlation 0.88, slope 0.98.

    :param free: the number of free cells of the line.
    :param left: the number of rolls left.
    """
    return min(left, free + round(sqrt(free * left)))


Row: TypeAlias = tuple[float, ...]
"""Expected value of a line, and the probability of each combination if the line is played for it alone."""


@dataclass(frozen=True)
class LineExpectation:
    """Expected values of lines.

    `values`: value of each combination by name. `kind`: returns the combination of five numbers, None if there is none.
    """

    values: Mapping[str, int]
    kind: Callable[[tuple[int, ...]], str | None]

    @cached_property
    def _rows(self) -> dict[tuple[tuple[int, ...], int], Row]:
        """The rows that were computed, by the sorted numbers of a line and the rolls that it gets."""
        return {}

    @cached_property
    def _best(self) -> dict[tuple[int, ...], tuple[int, tuple[int, ...]]]:
        """The highest values that were computed, with the five numbers that get them, by the sorted numbers."""
        return {}

    def now(self, numbers: tuple[int, ...]) -> int:
        """Return the value of a line of five numbers."""
        return self.values.get(self.kind(tuple(sorted(numbers))) or "", 0)

    def best(self, numbers: tuple[int, ...]) -> tuple[str, int]:
        """Return the best combination that a line can still get and its value; an empty name and 0 if there is none."""
        value, full = self._highest(tuple(sorted(numbers)))
        return (self.kind(full) or "" if value else ""), value

    def _highest(self, line: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
        """Return the highest value that a line can still get, and the first five numbers that get it."""
        found = self._best.get(line)
        if found is None:
            if len(line) == SIZE:
                found = self.now(line), line
            else:
                found = max((self._highest(entered(line, number)) for number in SUMS), key=itemgetter(0))
            self._best[line] = found
        return found

    def _row(self, line: tuple[int, ...], rolls: int) -> Row:
        """Return the row of a line with these numbers, which are sorted."""
        found = self._rows.get((line, rolls))
        if found is None:
            found = self._rows[line, rolls] = self._computed(line, rolls)
        return found

    def _computed(self, line: tuple[int, ...], rolls: int) -> Row:
        free = SIZE - len(line)
        if free == 0:
            shown = self.kind(line)
            return (float(self.now(line)), *(float(kind == shown) for kind in self.values))
        if rolls == 0:
            # A line with too few rolls left has no value. It is never looked up.
            return (0.0,) * (1 + len(self.values))
        elsewhere = self._row(line, rolls - 1) if free < rolls else (-1.0,) * (1 + len(self.values))
        means = [0.0] * len(elsewhere)
        for number, chance in CHANCES.items():
            then = self._row(entered(line, number), rolls - 1)
            means = [
                mean + chance * (max(there, here)) for mean, here, there in zip(means, then, elsewhere, strict=True)
            ]
        return tuple(means)

    def value(self, numbers: tuple[int, ...], rolls: int) -> float:
        """Return the expected value of a line with these numbers when it gets `rolls` rolls, at most one for each cell
        of the grid."""
        return self._row(tuple(sorted(numbers)), rolls)[0]

    def main_difference(
        self, numbers: tuple[int, ...], without: tuple[int, ...] | None, rolls: int
    ) -> tuple[str, float, float]:
        """Return the combination that makes most of the difference between two lines, and its probability in each.

        `without` is the second line, None for a line in which no combination is possible. Both get `rolls` rolls.
        """
        chances = self._row(tuple(sorted(numbers)), rolls)[1:]
        others = (0.0,) * len(chances) if without is None else self._row(tuple(sorted(without)), rolls)[1:]
        differences = zip(self.values.items(), chances, others, strict=True)
        (kind, _), chance, other = max(differences, key=lambda each: (each[1] - each[2]) * each[0][1])
        return kind, chance, other


def entered(line: tuple[int, ...], number: int) -> tuple[int, ...]:
    """Return the sorted numbers of a line after one more is entered."""
    return tuple(sorted((*line, number)))


def fits_straight(numbers: tuple[int, ...]) -> bool:
    """True if numbers can all be part of a straight."""
    return len(set(numbers)) == len(numbers) and max(numbers) - min(numbers) < SIZE


def line_numbers(cells: Grid, line: str) -> tuple[int, ...]:
    """Return the numbers in a line."""
    return tuple(cells[cell] for cell in LINES[line] if cells[cell])


def missing_numbers(numbers: tuple[int, ...], combination: str) -> list[int]:
    """Return the numbers that a line still needs for a combination.

    If there are several ways, it is the likeliest. The line may need other numbers in addition to be full.
    """
    if combination.startswith("straight"):
        spans = [range(first, first + SIZE) for first in range(2, 9)]
        possibilities = [
            [number for number in span if number not in numbers]
            for span in spans
            if set(numbers) <= set(span) and combination != ("straight_without_7" if 7 in span else "straight_with_7")
        ]
        return max(possibilities, key=lambda missing: prod(map(roll_count, missing)), default=[])
    counts = sorted(Counter(numbers).items(), key=lambda item: (-item[1], -roll_count(item[0])))
    groups = {
        "pair": (2,), "two_pairs": (2, 2), "three": (3,), "full_house": (3, 2), "four": (4,), "five": (5,)
    }[combination]  # fmt: skip
    missing = []
    for (number, count), size in zip(counts, groups, strict=False):
        missing += [number] * max(size - count, 0)
    return sorted(missing)
