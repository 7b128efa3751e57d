"""Ledgers of many games: tables of one to five seats with bots of random levels.

    python -m benchmarks.coach_many play knister --games 10000 --out knister.jsonl
    python -m benchmarks.coach_many play knoeffel --options columns=3 --games 200 --out three.jsonl
    python -m benchmarks.coach_many table *.jsonl
    python -m benchmarks.coach_many stages knaster.jsonl

`play` appends a line for each game and continues an existing file; each game has its own dice. Reviews are without
probabilities of winning, which no ledger needs. `table` prints, for each game with its options and each level, the
mean luck, the mean correction and the mean of all other effects of a game with their standard errors, and the mean
absolute correction a decision; over all games, the largest gap between a ledger and its score, and the processor time
of a review. Seats of one level in a game count as one, with their mean, so that the standard errors are those of
independent games. `stages` prints how much of all corrections is where few fields of the sheet are open.
"""

import argparse
import json
from collections import defaultdict
from math import fsum
from pathlib import Path
from random import Random
from statistics import fmean
from time import process_time
from typing import Any

import knobel
from benchmarks.coach_ledger import play
from benchmarks.shared import script
from knobel.bots.levels import LEVELS
from knobel.coach import Change, Kind, Review, expectation, review
from knobel.coach.stages import open_fields
from knobel.core import Game
from knobel.notation import Record

DRAWN = ("random", *LEVELS)
"""The bots of which tables are made."""
MAX_SEATS = 5
FEW_FIELDS = (1, 2, 4, 8)
"""Numbers of open fields up to which `stages` adds up corrections."""
QUANTITIES = ("luck", "correction", "others", "corrected", "start", "final")


def drawn(game: Game[Any], rng: Random, seats: int | None = None) -> list[str]:
    """Draw the bots of a table: of one level at every third table, otherwise a level for each seat.

    :param seats: the number of seats; None draws it.
    """
    most = min(MAX_SEATS, game.max_seats or MAX_SEATS)
    seats = seats or rng.randint(game.min_seats, most)
    return [rng.choice(DRAWN)] * seats if not rng.randrange(3) else rng.choices(DRAWN, k=seats)


def corrections(record: Record, found: Review) -> list[dict[int, float]]:
    """Return for each seat the sum of its absolute corrections by the number of its fields that are open then."""
    sums = [defaultdict[int, float](float) for _ in found.seats]
    changes = defaultdict[int, list[Change]](list)
    for change in found.changes:
        changes[change.event].append(change)
    state = record.game.start(len(found.seats))
    for number, event in enumerate(record.events, 1):
        for change in changes[number]:
            if change.kind is Kind.CORRECTION:
                sums[change.seat][open_fields(record.game, state, change.seat)] += abs(change.points)
        state = record.game.apply(state, event)
    return [dict(each) for each in sums]


def line(number: int, record: Record, found: Review, scores: tuple[int, ...], seconds: float) -> dict[str, Any]:
    """Return the stored line of a game."""
    sheets, by_fields = [], corrections(record, found)
    for seat in found.seats:
        ledger = seat.ledger
        booked = ledger.start + ledger.luck + ledger.decisions + ledger.unknown + ledger.others + ledger.correction
        corrected = fsum(by_fields[seat.seat].values())
        sheets.append(
            {
                "level": seat.name,
                "luck": ledger.luck,
                "correction": ledger.correction,
                "others": ledger.others,
                "start": ledger.start,
                "final": ledger.final,
                "corrected": corrected / max(seat.decisions, 1),
                "decisions": seat.decisions,
                "corrections": by_fields[seat.seat],
                "gap": max(abs(booked - scores[seat.seat]), abs(ledger.final - scores[seat.seat])),
            }
        )
    rules = {name: value for name, value in found.options.items() if value != knobel.make(found.game).options[name]}
    return {
        "game": found.game,
        "options": rules,
        "number": number,
        "seconds": round(seconds, 4),
        "sheets": sheets,
    }


def play_many(options: argparse.Namespace) -> None:
    game = knobel.make(options.game, **dict(option.split("=") for option in options.options))

    expectation.SIMULTANEOUS = options.reference or expectation.SIMULTANEOUS

    def reviewed(number: int) -> dict[str, Any]:
        names = options.table or drawn(game, Random(f"{options.seed} {number}"), options.seats)
        record, scores = play(game, names, f"{options.seed} {number} dice")
        began = process_time()
        found = review(record, options.effort, "points")
        return line(number, record, found, scores, process_time() - began)

    script.append_lines(Path(options.out), options.games, options.minutes, reviewed)


