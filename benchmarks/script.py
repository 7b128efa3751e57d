"""Command lines and output that all benchmarks share."""

import argparse
import json
import statistics
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from time import monotonic


def parser(description: str | None) -> argparse.ArgumentParser:
    """Return a parser of the command line whose help is the docstring of the script."""
    return argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)


def report(figures: Mapping[str, object]) -> None:
    """Print one JSON object."""
    print(json.dumps(figures), flush=True)


def median_and_worst(times: Sequence[float]) -> dict[str, float]:
    """Return the number of times, their median and their maximum."""
    return {"count": len(times), "median": round(statistics.median(times), 3), "worst": round(max(times), 3)}


def append_lines(out: Path, games: int, minutes: float, line: Callable[[int], Mapping[str, object]]) -> None:
    """Append JSON lines to a file, one for each game that it lacks, until there are `games` or the time is up.

    :param line: returns the line of a game by its number, which counts from 0.
    """
    first = len(out.read_text().splitlines()) if out.exists() else 0
    until = monotonic() + 60 * minutes
    with out.open("a") as file:
        for number in range(first, games):
            file.write(json.dumps(line(number)) + "\n")
            file.flush()
            if monotonic() > until:
                return
