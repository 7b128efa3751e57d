"""Time until a round of three hundred players closes: from the last entry until all clients have the state.

Server and the three hundred clients share this machine. Run: `.venv/bin/python -m benchmarks.round_close`
"""

import argparse
import asyncio
import json
import statistics
import sys
import tempfile
from pathlib import Path

from tests.server.client import running
from tests.server.rooms.test_many_seats import SEATS, story


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as server:
        seconds = asyncio.run(story(server.url))
    figures = {"seats": SEATS, "rounds": len(seconds), "median_s": statistics.median(seconds), "worst_s": max(seconds)}
    sys.stdout.write(json.dumps(figures) + "\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.parse_args()
    main()
