"""The lines of a sheet that make most of a loss, where no line on its own explains much."""

from collections.abc import Collection, Mapping
from math import fsum
from typing import Any

from knobel.coach.line_values import LineValues
from knobel.coach.reasons.line_expectation import line_numbers
from knobel.coach.reasons.reason import Reason, Reasons, Role, weighted
from knobel.games.grid import CELL, LINES_AT, Grid

MIN_LINE_POINTS = 0.1
"""Minimum points by which a line that is named is better."""
MAX_NAMED_LINES = 3
"""Maximum number of lines that are named."""


def largest_lines(grid: Grid, lines: LineValues | None, better: Collection[str], worse: Collection[str]) -> Reasons:
    """Yield the lines through the cells of two actions that make most of the loss, with their numbers.

    :param lines: the points by which each line is better after the better action; None if they are not known.
    """
    gaining, losing = ({line for cell in cells for line in LINES_AT[CELL[cell]]} for cells in (better, worse))
    found = sorted((lines or {}).items(), key=lambda each: -each[1])
    found = [each for each in found if each[0] in gaining ^ losing and each[1] >= MIN_LINE_POINTS][:MAX_NAMED_LINES]
    if found:
        mean = fsum(points for _, points in found)
        parts = [{"line": line, "numbers": list(line_numbers(grid, line)), "mean": points} for line, points in found]
        figures, fewer = (
            sides([{name: part[name] for name in names} for part in parts], gaining, better, worse)
            for names in (("line", "numbers", "mean"), ("line", "numbers"))
        )
        otherwise = Reason("line_parts", fewer, Role.OVERALL)
        yield weighted(mean, "line_parts", "mean", Role.OVERALL, otherwise, mean=mean, **figures)


def sides(
    parts: list[dict[str, Any]], gaining: Collection[str], better: Collection[str], worse: Collection[str]
) -> Mapping[str, Any]:
    """Return the lines that the better action helps, and the lines that the other one harms, with the cells of each."""
    figures = dict[str, Any]()
    if gained := [part for part in parts if part["line"] in gaining]:
        figures |= {"gained_parts": gained, "cells": list(better)}
    if lost := [part for part in parts if part["line"] not in gaining]:
        figures |= {"lost_parts": lost, "other_cells": list(worse)}
    return figures
