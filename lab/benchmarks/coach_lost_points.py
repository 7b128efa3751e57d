"""Grades of the decisions of Kniffeliger that lose points while many rounds are left.

    python -m benchmarks.coach_lost_points --games 60
    python -m benchmarks.coach_lost_points --games 60 --tables "casual,casual expert,beginner" --show

Each table is a list of bots, which play `--games` games. Counts the decisions of the first `--rounds` rounds that lose
more than `--points` points by the coach's ledger. Prints one JSON object a table, and one for all of them: the number
of these decisions, by grade and by the measure that judged them, and the share that is graded best or good. `--show`
prints those. With `--check` the exit status is 1 unless this share is below 5 %.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from time import process_time

import knobel
from benchmarks.coach_ledger import play
from benchmarks.shared import script
from knobel.coach import Decision, Grade, review
from knobel.core import replay
from knobel.engines.engine import Effort
from knobel.games.kniffeliger import State
from knobel.notation import Record

TABLES = (
    "master,master expert,expert advanced,advanced intermediate,intermediate casual,casual beginner,beginner "
    "random,random master,casual expert,beginner master,intermediate,random expert,advanced,casual,beginner"
)
PRAISE = Grade.BEST, Grade.GOOD
MAX_PRAISED = 0.05
"""Share of praised decisions from which `--check` fails."""


def losing(record: Record, effort: Effort, rounds: int, points: float) -> Iterator[tuple[State, Decision]]:
    """Yield the decisions of the first rounds that lose more than this number of points, with their positions."""
    for decision in review(record, effort).decisions:
        state = replay(record.game, len(record.seats), record.events[: decision.event - 1])
        if state.round <= rounds and decision.loss > points:
            yield state, decision


def show(number: int, state: State, decision: Decision) -> None:
    """Print a praised decision with its position."""
    print(
        f"game {number}, event {decision.event}, round {state.round}, dice {state.dice} after {state.rolls} rolls:",
        f"{decision.played.action} [{decision.grade} by {decision.judged_by}], {decision.best[0].action} has",
        f"{decision.loss:+.1f} points; to win {decision.played.win}, {decision.best[0].win}",
    )


def main() -> None:
    parser = script.parser(__doc__)
    parser.add_argument("--tables", default=TABLES)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--effort", default="master", choices=["quick", "strong", "master"])
    parser.add_argument("--options", nargs="*", default=[])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--points", type=float, default=5.0)
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    game = knobel.make("kniffeliger", **dict(option.split("=") for option in options.options))
    total = Counter[str]()
    for table in options.tables.split():
        own, began = Counter[str](), process_time()
        for number in range(options.games):
            record, _ = play(game, table.split(","), f"{options.seed} {number} lost points")
            for state, decision in losing(record, options.effort, options.rounds, options.points):
                own[decision.grade] += 1
                own[f"by {decision.judged_by}"] += 1
                own["praised"] += decision.grade in PRAISE
                own["decisions"] += 1
                if options.show and decision.grade in PRAISE:
                    show(number, state, decision)
        total += own
        report(table, own, options, process_time() - began)
    report("all", total, options, process_time())
    if options.check and total["praised"] >= MAX_PRAISED * total["decisions"]:
        sys.exit(1)


def report(table: str, counts: Counter[str], options: argparse.Namespace, seconds: float) -> None:
    """Print the figures of a table."""
    share = counts["praised"] / max(counts["decisions"], 1)
    script.report(
        {"table": table, "games": options.games, **counts, "praised share": round(share, 4), "s": round(seconds, 1)}
    )


if __name__ == "__main__":
    main()
