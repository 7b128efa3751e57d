"""Benchmarks on this machine: kernels compared with the same work in C, solvers, and bots' decisions.

`measure` returns one report of plain data. Where the machine has no compiler, the figures of C are None.
"""

import os
import platform
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from knobel.bench import decisions, native, solutions, timing
from knobel.bench.playouts import Playouts, playouts
from knobel.bots import LEVELS
from knobel.engines import find_module
from knobel.engines.shared.rng import generator

SEED = 1
KINDS = "random", "greedy"
"""The kinds of playouts."""


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
    levels: tuple[str, ...] = LEVELS


FULL = Effort(seconds=0.2, repeats=5, solves=3, decisions=1.5)
QUICK = Effort(seconds=0.03, repeats=3, solves=1, decisions=0.2)


class Disagreement(AssertionError):
    """The C code played other games, or found other values, than the kernel."""


def measure(games: Iterable[str], effort: Effort, report: Callable[[str], None] | None = None) -> dict[str, Any]:
    """Measure games; `report` receives the name of each step before it starts.

    :raises Disagreement: if a kernel and its C counterpart do not agree.
    """
    tell = report or (lambda _: None)
    with tempfile.TemporaryDirectory() as folder:
        try:
            library, reason = native.build(Path(folder)), ""
        except native.NoCompiler as error:
            library, reason = None, str(error)
        measured: dict[str, Any] = {}
        for game in games:
            tell(game)
            measured[game] = {
                **{kind: playout(game, kind, library, effort) for kind in KINDS},
                "solve": solve(game, library, effort),
                "decisions": {level: decisions.measure(game, level, effort.decisions) for level in effort.levels},
            }
    return {"machine": machine(reason), "games": measured}


def machine(no_compiler: str) -> dict[str, Any]:
    """Return the description of the machine on which the figures were measured."""
    facts: dict[str, Any] = {
        "system": f"{platform.system()} {platform.machine()}",
        "processors": os.cpu_count(),
        "python": platform.python_version(),
        "numba": version("numba"),
        "compiler": native.compiler_version() or None,
        "flags": " ".join(native.FLAGS),
    }
    return facts | {"no_compiler": no_compiler} if no_compiler else facts


def against_c(kernel: Callable[[], object], counterpart: Callable[[], object] | None, repeats: int) -> dict[str, Any]:
    """Return the seconds of a kernel and of its counterpart, and the ratio of the two."""
    if counterpart is None:
        return {"seconds": timing.best_seconds([kernel], repeats)[0], "c_seconds": None, "times_c": None}
    ours, theirs = timing.best_seconds([kernel, counterpart], repeats)
    return {"seconds": ours, "c_seconds": theirs, "times_c": round(ours / theirs, 3)}


def playout(game: str, kind: str, library: Any, effort: Effort) -> dict[str, Any] | None:
    """Measure the playouts of a game; return None if there are none."""
    found = playouts(game)
    return play(found[kind](), library, effort) if kind in found else None


def play(work: Playouts, library: Any, effort: Effort) -> dict[str, Any]:
    """Measure the games per second, the mean score of a seat with its standard error, and the same work in C."""

    def some(games: int) -> object:
        return work.kernel(generator(SEED), work.scores(games))

    games = timing.fitting(some, effort.seconds)
    scores, c_scores = work.scores(games), work.scores(games)
    counterpart = None
    if library is not None:
        counterpart = partial(call, library, work, c_scores)
    times = against_c(lambda: work.kernel(generator(SEED), scores), counterpart, effort.repeats)
    if counterpart and not np.array_equal(scores, c_scores):
        raise Disagreement(f"{work.native} played other games than the kernel")
    return {
        "games_per_second": round(games / times["seconds"]),
        "mean": round(float(scores.mean()), 3),
        "standard_error": round(float(scores.std(ddof=1) / scores.size**0.5), 3),
        "c_games_per_second": times["c_seconds"] and round(games / times["c_seconds"]),
        "times_c": times["times_c"],
    }


def call(library: Any, work: Playouts, scores: Any) -> None:
    """Play the games in C."""
    rng, rules = generator(SEED), native.addresses(work.rules)
    getattr(library, work.native)(rules, native.address(rng), len(scores), *work.extra, native.address(scores))


def solve(game: str, library: Any, effort: Effort) -> dict[str, Any] | None:
    """Measure the exact solution of a game and the same work in C; return None for games that are not solved."""
    module = find_module(game, "solve")
    if module is None:
        return None
    values = module.solution()
    counterpart, c_values = None, np.empty_like(values)
    rules = getattr(solutions, f"{game}_rules", None)
    if library is not None and rules is not None:
        solver = getattr(library, f"{game}_solve")
        counterpart = partial(solver, native.addresses(rules()), native.address(c_values))
    times = against_c(module.solution, counterpart, effort.solves)
    if counterpart and np.abs(values - c_values).max() > 1e-9:
        raise Disagreement(f"C found other values of {game}")
    rounded = {name: time and round(time, 4) for name, time in times.items()}
    return {"value": float(values.flat[0]), "states": values.size, **rounded}
