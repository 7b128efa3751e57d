"""Changes of the lines of a grid by a number in a cell, in Knister and Knaster."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from knobel.coach.line_values import LineValues
from knobel.coach.reasons.line_expectation import LineExpectation, line_numbers, line_rolls
from knobel.games.grid import CELL, LINES_AT, SIZE, Grid

MIN_DIFFERENCE = 0.1
"""Minimum difference in a line's expected value that is a reason."""
MIN_OFFSET = 0.25
"""Points that equal lines through two cells must explain together in order to be named."""


@dataclass(frozen=True)
class GridScoring:
    """Scoring of lines: expected values, the factor of each line, the unit, and the minimum value that counts.

    `all_rolls_enter`: each remaining roll fills a cell, so that the number of rolls left is known. `unit_points`: the
    points that a unit is worth.
    """

    expectation: LineExpectation
    factors: Mapping[str, int]
    unit: str
    least: int
    all_rolls_enter: bool
    unit_points: float = 1.0


class LineChange(NamedTuple):
    """A number in a cell of a line: the numbers without and with it, and the gain in expected value.

    `left`: the number of rolls left. `rolls`: the number of rolls that the line gets, the same without and with the
    number. `weight`: the points of the difference between two actions that the change explains; negative for the action
    played.
    """

    line: str
    cell: str
    number: int
    before: tuple[int, ...]
    after: tuple[int, ...]
    left: int
    rolls: int
    gain: float
    weight: float

    def same_numbers(self, other: "LineChange") -> bool:
        """True if the other line holds the same numbers, counts as much, and offsets the points of this change."""
        equal = sorted(self.before) == sorted(other.before) and abs(self.gain - other.gain) < MIN_DIFFERENCE
        return equal and abs(self.weight + other.weight) < MIN_OFFSET


def line_changes(
    scoring: GridScoring,
    grid: Grid,
    number: int,
    cell: str,
    other: str | None = None,
    lines: LineValues | None = None,
    *,
    harmed: bool = False,
) -> list[LineChange]:
    """Return the changes of the lines through a cell, without the lines that run through the other cell, too.

    :param lines: the points by which each line is better after the better action, if they are known.
    :param harmed: True for the cell of the action played, of which the harm explains the difference.
    """
    left = grid.count(0) - 1
    changes = []
    for line in LINES_AT[CELL[cell]]:
        if other is not None and line in LINES_AT[CELL[other]]:
            continue
        before = line_numbers(grid, line)
        after = (*before, number)
        rolls = line_rolls(SIZE - len(before), left)
        value = scoring.expectation.value
        gain = scoring.factors[line] * (value(after, rolls) - value(before, rolls))
        alone = scoring.unit_points * (-gain if harmed else gain)
        weight = alone if lines is None else lines[line]
        changes.append(LineChange(line, cell, number, before, after, left, rolls, gain, weight))
    return changes


def without_equal(gained: list[LineChange], spared: list[LineChange]) -> tuple[list[LineChange], list[LineChange]]:
    """Return the changes that the two cells do not have in common."""
    rest, others = [], list(spared)
    for change in gained:
        equal = [other for other in others if change.same_numbers(other)]
        if equal:
            others.remove(equal[0])
        else:
            rest.append(change)
    return rest, others


def figures_of(scoring: GridScoring, change: LineChange, combination: str) -> dict[str, Any]:
    """Return the figures that reasons about one line have in common."""
    return {
        "line": change.line,
        "number": change.number,
        "cell": change.cell,
        "combination": combination,
        "worth": worth(scoring, change.line, combination),
    }


def worth(scoring: GridScoring, line: str, combination: str) -> dict[str, int]:
    """Return the value of a combination in a line, by its unit."""
    return {scoring.unit: scoring.factors[line] * scoring.expectation.values[combination]}
