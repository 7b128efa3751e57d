"""Reasons why a cell is better than another in Knister."""

from collections.abc import Iterator, Mapping
from math import fsum
from typing import Any

from knobel.coach.line_values import line_differences
from knobel.coach.reasons import grids
from knobel.coach.reasons.all_lines import largest_lines
from knobel.coach.reasons.grids import completed_reasons, entered_part, entry_reasons, lacking_one
from knobel.coach.reasons.line_changes import GridScoring
from knobel.coach.reasons.line_expectation import LineExpectation, line_numbers
from knobel.coach.reasons.reason import NO_VALUES, Reason, Reasons, Values, weighted
from knobel.core import Game
from knobel.games.grid import CELL, DIAGONALS, LINES, LINES_AT
from knobel.games.knister import DIAGONAL_FACTOR, POINTS, combination

EXPECTATION = LineExpectation({name: points for name, points in POINTS.items() if name is not None}, combination)
FACTORS: Mapping[str, int] = {line: DIAGONAL_FACTOR if line in DIAGONALS else 1 for line in LINES}
SCORING = GridScoring(EXPECTATION, FACTORS, "points", least=POINTS["three"], all_rolls_enter=True)
LAST_CHOICE = 2
"""Number of free cells at the last entry that is a choice."""
LINE_WEIGHT = 0.3
"""Weight of each additional line through a cell."""


def preparation(_game: Game[Any]) -> Iterator[None]:
    """Compute in steps the values that the first reasons need."""
    return grids.preparation(SCORING)


def facts(_game: Game[Any], view: Any, seat: int, better: str, worse: str) -> Iterator[Reason]:
    """Yield the lines that the number completes with a combination in the two cells."""
    completed = list(completed_reasons(SCORING, view.sheets[seat], sum(view.dice), better, worse))
    yield from completed
    if all(reason.kind == "completes" for reason in completed):
        yield from lacking_one(SCORING, view.sheets[seat], sum(view.dice), better, worse)


def reasons(game: Game[Any], view: Any, seat: int, better: str, worse: str, _values: Values = NO_VALUES) -> Reasons:
    """Yield the reasons for one cell rather than the other."""
    number = sum(view.dice)
    # Before the last roll each line on its own is exact, unlike the engine's learned values.
    lines = line_differences(game, view, seat, better, worse) if view.sheets[seat].count(0) > LAST_CHOICE else None
    yield from entry_reasons(SCORING, view.sheets[seat], number, (better, worse), lines)
    part = entered_part(SCORING, view.sheets[seat], number, better, worse)
    yield from largest_lines(lines, (better,), (worse,), part, fsum((lines or {}).values()))
    lines_of_cells = [LINES_AT[CELL[cell]] for cell in (better, worse)]
    count, other = map(len, lines_of_cells)
    if count != other:
        empty = not any(line_numbers(view.sheets[seat], line) for found in lines_of_cells for line in found)
        yield weighted(
            # Of empty lines only the number matters.
            fsum(lines.values()) if lines and empty else LINE_WEIGHT * abs(count - other),
            "more_lines" if count > other else "spares_lines",
            cell=better,
            other_cell=worse,
            count=count,
            other_count=other,
            number=number,
        )
