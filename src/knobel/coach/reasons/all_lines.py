"""The lines of a sheet that make most of a loss, where no line on its own explains much."""

from collections.abc import Callable, Collection, Mapping, Sequence
from math import fsum
from typing import Any, TypeAlias

from knobel.coach.line_values import LineValues
from knobel.coach.reasons.line_expectation import line_numbers
from knobel.coach.reasons.reason import Reasons, Role, weighted
from knobel.games.grid import CELL, LINES_AT, Grid

MIN_LINE_POINTS = 0.1
"""Minimum points by which a line that is named is better."""
MAX_NAMED_LINES = 2
"""Maximum number of lines that are named."""
Part: TypeAlias = Mapping[str, Any] | None
"""A line with its numbers, and the combination that becomes likelier or less likely, if it is known.

None if the line does not show why it is better.
"""


def numbers_of(grid: Grid) -> Callable[[str, bool], Part]:
    """Return a function that returns a line with its numbers, None for an empty line."""

    def part(line: str, _gains: bool) -> Part:
        numbers = list(line_numbers(grid, line))
        return {"line": line, "numbers": numbers} if numbers else None

    return part


def largest_lines(
    lines: LineValues | None,
    better: Collection[str],
    worse: Collection[str],
    part: Callable[[str, bool], Part],
    together: float,
) -> Reasons:
    """Yield the lines through the cells of two actions that make most of the loss, if all lines together make any.

    :param lines: the points by which each line that may be named is better after the better action; None if they are
        not known.
    :param worse: the cells of the other action in which it does harm; none for circles, which harm no line.
    :param part: returns the part for a line, from its name and whether it gains by the better action.
    :param together: the points by which all lines together are better after the better action.
    """
    gaining, losing = ({line for cell in cells for line in LINES_AT[CELL[cell]]} for cells in (better, worse))
    largest = sorted((lines or {}).items(), key=lambda each: -each[1])
    known = [
        (points, line in gaining, told)
        for line, points in largest
        if line in gaining ^ losing and points >= MIN_LINE_POINTS and (told := part(line, line in gaining))
    ]
    # A line that shows why comes before others.
    parts = ([each for each in known if "combination" in each[2]] or known)[:MAX_NAMED_LINES]
    if parts and together > 0:
        figures = figures_of([(gains, told) for _, gains, told in parts], better, worse)
        yield weighted(fsum(points for points, _, _ in parts), "line_parts", "", Role.OVERALL, **figures)


def figures_of(
    parts: Sequence[tuple[bool, Mapping[str, Any]]], better: Collection[str], worse: Collection[str]
) -> dict[str, Any]:
    """Return the figures of lines, each with whether it gains by the better action or loses by the other one."""
    figures = dict[str, Any]()
    if gained := [told for gains, told in parts if gains]:
        figures |= {"line_gains": gained, "cells": list(better), "count": len(better)}
    if lost := [told for gains, told in parts if not gains]:
        figures |= {"line_losses": lost, "other_cells": list(worse)}
    return figures
