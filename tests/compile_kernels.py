"""Compile kernels into the cache, so that no two processes compile the same ones.

They are those of all bots, of the coach and of the reader of dice, or only those of games and of the `reader` that are
named.

python -m tests.compile_kernels [NAME ...]
"""

import gc
import sys
from concurrent.futures import ProcessPoolExecutor

import numpy as np

from knobel.bots.warm_up import warm_up
from knobel.coach.warm_up import warm_up as warm_up_coach
from knobel.vision.dice.reader import read_picture

GAMES = ("knaster", "knapp_daneben", "knister", "knoeffel", "kniffeliger")
"""The slowest game to compile first."""
READER = "reader"


def compile_kernels(name: str) -> None:
    if name == READER:
        read_picture(np.zeros((64, 64, 3), np.uint8))
    else:
        warm_up(name, {}, "master")
        warm_up_coach(name, {})


if __name__ == "__main__":
    names = sys.argv[1:] or [READER, *GAMES]
    # The compiler's garbage is looked through for a tenth of the time, and the processes end soon.
    with ProcessPoolExecutor(initializer=gc.disable) as pool:
        list(pool.map(compile_kernels, names))
