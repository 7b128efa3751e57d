"""How many steps a second the vector environment makes, beside a `SyncVectorEnv` of the single one.

    python benchmarks/vector_env.py [--games 1 64 1024] [--seconds 2]

Actions are prepared, so that environments alone are measured: for each game a random order of all cells, which is legal
whatever the dice. Steps in which a game begins anew count for no game.
"""

import argparse
import sys
from time import process_time

import numpy as np
from gymnasium.vector import SyncVectorEnv, VectorEnv

from knobel.engines.shared.arrays import Array
from knobel.envs import KnobelEnv
from knobel.envs.vector import KnobelVectorEnv

CELLS = 25


def prepared(count: int) -> Array:
    """Actions for a game of each, and one more that begins the next one. Shape (26, count)."""
    rng = np.random.default_rng(1)
    orders = rng.permuted(np.tile(np.arange(CELLS), (count, 1)), axis=1).T
    return np.ascontiguousarray(np.vstack([orders, np.zeros((1, count), np.int64)]))


def steps_a_second(env: "VectorEnv[dict[str, Array], Array, Array]", seconds: float) -> float:
    """Steps of a game, all games together, by processor time."""
    actions, played = prepared(env.num_envs), 0
    env.reset(seed=1)
    for action in actions:
        env.step(action)
    start = process_time()
    while process_time() - start < seconds:
        for action in actions:
            env.step(action)
        played += CELLS * env.num_envs
    return played / (process_time() - start)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, nargs="+", default=[1, 64, 1024], help="how many games at once")
    parser.add_argument("--seconds", type=float, default=2.0, help="how long each is measured")
    arguments = parser.parse_args()
    sys.stdout.write(f"{'games':>6} {'kernel':>14} {'kernel, no copies':>18} {'SyncVectorEnv':>14}\n")
    for count in arguments.games:
        envs = (
            KnobelVectorEnv(count),
            KnobelVectorEnv(count, copy=False),
            SyncVectorEnv([KnobelEnv] * count),
        )
        own, shared, sync = (steps_a_second(env, arguments.seconds) for env in envs)
        sys.stdout.write(f"{count:>6} {own:>14,.0f} {shared:>18,.0f} {sync:>14,.0f}\n")


if __name__ == "__main__":
    main()
