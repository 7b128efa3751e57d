"""Speed of the kernels and of the bots on this machine, and of the same work in C if gcc is installed.

    python -m benchmarks.kernels --games knister knoeffel --quick

Prints one JSON object that describes the machine and one for each game and kind of work. Figures are processor times
on one core, the best of several rounds that alternate between kernel and C. The first run takes longer because it
compiles the kernels.
"""

import os
import platform
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.kernels import decisions, native, solutions, timing
from benchmarks.kernels.playouts import playouts
from benchmarks.shared import script
from knobel.engines import find_module
from knobel.engines.shared.rng import generator
from knobel.games import GAMES, make

SEED = 1
TIMED_BOTS = ("random", "beginner", "strong", "master")
"""Bots of each search: the levels from `beginner` to `advanced` take equally long, and `expert` searches like
`strong`."""


@dataclass(frozen=True, slots=True)
class Effort:
    """The effort of a benchmark.

    It consists of `repeats` of about `seconds` for playouts, `solves` repeats of a solution, and `decisions` seconds
    for bots of each of the `levels`.
    """

    seconds: float
    repeats: int
    solves: int
    decisions: float
    levels: tuple[str, ...] = TIMED_BOTS


FULL = Effort(seconds=0.2, repeats=5, solves=3, decisions=1.5)
QUICK = Effort(seconds=0.03, repeats=3, solves=1, decisions=0.2)


class Disagreement(AssertionError):
    """The C code played other games, or found other values, than the kernel."""


def machine(no_compiler: str) -> dict[str, Any]:
    """Return the description of the machine on which the figures were measured."""
    return {
        "system": f"{platform.system()} {platform.machine()}",
        "processors": os.cpu_count(),
        "python": platform.python_version(),
        "numba": version("numba"),
        "compiler": no_compiler or native.compiler_version(),
        "flags": " ".join(native.FLAGS),
    }


def measure(game: str, library: Any, effort: Effort) -> dict[str, Any]:
    """Return the figures of a game, of each kind of work. Without a C library those of C are None.

    :raises Disagreement: if a kernel and its C counterpart do not agree.
    """
    figures = {
        "random games": play(game, library, effort),
        "exact solution": solve(game, library, effort),
        "decisions": {level: decisions.measure(game, level, effort.decisions) for level in effort.levels},
    }
    return {work: found for work, found in figures.items() if found is not None}


def against_c(kernel: Callable[[], object], counterpart: Callable[[], object] | None, repeats: int) -> dict[str, Any]:
    """Return the seconds of a kernel and of its counterpart, and the ratio of the two."""
    if counterpart is None:
        return {"seconds": timing.best_seconds([kernel], repeats)[0], "c_seconds": None, "times_c": None}
    ours, theirs = timing.best_seconds([kernel, counterpart], repeats)
    return {"seconds": ours, "c_seconds": theirs, "times_c": round(ours / theirs, 3)}


def play(game: str, library: Any, effort: Effort) -> dict[str, Any] | None:
    """Measure random games per second, the mean score of a seat with its standard error, and the same games in C."""
    work = playouts(game)
    if work is None:
        return None
    games = timing.fitting(lambda games: work.kernel(generator(SEED), work.scores(games)), effort.seconds)
    scores, c_scores = work.scores(games), work.scores(games)

    def play_in_c() -> None:
        rng, rules = generator(SEED), native.addresses(work.rules)
        function = getattr(library, f"{game}_random")
        function(rules, native.address(rng), games, *work.extra, native.address(c_scores))

    times = against_c(lambda: work.kernel(generator(SEED), scores), play_in_c if library else None, effort.repeats)
    if library and not np.array_equal(scores, c_scores):
        raise Disagreement(f"{game}_random played other games than the kernel")
    return {
        "games_per_second": round(games / times["seconds"]),
        "score": script.with_error(scores.mean(), scores.std(ddof=1) / scores.size**0.5),
        "c_games_per_second": times["c_seconds"] and round(games / times["c_seconds"]),
        "times_c": times["times_c"],
    }


def solve(game: str, library: Any, effort: Effort) -> dict[str, Any] | None:
    """Measure the exact solution of a game and the same work in C; return None for games that are not solved."""
    module = find_module(game, "solve")
    if module is None:
        return None
    solution = partial(module.solution, make(game))
    values = solution()
    counterpart, c_values = None, np.empty_like(values)
    rules = solutions.RULES.get(game)
    if library and rules:
        solver = getattr(library, f"{game}_solve")
        counterpart = partial(solver, native.addresses(rules()), native.address(c_values))
    times = against_c(solution, counterpart, effort.solves)
    if counterpart and np.abs(values - c_values).max() > 1e-9:
        raise Disagreement(f"C found other values of {game}")
    rounded = {name: time and round(time, 4) for name, time in times.items()}
    return {"value": float(values.flat[0]), "states": values.size, **rounded}


def main() -> None:
    parser = script.parser(__doc__)
    parser.add_argument("--games", nargs="+", choices=GAMES, default=list(GAMES), metavar="GAME")
    parser.add_argument("--quick", action="store_true", help="measure for a shorter time, less exactly")
    options = parser.parse_args()
    effort = QUICK if options.quick else FULL
    with tempfile.TemporaryDirectory() as folder:
        try:
            library, reason = native.build(Path(folder)), ""
        except native.NoCompiler as error:
            library, reason = None, str(error)
        script.report({"machine": machine(reason)})
        for game in options.games:
            for work, figures in measure(game, library, effort).items():
                script.report({"game": game, work: figures})


if __name__ == "__main__":
    main()
