"""The kernels of Knapp Daneben! that its engine calls, and their arguments."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

from knobel.engines.engine import Effort
from knobel.engines.knapp_daneben.endgame import value_before_roll, value_entries
from knobel.engines.knapp_daneben.lookup import CELLS, COLOURS, ScoreDeviations, Tables, load_values
from knobel.engines.knapp_daneben.playouts import choose_entry_unprepared, rollout
from knobel.engines.knapp_daneben.search import MASTER, QUICK, STRONG, Entries, Search
from knobel.engines.knapp_daneben.seat_expectations import SeatExpectations
from knobel.engines.knapp_daneben.values import SHEET, Scratch, fill_sheet, score
from knobel.engines.knapp_daneben.winning import (
    OPPONENT_SEARCH,
    enter_opponents,
    sample_rolls,
    win_probabilities,
    win_probability_before_roll,
)
from knobel.engines.shared import weights
from knobel.engines.shared.arrays import read_only
from knobel.engines.shared.native_memory import NativeMemory

ENTRIES = (
    value_entries,
    value_before_roll,
    enter_opponents,
    win_probabilities,
    win_probability_before_roll,
    score,
    fill_sheet,
    choose_entry_unprepared,
    rollout,
)
"""The entry kernels, which the engine and its rollouts call from Python."""
SEARCHES: Mapping[Effort, Search] = MappingProxyType({"quick": QUICK, "strong": STRONG, "master": MASTER})


def memory(
    trained: tuple[Tables, ScoreDeviations] | None = None, searches: Mapping[Effort, Search] = SEARCHES
) -> NativeMemory:
    """Return the kernels with the usual arguments.

    :param trained: data to use in place of the trained data, which is loaded on first use.
    """
    data = weights.path("knapp_daneben")
    return NativeMemory(ENTRIES, {"sheet": SHEET}, data, partial(arguments, data, trained, searches), examples)


def arguments(
    data: Path, trained: tuple[Tables, ScoreDeviations] | None, searches: Mapping[Effort, Search]
) -> dict[str, Any]:
    """Return the arguments that exist once."""
    tables, deviations = load_values(data) if trained is None else trained
    return {
        "tables": tables,
        "deviations": deviations,
        "searches": searches,
        "opponent_search": OPPONENT_SEARCH,
        "scratch": Scratch.of_search(),
        "entries": Entries.empty(),
        "sample_rolls": sample_rolls(),
    }


def examples(fixed: Mapping[str, Any]) -> dict[str, Any]:
    """Return an argument for each parameter of the entry kernels."""
    sheets, tables = np.zeros(1, SHEET), fixed["tables"]
    seats = SeatExpectations(sheets, np.zeros(1), np.zeros(1), tables.rolls, np.zeros((1, 1)))
    return {
        "tables": tables,
        "deviations": fixed["deviations"],
        "search": fixed["opponent_search"],
        "scratch": fixed["scratch"],
        "entries": fixed["entries"],
        "sheet": sheets[0],
        "seats": seats,
        "own": 0,
        "most": 0,
        "seed": 1,
        "runs": 1,
        "faces": read_only(np.zeros(COLOURS), np.int64),
        "numbers": read_only(np.zeros(CELLS), np.int64),
    }
