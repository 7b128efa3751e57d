"""Small boards of Knister solved exactly: how far the methods of the game are from optimal play.

    python -m research.knister_small_boards --learn 30000 --games 400

A board has rows, columns and dice with these numbers of faces, for example `3x3:4+4`; `research.board` gives
the rules. Prints one JSON object a board.

- Exact expected scores of optimal play and of players: at random; the most immediate points; values learned by
  self-play; the same one roll ahead; and one step of policy improvement over each of these two, by an unlimited number
  of rollouts.
- Upper bounds: by Lagrangian relaxation; by information relaxation with its line values as penalty; and, on boards of
  up to nine cells, by information relaxation without relaxing the board, as all placements are tried: with the learned
  values as penalty, and without a penalty (perfect information).
- A lower estimate of the second, by placements that search finds: the rest is the part of the relaxed board.
"""

import numpy as np

from benchmarks.shared import script
from research import lagrangian
from research.board import board
from research.exact import best_placement, look_ahead, play, score_positions, sheet, table
from research.learned import learned_values
from research.penalty import Penalty
from research.placements import good_placement
from research.relaxation import Relaxation, random_rolls

BOARDS = "2x2:6+6", "2x3:6+6", "3x3:3+3", "3x3:4+4", "3x4:2+2"
TRIED = 9
"""All placements are tried on boards of up to so many cells."""
SLOW = 4
"""The slow bounds use one game in so many."""
SHORT = 20_000
"""Moves of the search for good placements, which find the best on boards of up to nine cells."""


def measure(name: str, learn: int, games: int, steps: int) -> dict[str, object]:
    """Return the figures of a board."""
    size, dice = name.split(":")
    rows, columns = map(int, size.split("x"))
    own = board(rows, columns, [int(faces) for faces in dice.split("+")])
    rules, scores, values = sheet(own), table(own), learned_values(own, learn)
    score_positions(rules, scores)

    def expected(guide: np.ndarray) -> tuple[float, np.ndarray]:
        result = table(own)
        play(rules, guide, scores, result)
        return round(float(result[0]), 3), result

    optimal = table(own)
    play(rules, optimal, scores, optimal)
    ahead = table(own)
    look_ahead(rules, values, ahead)
    by_value, after_value = expected(values)
    by_search, after_search = expected(ahead)
    figures: dict[str, object] = {
        "board": name,
        "positions": len(scores),
        "optimal": round(float(optimal[0]), 3),
        "random": expected(np.zeros_like(scores))[0],
        "greedy": expected(scores)[0],
        "learned": by_value,
        "learned_rollouts": expected(after_value)[0],
        "one_roll_ahead": by_search,
        "one_roll_ahead_rollouts": expected(after_search)[0],
    }
    rolls = random_rolls(own, 1, games)
    if own.cells <= TRIED:
        none = np.zeros_like(scores)
        tried = rolls[: max(games // SLOW, 2)]
        figures["penalty_learned"] = script.mean_with_error(
            [best_placement(rules, values, ahead, scores, each) for each in tried]
        )
        figures["perfect_information"] = script.mean_with_error(
            [best_placement(rules, none, none, scores, each) for each in tried]
        )
    bound, prices = lagrangian.minimise(own, steps)
    relaxation = Relaxation(own, prices, Penalty(own, prices))
    figures["lagrangian"] = round(bound, 3)
    # The mean at the first prices is that of the Lagrangian relaxation, so that only the difference is sampled.
    gains = [relaxation.bound(each, steps) - relaxation.bound(each, 0) for each in rolls]
    figures["penalty_lines"] = script.mean_with_error([bound + gain for gain in gains])
    found = []
    for each in rolls:
        by_chance = relaxation.bound(each, 0) - bound
        found.append(good_placement(relaxation, SHORT) - by_chance)
    figures["penalty_lines_good_placements"] = script.mean_with_error(found)
    return figures


def main() -> None:
    parser = script.parser(__doc__)
    parser.add_argument("boards", nargs="*", default=BOARDS)
    parser.add_argument("--learn", type=int, default=30000, help="games of self-play")
    parser.add_argument("--games", type=int, default=400, help="games for bounds that depend on the rolls")
    parser.add_argument("--steps", type=int, default=300, help="steps of gradient descent over prices")
    arguments = parser.parse_args()
    for name in arguments.boards:
        script.report(measure(name, arguments.learn, arguments.games, arguments.steps))


if __name__ == "__main__":
    main()
