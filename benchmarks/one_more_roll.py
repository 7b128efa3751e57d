"""Gain of searching one more roll for the masters of Knaster and Knapp Daneben!, in points a game.

    python benchmarks/one_more_roll.py knaster --games 40

Plays games with the bot `strong` alone, and in some positions compares the master's choice with the choice of a search
one roll deeper. The estimated gain is the deeper search's value of its choice less its value of the master's choice,
summed over the decisions of a game. It is only as accurate as these values (Kakade and Langford, "Approximately optimal
approximate reinforcement learning", 2002, lemma 6.1). Prints one JSON object.
"""

import argparse
import json
import random
import time
from collections.abc import Callable

import numpy as np

import knobel
from knobel import Move, Over, Roll, bots
from knobel.core import Chance
from knobel.engines.engine import NOT_CONSIDERED, Engine
from knobel.engines.knapp_daneben.engine import KnappDanebenEngine
from knobel.engines.knapp_daneben.search import DEEPER as KNAPP_DANEBEN_DEEPER
from knobel.engines.knaster.engine import KnasterEngine
from knobel.engines.knaster.search import DEEPER as KNASTER_DEEPER
from knobel.games.knapp_daneben import KnappDaneben

SHARE_PAUSE_S = 0.2
"""Share of the positions that are compared."""


def knapp_daneben() -> Engine:
    return KnappDanebenEngine(KnappDaneben(), searches={"master": KNAPP_DANEBEN_DEEPER})


def knaster() -> Engine:
    return KnasterEngine(knobel.make("knaster"), searches={"master": KNASTER_DEEPER})


DEEPER: dict[str, Callable[[], Engine]] = {"knapp_daneben": knapp_daneben, "knaster": knaster}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=DEEPER)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    game, rng = knobel.make(options.game), random.Random(options.seed)
    strong, master = bots.make("strong/points"), bots.make("master/points")
    deeper, gains, times, decisions = DEEPER[options.game](), [], [], 0
    for _ in range(options.games):
        state = game.start(seats=1)
        while not isinstance(turn := game.turn(state), Over):
            if isinstance(turn, Chance):
                state = game.apply(state, Roll(tuple(rng.randint(1, 6) for _ in range(turn.dice))))
                continue
            decisions += 1
            if rng.random() < SHARE_PAUSE_S:
                started = time.process_time()
                worth = deeper.evaluate(state, 0, rng=rng)
                times.append(1000 * (time.process_time() - started))
                values = {action: found.merit for action, found in worth.items() if found.merit > NOT_CONSIDERED}
                # The value of an action that the deeper search has dropped is at most that of the worst kept action.
                chosen = values.get(master.choose(game, state, 0, rng), min(values.values()))
                gains.append(max(values.values()) - chosen)
            state = game.apply(state, Move(0, strong.choose(game, state, 0, rng)))
    a_game = decisions / options.games
    result = {
        "positions": len(gains),
        "gain": round(a_game * float(np.mean(gains)), 3),
        "se": round(a_game * float(np.std(gains, ddof=1)) / len(gains) ** 0.5, 3),
        "median_ms": round(float(np.median(times)), 1),
        "p99_ms": round(float(np.percentile(times, 99)), 1),
    }
    print(json.dumps(result), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
