"""How well learned values play Knister and Knapp Daneben! alone, and how long a decision takes.

    python benchmarks/grid_players.py knister CHECKPOINT --games 10000

CHECKPOINT is what training writes. Prints one JSON object a player: the mean score with its standard error; the mean
with the luck of the dice taken out, which has the same expectation and a much smaller error; milliseconds a decision
over whole games played inside the kernel; and the median and 99th percentile of decisions asked for one by one.
"""

import argparse
import json
import random
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from knobel.arrays import Array
from knobel.games.grid import CELLS, EMPTY, Grid, put
from knobel.solve import knapp_daneben_player
from knobel.solve.knapp_daneben import KnappDanebenLearner
from knobel.solve.knapp_daneben_player import KnappDanebenPlayer
from knobel.solve.knister import KnisterLearner, Tables
from knobel.solve.knister_player import MASTER, STRONG, KnisterPlayer, Search
from knobel.solve.learning import load


def estimate(scores: Array) -> dict[str, float]:
    return {"mean": round(float(scores.mean()), 3), "se": round(float(scores.std(ddof=1) / len(scores) ** 0.5), 3)}


def measure(play: Callable[[int, int], tuple[Array, Array]], games: int) -> dict[str, object]:
    """Mean scores and the time of a decision within the kernel."""
    play(1, 1)
    started = time.process_time()
    scores, luck = play(2, games)
    seconds = time.process_time() - started
    return {
        "games": games,
        "score": estimate(scores),
        "score_without_luck": estimate(scores - luck),
        "ms_in_kernel": round(1000 * seconds / games / len(CELLS), 4),
    }


def decisions(decide: Callable[[Grid, tuple[int, ...]], tuple[int, int]], dice: int, games: int) -> dict[str, float]:
    """Percentiles of the milliseconds of single decisions; `decide` gets a sheet and a roll and gives what to write
    where."""
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


def knister(tables: Tables, games: int, timed_games: int) -> None:
    searches = {"values": Search(), "one_roll": Search(((25,),), exact=4), "strong": STRONG, "master": MASTER}
    for name, search in searches.items():
        player = KnisterPlayer(tables, search)
        # The master is slow: fewer games, whose luck is taken out.
        played = measure(player.play, max(games // 20, 2) if name == "master" else games)
        timed = decisions(lambda sheet, roll: (player.choose(sheet, sum(roll)), sum(roll)), 2, timed_games)  # noqa: B023
        print(json.dumps({name: {**played, **timed}}), flush=True)  # noqa: T201


def knapp_daneben(learner: KnappDanebenLearner, games: int, timed_games: int) -> None:
    searches = {
        "values": knapp_daneben_player.QUICK,
        "strong": knapp_daneben_player.STRONG,
        "master": knapp_daneben_player.MASTER,
    }
    for name, search in searches.items():
        player = KnappDanebenPlayer(learner.tables, search)

        def decide(sheet: Grid, roll: tuple[int, ...], player: KnappDanebenPlayer = player) -> tuple[int, int]:
            values = player.values(sheet, 0, roll)
            return max(values, key=values.__getitem__)

        # The master is slow: fewer games, whose luck is taken out.
        played = measure(player.play, max(games // 20, 2) if name == "master" else games)
        print(json.dumps({name: {**played, **decisions(decide, 5, timed_games)}}), flush=True)  # noqa: T201


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=["knister", "knapp_daneben"])
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--timed-games", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1, help="the seed of the training")
    options = parser.parse_args()
    learner: KnisterLearner | KnappDanebenLearner
    learner = KnisterLearner(options.seed) if options.game == "knister" else KnappDanebenLearner(options.seed)
    state, facts = load(options.checkpoint, learner.stamp)
    learner.restore(state)
    print(json.dumps({"games_learned": facts["games"]}), flush=True)  # noqa: T201
    if isinstance(learner, KnisterLearner):
        knister(learner.playable(facts["games"]), options.games, options.timed_games)
    else:
        knapp_daneben(learner, options.games, options.timed_games)


if __name__ == "__main__":
    main()
