"""Errors and accuracy of the levels of the bots.

    python -m benchmarks.coach_levels knister --games 20

Each level and the bot `random` play `--games` games, alone or, where nobody plays alone, with as many seats as needed.
Beginners also play as many games at tables of two. Prints JSON objects with the points that each bot loses a decision,
the probability of winning that it loses where that is the measure, and its accuracy, median and quartiles. Writes what
`knobel.coach.grades` and `knobel.coach.strength` read beside the trained data: the mean error of a beginner over the
decisions that are judged by points and over those that are judged by the probability of winning, and the mean loss and
the median accuracy of each level.
"""

from collections.abc import Sequence
from math import fsum
from statistics import fmean, median, quantiles
from typing import Any

import knobel
from benchmarks import script
from benchmarks.coach_ledger import play
from knobel.bots.levels import LEVELS
from knobel.coach import Review, SeatReview, review
from knobel.coach.grades import NAME, BeginnerErrors, accuracy, beginner_errors, save_beginner_errors
from knobel.coach.measured_files import shipped_path
from knobel.coach.strength import NAME as LEVEL_NAME
from knobel.coach.strength import LevelErrors, save_level_errors
from knobel.core import Game

BEGINNER, RANDOM = "beginner", "random"


def reviews(game: Game[Any], bot: str, seats: int, games: int) -> list[Review]:
    """Return the reviews of games between bots of one kind."""
    return [review(play(game, [bot] * seats, f"{bot} {seats} {number} levels")[0]) for number in range(games)]


def mean_errors(found: Sequence[Review]) -> BeginnerErrors:
    """Return the mean errors over the decisions that are judged by points, and by the probability of winning."""
    made = [each for one in found for each in one.decisions if not each.decided]
    points, win = ([each.error for each in made if each.judged_by == aim] for aim in ("points", "win"))
    return BeginnerErrors(*(float(f"{fmean(errors):.2g}") for errors in (points, win)))


def lost(seats: Sequence[SeatReview]) -> float:
    """Return the mean points lost a decision."""
    return fsum(each.lesson.lost for each in seats) / len(seats)


def accuracies(game: str, seats: Sequence[SeatReview]) -> list[float]:
    """Return the accuracy of each seat by the errors of a beginner that are stored now."""
    return [accuracy(game, each.error_rate, each.win_error_rate) for each in seats]


def rows(game: Game[Any], seats: dict[str, list[SeatReview]]) -> list[dict[str, object]]:
    """Return the figures of the bots, the strongest first."""
    head = {"game": game.titles["en"]}
    found: list[dict[str, object]] = [{**head, "figure": "points lost"}]
    chances: dict[str, object] = {**head, "figure": "percentage points of winning"}
    shares: dict[str, object] = {**head, "figure": "accuracy"}
    for bot, played in seats.items():
        found[0][bot] = round(lost(played), 2)
        chances[bot] = round(100 * fmean(each.win_error_rate for each in played), 2)
        low, middle, high = quantiles(accuracies(game.name, played), n=4)
        shares[bot] = f"{middle:.0f} ({low:.0f}-{high:.0f})"
    if game.min_seats > 1:
        found.append(chances)
    return [*found, shares]


def main() -> None:
    parser = script.parser(__doc__)
    parser.add_argument("game", choices=knobel.GAMES)
    parser.add_argument("--games", type=int, default=20)
    options = parser.parse_args()
    game = knobel.make(options.game)
    found = {bot: reviews(game, bot, game.min_seats, options.games) for bot in (*reversed(LEVELS), RANDOM)}
    tables = reviews(game, BEGINNER, 2, options.games) if game.min_seats < 2 else []
    save_beginner_errors(shipped_path(game.name, NAME), game.name, mean_errors(found[BEGINNER] + tables))
    beginner_errors.cache_clear()
    seats = {bot: [seat for each in played for seat in each.seats] for bot, played in found.items()}
    errors = {
        level: LevelErrors(round(lost(seats[level]), 2), round(median(accuracies(game.name, seats[level]))))
        for level in LEVELS
    }
    save_level_errors(shipped_path(game.name, LEVEL_NAME), game.name, errors)
    for row in rows(game, seats):
        script.report(row)


if __name__ == "__main__":
    main()
