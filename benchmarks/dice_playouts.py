"""Knöffel and Kniffeliger on one core: solved, played on the solution, played at random; beside C where there is any.

Prints one JSON object. Seconds are processor time, so that other work on the machine disturbs less; each is the best of
three. A C counterpart gets the same arrays and seeds, and must give the same values and scores.
"""

import ctypes
import json
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from knobel.arrays.combinations import five_dice
from knobel.arrays.kniffeliger import RANK, action_die, earns, points
from knobel.arrays.knoeffel import knoeffel
from knobel.kernels import kniffeliger, kniffeliger_random, knoeffel_play, knoeffel_random
from knobel.kernels.knoeffel import solve, solve_together
from knobel.kernels.random import generator
from knobel.solve.induction import backwards
from knobel.solve.kniffeliger import sheet_values
from knobel.solve.knoeffel import column_values, together_values

REPEATS = 3
RANDOM_GAMES = 200_000
COLUMN, DICE = knoeffel(), five_dice()
C_ARRAYS = (
    *(getattr(COLUMN, name) for name in ("points", "rank", "free_points", "class_start", "class_after", "bonus")),
    *(getattr(DICE, name) for name in ("add", "remove", "remove_start", "part", "part_start")),
)


def seconds(work: Callable[[], object]) -> float:
    """The least processor time that the work takes, once compiled."""
    work()
    times = []
    for _ in range(REPEATS):
        started = time.process_time()
        work()
        times.append(time.process_time() - started)
    return min(times)


def mean(scores: Any, value: float | None = None) -> dict[str, float]:
    """Mean and standard error of scores, and how many of these the mean is off a value."""
    error = float(scores.std(ddof=1) / len(scores) ** 0.5)
    figures = {"games": len(scores), "mean": round(float(scores.mean()), 3), "standard_error": round(error, 3)}
    return (
        figures if value is None else figures | {"errors_off_value": round((float(scores.mean()) - value) / error, 2)}
    )


def c_library(folder: str) -> Any:
    """The C counterparts; None without a compiler."""
    compiler = shutil.which("gcc")
    if compiler is None:
        return None
    library = Path(folder, "knoeffel.so")
    source = Path(__file__).with_name("dice_knoeffel.c")
    flags = ["-O3", "-march=native", "-Wno-psabi", "-shared", "-fPIC"]
    subprocess.run([compiler, *flags, "-o", library, source], check=True)
    return ctypes.CDLL(str(library))


def solved() -> dict[str, Any]:
    """Both games solved."""
    table = np.empty(COLUMN.shape)
    together, order = np.zeros(3 ** COLUMN.points.shape[1]), backwards(COLUMN.points.shape[1], 2)
    sheets, sheet_order = np.empty(1 << points().shape[1]), backwards(points().shape[1], 1)
    return {
        "knoeffel_column": {
            "value": float(column_values()[0, 0]),
            "states": table.size,
            "seconds": round(seconds(lambda: solve(COLUMN, DICE, table)), 3),
        },
        "knoeffel_together": {
            "states": together.size,
            "seconds": round(
                seconds(lambda: solve_together(COLUMN.points, np.zeros_like(COLUMN.rank), DICE, order, together)), 3
            ),
        },
        "kniffeliger_sheet": {
            "value": float(sheet_values()[0]),
            "states": sheets.size,
            "seconds": round(seconds(lambda: kniffeliger.solve(points(), RANK, DICE, sheet_order, sheets)), 3),
        },
    }


