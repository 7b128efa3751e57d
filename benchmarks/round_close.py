"""Time until a round of three hundred players closes: from the last entry until all clients have the state.

    python -m benchmarks.round_close

Server and clients share this machine. Prints one JSON object.
"""

import asyncio
import statistics
import tempfile
from pathlib import Path

from tests.server.client import running
from tests.server.tables.test_many_seats import SEATS, story

from benchmarks import script


def main() -> None:
    script.parser(__doc__).parse_args()
    with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as server:
        seconds = asyncio.run(story(server.url))
    figures = {"seats": SEATS, "rounds": len(seconds), "median_s": statistics.median(seconds), "worst_s": max(seconds)}
    script.report(figures)


if __name__ == "__main__":
    main()
