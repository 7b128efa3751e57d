"""Points that players without a weakness lose by theme: the levels of the bots, and bots that err evenly.

    python -m benchmarks.coach_themes play knister --games 300 --out knister.jsonl
    python -m benchmarks.coach_diagnosis play knister --even --out even.jsonl
    python -m benchmarks.coach_themes write *.jsonl

`play` appends a line for each game of two bots of one level that errs, by turns of all these levels, and continues an
existing file: for each decision its loss and the parts of the loss. Decisions are judged for points by the values by
which these bots err, without a review, because only shares matter. `write` prints the points that each level and bots
that err evenly lose a game by theme, and writes the points a decision and the mean shares beside the trained data,
where `knobel.coach.theme_losses` reads them. Without games of bots that err evenly, the sheets of all levels stand for
them.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import knobel
from benchmarks.coach_ledger import play
from benchmarks.shared import measured_levels, script
from knobel import Move
from knobel.bots.levels import LEVELS
from knobel.coach import Review, assess
from knobel.coach.measured_files import shipped_path
from knobel.coach.parts import divide, losses_by_theme
from knobel.coach.theme_losses import NAME, Losses, MeasuredLosses, PlayedLosses, mean_shares, save_theme_losses
from knobel.coach.themes import GAME_THEMES

SEATS = 2
ERRING = tuple(level for level, each in LEVELS.items() if each.errs)
"""The levels that make errors."""


def decision_lines(found: Review) -> list[dict[str, Any]]:
    """Return the data that themes need about the decisions of a game with a loss."""
    return [
        {
            "seat": each.seat,
            "loss": round(each.loss, 4),
            "by": each.judged_by,
            "grade": each.grade,
            "parts": {theme: round(points, 4) for theme, points in each.parts.items()},
        }
        for each in found.decisions
        if not each.decided and each.loss
    ]


def played_losses(decisions: Iterable[Mapping[str, Any]], seat: int, count: int) -> PlayedLosses:
    """Return the losses of a seat by theme in a game, from its line."""
    return PlayedLosses(
        losses_by_theme((each["loss"], each["parts"]) for each in decisions if each["seat"] == seat), count
    )


def line(name: str, number: int) -> dict[str, Any]:
    """Return the line of a game whose decisions are judged for points by the quickest values, without a review.

    Stronger levels than these values are judged by the search that they use.
    """
    level = ERRING[number % len(ERRING)]
    game = knobel.make(name)
    record, _ = play(game, [level] * SEATS, f"{number} themes")
    state, decisions, counts = game.start(SEATS), list[dict[str, Any]](), [0] * SEATS
    for event in record.events:
        if isinstance(event, Move) and len(game.legal(state, event.seat)) > 1:
            counts[event.seat] += 1
            found = assess(game, state, event.seat, LEVELS[level].effort, "points")
            loss = found.loss(event.action)
            parts = divide(game, game.view(state, event.seat), found, event.action, loss)
            if parts:
                shown = {theme: round(points, 4) for theme, points in parts.items()}
                decisions.append({"seat": event.seat, "loss": round(loss, 4), "parts": shown})
        state = game.apply(state, event)
    return {"game": name, "number": number, "level": level, "counts": counts, "decisions": decisions}


def lines_of(files: Iterable[str]) -> list[dict[str, Any]]:
    """Return the lines of files."""
    return [json.loads(each) for path in files for each in Path(path).read_text().splitlines()]


def losses_of_levels(lines: Iterable[Mapping[str, Any]]) -> dict[str, dict[str, list[PlayedLosses]]]:
    """Return the losses of the sheets of each level, by game and level, the weakest level first."""
    found: dict[str, dict[str, list[PlayedLosses]]] = {}
    for each in lines:
        if "level" in each:
            levels = found.setdefault(each["game"], {level: [] for level in LEVELS})
            levels[each["level"]] += [
                played_losses(each["decisions"], seat, each["counts"][seat]) for seat in range(SEATS)
            ]
    return found


def losses_of_learners(lines: Iterable[Mapping[str, Any]]) -> dict[tuple[str, str | None], list[PlayedLosses]]:
    """Return the losses of learners in each game, by game and theme; the theme is None for learners that err evenly."""
    found = defaultdict[tuple[str, str | None], list[PlayedLosses]](list)
    for each in lines:
        if "theme" in each:
            games = found[each["game"], each["theme"]]
            games.append(played_losses(each["decisions"], 0, each["count"]))
    return found


def mean_losses(game: str, sheets: Sequence[PlayedLosses]) -> Losses:
    """Return the points lost a decision by theme."""
    decisions = sum(each.decisions for each in sheets)
    points = {theme: sum(each.points.get(theme, 0.0) for each in sheets) for theme in GAME_THEMES[game]}
    return rounded({theme: lost / max(decisions, 1) for theme, lost in points.items()})


def rounded(losses: Losses) -> Losses:
    """Return losses with four digits."""
    return {theme: float(f"{lost:.4g}") for theme, lost in losses.items()}


def measured_losses(
    game: str, levels: Mapping[str, Sequence[PlayedLosses]], even: Sequence[PlayedLosses]
) -> MeasuredLosses:
    """Return the figures that ship for a game, from the sheets of the levels and of bots that err evenly."""

    def shares(sheets: Sequence[PlayedLosses]) -> Losses:
        found = mean_shares(sheets)
        return rounded({theme: found.get(theme, 0.0) for theme in GAME_THEMES[game]})

    return MeasuredLosses(
        {level: mean_losses(game, sheets) for level, sheets in levels.items()},
        {level: shares(sheets) for level, sheets in levels.items()},
        shares(even),
    )


def write(options: argparse.Namespace) -> None:
    lines = lines_of(options.files)
    learners = losses_of_learners(lines)
    for name, levels in losses_of_levels(lines).items():
        even = learners[name, None] or [sheet for sheets in levels.values() for sheet in sheets]
        save_theme_losses(shipped_path(name, NAME), name, measured_losses(name, levels, even))
        measured_levels.note("coach_themes", name)
        for theme in GAME_THEMES[name]:
            row: dict[str, object] = {"game": knobel.make(name).titles["en"], "theme": theme}
            for level, sheets in (*levels.items(), ("even errors", even)):
                if sheets:
                    row[level] = script.mean_with_error([each.points.get(theme, 0.0) for each in sheets], 1)
            script.report(row)


def main() -> None:
    script.play_and_write(__doc__, 300, line, write)


if __name__ == "__main__":
    main()
