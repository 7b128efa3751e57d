"""Prospects of a single line of a 5x5 grid, independent of the other lines.

A roll may be entered in the line or elsewhere, as long as enough rolls are left to fill the line. The choice is optimal
for this line alone. Because all lines of a grid want the same rolls, a line gets only a share of the rolls left
(`line_rolls`).
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from math import fsum, prod, sqrt
from operator import itemgetter, mul
from typing import TypeAlias

from knobel.coach.reasons.reason import roll_count
from knobel.games.grid import LINES, SIZE, SUMS, Grid

MIN_ALIKE = 3
"""Equal numbers in a line from which five of them are an aim."""
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


Line: TypeAlias = tuple[int, ...]
"""The sorted numbers of a line."""


@dataclass(frozen=True)
class LineExpectation:
    """Expected values of lines.

    `values`: value of each combination by name. `kind`: returns the combination of five sorted numbers, None if there
    is none. It is the same for numbers that are mirrored at 7, which are as likely.
    """

    values: Mapping[str, int]
    kind: Callable[[Line], str | None]

    @cached_property
    def _columns(self) -> dict[tuple[str | None, Line], list[float]]:
        """The means that were computed, by combination and line, see `_column`."""
        return {}

    @cached_property
    def _possible(self) -> dict[Line, frozenset[str]]:
        """The combinations that lines can still get, for the lines computed before."""
        return {}

    @cached_property
    def _best(self) -> dict[Line, tuple[int, Line]]:
        """The highest values that were computed, with the five numbers that get them, by the sorted numbers."""
        return {}

    def now(self, numbers: tuple[int, ...]) -> int:
        """Return the value of a line of five numbers."""
        return self.values.get(self.kind(tuple(sorted(numbers))) or "", 0)

    def best(self, numbers: tuple[int, ...]) -> tuple[str, int]:
        """Return the best combination that a line can still get and its value; an empty name and 0 if there is none."""
        value, full = self._highest(tuple(sorted(numbers)))
        return (self.kind(full) or "" if value else ""), value

    def _highest(self, line: Line) -> tuple[int, Line]:
        """Return the highest value that a line can still get, and the first five numbers that get it."""
        found = self._best.get(line)
        if found is None:
            if len(line) == SIZE:
                found = self.now(line), line
            else:
                found = max((self._highest(entered(line, number)) for number in SUMS), key=itemgetter(0))
            self._best[line] = found
        return found

    def _combinations(self, line: Line) -> frozenset[str]:
        """Return the combinations that a line can still get."""
        found = self._possible.get(line)
        if found is None:
            if len(line) == SIZE:
                found = frozenset((self.kind(line) or "",)) & self.values.keys()
            else:
                found = frozenset[str]().union(*map(self._combinations, followers(line)))
            self._possible[line] = found
        return found

    def _column(self, kind: str | None, line: Line, spare: int) -> list[float]:
        """Return the means of a line by the number of rolls beyond the rolls that fill it, from 0 to `spare`.

        The mean is of its value, or the probability of a combination `kind` if the line is played for it alone. The
        list may be longer. It grows with later calls.

        :param line: the lower one of a line and its mirror image.
        """
        found = self._columns.setdefault((kind, line), [])
        if len(found) <= spare:
            if len(line) == SIZE:
                mean = self.now(line) if kind is None else kind in self._combinations(line)
                found += [float(mean)] * (spare + 1 - len(found))
            elif kind is not None and kind not in self._combinations(line):
                found += [0.0] * (spare + 1 - len(found))
            else:
                rolled_later = found[-1] if found else -1.0
                after = [self._column(kind, each, spare)[len(found) : spare + 1] for each in followers(line)]
                for means in zip(*after, strict=True):
                    best = [max(rolled_later, mean) for mean in means]
                    found.append(rolled_later := fsum(map(mul, CHANCES.values(), best)))
        return found

    def value(self, numbers: tuple[int, ...], rolls: int) -> float:
        """Return the expected value of a line with these numbers when it gets `rolls` rolls.

        With too few rolls to fill it, the line has no value.
        """
        return self._mean(None, numbers, rolls)

    def _mean(self, kind: str | None, numbers: tuple[int, ...], rolls: int) -> float:
        spare = rolls - (SIZE - len(numbers))
        return self._column(kind, mirrored(tuple(sorted(numbers))), spare)[spare] if spare >= 0 else 0.0

    def preparation(self, rolls: int) -> Iterator[None]:
        """Compute in steps the values of all lines that get up to `rolls` rolls, and their probabilities."""
        for kind in (None, *self.values):
            for spare in range(rolls - SIZE + 1):
                self._column(kind, (), spare)
                yield

    def main_difference(
        self, numbers: tuple[int, ...], without: tuple[int, ...] | None, rolls: int
    ) -> tuple[str, float, float]:
        """Return the combination that makes most of the difference between two lines, and its probability in each.

        `without` is the second line, None for a line in which no combination is possible. Both get `rolls` rolls. Five
        equal numbers count only where three are there already: before, nobody plays for them.
        """
        alike = max(Counter(numbers).values(), default=0) >= MIN_ALIKE
        differences = (
            (kind, self._mean(kind, numbers, rolls), 0.0 if without is None else self._mean(kind, without, rolls))
            for kind in self.values
            if kind != "five" or alike
        )
        return max(differences, key=lambda each: (each[1] - each[2]) * self.values[each[0]])


def mirrored(line: Line) -> Line:
    """Return the lower one of a line and its mirror image at 7."""
    return min(line, tuple([SUMS[0] + SUMS[-1] - number for number in reversed(line)]))


@cache
def followers(line: Line) -> tuple[Line, ...]:
    """Return a line with each number from 2 to 12 added, of each result or its mirror image the lower one."""
    return tuple([mirrored(entered(line, number)) for number in SUMS])


def entered(line: tuple[int, ...], number: int) -> tuple[int, ...]:
    """Return the sorted numbers of a line after one more is entered."""
    return tuple(sorted((*line, number)))


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
