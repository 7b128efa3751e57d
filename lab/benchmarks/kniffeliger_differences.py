"""Sampling noise of differences between probabilities of winning in Kniffeliger.

    python -m benchmarks.kniffeliger_differences --games 40

Plays games between bots of random levels and takes random decisions of the rounds in which a bot plays by the
probability of winning. Each is evaluated with `--samples` independent sets of the random samples behind the
probability. Prints one JSON object for each number of rounds left: how often the best action for points is not the best
one to win, the mean of the difference in probability between the two, and its standard deviation over the sets.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import partial
from math import sqrt
from random import Random
from statistics import fmean, variance
from typing import Any

from benchmarks.coach_ledger import play
from benchmarks.coach_many import drawn
from benchmarks.shared import script
from knobel.core import Decide, replay
from knobel.engines.kniffeliger import engine
from knobel.engines.kniffeliger.kernels import memory
from knobel.engines.kniffeliger.objectives import WinProbability
from knobel.engines.kniffeliger.values import SheetValues
from knobel.engines.kniffeliger.winning import random_samples
from knobel.games.kniffeliger import ROUNDS, Kniffeliger
from knobel.notation import Record


def with_samples(game: Kniffeliger, seed: int) -> WinProbability:
    """Return the probability of winning by random samples from another seed."""
    own = memory(partial(random_samples, seed=seed + 1))
    return WinProbability(game, SheetValues(own, five_is_full_house=game.options["five_is_full_house"]))


def differences(game: Kniffeliger, state: Any, seat: int, sets: Sequence[WinProbability]) -> list[float]:
    """Return the difference in probability between the best action to win and the best one for points, by samples.

    Empty if both are the same.
    """
    legal, points = game.legal(state, seat), engine.engine(game).evaluate(state, seat, "strong", "points")
    for_points = max(points, key=lambda action: points[action].merit)
    first = sets[0].action_values(state, seat, legal)
    to_win = max(first, key=lambda action: (first[action], points[action].points))
    if to_win == for_points or for_points not in first:
        return []
    wins = [each.action_values(state, seat, legal) for each in sets]
    return [each[to_win] - each[for_points] for each in wins]


def decisions(game: Kniffeliger, record: Record, rng: Random) -> Iterator[tuple[Any, int, int]]:
    """Yield the decisions of the last rounds in random order, with the seat and the rounds left."""
    events, seats = record.events, len(record.seats)
    for at in rng.sample(range(len(events)), len(events)):
        state = replay(game, seats, events[:at])
        turn = game.turn(state)
        if not isinstance(turn, Decide) or not engine.decides_by_win(game, state):
            continue
        if len(game.legal(state, turn.seats[0])) > 1:
            yield state, turn.seats[0], ROUNDS + 1 - state.round


def main() -> None:
    parser = script.parser(__doc__)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--samples", type=int, default=8)
    parser.add_argument("--decisions", type=int, default=12, help="largest number of decisions of a game")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    game = Kniffeliger()
    sets = [with_samples(game, seed) for seed in range(options.samples)]
    found, seen = defaultdict[int, list[list[float]]](list), defaultdict[int, int](int)
    for number in range(options.games):
        rng = Random(f"{options.seed} {number} differences")
        record, _ = play(game, drawn(game, rng), f"{options.seed} {number} dice")
        for (state, seat, left), _ in zip(decisions(game, record, rng), range(options.decisions), strict=False):
            seen[left] += 1
            if each := differences(game, state, seat, sets):
                found[left].append(each)
    for left, own in sorted(found.items()):
        script.report(
            {
                "rounds left": left,
                "decisions": seen[left],
                "differ": len(own),
                "mean difference": round(fmean(fmean(each) for each in own), 4),
                "deviation": round(sqrt(fmean(variance(each) for each in own)), 4),
            }
        )


if __name__ == "__main__":
    main()
