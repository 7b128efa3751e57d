"""What the coach costs: processor time of reviews and hints, and memory, for each game in a process of its own.

    chrt -r 5 python -m benchmarks.coach_cost          # on Linux, with compiled code on disk

Prints one JSON object for each game: the mean and the largest number of processor seconds for the review of a game of
four bots of a level, the 99th percentile of the processor milliseconds of a hint with its reasons at each decision of
the first seat, and the megabytes of the process afterwards. One review comes before, which loads the engine.
"""

from random import Random
from statistics import fmean
from time import process_time
from typing import Any

import knobel
from benchmarks import script
from benchmarks.bots_memory import memory
from benchmarks.coach_hints import decisions, hint
from benchmarks.coach_ledger import play
from knobel.coach import review
from knobel.games import GAMES
from knobel.process_pool import Workers
from knobel.server.compute.bot_decisions import limit_threads

SEATS = 4


def reviews(name: str, level: str, games: int) -> list[float]:
    """Job: return the processor seconds of the review of each game."""
    seconds, game = list[float](), knobel.make(name)
    for number in range(games + 1):
        record, _ = play(game, [level] * SEATS, f"{name} {number}")
        started = process_time()
        review(record)
        seconds.append(process_time() - started)
    return seconds[1:]


def hints(name: str, games: int) -> list[float]:
    """Job: return the processor milliseconds of hints, sorted."""
    game = knobel.make(name)
    states = [state for seed in range(games) for state in decisions(game, SEATS, seed + 1)]
    Random(1).shuffle(states)
    return sorted(hint(game, state, "master") for state in states)


def cost(name: str, level: str, games: int) -> dict[str, Any]:
    """Return the figures of a game, measured in a new process."""
    workers = Workers(1, limit_threads)
    try:
        seconds = workers.submit(reviews, name, level, games).result()
        milliseconds = workers.submit(hints, name, games).result()
        return {
            "game": knobel.make(name).titles["en"],
            "seconds a review": round(fmean(seconds), 2),
            "slowest": round(max(seconds), 2),
            "hint, 99 % within, ms": round(milliseconds[int(0.99 * (len(milliseconds) - 1))]),
            "MB": workers.submit(memory).result()["resident"],
        }
    finally:
        workers.close()


def main() -> None:
    parser = script.parser(__doc__)
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--level", default="beginner")
    options = parser.parse_args()
    for name in GAMES:
        script.report(cost(name, options.level, options.games))


if __name__ == "__main__":
    main()