def played(one: int, two: int) -> dict[str, Any]:
    """Games on the solutions: so many of one column or sheet, so many of two free columns."""
    result = {}
    for name, columns, games, value in (
        ("knoeffel_column", 1, one, float(column_values()[0, 0])),
        ("knoeffel_two_free", 2, two, 2 * float(column_values()[0, 0])),
    ):
        scores, trace = np.empty(games), np.empty((0, columns * 13, 9), np.int16)
        rng = generator(1)
        started = time.process_time()
        knoeffel_play.play(rng, COLUMN, DICE, column_values(), together_values(), columns, scores, trace)
        speed = games / (time.process_time() - started)
        result[name] = mean(scores, value) | {"games_per_second": round(speed)}
    scores = np.empty(one)
    started = time.process_time()
    kniffeliger.play(generator(1), points(), RANK, DICE, sheet_values(), scores, np.empty((0, 14, 6), np.int16))
    speed = one / (time.process_time() - started)
    result["kniffeliger_sheet"] = mean(scores, float(sheet_values()[0])) | {"games_per_second": round(speed)}
    return result


def random_play() -> dict[str, Any]:
    """Random games."""
    result = {}
    for columns in (1, 2):
        scores, trace = np.empty(RANDOM_GAMES), np.empty((0, columns * 13, 9), np.int16)

        def knoeffel_games(columns: int = columns, scores: Any = scores, trace: Any = trace) -> None:
            knoeffel_random.random_playouts(generator(1), COLUMN, DICE, columns, scores, trace)

        speed = RANDOM_GAMES / seconds(knoeffel_games)
        result[f"knoeffel_{columns}"] = mean(scores) | {"games_per_second": round(speed)}
    for seats in (2, 4):
        totals, no_trace, no_ends = np.empty((20_000, seats)), np.empty((0, 0, 3), np.int16), np.empty((0, 1), np.int64)

        def kniffeliger_games(totals: Any = totals, trace: Any = no_trace, ends: Any = no_ends) -> None:
            rng = generator(1)
            kniffeliger_random.random_playouts(rng, points(), earns(), action_die(), DICE, totals, trace, ends)

        speed = len(totals) / seconds(kniffeliger_games)
        result[f"kniffeliger_{seats}_seats"] = mean(totals[:, 0]) | {"games_per_second": round(speed)}
    return result


def floor() -> dict[str, Any]:
    """The C counterparts of the column solved and of random Knöffel."""
    with tempfile.TemporaryDirectory() as folder:
        library = c_library(folder)
        if library is None:
            return {}
        rules = (ctypes.c_void_p * len(C_ARRAYS))(*(array.ctypes.data for array in C_ARRAYS))
        table = np.empty(COLUMN.shape)
        address = ctypes.c_void_p(table.ctypes.data)
        result = {"knoeffel_column_seconds": seconds(lambda: library.solve(rules, table.shape[1], address))}
        assert np.abs(table - column_values()).max() < 1e-9, "C solves the same"
        for columns in (1, 2):
            scores, expected = np.empty(RANDOM_GAMES), np.empty(RANDOM_GAMES)
            trace = np.empty((0, columns * 13, 9), np.int16)
            knoeffel_random.random_playouts(generator(1), COLUMN, DICE, columns, expected, trace)

            def games(columns: int = columns, scores: Any = scores) -> None:
                rng = generator(1)
                where = ctypes.c_void_p(rng.ctypes.data), columns, ctypes.c_long(len(scores))
                library.random_playouts(rules, *where, ctypes.c_void_p(scores.ctypes.data))

            result[f"knoeffel_{columns}_random_games_per_second"] = round(RANDOM_GAMES / seconds(games))
            assert (scores == expected).all(), "C plays the same games"
        return result


def main() -> None:
    result = {"solved": solved(), "played": played(100_000, 20_000), "random": random_play(), "c": floor()}
    if result["c"]:
        result["ratio_to_c"] = {
            "knoeffel_column": result["solved"]["knoeffel_column"]["seconds"] / result["c"]["knoeffel_column_seconds"]
        } | {
            f"knoeffel_{n}_random": result["c"][f"knoeffel_{n}_random_games_per_second"]
            / result["random"][f"knoeffel_{n}"]["games_per_second"]
            for n in (1, 2)
        }
    print(json.dumps(result, indent=2))  # noqa: T201


if __name__ == "__main__":
    main()
