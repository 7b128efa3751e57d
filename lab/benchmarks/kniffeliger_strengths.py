"""Chances of winning Kniffeliger between players of known strength: fit and calibration of
`engines.kniffeliger.strengths`.

    python -m benchmarks.kniffeliger_strengths play --games 400 --out games.jsonl
    python -m benchmarks.kniffeliger_strengths check games.jsonl
    python -m benchmarks.kniffeliger_strengths fit games.jsonl
    python -m benchmarks.kniffeliger_strengths course --games 140

`play` appends a line for each game between the bots of one of `TABLES` and continues an existing file. A line has the
features of the seats before six random rolls of five dice, with the engine's probabilities, and who won. `fit` prints
the coefficients. `check` fits each half of the games and compares, on the other half, the engine's probabilities
(before) and those by strength (after) with the results: the log loss (probabilities bounded by 0.5 %), and the mean
distance between probabilities and frequencies over five bins. `course` does so for the probabilities at the beginning
of each round that a review shows: with the strength that the bots show in the game, and with that of their levels.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import fsum
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

import knobel
from benchmarks.coach_ledger import play
from benchmarks.shared import script
from knobel import Roll
from knobel.coach.chances import course_of_chances
from knobel.coach.review import review
from knobel.coach.strength import level_errors
from knobel.engines import engine
from knobel.engines.engine import final_evaluation
from knobel.engines.kniffeliger.engine import KniffeligerEngine
from knobel.engines.kniffeliger.strengths import seat_features, strength
from knobel.engines.shared.arrays import Array
from knobel.games.combinations import DICE

TABLES = (
    "master master",
    "beginner beginner",
    "casual casual",
    "intermediate intermediate",
    "beginner master",
    "master beginner",
    "casual advanced",
    "advanced casual",
    "intermediate master",
    "expert intermediate",
    "advanced advanced",
    "casual casual casual",
    "intermediate intermediate intermediate intermediate",
    "casual master intermediate",
)
POSITIONS = 6
BINS = 5
BOUND = 0.005
RIDGE = 0.02
NEWTON_STEPS = 12


def table(number: int) -> list[str]:
    """Return the levels of the bots that play a game."""
    return TABLES[number % len(TABLES)].split()


def played(number: int, seed: int) -> dict[str, Any]:
    """Play a game and return its line."""
    game, rng, levels = knobel.make("kniffeliger"), Random(f"{seed} {number}"), table(number)
    thinking, seats = engine(game), range(len(levels))
    assert isinstance(thinking, KniffeligerEngine)
    record, scores = play(game, levels, f"{seed} {number} dice")
    strengths = [strength(level_errors(game.name)[level].accuracy) for level in levels]
    state, rolled = game.start(len(levels)), []
    for event in record.events:
        if isinstance(event, Roll) and len(event.dice) == DICE:
            rolled.append(state)
        state = game.apply(state, event)
    positions = [
        {
            "features": seat_features(thinking, before, strengths),
            "win": [thinking.expect(before, seat, "master", "win").win for seat in seats],
        }
        for before in rng.sample(rolled, POSITIONS)
    ]
    return {"levels": levels, "won": [final_evaluation(scores, seat).win for seat in seats], "positions": positions}


def solve(games: Sequence[Mapping[str, Any]]) -> Array:
    """Return the coefficients of the conditional logit, by Newton's method with a small ridge."""
    samples = [(np.array(p["features"]), np.array(game["won"])) for game in games for p in game["positions"]]
    found = np.zeros(samples[0][0].shape[1])
    for _ in range(NEWTON_STEPS):
        gradient, hessian = RIDGE * found, RIDGE * np.eye(len(found))
        for features, won in samples:
            p = by_strength(features, found)
            gradient = gradient - features.T @ (won - p)
            hessian = hessian + features.T @ (np.diag(p) - np.outer(p, p)) @ features
        found = found - np.linalg.solve(hessian, gradient)
    return found


