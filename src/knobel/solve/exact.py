"""The exact solutions by the names of their games, and how long they take."""

from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import NamedTuple

from knobel.arrays import Array
from knobel.arrays.kniffeliger import points
from knobel.arrays.knoeffel import knoeffel
from knobel.solve.kniffeliger import export as kniffeliger_export
from knobel.solve.kniffeliger import solve_sheets
from knobel.solve.knoeffel import export as knoeffel_export
from knobel.solve.knoeffel import solve_column

SOLVERS: dict[str, Callable[[], Array]] = {
    "knoeffel": lambda: solve_column(knoeffel()),
    "kniffeliger": lambda: solve_sheets(points()),
}
"""What gives the values of all states, the start position first."""

EXPORTS: dict[str, Callable[[Path], None]] = {"knoeffel": knoeffel_export, "kniffeliger": kniffeliger_export}
"""What writes the bots' data, as it ships."""


class Solution(NamedTuple):
    """`value`: the points that optimal play expects from the start position. Times are processor time on one core."""

    value: float
    states: int
    seconds: float
    compile_seconds: float


def solve_timed(game: str) -> Solution:
    """Solve a game of `SOLVERS` twice: compiled code is made, or read from disk, in the first run."""
    started = process_time()
    SOLVERS[game]()
    compiled = process_time()
    values = SOLVERS[game]()
    seconds = process_time() - compiled
    compile_seconds = max(compiled - started - seconds, 0.0)
    return Solution(float(values.flat[0]), values.size, round(seconds, 3), round(compile_seconds, 3))
