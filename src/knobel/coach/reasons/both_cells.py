"""Reasons from the lines of both cells: a number begins new lines, or harms the line that loses least by it."""

from collections.abc import Sequence
from math import fsum

from knobel.coach.reasons.all_lines import MAX_NAMED_LINES, MIN_LINE_POINTS
from knobel.coach.reasons.line_changes import MIN_DIFFERENCE, GridScoring, LineChange
from knobel.coach.reasons.reason import Reasons, harm, weighted
from knobel.games.grid import SIZE, SUMS


def new_lines_reason(scoring: GridScoring, gained: Sequence[LineChange], spared: Sequence[LineChange]) -> Reasons:
    """Yield the lines that stay free for better numbers, if the number begins only empty lines instead."""
    if not gained or any(change.before for change in gained):
        return
    met = [each for each in spared if each.weight >= MIN_LINE_POINTS and suits_others_better(scoring, each)]
    named = sorted(met, key=lambda change: -change.weight)[:MAX_NAMED_LINES]
    if named:
        mean = fsum(change.weight for change in named)
        yield weighted(
            mean, "begins_lines", "mean", cell=gained[0].cell, number=gained[0].number, count=len(gained),
            other_cell=named[0].cell, mean=mean,
            line_losses=[{"line": change.line, "numbers": list(change.before)} for change in named],
        )  # fmt: skip


def suits_others_better(scoring: GridScoring, change: LineChange) -> bool:
    """True if another number would bring a line with free cells clearly more on its own than this one."""
    if not change.before or len(change.after) == SIZE:
        return False
    values = [scoring.expectation.value((*change.before, number), change.rolls) for number in SUMS]
    return max(values) - scoring.expectation.value(change.after, change.rolls) >= MIN_DIFFERENCE


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
