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

import numpy as np

from knobel.coach.reasons.reason import roll_count
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.grid import OPEN_MULTISETS, grid, multiset_index, multisets
from knobel.games.grid import CELLS, LINES, SIZE, Grid


def line_rolls(free: int, left: int) -> int:
    """Return the number of rolls, of those left, that one line gets.

    The free cells of the line, plus the geometric mean of them and of the rolls left. With this share the gains of the
    lines through a cell add up to the engine's difference between two cells of Knister: correlation 0.88, slope 0.98.

    :param free: the number of free cells of the line.
    :param left: the number of rolls left.
    """
    return min(left, free + round(sqrt(free * left)))


@dataclass(frozen=True)
class LineExpectation:
    """Expected values of lines.

    `values`: value of each combination by name. `kind`: returns the combination of five numbers, None if there is none.
    """

    values: Mapping[str, int]
    kind: Callable[[tuple[int, ...]], str | None]

    @cached_property
    def _tables(self) -> Array:
        """Expected value of a line and probability of each combination: (rolls, 4368, 1 + combinations).

        Each probability is for a line that is played for that combination alone.
        """
        arrays, kinds = grid(), list(self.values)
        now = np.zeros((len(multisets()), 1 + len(kinds)))
        for index, line in enumerate(multisets()):
            shown = self.kind(line) if len(line) == SIZE else None
            if shown is not None and shown in self.values:
                now[index, 0] = self.values[shown]
                now[index, 1 + kinds.index(shown)] = 1.0
        free = SIZE - arrays.size.astype(int)
        # A line with too few rolls left has no value. It is never looked up.
        tables = [now]
        for rolls in range(1, len(CELLS) + 1):
            entered = tables[-1][arrays.next[:OPEN_MULTISETS].astype(int)]
            elsewhere = np.where((free[:OPEN_MULTISETS] < rolls)[:, None], tables[-1][:OPEN_MULTISETS], -1.0)[:, None]
            then = now.copy()
            then[:OPEN_MULTISETS] = np.einsum("s,ksc->kc", arrays.chances, np.maximum(entered, elsewhere))
            tables.append(then)
        return np.array(tables)

    @cached_property
    def _best(self) -> tuple[Array, Array]:
        """Highest value that each line can still get, and the index of the multiset of five numbers that gets it."""
        arrays = grid()
        values = self._tables[0][:, 0]
        best, full = values.copy(), np.arange(len(values))
        for size in reversed(range(SIZE)):
            lines = np.flatnonzero(arrays.size[:OPEN_MULTISETS] == size)
            then = arrays.next[lines].astype(int)
            likeliest = np.argmax(best[then], axis=1)[:, None]
            best[lines] = np.take_along_axis(best[then], likeliest, 1)[:, 0]
            full[lines] = np.take_along_axis(full[then], likeliest, 1)[:, 0]
        return best, full

    def now(self, numbers: tuple[int, ...]) -> int:
        """Return the value of a line of five numbers."""
        return int(self._tables[0, multiset_index()[tuple(sorted(numbers))], 0])

    def best(self, numbers: tuple[int, ...]) -> tuple[str, int]:
        """Return the best combination that a line can still get and its value; an empty name and 0 if there is none."""
        best, full = self._best
        index = multiset_index()[tuple(sorted(numbers))]
        return (self.kind(multisets()[full[index]]) or "" if best[index] else ""), int(best[index])

    def _row(self, numbers: tuple[int, ...], rolls: int) -> Array:
        found: Array = self._tables[rolls, multiset_index()[tuple(sorted(numbers))]]
        return found

    def value(self, numbers: tuple[int, ...], rolls: int) -> float:
        """Return the expected value of a line with these numbers when it gets `rolls` rolls, at most one for each cell
        of the grid."""
        return float(self._row(numbers, rolls)[0])

    def main_difference(
        self, numbers: tuple[int, ...], without: tuple[int, ...] | None, rolls: int
    ) -> tuple[str, float, float]:
        """Return the combination that makes most of the difference between two lines, and its probability in each.

        `without` is the second line, None for a line in which no combination is possible. Both get `rolls` rolls.
        """
        chance = self._row(numbers, rolls)[1:]
        other = np.zeros_like(chance) if without is None else self._row(without, rolls)[1:]
        most = int(np.argmax((chance - other) * np.array(list(self.values.values()))))
        return list(self.values)[most], float(chance[most]), float(other[most])


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
