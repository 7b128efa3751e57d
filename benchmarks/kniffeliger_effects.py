"""Fit of the expected effect of action dice on final scores of Kniffeliger (`engines.kniffeliger.opponent_effects`).

    python -m benchmarks.kniffeliger_effects play --games 3000 --out effects.jsonl
    python -m benchmarks.kniffeliger_effects fit effects.jsonl
    python -m benchmarks.kniffeliger_effects check other.jsonl

`play` appends a line for each game at tables of two to five seats with random options. Bots of random levels play up to
a random round, so that sheets of all kinds occur, and from there all seats play with one aim, for points or to win, as
`strong`. A line holds positions before rolls in the next two rounds, with the final scores. `fit` prints the
constants by least squares; games with the usual options have a larger weight. `check` prints the mean difference of
results from the shipped expectation with its standard error, over games, for each aim, option and number of seats, and
in six bins.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, get_args

import numpy as np

import knobel
from benchmarks import script
from benchmarks.coach_many import LEVELS
from knobel import Move, Over, Roll, bots
from knobel.core import Chance
from knobel.dice import FACES
from knobel.engines import Aim, engine
from knobel.engines.kniffeliger.engine import depends_only_on_own_dice
from knobel.engines.kniffeliger.objectives import turns_left
from knobel.engines.kniffeliger.opponent_effects import (
    COEFFICIENTS,
    changed_options,
    effect_features,
    hands_with_earned,
)
from knobel.games.kniffeliger import ROUNDS

SEATS = (2, 3, 4, 5)
OPTIONS = {
    "action_dice": ("until_used", "next_round"),
    "freeze": ("next_turn", "next_round"),
    "cross_out": ("open", "filled", "any"),
}
BINS = 6
RECORDED = 0.2
"""Share of the rolls before which the position is recorded."""
ROUNDS_RECORDED = 2
"""Number of rounds, from the first with good play, in which positions are recorded: later sheets are much alike."""
USUAL_WEIGHT = 4.0
"""Weight of a game with the usual options: most people play with these."""
USUAL = 0.8
"""Share of games with the usual value of an option."""


def table(rng: Random) -> tuple[dict[str, str], int, str, int, list[str]]:
    """Draw options, seats, the aim, the round in which all begin to play for it, and the levels until then."""
    rules = {name: values[0] if rng.random() < USUAL else rng.choice(values[1:]) for name, values in OPTIONS.items()}
    seats = rng.choice(SEATS)
    first = 1 if rng.random() < 0.3 else rng.randint(2, ROUNDS)
    return rules, seats, rng.choice(("points", "win")), first, rng.choices(LEVELS, k=seats)


def played(number: int, seed: int) -> dict[str, Any]:
    """Play a game and return its line."""
    rng, choice = Random(f"{seed} {number}"), Random(f"{seed} {number} positions")
    rules, seats, aim, first, levels = table(rng)
    game = knobel.make("kniffeliger", **rules)
    weak, good = [bots.make(level) for level in levels], bots.make(f"strong/{aim}")
    state, positions = game.start(seats), []
    while not isinstance(turn := game.turn(state), Over):
        if isinstance(turn, Chance) and 0 <= state.round - first < ROUNDS_RECORDED and choice.random() < RECORDED:
            positions.append(
                {
                    "points": [engine(game).expect(state, seat, "quick", "points").points for seat in range(seats)],
                    "turns": [turns_left(state, seat) for seat in range(seats)],
                    "hands": hands_with_earned(state),
                    "open": [not depends_only_on_own_dice(state, seat) for seat in range(seats)],
                }
            )
        if isinstance(turn, Chance):
            state = game.apply(state, Roll(tuple(rng.choices(FACES, k=turn.dice))))
        else:
            seat = turn.seats[0]
            player = weak[seat] if state.round < first else good
            state = game.apply(state, Move(seat, player.choose(game, state, seat, rng)))
    return {"options": rules, "aim": aim, "positions": positions, "scores": turn.scores}


def play(options: argparse.Namespace) -> None:
    script.append_lines(Path(options.out), options.games, options.minutes, lambda number: played(number, options.seed))


class Sample(NamedTuple):
    """A seat before a round: the number of the game, the aim, features, points by its own dice, score and weight."""

    game: int
    options: tuple[str, ...]
    seats: int
    aim: Aim
    features: dict[str, float]
    points: float
    score: int
    weight: float


def samples(path: Path) -> Iterator[Sample]:
    """Yield a sample for each position and seat that action dice can still affect.

    Games with equal options have about the same weight.
    """
    for number, line in enumerate(path.read_text().splitlines()):
        game = json.loads(line)
        options = tuple(changed_options(knobel.make("kniffeliger", **game["options"])))
        seats = len(game["scores"])
        for position in game["positions"]:
            for seat, score in enumerate(game["scores"]):
                if not position["open"][seat]:
                    continue
                features = effect_features(
                    options, seat, position["points"], position["turns"][seat], position["hands"]
                )
                weight = (1.0 if options else USUAL_WEIGHT) / len(game["positions"]) / seats
                yield Sample(number, options, seats, game["aim"], features, position["points"][seat], score, weight)


def fit(options: argparse.Namespace) -> None:
    for aim in get_args(Aim):
        own = [sample for sample in samples(Path(options.file)) if sample.aim == aim]
        names = sorted({name for sample in own for name in sample.features})
        roots = np.sqrt([sample.weight for sample in own])
        features = np.array([[sample.features.get(name, 0.0) for name in names] for sample in own])
        change = np.array([sample.score - sample.points for sample in own])
        found, *_ = np.linalg.lstsq(features * roots[:, None], change * roots, rcond=None)
        print(f"{aim}: {len({sample.game for sample in own})} games")
        for name, coefficient in zip(names, found.tolist(), strict=True):
            print(f'        "{name}": {coefficient:.3g},')


def check(options: argparse.Namespace) -> None:
    groups: dict[str, dict[int, list[tuple[float, float]]]] = defaultdict(lambda: defaultdict(list))
    everything = list(samples(Path(options.file)))
    for aim in get_args(Aim):
        own = [sample for sample in everything if sample.aim == aim]
        expected = [
            sample.points + sum(COEFFICIENTS[aim][name] * value for name, value in sample.features.items())
            for sample in own
        ]
        borders = np.quantile(expected, np.arange(1, BINS) / BINS)
        for sample, said in zip(own, expected, strict=True):
            off = (sample.score - said) * sample.weight, sample.weight
            for group in (*(sample.options or ("usual options",)), f"{sample.seats} seats"):
                groups[f"{aim}: {group}"][sample.game].append(off)
            groups[f"{aim}: bin {np.searchsorted(borders, said) + 1}"][sample.game].append(off)
    for group, games in sorted(groups.items()):
        # Positions of one game depend on each other.
        off, weights = np.array([np.sum(parts, axis=0) for parts in games.values()]).T
        mean = off.sum() / weights.sum()
        error = sqrt(np.square(off - mean * weights).sum()) / weights.sum()
        print(f"{group:35} {mean:+6.1f} ± {error:.1f}  ({len(games)} games)")


def main() -> None:
    parser = script.parser(__doc__)
    verbs = parser.add_subparsers(required=True)
    verb = verbs.add_parser("play")
    verb.add_argument("--games", type=int, default=3000)
    verb.add_argument("--minutes", type=float, default=1e6)
    verb.add_argument("--seed", type=int, default=1)
    verb.add_argument("--out", required=True)
    verb.set_defaults(run=play)
    for name, run in (("fit", fit), ("check", check)):
        verb = verbs.add_parser(name)
        verb.add_argument("file")
        verb.set_defaults(run=run)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
