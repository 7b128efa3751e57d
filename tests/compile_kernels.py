"""Compile the kernels of all bots and of the coach into the cache, so that no two processes compile the same ones.

python -m tests.compile_kernels
"""

from concurrent.futures import ProcessPoolExecutor

from knobel.bots.warm_up import warm_up
from knobel.coach.warm_up import warm_up as warm_up_coach

GAMES = ("knaster", "knapp_daneben", "knister")
"""Games whose bots use kernels, the slowest to compile first. Those of the other games decide in NumPy."""


def compile_kernels(name: str) -> None:
    warm_up(name, {}, "master")
    warm_up_coach(name, {})


if __name__ == "__main__":
    with ProcessPoolExecutor() as pool:
        list(pool.map(compile_kernels, GAMES))
