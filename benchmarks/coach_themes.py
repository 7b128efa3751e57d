"""Points that the levels of the bots lose by theme.

    python -m benchmarks.coach_themes play knister --games 300 --out knister.jsonl
    python -m benchmarks.coach_themes write *.jsonl

`play` appends a line for each game of two bots of one level, by turns of all levels, and continues an existing file:
for each seat the accuracy, and for each decision what it lost and the reason that carries the loss. `write` prints the
points that each level loses a game by theme, and writes the points a decision beside the trained data, where
`knobel.coach.weaknesses` reads them.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import knobel
from benchmarks import script
from benchmarks.coach_ledger import play
from knobel.bots.levels import LEVELS
from knobel.coach import Reason, Review, review
from knobel.coach.measured_files import shipped_path
from knobel.coach.themes import GAME_THEMES, counted_theme
from knobel.coach.weaknesses import NAME, PlayedLosses, save_theme_losses

SEATS = 2
FIGURES = ("line", "field", "other_field")
"""The figures of reasons that decide about the theme."""


def decision_lines(found: Review) -> list[dict[str, Any]]:
    """Return what themes need to know about the decisions of a game that lost something."""
    return [
        {
            "seat": each.seat,
            "loss": round(each.loss, 4),
            "by": each.judged_by,
            "grade": each.grade,
            "kind": each.why[0].kind if each.why else None,
            "figures": {
                name: each.why[0].figures[name] for name in FIGURES if each.why and name in each.why[0].figures
            },
        }
        for each in found.decisions
        if not each.decided and (each.loss or each.why)
    ]


def played_losses(game: str, decisions: Iterable[Mapping[str, Any]], seat: int, count: int) -> PlayedLosses:
    """Return what a seat lost by theme in a game, from its line."""
    points = defaultdict[str, float](float)
    for each in decisions:
        if each["seat"] == seat and each["kind"]:
            theme = counted_theme(game, [Reason(each["kind"], each["figures"])])
            if theme is not None:
                points[theme] += each["loss"]
    return PlayedLosses(points, count)


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


def lines_of(files: Iterable[str]) -> list[dict[str, Any]]:
    """Return the lines of files."""
    return [json.loads(each) for path in files for each in Path(path).read_text().splitlines()]


def losses_of_levels(lines: Iterable[Mapping[str, Any]]) -> dict[str, dict[str, list[PlayedLosses]]]:
    """Return what the sheets of each level lost, by game and level, the weakest level first."""
    found: dict[str, dict[str, list[PlayedLosses]]] = {}
    for each in lines:
        levels = found.setdefault(each["game"], {level: [] for level in LEVELS})
        levels[each["level"]] += [
            played_losses(each["game"], each["decisions"], seat, each["counts"][seat]) for seat in range(SEATS)
        ]
    return found


def mean_losses(game: str, sheets: Sequence[PlayedLosses]) -> dict[str, float]:
    """Return the points lost a decision by theme."""
    decisions = sum(each.decisions for each in sheets)
    return {
        theme: float(f"{sum(each.points.get(theme, 0.0) for each in sheets) / decisions:.4g}")
        for theme in GAME_THEMES[game]
    }


def write(options: argparse.Namespace) -> None:
    for name, levels in losses_of_levels(lines_of(options.files)).items():
        means = {level: mean_losses(name, sheets) for level, sheets in levels.items()}
        save_theme_losses(shipped_path(name, NAME), name, means)
        for theme in GAME_THEMES[name]:
            row: dict[str, object] = {"game": knobel.make(name).titles["en"], "theme": theme}
            for level, sheets in levels.items():
                row[level] = script.mean_with_error([each.points.get(theme, 0.0) for each in sheets], 1)
            script.report(row)


def main() -> None:
    script.play_and_write(__doc__, 300, line, write)


if __name__ == "__main__":
    main()
