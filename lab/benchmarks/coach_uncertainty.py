"""Errors of the coach's estimates, and the distribution of final scores, by the stage of the game.

    python -m benchmarks.coach_uncertainty play knister --minutes 10 --out knister.jsonl
    python -m benchmarks.coach_uncertainty write *.jsonl
    python -m benchmarks.coach_uncertainty check *.jsonl

`play` takes a random decision of each game between bots of random levels, lets the coach estimate its best action,
and plays the game out after this action `--rollouts` times with other dice, as `coach.compare_by_rollouts` does. It
appends a line for each game and continues an existing file; games with another `--seed` are others.

`write` writes the figures of `knobel.coach.uncertainty`, which ship beside the trained data. The error of an estimate
is the root mean square difference between the estimate and the mean of its rollouts, less the squared standard error of
this mean. `check` prints how often final scores end above the 90 % quantile and below the 10 % quantile that the coach
states; a standard error is computed over games.
"""

import argparse
import json
from collections import defaultdict
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, median, variance
from typing import Any, TypeAlias

import numpy as np

import knobel
from benchmarks.coach_ledger import play
from benchmarks.shared import script
from knobel.coach import assess
from knobel.coach.measured_files import shipped_path
from knobel.coach.opponent_effects import expected_effect
from knobel.coach.rollouts import QUANTILES, estimate, play_out, reopened
from knobel.coach.stages import open_fields
from knobel.coach.uncertainty import NAME, Figures, Stage, around, save_figures, stage_at
from knobel.core import Game, Move, replay

LEVELS = ("strong", "strong", "casual", "beginner")
MAX_SEATS = 4
BINS = 5
AT_LEAST = 4
"""Minimum number of positions of a stage."""
LEAST_ERROR, LEAST_WIN_ERROR = 0.2, 0.03
"""Errors of estimates below which nothing can be measured by so few rollouts, in points and in probability."""


def position(game: Game[Any], rng: Random, seed: str) -> tuple[Any, int, int]:
    """Return a position in which a seat decides, with the seat and the number of the event."""
    most = min(MAX_SEATS, game.max_seats or MAX_SEATS)
    names = rng.choices(LEVELS, k=rng.randint(game.min_seats, most))
    record, _ = play(game, names, seed)
    while True:
        at = rng.randrange(len(record.events))
        event, state = record.events[at], replay(game, len(names), record.events[:at])
        if isinstance(event, Move) and len(game.legal(state, event.seat)) > 1:
            return state, event.seat, at


def measured(game: Game[Any], number: int, seed: str, rollouts: int) -> dict[str, Any]:
    """Return the estimate in a random position, with the outcomes of its rollouts."""
    state, seat, at = position(game, Random(f"{seed} {number} table"), f"{seed} {number}")
    found = assess(game, state, seat)
    after = game.apply(reopened(game, state, seat), Move(seat, found.best.action))
    outcomes = [play_out(game, after, seat, (number, run)) for run in range(rollouts)]
    return {
        "game": game.name,
        "number": number,
        "seats": game.seats(state),
        "event": at + 1,
        "open": open_fields(game, state, seat),
        "points": found.best.points,
        "effect": expected_effect(game, game.view(state, seat), seat),
        "exact": found.best.uncertainty == 0,
        "win": found.best.win,
        "win_exact": found.best.win_uncertainty == 0,
        "scores": [each.score for each in outcomes],
        "luck": [each.luck for each in outcomes],
        "wins": [each.win for each in outcomes],
    }


def play_many(options: argparse.Namespace) -> None:
    game = knobel.make(options.game)

    def line(number: int) -> dict[str, Any]:
        return measured(game, number, str(options.seed), options.rollouts)

    script.append_lines(Path(options.out), options.games, options.minutes, line)


Measured: TypeAlias = dict[str, Any]
"""A line of the file."""


def error(each: Measured) -> tuple[float, float]:
    """Return the error of an estimate in points, and the squared standard error of the mean of its rollouts."""
    variables = np.zeros((len(each["scores"]), 7))
    variables[:, 0], variables[:, 1], variables[:, 3] = 1, each["luck"], each["scores"]
    found = estimate((variables.T @ variables).tolist(), np.eye(7)[3].tolist())
    return found.mean - each["points"], found.uncertainty**2


