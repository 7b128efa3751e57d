"""The kernels of Kniffeliger that its engine calls, and their arguments."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np

from knobel.engines.kniffeliger.lookup import OPTION_NAMES, solved_tables
from knobel.engines.kniffeliger.search import value_turn
from knobel.engines.kniffeliger.values import KEEPS, MOST_PARTS, ROLLS, TurnArrays
from knobel.engines.kniffeliger.win_model import MAX_SEATS, Outlook
from knobel.engines.kniffeliger.winning import (
    SampledEnd,
    Samples,
    random_samples,
    value_turn_to_win,
    win_probability,
)
from knobel.engines.shared import weights
from knobel.engines.shared.arrays import read_only
from knobel.engines.shared.native_memory import NativeMemory
from knobel.games.kniffeliger import ROWS, Kniffeliger

ENTRIES = (value_turn, value_turn_to_win, win_probability)
"""The entry kernels, which the engine calls from Python."""


def memory(samples: Callable[[int], Samples] = random_samples) -> NativeMemory:
    """Return the kernels with the usual arguments.

    :param samples: returns the random samples of the end of the game, by the number of seats.
    """
    return NativeMemory(ENTRIES, {}, weights.path("kniffeliger"), partial(arguments, samples), examples)


def arguments(samples: Callable[[int], Samples]) -> dict[str, Any]:
    """Return the arguments that exist once; `tables` by the option, `samples` from the smallest table on."""
    return {
        "tables": tuple(solved_tables(five_is_full_house=option) for option in OPTION_NAMES),
        "samples": tuple(map(samples, range(Kniffeliger.min_seats, MAX_SEATS + 1))),
        "end": SampledEnd.empty(),
    }


def examples(fixed: Mapping[str, Any]) -> dict[str, Any]:
    """Return an argument for each parameter of the entry kernels."""
    integers, none = read_only(np.zeros(len(ROWS)), np.int64), (0.0,) * MAX_SEATS
    turn = TurnArrays(np.zeros((ROLLS, len(ROWS))), np.zeros(KEEPS), np.zeros(KEEPS), np.zeros(MOST_PARTS))
    return {
        "tables": fixed["tables"][0],
        "samples": fixed["samples"][0],
        "outlook": Outlook(0, none, none, integers, (0.0,) * 3),
        "end": fixed["end"],
        "after": integers,
        "total": 0.0,
        "less": 0.0,
        "mean": 0.0,
        "variance": 0.0,
        "earning": 0,
        "turn": turn,
    }
