"""Ratings of bots of known level: means and intervals, with luck and without.

    python -m benchmarks.rating_coverage play knister knaster --games 200 --minutes 10 --out games.jsonl
    python -m benchmarks.rating_coverage table games.jsonl
    python -m benchmarks.rating_coverage coverage games.jsonl --runs 2000
    python -m benchmarks.rating_coverage apart games.jsonl --runs 2000
    python -m benchmarks.rating_coverage levels games.jsonl > src/knobel/rating/levels.json

`play` appends games of bots of all levels, or of `--levels`, to a file until there are `--games` of each or the time
is up. The bots play alone, in Kniffeliger at tables of two bots of the same level, of which one seat is noted, the
first and the second in turn. The luck is that of the server's reviews. With `--points-only` it is left out: the means
are the same, and of weak levels more exact in the same time, because a game without its luck takes a tenth.

`table` prints for each game and level the means of points, of luck and of the results without luck, with standard
errors, the standard deviations of points and of results without luck, and the ratio of their variances. The mean luck
is 0 except for sampling.

`coverage` draws runs of games from those of a level with replacement, so that their true mean is known, and rates each
run as `knobel.rating` does. It prints the share of runs whose interval of 1.96 standard errors contains the true mean,
after 10, 20, 50, 100 and 200 games.

`apart` prints the number of games from which neighbouring levels are distinguished: the smallest number of games of
each at which the difference of the means is larger than 1.96 standard errors in 95 % of the runs. All games count
equally. The points are shifted so that their mean is that of the results without luck, which has the same expectation
and is more accurate.

`levels` prints the means in the form that `knobel.rating` reads. Games and levels of which the file has no games keep
the figures that ship.
"""

import argparse
import json
from collections import defaultdict
from dataclasses import asdict
from itertools import pairwise
from pathlib import Path
from time import monotonic
from typing import Any, TypeAlias

import numpy as np

import knobel
from benchmarks.coach_ledger import play
from benchmarks.shared import measured_levels, script
from knobel import rating
from knobel.bots.levels import LEVELS
from knobel.coach import luck, luck_stamp
from knobel.games import GAMES

RUN_GAMES = (10, 20, 50, 100, 200)
SIGNIFICANT = 1.96
"""Standard errors."""
WANTED = 0.95
"""Share of runs in which two levels must be distinguished."""
MAX_GAMES = 10_000

Results: TypeAlias = dict[str, np.ndarray[Any, Any]]
"""Results of games, by level."""


def play_game(name: str, level: str, number: int, with_luck: bool) -> dict[str, Any]:
    """Return the result of a seat in a game between bots of a level; the luck is 0 if it is not computed."""
    game = knobel.make(name)
    seats = game.min_seats
    record, scores = play(game, [level] * seats, f"{level} {number}")
    seat = number % seats
    result = {"points": scores[seat], "luck": luck(record)[seat] if with_luck else 0.0, "engine": luck_stamp(game)}
    return {"game": name, "level": level, "number": number} | result


def play_games(options: argparse.Namespace) -> None:
    """Append the games that a file lacks, until the time is up."""
    out: Path = options.out
    have = {(each["game"], each["level"], each["number"]) for each in read(out)}
    until = monotonic() + 60 * options.minutes
    with out.open("a") as file:
        for number in range(options.games):
            for key in ((name, level, number) for name in options.game for level in options.levels):
                if key in have:
                    continue
                if monotonic() > until:
                    return
                file.write(json.dumps(play_game(*key, not options.points_only)) + "\n")
                file.flush()


def read(file: Path) -> list[dict[str, Any]]:
    """Return the games in a file."""
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


def by_level(file: Path) -> dict[str, tuple[Results, Results]]:
    """Return the points and the results without luck of the games in a file, by game."""
    points: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    results: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for each in read(file):
        points[each["game"]][each["level"]].append(each["points"])
        results[each["game"]][each["level"]].append(rating.without_luck(each["points"], each["luck"]))

    def arrays(lists: dict[str, list[float]]) -> Results:
        return {level: np.array(lists[level]) for level in LEVELS if level in lists}

    return {game: (arrays(points[game]), arrays(results[game])) for game in points}


def table(file: Path) -> None:
    for game, (points, results) in by_level(file).items():
        for level, values in points.items():
            row = {
                "game": game,
                "level": level,
                "games": len(values),
                "points": script.mean_with_error(values.tolist(), 1),
                "luck": script.mean_with_error((values - results[level]).tolist(), 1),
                "without luck": script.mean_with_error(results[level].tolist(), 2),
                "deviation": round(float(values.std(ddof=1)), 1),
                "deviation without luck": round(float(results[level].std(ddof=1)), 1),
                "ratio of variances": round(float(values.var(ddof=1) / results[level].var(ddof=1)), 1),
            }
            script.report(row)