def root_mean_square(errors: list[tuple[float, float]]) -> float:
    """Return the root mean square of errors, without the part that is due to rollouts."""
    return sqrt(max(fmean(error**2 - noise for error, noise in errors), 0.0)) if errors else 0.0


def by_stage(measured: list[Measured]) -> list[list[Measured]]:
    """Return the positions with one open field, and the others in bins of equal width."""
    most, bins = max(each["open"] for each in measured), defaultdict[int, list[Measured]](list)
    for each in measured:
        bins[0 if each["open"] <= 1 else 1 + BINS * (each["open"] - 2) // (most - 1)].append(each)
    return [bins[number] for number in sorted(bins) if len(bins[number]) >= AT_LEAST]


def stage(measured: list[Measured]) -> Stage:
    """Return the figures of positions."""
    middle = median(each["points"] for each in measured)
    estimated = [each for each in measured if not each["exact"]]
    poor, good = (
        max(root_mean_square([error(each) for each in estimated if (each["points"] < middle) is below]), LEAST_ERROR)
        for below in (True, False)
    )
    deviations = [score - each["points"] - each["effect"] for each in measured for score in each["scores"]]
    figures = (fmean(each["open"] for each in measured), middle, poor, good, *np.quantile(deviations, QUANTILES))
    return Stage(*(round(float(figure), 1) for figure in figures))


def win_error(measured: list[Measured]) -> tuple[float, int]:
    """Return the error of probabilities of winning near one half, see `win_uncertainty`, and their number."""
    known = [each for each in measured if each["win"] is not None and not each["win_exact"]]
    squares = [(fmean(each["wins"]) - each["win"]) ** 2 - variance(each["wins"]) / len(each["wins"]) for each in known]
    scale = sum(4 * each["win"] * (1 - each["win"]) for each in known)
    return max(sqrt(max(sum(squares), 0.0) / scale) if scale else 0.0, LEAST_WIN_ERROR), len(known)


def read(paths: list[str]) -> dict[str, list[Measured]]:
    games = defaultdict[str, list[Measured]](list)
    for each in (json.loads(line) for path in paths for line in Path(path).read_text().splitlines()):
        games[each["game"]].append(each)
    return games


def write(options: argparse.Namespace) -> None:
    for name, measured in read(options.files).items():
        found, number = win_error(measured)
        stages = tuple(stage(each) for each in by_stage(measured))
        path = options.out / f"{name}.json" if options.out else shipped_path(name, NAME)
        save_figures(path, name, Figures(stages, round(found, 2)))
        print(f"{path}: {len(measured)} positions; probabilities of winning: {found:.3f} in {number}")


def check(options: argparse.Namespace) -> None:
    for name, measured in read(options.files).items():
        below, middle, above = list[float](), list[float](), list[float]()
        for each in measured:
            stated = stage_at(name, each["open"])
            quantiles = around(name, each["points"] + each["effect"], stated)
            for found, quantile in zip((below, middle, above), quantiles, strict=True):
                found.append(fmean((score > quantile) + (score == quantile) / 2 for score in each["scores"]))
        shares = {"10 % quantile": below, "median": middle, "90 % quantile": above}
        percent = {
            f"above the {what}, %": script.mean_with_error([100 * share for share in each], 1)
            for what, each in shares.items()
        }
        script.report({"game": name, "positions": len(measured)} | percent)


def main() -> None:
    parser = script.parser(__doc__)
    verbs = parser.add_subparsers(required=True)
    verb = verbs.add_parser("play")
    verb.add_argument("game", choices=knobel.GAMES)
    verb.add_argument("--games", type=int, default=10_000)
    verb.add_argument("--minutes", type=float, default=1e6)
    verb.add_argument("--rollouts", type=int, default=16)
    verb.add_argument("--seed", type=int, default=1)
    verb.add_argument("--out", required=True)
    verb.set_defaults(run=play_many)
    for what, run in (("write", write), ("check", check)):
        verb = verbs.add_parser(what)
        verb.add_argument("files", nargs="+")
        verb.set_defaults(run=run)
        if run is write:
            verb.add_argument("--out", type=Path, help="a folder for the files, instead of those that ship")
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
