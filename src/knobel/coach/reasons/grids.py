"""Reasons that Knister and Knaster share: the effect of an entry on the lines through two cells."""

from collections.abc import Mapping

from knobel.coach.reasons.line_expectation import LineExpectation, line_numbers, missing_numbers
from knobel.coach.reasons.reason import Reasons, weighted
from knobel.games.grid import CELL, LINES_AT, SIZE, Grid
from knobel.games.tuples import put

MIN_DIFFERENCE = 0.1
"""Minimum difference in a line's expected value that is a reason."""

MAX_NAMED_NUMBERS = 3
"""Maximum number of missing numbers of a combination that are named."""


def entry_reasons(
    expectation: LineExpectation, grid: Grid, number: int, cells: tuple[str, str], factors: Mapping[str, int], unit: str
) -> Reasons:
    """Yield the reasons why a number is better in the first cell than in the second.

    A combination in a line counts `factors` times its value, in `unit`s.
    """
    better, worse = cells
    good, bad = (put(grid, CELL[cell], number) for cell in cells)
    rolls = good.count(0)
    for line in dict.fromkeys(LINES_AT[CELL[better]] + LINES_AT[CELL[worse]]):
        numbers, other_numbers = line_numbers(good, line), line_numbers(bad, line)
        gain = factors[line] * (expectation.value(numbers, rolls) - expectation.value(other_numbers, rolls))
        if gain < MIN_DIFFERENCE:
            continue
        kind, chance, other_chance = expectation.main_difference(numbers, other_numbers, rolls)
        builds = line in LINES_AT[CELL[better]]
        figures = {
            "line": line,
            "number": number,
            "cell": better if builds else worse,
            "combination": kind,
            "worth": {unit: factors[line] * expectation.values[kind]},
        }
        if builds and len(numbers) == SIZE:
            yield weighted(gain, "completes", **figures)
            continue
        missing = missing_numbers(numbers, kind)
        effect = "builds" if builds else "ruins" if not other_chance else "harms"
        if 0 < len(missing) <= MAX_NAMED_NUMBERS and effect != "harms":
            yield weighted(gain, effect, needed=missing, **figures)
        else:
            yield weighted(gain, f"{effect}_chance", chance=chance, other_chance=other_chance, **figures)
