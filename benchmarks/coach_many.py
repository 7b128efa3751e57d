"""Ledgers of many games: tables of one to five seats with bots of random levels.

    python -m benchmarks.coach_many play knister --games 10000 --out knister.jsonl
    python -m benchmarks.coach_many table *.jsonl

`play` appends a line for each game and continues an existing file; each game has its own dice. Reviews are without
probabilities of winning, which no ledger needs; the input of `coach_calibration` is stored beside them. `table`
prints, for each game and level, the mean luck of a game with its standard error and the mean correction a decision;
over all games, the largest gap between a ledger and its score, and the processor time of a review. Seats of one level
that share dice count as one, with their mean luck, so that the standard errors are those of independent games.
"""

import argparse
import json
from collections import defaultdict
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from time import monotonic, process_time
from typing import Any

import knobel
from benchmarks import script
from benchmarks.coach_calibration import foretold
from benchmarks.coach_ledger import play
from knobel.coach import Kind, Review, review
from knobel.core import Game

LEVELS = ("random", "beginner", "casual", "strong")
MOST_SEATS = 5


def drawn(game: Game[Any], rng: Random) -> list[str]:
    """Draw the bots of a table: of one level at every third table, otherwise a level for each seat."""
    most = min(MOST_SEATS, game.max_seats or MOST_SEATS)
    seats = rng.randint(game.min_seats, most)
    return [rng.choice(LEVELS)] * seats if not rng.randrange(3) else rng.choices(LEVELS, k=seats)


def line(number: int, found: Review, scores: tuple[int, ...], seconds: float) -> dict[str, Any]:
    """Return the stored line of a game."""
    sheets = []
    for seat in found.seats:
        ledger = seat.ledger
        booked = ledger.start + ledger.luck + ledger.decisions + ledger.unknown + ledger.others + ledger.correction
        corrected = sum(abs(c.points) for c in found.changes if c.seat == seat.seat and c.kind is Kind.CORRECTION)
        sheets.append(
            {
                "level": seat.name,
                "luck": ledger.luck,
                "corrected": corrected / max(seat.decisions, 1),
                "gap": max(abs(booked - scores[seat.seat]), abs(ledger.final - scores[seat.seat])),
            }
        )
    return {"game": found.game, "number": number, "seconds": round(seconds, 4), "sheets": sheets}


def play_many(options: argparse.Namespace) -> None:
    game, out = knobel.make(options.game), Path(options.out)
    first = len(out.read_text().splitlines()) if out.exists() else 0
    until = monotonic() + options.minutes * 60
    with out.open("a") as file:
        for number in range(first, options.games):
            rng = Random(f"{options.seed} {number}")
            record, scores = play(game, drawn(game, rng), f"{options.seed} {number} dice")
            began = process_time()
            found = review(record, options.effort, "points")
            kept = line(number, found, scores, process_time() - began)
            kept["foretold"] = foretold(record, Random(f"{options.seed} {number} branch"))
            file.write(json.dumps(kept) + "\n")
            file.flush()
            if monotonic() > until:
                return


def with_error(values: list[float]) -> str:
    return f"{fmean(values):+.2f} ± {stdev(values) / sqrt(len(values)):.2f}" if len(values) > 1 else "?"


def table(options: argparse.Namespace) -> None:
    lucks: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    corrected: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    games, sheets, gap = defaultdict[str, int](int), defaultdict[str, int](int), defaultdict[str, float](float)
    seconds: dict[str, list[float]] = defaultdict(list)
    for each in (json.loads(line) for path in options.files for line in Path(path).read_text().splitlines()):
        name = each["game"]
        games[name] += 1
        seconds[name].append(each["seconds"])
        sheets[name] += len(each["sheets"])
        gap[name] = max(gap[name], *(sheet["gap"] for sheet in each["sheets"]))
        for level in {sheet["level"] for sheet in each["sheets"]}:
            own = [sheet for sheet in each["sheets"] if sheet["level"] == level]
            lucks[name][level].append(fmean(sheet["luck"] for sheet in own))
            corrected[name][level] += [sheet["corrected"] for sheet in own]
        lucks[name]["all"].append(fmean(sheet["luck"] for sheet in each["sheets"]))
        corrected[name]["all"] += [sheet["corrected"] for sheet in each["sheets"]]
    for name in games:
        took = fmean(seconds[name])
        print(f"{name}: {games[name]} games, {sheets[name]} sheets, gap {gap[name]:.1e}, {took:.3f} s a game")
        for level in ("all", *reversed(LEVELS)):
            luck, size = lucks[name][level], corrected[name][level]
            if size:
                print(f"  {level:9} luck {with_error(luck)}  correction {fmean(size):.2f}  ({len(size)})")


def main() -> None:
    parser = script.parser(__doc__)
    verbs = parser.add_subparsers(required=True)
    verb = verbs.add_parser("play")
    verb.add_argument("game", choices=knobel.GAMES)
    verb.add_argument("--games", type=int, default=10_000)
    verb.add_argument("--minutes", type=float, default=1e6)
    verb.add_argument("--seed", type=int, default=1)
    verb.add_argument("--effort", default="quick", choices=["quick", "strong", "master"])
    verb.add_argument("--out", required=True)
    verb.set_defaults(run=play_many)
    verb = verbs.add_parser("table")
    verb.add_argument("files", nargs="+")
    verb.set_defaults(run=table)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
