"""Strength of the learned values in Knister, Knaster and Knapp Daneben! with one seat, and the time of decisions.

    python -m benchmarks.grid_players knister --games 10000 --player master
    python -m benchmarks.grid_players knister --games 800 --player sampled --playouts 512

Plays with the shipped data, or with the file given by `--data`. Prints one JSON object a player: the mean score with
its standard error; the mean with luck taken out, which has the same expectation and a much smaller error; milliseconds
a decision over whole games inside the kernel; and, for Knister, the median and 99th percentile of single decisions.
"""

import random
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np

from benchmarks.shared import script
from knobel.engines.knapp_daneben import lookup as knapp_daneben_lookup
from knobel.engines.knapp_daneben import search as knapp_daneben_search
from knobel.engines.knaster import lookup as knaster_lookup
from knobel.engines.knaster import search as knaster_search
from knobel.engines.knister import kernels as knister
from knobel.engines.knister import lookup as knister_lookup
from knobel.engines.knister import search as knister_search
from knobel.engines.knister import values as knister_values
from knobel.engines.knister.endgame import best_searched, evaluate_entries
from knobel.engines.shared import weights
from knobel.engines.shared.arrays import Array, read_only
from knobel.engines.shared.grid import SUMS
from knobel.games.grid import CELLS, EMPTY, Grid
from knobel.games.tuples import put
from knobel_lab.learning.knapp_daneben import selfplay as knapp_daneben_selfplay
from knobel_lab.learning.knaster import selfplay as knaster_selfplay
from knobel_lab.learning.knister import selfplay as knister_selfplay

BLOCK = 500
"""Number of games of one seed; the seeds count from 1."""

Play = Callable[[int, int], tuple[Array, Array, int]]
"""A function of a number of games and a seed that returns scores, luck and the number of rounds."""
Decide = Callable[[Grid, tuple[int, ...]], tuple[int, int]]


def measure(play: Play, games: int) -> dict[str, object]:
    """Return mean scores and the time of a decision within the kernel."""
    play(0, 1)
    started = time.process_time()
    blocks = [play(seed, min(BLOCK, games - first)) for seed, first in enumerate(range(0, games, BLOCK), 1)]
    seconds = time.process_time() - started
    scores, luck = (np.concatenate(parts) for parts in list(zip(*blocks, strict=True))[:2])
    return {
        "games": games,
        "score": script.mean_with_error(scores.tolist()),
        "score_without_luck": script.mean_with_error((scores - luck).tolist()),
        "ms_in_kernel": round(1000 * seconds / sum(rounds for *_, rounds in blocks), 4),
    }


def decisions(decide: Decide, dice: int, games: int) -> dict[str, float]:
    """Return percentiles of the milliseconds of single decisions; `decide` takes a sheet and a roll and returns an
    entry."""
    rng, times = random.Random(3), []
    for _ in range(games):
        sheet = EMPTY
        for _ in CELLS:
            roll = tuple(rng.randint(1, 6) for _ in range(dice))
            started = time.perf_counter()
            cell, number = decide(sheet, roll)
            times.append(1000 * (time.perf_counter() - started))
            sheet = put(sheet, cell, number)
    return {"median_ms": round(float(np.median(times)), 3), "p99_ms": round(float(np.percentile(times, 99)), 3)}


def full_grid(play: Callable[[int, int], tuple[Array, Array]]) -> Play:
    """Players of a game that ends when the grid is full."""
    return lambda seed, games: (*play(seed, games), games * len(CELLS))


def knister_players(file: Path, playouts: int | None = None) -> dict[str, tuple[Play, Decide | None]]:
    tables, records = knister_lookup.load_values(file), np.zeros(1, knister_values.SHEET)

    def one(search: knister_search.Search) -> tuple[Play, Decide | None]:
        def decide(sheet: Grid, roll: tuple[int, ...]) -> tuple[int, int]:
            [record] = records
            knister_values.fill_sheets(tables.grid, read_only(sheet, np.int64), records)
            evaluate_entries(tables, search, record, sum(roll) - SUMS[0])
            return int(record["free"][best_searched(search.scratch[0], record["left"])]), sum(roll)

        return full_grid(partial(knister_selfplay.play, tables, search)), decide

    searches = {name: dict(how) for name, how in knister.SEARCHES.items()}
    if playouts is not None:
        searches["sampled"]["playouts"] = playouts
    return {name: one(knister_search.Search.of(**how)) for name, how in searches.items()}


def knapp_daneben_players(file: Path) -> dict[str, tuple[Play, Decide | None]]:
    tables, _ = knapp_daneben_lookup.load_values(file)
    searches = {
        "quick": knapp_daneben_search.QUICK,
        "strong": knapp_daneben_search.STRONG,
        "master": knapp_daneben_search.MASTER,
    }
    return {
        name: (full_grid(partial(knapp_daneben_selfplay.play, tables, search)), None)
        for name, search in searches.items()
    }


def knaster_players(file: Path) -> dict[str, tuple[Play, Decide | None]]:
    tables = knaster_lookup.load_values(file)
    searches = {
        "quick": knaster_search.QUICK,
        "strong": knaster_search.STRONG,
        "master": knaster_search.MASTER,
    }
    states = {name: knaster_search.SearchState.empty(tables, search) for name, search in searches.items()}
    return {name: (partial(knaster_selfplay.solo_games, state), None) for name, state in states.items()}


PLAYERS = {
    "knister": (2, knister_players),
    "knaster": (2, knaster_players),
    "knapp_daneben": (5, knapp_daneben_players),
}
"""By game: the number of dice, and a function that makes the players from a file."""


def main() -> None:
    parser = script.parser(__doc__)
    parser.add_argument("game", choices=PLAYERS)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--player")
    parser.add_argument("--playouts", type=int, help="Knister: the number of games that `sampled` plays out")
    parser.add_argument("--games", type=int, default=1_000)
    parser.add_argument("--timed-games", type=int, default=8)
    options = parser.parse_args()
    dice, players = PLAYERS[options.game]
    if options.playouts is not None:
        players = partial(knister_players, playouts=options.playouts)
    for name, (play, decide) in players(options.data or weights.path(options.game)).items():
        if options.player in (None, name):
            played = measure(play, options.games)
            timed = decisions(decide, dice, options.timed_games) if decide else {}
            script.report({name: {**played, **timed}})


if __name__ == "__main__":
    main()
