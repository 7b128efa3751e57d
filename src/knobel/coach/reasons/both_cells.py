"""Reasons from the lines of both cells: a number begins new lines, or harms the line that loses least by it."""

from collections.abc import Sequence

from knobel.coach.reasons.all_lines import MIN_LINE_POINTS
from knobel.coach.reasons.line_changes import MIN_DIFFERENCE, GridScoring, LineChange
from knobel.coach.reasons.line_reasons import suited_numbers
from knobel.coach.reasons.reason import Reasons, harm, weighted
from knobel.games.grid import SIZE


def new_lines_reason(scoring: GridScoring, gained: Sequence[LineChange], spared: Sequence[LineChange]) -> Reasons:
    """Yield the line that stays free for better numbers, if the number begins only empty lines instead."""
    if not gained or any(change.before for change in gained):
        return
    met = [each for each in spared if each.before and len(each.after) < SIZE and each.weight >= MIN_LINE_POINTS]
    line = max(met, key=lambda change: change.weight, default=None)
    if line and (outs := suited_numbers(scoring, line, MIN_DIFFERENCE)):
        yield weighted(
            line.weight, "begins_lines", cell=gained[0].cell, number=gained[0].number, count=len(gained),
            other_cell=line.cell, outs=outs, line_losses=[{"line": line.line, "numbers": list(line.before)}],
        )  # fmt: skip


def lesser_harm_reason(scoring: GridScoring, gained: Sequence[LineChange], spared: Sequence[LineChange]) -> Reasons:
    """Yield the lines that a number harms in both cells, if that of the better cell loses less."""
    ours, theirs = ([each for each in changes if is_harmed(scoring, each)] for changes in (gained, spared))
    if not ours or not theirs:
        return
    other, line = min(ours, key=lambda each: each.weight), max(theirs, key=lambda each: each.weight)
    if other.weight <= -MIN_LINE_POINTS and line.weight + other.weight >= MIN_LINE_POINTS:
        yield harm(
            line.weight, "harms_less", "mean - other_mean", number=line.number,
            line=line.line, numbers=list(line.before), mean=line.weight,
            other_line=other.line, other_numbers=list(other.before), other_mean=-other.weight,
        )  # fmt: skip


def is_harmed(scoring: GridScoring, change: LineChange) -> bool:
    """True if a line loses on its own by a number that does not complete it."""
    completed = len(change.after) == SIZE and scoring.expectation.now(change.after)
    return bool(change.before) and change.gain <= -MIN_DIFFERENCE and not completed