def by_strength(features: Array, coefficients: Array) -> Array:
    """Return the probabilities of winning of the seats."""
    scores = features @ coefficients
    weights = np.exp(scores - scores.max())
    return np.asarray(weights / weights.sum())


def log_loss(p: Array, won: Array) -> float:
    """Return the mean negative log likelihood."""
    p = np.clip(p, BOUND, 1 - BOUND)
    return float(-np.mean(won * np.log(p) + (1 - won) * np.log(1 - p)))


def distance(p: Array, won: Array) -> float:
    """Return the mean distance between probability and frequency over bins of equal width."""
    number = np.minimum((p * BINS).astype(int), BINS - 1)
    return fsum(abs((p - won)[number == i].sum()) / len(p) for i in range(BINS))


def lines(files: Sequence[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for file in files for line in Path(file).read_text().splitlines()]


def fit(options: argparse.Namespace) -> None:
    script.report({"coefficients": [round(each, 2) for each in solve(lines(options.files)).tolist()]})


def check(options: argparse.Namespace) -> None:
    games, samples = lines(options.files), defaultdict[str, list[tuple[float, float, float]]](list)
    halves = [[game for i, game in enumerate(games) if i // len(TABLES) % 2 == half] for half in range(2)]
    for half, own in enumerate(halves):
        coefficients = solve(halves[1 - half])
        for game in own:
            for position in game["positions"]:
                after = by_strength(np.array(position["features"]), coefficients).tolist()
                both = list(zip(position["win"], after, game["won"], strict=True))
                samples[" ".join(game["levels"])] += both
                samples["all"] += both
    for table, found in samples.items():
        before, after, won = np.array(found).T
        script.report(
            {
                "table": table,
                "probabilities": len(found),
                "log loss before": round(log_loss(before, won), 3),
                "log loss after": round(log_loss(after, won), 3),
                "distance before, %": round(100 * distance(before, won), 1),
                "distance after, %": round(100 * distance(after, won), 1),
            }
        )


def course(options: argparse.Namespace) -> None:
    shown, known = list[tuple[float, float]](), list[tuple[float, float]]()
    for number in range(options.games):
        levels = table(number)
        record, scores = play(knobel.make("kniffeliger"), levels, f"{options.seed} {number} course")
        won = [final_evaluation(scores, seat).win or 0.0 for seat in range(len(levels))]
        accuracies = [seat.accuracy for seat in review(record).seats]
        for found, bots in ((shown, ()), (known, tuple(levels))):
            for chances in course_of_chances(replace(record, bots=bots), accuracies)[:-1]:
                found.extend(zip(chances.wins, won, strict=True))
    for by, found in (("the game", shown), ("the level", known)):
        p, results = np.array(found).T
        script.report(
            {
                "strength by": by,
                "probabilities": len(found),
                "log loss": round(log_loss(p, results), 3),
                "distance, %": round(100 * distance(p, results), 1),
            }
        )


def main() -> None:
    parser = script.parser(__doc__)
    verbs = parser.add_subparsers(required=True)
    verb = verbs.add_parser("play")
    verb.add_argument("--games", type=int, default=400)
    verb.add_argument("--minutes", type=float, default=1e6)
    verb.add_argument("--seed", type=int, default=1)
    verb.add_argument("--out", required=True)
    verb.set_defaults(
        run=lambda options: script.append_lines(
            Path(options.out), options.games, options.minutes, lambda number: played(number, options.seed)
        )
    )
    verb = verbs.add_parser("course")
    verb.add_argument("--games", type=int, default=140)
    verb.add_argument("--seed", type=int, default=1)
    verb.set_defaults(run=course)
    for name, run in (("fit", fit), ("check", check)):
        verb = verbs.add_parser(name)
        verb.add_argument("files", nargs="+")
        verb.set_defaults(run=run)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
