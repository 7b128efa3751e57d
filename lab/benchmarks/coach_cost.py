"""Cost of the coach: processor time of reviews and hints, and memory, with one process for each game.

    chrt -r 5 python -m benchmarks.coach_cost          # on Linux, with compiled code on disk

Prints one JSON object for each game: the mean and the largest number of processor seconds for the review of a game of
four bots of a level, the 99th percentile of the processor milliseconds of a hint with its reasons at each decision of
the first seat, and the megabytes of the coach's process, which runs the server's jobs. Another process plays the games.
One review comes before, which loads the engine.
"""

from collections.abc import Sequence
from random import Random
from statistics import fmean
from time import process_time
from typing import Any

import knobel
from benchmarks.bots_memory import memory
from benchmarks.coach_hints import decisions, hint
from benchmarks.coach_ledger import play
from benchmarks.shared import script
from knobel.games import GAMES
from knobel.job_process import JobProcess
from knobel.notation import dumps
from knobel.presentation import coach_jobs
from knobel.server.compute.bot_decisions import limit_threads
from knobel.server.compute.coach_process import run

SEATS = 4


def records(name: str, level: str, games: int) -> list[str]:
    """Job of the bots: return the records of games."""
    game = knobel.make(name)
    return [dumps(play(game, [level] * SEATS, f"{name} {number}")[0]) for number in range(games)]


def positions(name: str, games: int) -> list[Any]:
    """Job of the bots: return the positions in which the first seat decides."""
    game = knobel.make(name)
    found = [state for seed in range(games) for state in decisions(game, SEATS, seed + 1)]
    Random(1).shuffle(found)
    return found


def review_seconds(text: str) -> float:
    """Job of the coach: return the processor seconds of the review of a record, in the server's steps."""
    started, progress = process_time(), b""
    while (step := run(coach_jobs.review, text, progress)).done is None:
        progress = step.progress
    return process_time() - started


def hint_milliseconds(name: str, states: Sequence[Any]) -> list[float]:
    """Job of the coach: return the processor milliseconds of hints, sorted."""
    game = knobel.make(name)
    return sorted(hint(game, state, "master") for state in states)


def cost(name: str, level: str, games: int) -> dict[str, Any]:
    """Return the figures of a game, measured in a new process."""
    bots, coach = JobProcess(limit_threads), JobProcess(limit_threads)
    try:
        _, *seconds = (
            coach.submit(review_seconds, text).result()
            for text in bots.submit(records, name, level, games + 1).result()
        )
        states = bots.submit(positions, name, games).result()
        milliseconds = coach.submit(hint_milliseconds, name, states).result()
        return {
            "game": knobel.make(name).titles["en"],
            "seconds a review": round(fmean(seconds), 2),
            "slowest": round(max(seconds), 2),
            "hint, 99 % within, ms": round(milliseconds[int(0.99 * (len(milliseconds) - 1))]),
            "MB": coach.submit(memory).result()["resident"],
        }
    finally:
        bots.close()
        coach.close()


def main() -> None:
    parser = script.parser(__doc__)
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--level", default="beginner")
    options = parser.parse_args()
    for name in GAMES:
        script.report(cost(name, options.level, options.games))


if __name__ == "__main__":
    main()
