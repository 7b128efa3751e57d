"""Errors and accuracy of the levels of the bots.

    python -m benchmarks.coach_levels play knister --games 300 --out knister.jsonl
    python -m benchmarks.coach_levels write *.jsonl

`play` appends the reviews of games of two bots of one level, by turns of all levels, and continues an existing file.
`write` prints JSON objects with the points and the probability of winning that two bots of each level lose a decision,
and the median and the quartiles of their accuracy. Writes what `knobel.coach.grades` and `knobel.coach.strength` read
beside the trained data. A beginner has by definition an accuracy of `BEGINNER_ACCURACY`, by either measure alone: its
mean error in a measure is divided by the share of its lost points that it loses in decisions judged by this measure.
"""

import argparse
from collections.abc import Mapping, Sequence
from math import fsum
from statistics import fmean, median, quantiles
from typing import Any, NamedTuple

import knobel
from benchmarks.coach_ledger import play
from benchmarks.coach_themes import SEATS, decision_lines, lines_of
from benchmarks.shared import measured_levels, script
from knobel.bots.levels import LEVELS
from knobel.coach import review
from knobel.coach.grades import NAME, BeginnerErrors, accuracy, beginner_errors, save_beginner_errors
from knobel.coach.measured_files import shipped_path
from knobel.coach.strength import NAME as LEVEL_NAME
from knobel.coach.strength import LevelErrors, save_level_errors

BEGINNER = "beginner"


class Sheet(NamedTuple):
    """Means over the decisions of a sheet, which belong to the grades: errors in points or in probability of winning.

    `lost` are the points lost in all decisions, `lost_by_points` those in decisions that are judged by points.
    """

    lost: float
    lost_by_points: float
    points: float
    win: float


def sheets_of(line: Mapping[str, Any]) -> list[Sheet]:
    """Return the sheets of a game from its line."""
    return [
        Sheet(
            mean_loss(line, seat, ("points", "win")),
            mean_loss(line, seat, ("points",)),
            *line["errors"][seat],
        )
        for seat in range(SEATS)
    ]


def mean_loss(line: Mapping[str, Any], seat: int, measures: Sequence[str]) -> float:
    """Return the points that a seat lost in decisions judged by these measures, divided by the number of all."""
    losses = [each["loss"] for each in line["decisions"] if each["seat"] == seat and each["by"] in measures]
    return fsum(losses) / float(line["counts"][seat])


def errors_of(sheets: Sequence[Sheet]) -> BeginnerErrors:
    """Return the errors of a beginner from its sheets."""
    by_points = fmean(each.lost_by_points for each in sheets) / fmean(each.lost for each in sheets)
    points = fmean(each.points for each in sheets) / by_points
    win = fmean(each.win for each in sheets) / (1 - by_points)
    return BeginnerErrors(*(float(f"{error:.2g}") for error in (points, win)))


def write(name: str, levels: Mapping[str, Sequence[Sheet]]) -> None:
    """Write the errors of a beginner and of all levels at a game, and print them, the strongest level first."""
    save_beginner_errors(shipped_path(name, NAME), name, errors_of(levels[BEGINNER]))
    beginner_errors.cache_clear()
    percent = {level: [accuracy(name, each.points, each.win) for each in sheets] for level, sheets in levels.items()}
    errors = {
        level: LevelErrors(round(fmean(each.lost for each in sheets), 2), round(median(percent[level]), 1))
        for level, sheets in levels.items()
    }
    save_level_errors(shipped_path(name, LEVEL_NAME), name, errors)
    measured_levels.note("coach_levels", name)
    head = {"game": knobel.make(name).titles["en"]}
    strongest = [*reversed(LEVELS)]
    script.report({**head, "figure": "points lost", **{level: errors[level].points for level in strongest}})
    chances = {level: round(100 * fmean(each.win for each in levels[level]), 2) for level in strongest}
    script.report({**head, "figure": "percentage points of winning", **chances})
    shares: dict[str, object] = {}
    for level in strongest:
        low, middle, high = quantiles(percent[level], n=4)
        shares[level] = f"{middle:.0f} ({low:.0f}-{high:.0f})"
    script.report({**head, "figure": "accuracy", **shares})


def line(name: str, number: int) -> dict[str, Any]:
    """Return the line of a game by its number."""
    level = list(LEVELS)[number % len(LEVELS)]
    record, _ = play(knobel.make(name), [level] * SEATS, f"{number} themes")
    found = review(record)
    return {
        "game": name,
        "number": number,
        "level": level,
        "accuracy": [round(seat.accuracy, 2) for seat in found.seats],
        "counts": [sum(each.seat == seat for each in found.decisions) for seat in range(SEATS)],
        "errors": [[round(seat.error_rate, 5), round(seat.win_error_rate, 6)] for seat in found.seats],
        "decisions": decision_lines(found),
    }


def write_all(options: argparse.Namespace) -> None:
    found: dict[str, dict[str, list[Sheet]]] = {}
    for each in lines_of(options.files):
        levels = found.setdefault(each["game"], {level: [] for level in LEVELS})
        levels[each["level"]] += sheets_of(each)
    for name, sheets in found.items():
        write(name, sheets)


def main() -> None:
    script.play_and_write(__doc__, 300, line, write_all)


if __name__ == "__main__":
    main()