def mean_by_level(sheets: list[dict[str, Any]], quantity: str) -> dict[str, float]:
    """Return the mean of a quantity over the sheets of each level in a game, and over all of them."""
    levels = {"all": sheets}
    for sheet in sheets:
        levels.setdefault(sheet["level"], []).append(sheet)
    return {level: fmean(sheet[quantity] for sheet in own) for level, own in levels.items()}


def table(options: argparse.Namespace) -> None:
    means: dict[str, dict[str, dict[str, list[float]]]] = defaultdict(
        lambda: {quantity: defaultdict(list) for quantity in QUANTITIES}
    )
    games, sheets, gap = defaultdict[str, int](int), defaultdict[str, int](int), defaultdict[str, float](float)
    seconds: dict[str, list[float]] = defaultdict(list)
    for each in (json.loads(line) for path in options.files for line in Path(path).read_text().splitlines()):
        name = " ".join([each["game"], *(f"{option}={value}" for option, value in each["options"].items())])
        games[name] += 1
        seconds[name].append(each["seconds"])
        sheets[name] += len(each["sheets"])
        gap[name] = max(gap[name], *(sheet["gap"] for sheet in each["sheets"]))
        for quantity in QUANTITIES:
            for level, mean in mean_by_level(each["sheets"], quantity).items():
                means[name][quantity][level].append(mean)
    for name, found in means.items():
        counts = {"games": games[name], "sheets": sheets[name]}
        script.report(
            {"game": name} | counts | {"largest gap": gap[name], "seconds a game": round(fmean(seconds[name]), 3)}
        )
        for level in sorted(found["luck"], key=lambda level: (level != "all", -fmean(found["final"][level]))):
            size, start, final = (fmean(found[quantity][level]) for quantity in ("corrected", "start", "final"))
            script.report(
                {"game": name, "level": level}
                | {of: script.mean_with_error(found[of][level], 2) for of in ("luck", "correction", "others")}
                | {"correction a decision": round(size, 3), "start": round(start, 1), "score": round(final, 1)}
            )


def stages(options: argparse.Namespace) -> None:
    found: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for each in (json.loads(line) for path in options.files for line in Path(path).read_text().splitlines()):
        found[each["game"]] += each["sheets"]
    for name, sheets in found.items():
        decisions = sum(sheet["decisions"] for sheet in sheets)
        booked = [(int(fields), points) for sheet in sheets for fields, points in sheet["corrections"].items()]
        total = fsum(points for _, points in booked)
        for most in FEW_FIELDS:
            few = fsum(points for fields, points in booked if fields <= most)
            share = {"share, %": round(100 * few / total, 1), "a decision": round(total / decisions, 3)}
            script.report(
                {"game": name, "open fields at most": most}
                | share
                | {"a decision without them": round((total - few) / decisions, 3)}
            )


def main() -> None:
    parser = script.parser(__doc__)
    verbs = parser.add_subparsers(required=True)
    verb = verbs.add_parser("play")
    verb.add_argument("game", choices=knobel.GAMES)
    verb.add_argument("--options", nargs="*", default=[])
    verb.add_argument("--table", nargs="*", help="bots of every table; by default they are drawn")
    verb.add_argument("--games", type=int, default=10_000)
    verb.add_argument("--minutes", type=float, default=1e6)
    verb.add_argument("--seed", type=int, default=1)
    verb.add_argument("--seats", type=int, help="at every table; one to five are drawn otherwise")
    verb.add_argument("--effort", default="master", choices=["quick", "strong", "master"])
    verb.add_argument(
        "--reference", choices=["quick", "strong", "master"], help="effort of the expectations in simultaneous games"
    )
    verb.add_argument("--out", required=True)
    verb.set_defaults(run=play_many)
    verb = verbs.add_parser("table")
    verb.add_argument("files", nargs="+")
    verb.set_defaults(run=table)
    verb = verbs.add_parser("stages")
    verb.add_argument("files", nargs="+")
    verb.set_defaults(run=stages)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
