"""Fit of the expected effect of action dice on final scores of Kniffeliger (`engines.kniffeliger.opponent_effects`).

    python -m benchmarks.kniffeliger_effects play --games 3000 --out usual.jsonl
    python -m benchmarks.kniffeliger_effects play --games 1000 --changed --out changed.jsonl
    python -m benchmarks.kniffeliger_effects fit usual.jsonl changed.jsonl
    python -m benchmarks.kniffeliger_effects play --games 300 --options order=rotating --out rotating.jsonl
    python -m benchmarks.kniffeliger_effects check rotating.jsonl
    python -m benchmarks.kniffeliger_effects check usual.jsonl changed.jsonl --halves

`play` appends a line for each game and continues an existing file. Tables and positions are drawn as in
`coach_calibration`: bots of random levels play, with the usual options or with `--changed` in each game at least one
other, and before random rolls of the game all seats begin to play with one aim, as `strong`. A line holds the positions
with the final scores for both aims, in the order of the last round. `fit` writes the coefficients that ship, by least
squares. `check` prints the mean difference of results from the shipped expectation, or from fits to the other half of
the games, with its standard error, over games, for each aim, option and number of seats, and in ten bins of the
expectation, and the 10 %, 50 % and 90 % quantiles of this difference by the number of turns left
(`knobel.coach.uncertainty`, for playing to win), with the share of results above the coach's quantiles.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, get_args

import numpy as np

import knobel
from benchmarks.coach_ledger import play, play_on
from benchmarks.coach_many import drawn
from benchmarks.shared import script
from knobel import Roll, bots
from knobel.coach.uncertainty import around, stage_at
from knobel.core import replay
from knobel.engines import Aim, engine
from knobel.engines.kniffeliger.interference import depends_only_on_own_dice
from knobel.engines.kniffeliger.objectives import turns_left
from knobel.engines.kniffeliger.opponent_effects import (
    DATA,
    changed_options,
    coefficients,
    effect_features,
    hands_with_earned,
    save_coefficients,
)
from knobel.engines.shared.arrays import Array
from knobel.games.kniffeliger import Kniffeliger

OPTIONS = {
    "action_dice": ("until_used", "next_round"),
    "freeze": ("next_turn", "next_round"),
    "cross_out": ("open", "filled", "any"),
}
USUAL = 0.6
"""Probability that an option of a game with changed options has its usual value."""
POSITIONS = 2
"""Number of positions of a game that are continued."""
BINS = 10
STAGES = ((1, 1), (2, 4), (5, 7), (8, 9), (10, 12), (13, 14))
"""The numbers of turns left, from and to, for which quantiles are printed."""


def drawn_options(rng: Random) -> dict[str, str]:
    """Draw options until at least one option differs from its usual value."""
    while True:
        rules = {
            name: values[0] if rng.random() < USUAL else rng.choice(values[1:]) for name, values in OPTIONS.items()
        }
        if any(rules[name] != values[0] for name, values in OPTIONS.items()):
            return rules


def played(number: int, seed: int, rules: dict[str, str]) -> dict[str, Any]:
    """Play a game, continue it from some of its positions with each aim, and return its line."""
    game, rng = knobel.make("kniffeliger", **rules), Random(f"{seed} {number} branch")
    record, _ = play(game, drawn(game, rng), f"{seed} {number} dice")
    positions = []
    rolls = [at for at, event in enumerate(record.events) if isinstance(event, Roll)]
    for at in rng.sample(rolls, POSITIONS):
        state = replay(game, len(record.seats), record.events[:at])
        assert isinstance(game, Kniffeliger)
        seats, hands = game.final_order(state), hands_with_earned(game, state)
        ends = {aim: play_on(game, state, [bots.make(f"strong/{aim}") for _ in seats], rng)[1] for aim in get_args(Aim)}
        positions.append(
            {
                "points": [engine(game).expect(state, seat, "quick", "points").points for seat in seats],
                "turns": [turns_left(game, state, seat) for seat in seats],
                "hands": [hands[seat] for seat in seats],
                "open": [not depends_only_on_own_dice(game, state, seat) for seat in seats],
                "scores": {aim: [scores[seat] for seat in seats] for aim, scores in ends.items()},
            }
        )
    return {"options": rules, "positions": positions}


def play_many(options: argparse.Namespace) -> None:
    def line(number: int) -> dict[str, Any]:
        drawn = drawn_options(Random(f"{options.seed} {number} options")) if options.changed else {}
        return played(number, options.seed, drawn | dict(option.split("=") for option in options.options))

    script.append_lines(Path(options.out), options.games, options.minutes, line)


class Sample(NamedTuple):
    """A seat before a roll: its game, options, number of seats, turns left, features, points by its own dice and final
    score."""

    game: int
    options: tuple[str, ...]
    seats: int
    turns: int
    features: dict[str, float]
    points: float
    score: int


def samples(files: Iterable[str], aim: Aim) -> Iterator[Sample]:
    """Yield a sample for each position and seat that action dice can still affect."""
    for number, line in enumerate(line for file in files for line in Path(file).read_text().splitlines()):
        game = json.loads(line)
        options = tuple(changed_options(knobel.make("kniffeliger", **game["options"])))
        for position in game["positions"]:
            points, turns, hands = position["points"], position["turns"], position["hands"]
            for seat, score in enumerate(position["scores"][aim]):
                if position["open"][seat]:
                    features = effect_features(options, seat, points, turns[seat], hands)
                    yield Sample(number, options, len(points), turns[seat], features, points[seat], score)


def solve(own: Sequence[Sample]) -> dict[str, float]:
    """Return the coefficients of the features by least squares."""
    names = sorted({name for sample in own for name in sample.features})
    # Each position has the same weight, whatever its number of seats.
    roots = np.sqrt([1 / sample.seats for sample in own])
    features = np.array([[sample.features.get(name, 0.0) for name in names] for sample in own])
    change = np.array([sample.score - sample.points for sample in own])
    found, *_ = np.linalg.lstsq(features * roots[:, None], change * roots, rcond=None)
    return dict(zip(names, found.tolist(), strict=True))


def fit(options: argparse.Namespace) -> None:
    found, games = dict[Aim, dict[str, float]](), 0
    for aim in get_args(Aim):
        own = list(samples(options.files, aim))
        games = max(games, len({sample.game for sample in own}))
        found[aim] = {name: float(f"{coefficient:.3g}") for name, coefficient in solve(own).items()}
    save_coefficients(options.out, found, games)


def check(options: argparse.Namespace) -> None:
    for aim in get_args(Aim):
        groups: dict[str, dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
        own = list(samples(options.files, aim))
        fits: list[Mapping[str, float]] = [coefficients()[aim]] * 2
        if options.halves:
            fits = [solve([sample for sample in own if sample.game % 2 != half]) for half in range(2)]
        said = np.array(
            [
                sample.points + sum(fits[sample.game % 2][name] * value for name, value in sample.features.items())
                for sample in own
            ]
        )
        bins = np.argsort(np.argsort(said)) * BINS // len(said)
        for sample, expected, number in zip(own, said, bins, strict=True):
            for group in (*(sample.options or ("usual options",)), f"{sample.seats} seats", f"bin {number + 1:2}"):
                groups[group][sample.game].append(sample.score - expected)
        for group, games in sorted(groups.items()):
            # Positions of one game depend on each other.
            off, sizes = np.array([sum(parts) for parts in games.values()]), sum(map(len, games.values()))
            mean, error = off.sum() / sizes, sqrt(np.square(off).sum()) / sizes
            difference = script.with_error(mean, error, 1)
            script.report({"aim": aim, "sheets": group, "result less expectation": difference, "games": len(games)})
        show_distribution(aim, own, said)


def show_distribution(aim: Aim, own: Sequence[Sample], said: Array) -> None:
    """Print quantiles of results around expectations, and the shares of results above the coach's quantiles."""
    turns, results = np.array([sample.turns for sample in own]), np.array([sample.score for sample in own])
    for first, last in STAGES:
        low, middle, high = np.quantile((results - said)[(first <= turns) & (turns <= last)], (0.1, 0.5, 0.9))
        stage = {"aim": aim, "turns left": f"{first} to {last}"}
        script.report(stage | {"10 %": round(low, 1), "median": round(middle, 1), "90 %": round(high, 1)})
    stages = [stage_at("kniffeliger", left) for left in turns]
    quantiles = np.array([around("kniffeliger", mean, each) for mean, each in zip(said, stages, strict=True)])
    # Half of the results that are equal to a quantile count as above.
    above = ((results[:, None] > quantiles) + 0.5 * (results[:, None] == quantiles)).mean(axis=0)
    shares = zip(("10 % quantile", "median", "90 % quantile"), above, strict=True)
    script.report({"aim": aim} | {f"above the {quantile}, %": round(100 * share, 1) for quantile, share in shares})


def main() -> None:
    parser = script.parser(__doc__)
    verbs = parser.add_subparsers(required=True)
    verb = verbs.add_parser("play")
    verb.add_argument("--games", type=int, default=3000)
    verb.add_argument("--changed", action="store_true", help="change options in each game")
    verb.add_argument("--options", nargs="*", default=[], metavar="NAME=VALUE", help="options of all games")
    verb.add_argument("--minutes", type=float, default=1e6)
    verb.add_argument("--seed", type=int, default=1)
    verb.add_argument("--out", required=True)
    verb.set_defaults(run=play_many)
    for name, run in (("fit", fit), ("check", check)):
        verb = verbs.add_parser(name)
        verb.add_argument("files", nargs="+")
        verb.set_defaults(run=run)
        if run is fit:
            verb.add_argument("--out", type=Path, default=DATA, help="the file to write (default: the one that ships)")
        else:
            verb.add_argument("--halves", action="store_true", help="fit each half of the games, check it on the other")
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