def shares_covered(results: np.ndarray[Any, Any], runs: int, rng: np.random.Generator) -> dict[str, float]:
    """Return the share of runs whose interval contains the true mean, by number of games."""
    covered = dict.fromkeys(RUN_GAMES, 0)
    true_mean = results.mean()
    for _ in range(runs):
        found = list(rating.estimates(rng.choice(results, RUN_GAMES[-1]).tolist()))
        for games in RUN_GAMES:
            after = found[games - 1]
            covered[games] += abs(after.mean - true_mean) <= SIGNIFICANT * (after.error or 0.0)
    return {str(games): round(count / runs, 3) for games, count in covered.items()}


def share_told_apart(
    weaker: np.ndarray[Any, Any], stronger: np.ndarray[Any, Any], games: int, runs: int, rng: np.random.Generator
) -> float:
    """Return the share of runs in which the stronger of two levels is significantly better."""
    low, high = (rng.choice(results, (runs, games)) for results in (weaker, stronger))
    error = np.sqrt((low.var(axis=1, ddof=1) + high.var(axis=1, ddof=1)) / games)
    return float(np.mean(high.mean(axis=1) - low.mean(axis=1) > SIGNIFICANT * error))


def games_needed(
    weaker: np.ndarray[Any, Any], stronger: np.ndarray[Any, Any], runs: int, rng: np.random.Generator
) -> int | None:
    """Return the number of games of each level from which two levels are distinguished; None if there is none."""
    too_few, enough = 1, 2
    while share_told_apart(weaker, stronger, enough, runs, rng) < WANTED:
        too_few, enough = enough, 2 * enough
        if enough > MAX_GAMES:
            return None
    while enough - too_few > 1:
        middle = (too_few + enough) // 2
        if share_told_apart(weaker, stronger, middle, runs, rng) < WANTED:
            too_few = middle
        else:
            enough = middle
    return enough


def coverage(file: Path, runs: int) -> None:
    rng = np.random.default_rng(1)
    for game, (_, results) in by_level(file).items():
        for level, values in results.items():
            script.report({"game": game, "level": level, "covered after games": shares_covered(values, runs, rng)})


def apart(file: Path, runs: int) -> None:
    rng = np.random.default_rng(1)
    for game, (points, results) in by_level(file).items():
        shifted = {level: values - values.mean() + results[level].mean() for level, values in points.items()}
        for weaker, stronger in pairwise(results):
            needed = {
                name: games_needed(values[weaker], values[stronger], runs, rng)
                for name, values in (("points", shifted), ("without luck", results))
            }
            script.report({"game": game, "levels": f"{weaker}, {stronger}", "games needed": needed})


def levels(file: Path) -> None:
    found = {game: asdict(kept) for game in GAMES if (kept := rating.bot_levels(game)) is not None}
    engines = {each["game"]: each["engine"] for each in read(file)}
    for game, (_, results) in by_level(file).items():
        rules = knobel.make(game)
        means = {level: script.mean_with_error(values.tolist(), 2) for level, values in results.items()}
        before = found.get(game, {"games": MAX_GAMES, "means": {}, "errors": {}})
        least = min(len(values) for values in results.values())
        found[game] = {
            "engine": engines[game],
            "seats": rules.min_seats,
            "games": least if len(results) == len(LEVELS) else min(least, before["games"]),
            "means": before["means"] | {level: mean["mean"] for level, mean in means.items()},
            "errors": before["errors"] | {level: mean["error"] for level, mean in means.items()},
        }
        measured_levels.note("rating_coverage", game)
    print(json.dumps(found, indent=2))


def main() -> None:
    parser = script.parser(__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    playing = commands.add_parser("play")
    playing.add_argument("game", nargs="+", choices=GAMES)
    playing.add_argument("--levels", nargs="+", choices=LEVELS, default=list(LEVELS))
    playing.add_argument("--games", type=int, default=RUN_GAMES[-1])
    playing.add_argument("--minutes", type=float, default=10)
    playing.add_argument("--points-only", action="store_true", help="do without the luck: more games in less time")
    playing.add_argument("--out", type=Path, required=True)
    for name in ("table", "coverage", "apart", "levels"):
        reading = commands.add_parser(name)
        reading.add_argument("file", type=Path)
        if name in ("coverage", "apart"):
            reading.add_argument("--runs", type=int, default=2000)
    options = parser.parse_args()
    run(options)


def run(options: argparse.Namespace) -> None:
    match options.command:
        case "play":
            play_games(options)
        case "table":
            table(options.file)
        case "coverage":
            coverage(options.file, options.runs)
        case "apart":
            apart(options.file, options.runs)
        case "levels":
            levels(options.file)


if __name__ == "__main__":
    main()
