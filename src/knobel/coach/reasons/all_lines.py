"""A reason from all lines of a sheet together, where no line on its own explains much."""

from math import fsum

from knobel.coach.line_values import LineValues
from knobel.coach.reasons.reason import Reason, Reasons, Role, weighted

MIN_LINE_POINTS = 0.3
"""Minimum points by which a line that is named is better."""
MAX_NAMED_LINES = 3
"""Maximum number of lines that are named."""


def together_reason(lines: LineValues | None) -> Reasons:
    """Yield by how much all lines are better together, with the lines to compare.

    :param lines: the points by which each line is better after the better action; None if they are not known.
    """
    found = sorted((lines or {}).items(), key=lambda each: -each[1])
    named = [line for line, points in found[:MAX_NAMED_LINES] if points >= MIN_LINE_POINTS]
    mean = fsum(points for _, points in found)
    if len(named) > 1 and mean >= MIN_LINE_POINTS:
        compared = Reason("lines_compared", {"lines": named}, Role.OVERALL)
        yield weighted(mean, "lines_together", "mean", Role.OVERALL, compared, lines=named, mean=mean)
