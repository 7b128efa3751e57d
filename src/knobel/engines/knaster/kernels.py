"""The kernels of Knaster that its engine calls, and their arguments."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

from knobel.engines.engine import Effort
from knobel.engines.knaster.lookup import NO_OPPONENT, Tables, load_values
from knobel.engines.knaster.playouts import RolloutState
from knobel.engines.knaster.search import (
    MASTER,
    QUICK,
    STRONG,
    Search,
    SearchState,
    fill_probability,
    kernel_widths,
)
from knobel.engines.knaster.sheet import CELLS, SHEET, fill_sheets
from knobel.engines.knaster.winning import (
    evaluate_moves,
    evaluate_ways,
    evaluate_wins,
    value_before_roll,
    win_probability_before_roll,
)
from knobel.engines.shared import weights
from knobel.engines.shared.arrays import read_only
from knobel.engines.shared.native_memory import NativeMemory

ENTRIES = (
    evaluate_moves,
    evaluate_ways,
    evaluate_wins,
    value_before_roll,
    win_probability_before_roll,
    fill_probability,
    fill_sheets,
)
"""The entry kernels, which the engine calls from Python."""
SEARCHES: Mapping[Effort, Search] = MappingProxyType({"quick": QUICK, "strong": STRONG, "master": MASTER})


def memory(tables: Tables | None = None, searches: Mapping[Effort, Search] = SEARCHES) -> NativeMemory:
    """Return the kernels with the usual arguments.

    :param tables: tables to use in place of the trained data, which is loaded on first use.
    :param searches: the depth of the search, by effort.
    """
    data = weights.path("knaster")
    records = {"sheet": np.dtype((np.int64, (SHEET,)))}
    return NativeMemory(ENTRIES, records, data, partial(arguments, data, tables, searches), examples)


def arguments(data: Path, tables: Tables | None, searches: Mapping[Effort, Search]) -> dict[str, Any]:
    """Return the arguments that exist once."""
    tables = load_values(data) if tables is None else tables
    deepest = max(searches.values(), key=lambda search: len(search.widths))
    state = SearchState.empty(tables, deepest)
    rollouts = RolloutState.empty(state)
    return {
        "tables": tables,
        "searches": searches,
        "rollouts": {
            effort: rollouts._replace(search=state._replace(widths=kernel_widths(search)))
            for effort, search in searches.items()
        },
        "no_opponent": NO_OPPONENT,
    }


def examples(fixed: Mapping[str, Any]) -> dict[str, Any]:
    """Return an argument for each parameter of the entry kernels."""
    sheets, integers = np.zeros((2, SHEET), np.int64), read_only(np.zeros(CELLS), np.int64)
    return {
        "tables": fixed["tables"],
        "rollouts": fixed["rollouts"]["master"],
        "sheets": sheets,
        "sheet": sheets[0],
        "others": sheets[1:],
        "ways": integers,
        "numbers": integers,
        "circled": integers,
        "m": 0,
        "left": 0,
        "total": 0,
        "width": 0,
        "win": 0,
    }
