"""Command lines and output that all benchmarks share."""

import argparse
import json
import statistics
from collections.abc import Mapping, Sequence


def parser(description: str | None) -> argparse.ArgumentParser:
    """Return a parser of the command line whose help is the docstring of the script."""
    return argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)


def report(figures: Mapping[str, object]) -> None:
    """Print one JSON object."""
    print(json.dumps(figures), flush=True)


def median_and_worst(times: Sequence[float]) -> dict[str, float]:
    """Return the number of times, their median and their maximum."""
    return {"count": len(times), "median": round(statistics.median(times), 3), "worst": round(max(times), 3)}
