"""Checks which weakness the coach tells of people with one habit, and how often it tells average players of one.

    python -m benchmarks.coach_habits play --games 40 --out habits.jsonl
    python -m benchmarks.coach_habits table habits.jsonl --levels levels.jsonl --runs 200

`play` appends the reviewed games of one person for each habit (`knobel_lab.habits`), against strong bots where a game
has several seats, in each seat in turn, and continues an existing file. `table` prints a JSON object for each habit: in
which share of random runs of five, ten and twenty of its games the right theme is told first, and what was told first
otherwise; and for a game the number of errors (inaccuracies and worse), the points lost, and those lost by the right
theme. With `--levels` (`benchmarks.coach_themes play`), also in which share of runs bots of each level are told of any
weakness; the sheets of such a run, at most half of all, are left out of the figures with which they are compared.
"""

import argparse
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

import knobel
from benchmarks.coach_ledger import play_on
from benchmarks.coach_themes import decision_lines, lines_of, losses_of_levels, measured_losses, played_losses
from benchmarks.shared import script
from knobel import bots
from knobel.coach import review
from knobel.coach.grades import GRADE_MARKS
from knobel.coach.theme_losses import MeasuredLosses, PlayedLosses, theme_losses
from knobel.coach.weaknesses import sort_losses
from knobel.notation import Record
from knobel_lab.habits import HABITS, HELD_OUT, Person

LENGTHS = (5, 10, 20)
"""Numbers of games of the runs."""
NOTHING = "nothing"
ALL = {**HABITS, **HELD_OUT}


def line(name: str, number: int) -> dict[str, Any]:
    """Return the line of a reviewed game of a person with a habit."""
    habit = ALL[name]
    game, rng = knobel.make(habit.game), Random(f"{name} {number} habits")
    seat = number % habit.seats
    players = [bots.make("strong") for _ in range(habit.seats)]
    players[seat] = Person(habit)
    events, _ = play_on(game, game.start(len(players)), players, rng)
    found = review(Record(game, tuple(str(each) for each in range(habit.seats)), events))
    rule = found.seats[seat].lesson.rule
    return {
        "habit": name,
        "game": habit.game,
        "number": number,
        "seat": seat,
        "accuracy": round(found.seats[seat].accuracy, 2),
        "rule": None if rule is None else rule.theme,
        "count": sum(each.seat == seat for each in found.decisions),
        "decisions": [each for each in decision_lines(found) if each["seat"] == seat],
    }


def play(options: argparse.Namespace) -> None:
    names = [name for name, habit in ALL.items() if options.game in (None, habit.game)]
    script.append_lines(
        Path(options.out),
        options.games * len(names),
        options.minutes,
        lambda number: line(names[number % len(names)], number // len(names)),
    )


def told_first(game: str, played: Sequence[PlayedLosses], measured: MeasuredLosses) -> str:
    """Return the first weakness that is reported to a player."""
    found = sort_losses(game, played, measured)
    return next((each.theme for each in found if each.weakness), NOTHING)


def report_habit(name: str, lines: Sequence[Mapping[str, Any]], measured: MeasuredLosses, runs: int) -> None:
    habit, rng = ALL[name], Random(name)
    games = [played_losses(each["decisions"], each["seat"], each["count"]) for each in lines]
    row: dict[str, object] = {
        "game": knobel.make(habit.game).titles["en"],
        "habit": name + ", held out" * (name in HELD_OUT),
        "right": " or ".join(habit.themes),
        "games": len(games),
        "errors a game": round(fmean(sum(d["grade"] in GRADE_MARKS for d in each["decisions"]) for each in lines), 1),
        "lost a game": round(fmean(sum(d["loss"] for d in each["decisions"]) for each in lines), 1),
        "by the right theme": round(fmean(sum(each.points.get(t, 0.0) for t in habit.themes) for each in games), 1),
    }
    others = Counter[str]()
    for length in LENGTHS:
        if length <= len(games):
            first = [told_first(habit.game, rng.sample(games, length), measured) for _ in range(runs)]
            row[f"right first after {length} games, %"] = share(each in habit.themes for each in first)
            others = Counter(each for each in first if each not in habit.themes)
    row["otherwise"] = ", ".join(f"{theme} {count}" for theme, count in others.most_common(3))
    row["rule of thumb right, %"] = share(each["rule"] in habit.themes for each in lines)
    script.report(row)


def share(found: Any) -> float:
    """Return the share of true values in percent."""
    return round(100 * fmean(found), 1)


def report_levels(name: str, levels: Mapping[str, Sequence[PlayedLosses]], even: Any, runs: int) -> None:
    for level, sheets in levels.items():
        if not sheets:
            continue
        rng, row = Random(f"{name} {level}"), dict[str, object]()
        others = Counter[str]()
        for length in LENGTHS:
            if 2 * length > len(sheets):
                continue
            found = []
            for _ in range(runs):
                order = rng.sample(sheets, len(sheets))
                measured = measured_losses(name, {**levels, level: order[length:]}, even)
                found.append(told_first(name, order[:length], measured))
            row[f"told of one after {length} games, %"] = share(each != NOTHING for each in found)
            others = Counter(each for each in found if each != NOTHING)
        script.report(
            {"game": knobel.make(name).titles["en"], "level": level, "sheets": len(sheets)}
            | row
            | {"which": ", ".join(f"{theme} {count}" for theme, count in others.most_common(3))}
        )


def table(options: argparse.Namespace) -> None:
    by_habit = defaultdict[str, list[dict[str, Any]]](list)
    for each in lines_of(options.files):
        by_habit[each["habit"]].append(each)
    for name, lines in by_habit.items():
        report_habit(name, lines, theme_losses(ALL[name].game), options.runs)
    for name, levels in losses_of_levels(lines_of(options.levels)).items():
        report_levels(name, levels, (), options.runs)


def main() -> None:
    parser = script.parser(__doc__)
    verbs = parser.add_subparsers(required=True)
    verb = verbs.add_parser("play")
    verb.add_argument("--game", choices=knobel.GAMES, help="all games by default")
    verb.add_argument("--games", type=int, default=40)
    verb.add_argument("--minutes", type=float, default=1e6)
    verb.add_argument("--out", required=True)
    verb.set_defaults(run=play)
    verb = verbs.add_parser("table")
    verb.add_argument("files", nargs="*")
    verb.add_argument("--levels", nargs="*", default=[])
    verb.add_argument("--runs", type=int, default=200)
    verb.set_defaults(run=table)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
