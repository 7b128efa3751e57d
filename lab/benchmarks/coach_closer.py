"""Accuracy and time of comparisons by rollouts.

    python -m benchmarks.coach_closer --seconds 12

For each game and table, in a position a third into a game of the engine against itself, the best move is compared with
the third best. Prints one JSON object each: the samples in the time, the milliseconds a sample, and the standard error
of the difference in points with and without the luck of the dice as control variate.
"""

from time import process_time
from typing import Any

import knobel
from benchmarks.coach_ledger import play
from benchmarks.shared import script
from knobel.coach import Rollouts, assess
from knobel.core import Decide, Game, Move, replay


def decision(game: Game[Any], seats: int) -> Any:
    """Return a position a third into a game in which the first seat has at least three choices."""
    record, _ = play(game, ["strong"] * seats, "closer")
    for at in range(len(record.events) // 3, len(record.events)):
        event, state = record.events[at], replay(game, seats, record.events[:at])
        if event == Move(0, getattr(event, "action", "")) and len(game.legal(state, 0)) > 2:
            assert isinstance(game.turn(state), Decide)
            return state
    raise AssertionError("no decision")


def main() -> None:
    parser = script.parser(__doc__)
    parser.add_argument("--seconds", type=float, default=12)
    options = parser.parse_args()
    for name in knobel.GAMES:
        game = knobel.make(name)
        for seats in sorted({max(1, game.min_seats), 4}):
            state = decision(game, seats)
            found = assess(game, state, 0, aim="points")
            rollouts = Rollouts(game, state, 0, (found.choices[0].action, found.choices[2].action))
            rollouts.step()
            began = process_time()
            while process_time() < began + options.seconds or rollouts.totals.samples < 12:
                rollouts.step()
            seconds, number = process_time() - began, rollouts.totals.samples
            moments = rollouts.totals.moments
            mean = (moments[0][3] - moments[0][4]) / number
            square = (moments[3][3] - 2 * moments[3][4] + moments[4][4]) / number
            script.report(
                {
                    "game": name,
                    "seats": seats,
                    "samples": number,
                    "milliseconds": round(1000 * seconds / (number - 1), 1),
                    "without": round(((square - mean**2) / number) ** 0.5, 3),
                    "with": round(rollouts.comparison().points.uncertainty, 3),
                }
            )


if __name__ == "__main__":
    main()
