"""Points that seats of Knöffel lose by playing to win (`engines.knoeffel.opponent_effects`).

    python -m benchmarks.knoeffel_aims --seats 2 3 4 5 --games 100 --options columns=2

All seats of a table play to win as `strong`. The loss of a decision is the difference in expected points between the
best action for points and the action played. Prints one JSON object for each number of seats: the mean loss of a game
with its standard error, and the mean loss of a turn by the share of the seat's turns that are left, in ten bins.
"""

from math import sqrt
from random import Random
from statistics import fmean, stdev

import numpy as np

import knobel
from benchmarks.shared import script
from knobel import Move, Over, Roll
from knobel.bots.levels import best_action
from knobel.core import Chance
from knobel.dice import FACES
from knobel.engines import engine
from knobel.engines.shared.arrays import Array
from knobel.games.knoeffel import Knoeffel

BINS = 10


def losses(game: Knoeffel, seats: int, seed: str) -> Array:
    """Return the points that each seat (seats, BINS) loses by the share of its turns that are left, in one game."""
    rng, state, thinking = Random(seed), game.start(seats), engine(game)
    lost = np.zeros((seats, BINS))
    turns = sum(column.points.count(None) for column in state.sheets[0])
    while not isinstance(turn := game.turn(state), Over):
        if isinstance(turn, Chance):
            state = game.apply(state, Roll(tuple(rng.choices(FACES, k=turn.dice))))
            continue
        seat = turn.seats[0]
        worth = thinking.evaluate(state, seat, "strong", "win")
        action = best_action(worth)
        left = sum(column.points.count(None) for column in state.sheets[seat])
        lost[seat, (left - 1) * BINS // turns] += max(each.points for each in worth.values()) - worth[action].points
        state = game.apply(state, Move(seat, action))
    return lost


def main() -> None:
    parser = script.parser(__doc__)
    parser.add_argument("--seats", type=int, nargs="*", default=[2, 3, 4, 5])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--options", nargs="*", default=[])
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    game = knobel.make("knoeffel", **dict(option.split("=") for option in options.options))
    for seats in options.seats:
        games = [losses(game, seats, f"{options.seed} {number}") for number in range(options.games)]
        each = [float(lost.sum() / seats) for lost in games]
        by_stage = np.mean([lost.mean(axis=0) for lost in games], axis=0)
        script.report(
            {
                "seats": seats,
                "options": options.options,
                "games": options.games,
                "lost": round(fmean(each), 2),
                "standard_error": round(stdev(each) / sqrt(len(each)), 2),
                "by_share_of_turns_left": by_stage.round(3).tolist(),
            }
        )


if __name__ == "__main__":
    main()
