"""What one more roll looked ahead would add to the master of Knapp Daneben!, in points a game.

    python benchmarks/knapp_daneben_rolls.py --games 40

Plays games with the search of `strong`, and asks in some of the positions what the master would enter and what a search
that looks one roll further would. By how much the second values its own choice above the master's, summed over the
decisions of a game, is what it would gain, as far as its values are right (Kakade and Langford, "Approximately optimal
approximate reinforcement learning", 2002, lemma 6.1). Prints one JSON object.
"""

import argparse
import json
import random
import time

import numpy as np

from knobel import data
from knobel.games.grid import CELLS, EMPTY, Grid, put
from knobel.solve.knapp_daneben import load_values
from knobel.solve.knapp_daneben_player import MASTER, STRONG, KnappDanebenPlayer, search

DEEPER = search(12, 5, 3, margin=1.0, exact=4)
SHARE = 0.2
"""Of the positions."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    tables, _ = load_values(data.path("knapp_daneben"))
    strong, master, deeper = (KnappDanebenPlayer(tables, kind) for kind in (STRONG, MASTER, DEEPER))
    rng, gains, times = random.Random(options.seed), [], []

    def best(player: KnappDanebenPlayer, sheet: Grid, dice: tuple[int, ...]) -> tuple[int, int]:
        values = player.values(sheet, 0, dice)
        return max(values, key=values.__getitem__)

    for _ in range(options.games):
        sheet = EMPTY
        for _ in CELLS:
            dice = tuple(rng.randint(1, 6) for _ in range(5))
            # With few free circles the master plays exactly.
            if sheet.count(0) > MASTER.exact and rng.random() < SHARE:
                started = time.process_time()
                values = deeper.values(sheet, 0, dice)
                times.append(1000 * (time.process_time() - started))
                entry = best(master, sheet, dice)
                highest = max(values.values())
                # What the deeper search has dropped is worth no more than the least that it has kept.
                gains.append(highest - values.get(entry, min(values.values())))
            sheet = put(sheet, *best(strong, sheet, dice))
    decisions = len(CELLS) - MASTER.exact
    result = {
        "positions": len(gains),
        "gain": round(decisions * float(np.mean(gains)), 3),
        "se": round(decisions * float(np.std(gains, ddof=1)) / len(gains) ** 0.5, 3),
        "median_ms": round(float(np.median(times)), 1),
        "p99_ms": round(float(np.percentile(times, 99)), 1),
    }
    print(json.dumps(result), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
