"""Memory of the bots' process: for each game alone, and for all five.

    python -m benchmarks.bots_memory          # on Linux, with compiled code on disk

Masters decide throughout a game of each kind. Prints one JSON object for each, in megabytes: `resident`, as the system
reports it, and `own`, the part not shared with other processes.
"""

import itertools
from collections.abc import Sequence
from pathlib import Path

from benchmarks.shared import script
from knobel.bots.warm_up import DECISION_INTERVAL, random_positions
from knobel.games import GAMES, make
from knobel.job_process import JobProcess
from knobel.server.compute.bot_decisions import decisions, limit_threads

PARTS = {"resident": ("Rss",), "own": ("Private_Clean", "Private_Dirty")}


def memory() -> dict[str, int]:
    """Job: return the memory of its process in megabytes."""
    lines = (line.split() for line in Path("/proc/self/smaps_rollup").read_text().splitlines()[1:])
    kilobytes = {line[0].removesuffix(":"): int(line[1]) for line in lines}
    return {name: sum(kilobytes[part] for part in parts) // 1024 for name, parts in PARTS.items()}


def decide_all_along(name: str) -> None:
    """Job: let a master decide as often as in a rehearsal."""
    game = make(name)
    for view, seat in itertools.islice(random_positions(game), 0, None, DECISION_INTERVAL):
        decisions().choose(game, view, seat, "master", 600.0)


def after(games: Sequence[str]) -> dict[str, int]:
    """Return the memory of a new process after these games."""
    process = JobProcess(limit_threads)
    try:
        for name in games:
            process.submit(decide_all_along, name).result()
        return process.submit(memory).result()
    finally:
        process.close()


def main() -> None:
    script.parser(__doc__).parse_args()
    for games in ([], *([name] for name in GAMES), list(GAMES)):
        script.report({"games": ", ".join(games) or "none", **after(games)})


if __name__ == "__main__":
    main()
