"""Advantage of Kniffeliger's seats with a fixed and a rotating order: points and wins by seat among equal bots.

    python -m benchmarks.kniffeliger_order --levels master casual --seats 2 4 --games 200

Prints the mean score and the share of wins of each seat, in percent, with standard errors, for each level, number of
seats and order. Ties share a win. Every deal is played with both orders: a seat's n-th roll of a round
has the same dice.
"""

from typing import NamedTuple

import numpy as np

from benchmarks.shared import script
from knobel.arena.durations import DurationHistogram
from knobel.arena.match import Match, make_outcome, play_game
from knobel.engines.shared.arrays import Array
from knobel.games import make


class Games(NamedTuple):
    """The scores and the shares of the win of games (games, seats)."""

    scores: Array
    wins: Array


def played(match: Match, count: int) -> Games:
    """Play the first deals of a match, each in its first seating."""
    times = [DurationHistogram() for _ in match.bots]
    games = [make_outcome(match, deal, 0, play_game(match, deal, 0, times)) for deal in range(count)]
    return Games(*(np.array(own) for own in ([game.scores for game in games], [game.wins for game in games])))


def main() -> None:
    parser = script.parser(__doc__)
    parser.add_argument("--levels", nargs="+", default=["master"])
    parser.add_argument("--seats", nargs="+", type=int, default=[2])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for level in options.levels:
        for seats in options.seats:
            for order in ("fixed", "rotating"):
                game = make("kniffeliger", order=order)
                games = played(Match.of(game, [level] * seats, options.seed), options.games)
                table = {"level": level, "seats": seats, "order": order, "games": options.games}
                for figure, by_seat in (("points", games.scores), ("wins, %", 100 * games.wins)):
                    means = {f"seat {i}": script.mean_with_error(own, 1) for i, own in enumerate(by_seat.T.tolist(), 1)}
                    script.report(table | {"figure": figure} | means)


if __name__ == "__main__":
    main()
