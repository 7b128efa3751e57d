"""Compile the kernels of all bots into the cache, so that no two processes of the tests compile the same ones.

python -m tests.compile_kernels
"""

from concurrent.futures import ProcessPoolExecutor
from itertools import repeat

from knobel.bots.warm_up import warm_up
from knobel.engines import games_with

SLOWEST = "knaster"

if __name__ == "__main__":
    games = sorted(games_with("engine"), key=lambda name: name != SLOWEST)
    with ProcessPoolExecutor() as pool:
        list(pool.map(warm_up, games, repeat({}), repeat("master")))
