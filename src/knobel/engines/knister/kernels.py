"""The kernels of Knister that its engine calls, and their arguments."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

from knobel.engines.knister.endgame import value_entries
from knobel.engines.knister.lookup import CELL_COUNT, Tables, load_values
from knobel.engines.knister.playouts import choose_cell_unprepared, final_points
from knobel.engines.knister.search import Entries, Search
from knobel.engines.knister.values import SHEET, fill_sheets
from knobel.engines.knister.winning import (
    enter_pending_roll,
    estimate_final_scores,
    value_before_roll,
    win_probabilities,
)
from knobel.engines.shared import weights
from knobel.engines.shared.arrays import read_only
from knobel.engines.shared.native_memory import NativeMemory

ENTRIES = (
    value_entries,
    win_probabilities,
    value_before_roll,
    enter_pending_roll,
    estimate_final_scores,
    fill_sheets,
    choose_cell_unprepared,
    final_points,
)
"""The entry kernels, which the engine and its rollouts call from Python."""
SEARCHES: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        "quick": {},
        "strong": {"widths": ((25,),), "exact": 4, "exact_win": 3},
        "master": {"widths": ((25,), (4, 2)), "exact": 4, "exact_win": 4},
        "sampled": {"widths": ((25,), (4, 2)), "exact": 4, "exact_win": 4, "playouts": 768},
    }
)
"""The extent of the search, by effort (`engines.knister.search.Search`); `sampled`: `master` with playouts."""


def memory(tables: Tables | None = None) -> NativeMemory:
    """Return the kernels with the usual arguments.

    :param tables: data to use in place of the trained data, which is loaded on first use.
    """
    data = weights.path("knister")
    return NativeMemory(ENTRIES, {"sheet": SHEET}, data, partial(arguments, data, tables), examples)


def arguments(data: Path, tables: Tables | None) -> dict[str, Any]:
    """Return the arguments that exist once."""
    return {
        "tables": load_values(data) if tables is None else tables,
        "searches": {effort: Search.of(**how) for effort, how in SEARCHES.items()},
        "entries": Entries.empty(),
    }


def examples(fixed: Mapping[str, Any]) -> dict[str, Any]:
    """Return an argument for each parameter of the entry kernels."""
    tables, entries = fixed["tables"], fixed["entries"]
    sheets, integers = np.zeros(1, SHEET), read_only(np.zeros(CELL_COUNT), np.int64)
    return {
        "tables": tables,
        "grid": tables.grid,
        "search": fixed["searches"]["master"],
        "policy": fixed["searches"]["master"].policy,
        "entries": entries,
        "sheet": sheets[0],
        "sheets": sheets,
        "numbers": integers,
        "copies": integers,
        "totals": integers,
        "total": 0,
        "seed": 1,
        "values": entries.merits,
        "chances": entries.wins,
        "points": entries.points,
        "results": entries.points,
    }
