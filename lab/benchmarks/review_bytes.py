"""Whole reviews as bytes, to compare versions of the program that must not differ.

    python -m benchmarks.review_bytes knaster --folder before
    python -m benchmarks.review_bytes knaster --folder after         # with the changed program
    diff --recursive before after

Writes the review of each game into the folder, without the stamp of the engine. The games are those of the tables
below, always the same. Prints the processor seconds of each review as a JSON object.
"""

import re
from pathlib import Path
from time import process_time

import knobel
from benchmarks.coach_ledger import play
from benchmarks.shared import script
from knobel.notation import dumps
from knobel.presentation import coach_jobs
from knobel.server.compute.bot_decisions import limit_threads

TABLES = (
    "beginner beginner beginner beginner",
    "casual master beginner expert",
    "strong strong",
    "master master master",
    "random master casual",
)
STAMP = re.compile(rb'"engine":"[^"]*"')


def main() -> None:
    parser = script.parser(__doc__)
    parser.add_argument("game", choices=knobel.GAMES)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--games", type=int, default=len(TABLES))
    options = parser.parse_args()
    limit_threads()
    options.folder.mkdir(parents=True, exist_ok=True)
    for number in range(options.games):
        table = TABLES[number % len(TABLES)]
        record, _ = play(knobel.make(options.game), table.split(), f"{options.game} {number}")
        text, progress, began = dumps(record), b"", process_time()
        while (step := coach_jobs.review(text, progress)).done is None:
            progress = step.progress
        (options.folder / f"{options.game}-{number}.json").write_bytes(STAMP.sub(b"", step.done.data))
        script.report({"table": table, "seconds": round(process_time() - began, 2)})


if __name__ == "__main__":
    main()
