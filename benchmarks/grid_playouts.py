"""Random playouts of the grid games on one core, beside the same work in plain C.

Prints one JSON object: for each game the compiled kernel's games a second (median of five), its mean score with
standard error, and where a C counterpart and a compiler exist, C's games a second and the ratio C / kernel.
Seconds are processor time, so that other work on the machine disturbs less.
"""

import json
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from knobel.arrays import Array
from knobel.arrays.grid import grid
from knobel.arrays.knapp_daneben import knapp_daneben
from knobel.arrays.knaster import knaster
from knobel.arrays.knister import knister
from knobel.kernels import knapp_daneben as knapp_daneben_kernels
from knobel.kernels import knaster as knaster_kernels
from knobel.kernels.knister import random_playouts
from knobel.kernels.random import generator

REPEATS = 5
GAMES = 1_000_000


def kernel_speed(playouts: Callable[[Array], Array], games: int = GAMES) -> dict[str, float]:
    """Games a second of a function that plays with a generator and returns the scores."""
    playouts(generator(0))
    speeds = []
    for seed in range(REPEATS):
        started = time.process_time()
        scores = playouts(generator(seed))
        speeds.append(games / (time.process_time() - started))
    return {
        "games_per_second": round(statistics.median(speeds)),
        "mean": round(float(scores.mean()), 3),
        "standard_error": round(float(scores.std() / games**0.5), 3),
    }


def c_speed(source: Path, arrays: dict[str, Array], games: int = GAMES) -> float | None:
    """Games a second of a C program that reads these arrays; None without a compiler."""
    compiler = shutil.which("gcc")
    if compiler is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder, "program")
        subprocess.run([compiler, "-O3", "-march=native", "-o", program, source], check=True)
        for name, array in arrays.items():
            Path(folder, name).write_bytes(array.tobytes())
        outputs = [
            subprocess.check_output([program, folder, str(games), str(seed)], text=True)
            for seed in range(1, REPEATS + 1)
        ]
    return statistics.median(float(output.split()[0]) for output in outputs)


def knister_random(rng: Array) -> Array:
    scores, cells, sums = np.empty(GAMES, np.int32), np.empty(25, np.int64), np.empty(25, np.int64)
    random_playouts(rng, grid(), knister(), scores, cells, sums)
    return scores


def knaster_random(rng: Array) -> Array:
    scores, sums, actions = np.empty(GAMES, np.int32), np.empty(60, np.int64), np.empty(64, np.int64)
    knaster_kernels.random_playouts(rng, grid(), knaster(), scores, sums, actions)
    return scores


def knapp_daneben_random(rng: Array) -> Array:
    scores, rolls, cells, others = np.empty(GAMES, np.int32), *(np.empty(25, np.int64) for _ in range(3))
    knapp_daneben_kernels.random_playouts(rng, knapp_daneben(), 0, scores, rolls, cells, others)
    return scores


def main() -> None:
    result: dict[str, dict[str, float]] = {
        "knister": kernel_speed(knister_random),
        "knaster": kernel_speed(knaster_random),
        "knapp_daneben": kernel_speed(knapp_daneben_random),
    }
    arrays = grid()
    counterparts = {
        "knister": {
            "next": arrays.next,
            "rolls": arrays.rolls,
            "at": arrays.at,
            "at_count": arrays.at_count,
            "points": knister().points,
        },
        "knapp_daneben": knapp_daneben()._asdict(),
    }
    for game, given in counterparts.items():
        c = c_speed(Path(__file__).with_name(f"grid_{game}.c"), given)
        if c:
            result[game]["c_games_per_second"] = round(c)
            result[game]["c_ratio"] = round(c / result[game]["games_per_second"], 3)
    print(json.dumps(result, indent=2))  # noqa: T201


if __name__ == "__main__":
    main()
