"""The kernels of Knöffel that its engine calls, and their arguments."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from knobel.engines.knoeffel.column_pairs import OPEN_FIELDS
from knobel.engines.knoeffel.lookup import (
    DEVIATION_STEP,
    OPTION_NAMES,
    TOGETHER_STEP,
    VALUE_STEP,
    outcomes,
    stamp,
    variant_rules,
)
from knobel.engines.knoeffel.many_columns import unshared
from knobel.engines.knoeffel.moments import quantize, solve
from knobel.engines.knoeffel.tables import ColumnTables, Lattice, Learned, Plan
from knobel.engines.knoeffel.turn_plans import (
    COLUMN_NUMBERS,
    LaneScratch,
    SheetScratch,
    TurnScratch,
    deepen,
    expect_seats,
    plan_turn,
    value_ends,
)
from knobel.engines.knoeffel.variants import SheetOptions, Variant, solved_variants
from knobel.engines.knoeffel.winning import (
    MAX_EXACT_OPPONENTS,
    MAX_SCORES,
    LastTurnScratch,
    beat_last_turn,
    beat_score,
    smoothing_space,
    value_wins,
    win_tables,
    win_with,
)
from knobel.engines.shared import weights
from knobel.engines.shared.arrays import read_only
from knobel.engines.shared.compiled import Array, Int, compiled
from knobel.engines.shared.data_files import load
from knobel.engines.shared.five_dice import FIRST_ROLL, KEEP_NUMBER, five_dice
from knobel.engines.shared.native_memory import NativeMemory
from knobel.engines.shared.winning_own_dice import MAX_TIE_VALUES, RANGE_SD
from knobel.games.combinations import ROLLS
from knobel.games.knoeffel import Scoring

MOST_OUTCOMES = 192
"""Maximum number of outcomes of a variant."""


@compiled
def unpack(packed: Array, most: Int, table: Array) -> None:
    """Sum up differences along both axes, as `lookup.quantize` stored them.

    :param most: the highest number of steps that the packed numbers can represent, a power of 2 minus 1.
    """
    for i in range(packed.shape[0]):
        total = 0
        for j in range(packed.shape[1]):
            total += int(packed[i, j])
            above = int(table[i - 1, j]) if i else 0
            table[i, j] = (total + above) & most


ENTRIES = (
    expect_seats,
    value_ends,
    deepen,
    plan_turn,
    beat_score,
    beat_last_turn,
    value_wins,
    win_with,
    unpack,
    solve,
    quantize,
)
"""The entry kernels, which the engine calls from Python."""


class Lazy(Mapping[str, Any]):
    """Arguments that are made each time they are asked for."""

    def __init__(self, names: tuple[str, ...], make: Callable[[str], Any]) -> None:
        self._names, self._make = names, make

    def __getitem__(self, name: str) -> Any:
        return self._make(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def memory() -> NativeMemory:
    """Return the kernels with the usual arguments."""
    data = weights.path("knoeffel")
    return NativeMemory(ENTRIES, {"steps": np.dtype(np.uint16)}, data, lambda: arguments(data), examples)


def arguments(data: Path) -> dict[str, Any]:
    """Return the arguments that exist once for each engine."""
    return {
        **shared_arguments(data),
        "sheet": SheetScratch.empty(),
        "lanes": LaneScratch.empty(MOST_OUTCOMES),
        "turn": TurnScratch.empty(MOST_OUTCOMES),
        "last_turn": LastTurnScratch.empty(MOST_OUTCOMES),
        "smooth": smoothing_space(),
    }


@cache
def shared_arguments(data: Path) -> dict[str, Any]:
    """Return the arguments that all engines share."""
    learned, _ = load(data, stamp(), ("weights", "more_weights", "overestimates"))
    two, more = learned["weights"].astype(np.float64), learned["more_weights"].astype(np.float64)
    variants = {name: Variant(Scoring(option)) for option, name in OPTION_NAMES.items()} | solved_variants()
    tables = tuple(f"{kind}_{name}" for kind in ("values", "spreads") for name in OPTION_NAMES.values())

    def packed(name: str) -> tuple[Array, int]:
        table = load(data, stamp(), (name,))[0][name]
        return read_only(table, np.uint16), int(np.iinfo(table.dtype).max)

    return {
        "packed": Lazy((*tables, "together"), packed),
        "unpacked": {},
        "variants": {},
        "steps": {"values": VALUE_STEP, "spreads": DEVIATION_STEP, "together": TOGETHER_STEP},
        "rules": Lazy(tuple(variants), lambda name: variant_rules(variants[name])),
        "outcomes": Lazy(tuple(variants), lambda name: outcomes(variant_rules(variants[name]))),
        "base3": read_only((1 - OPEN_FIELDS) @ 3 ** np.arange(OPEN_FIELDS.shape[1]), np.int64),
        "choosing": Learned(read_only(two, np.float64), read_only(more, np.float64)),
        "expecting": Learned(
            read_only(two - learned["overestimates"], np.float64), read_only(unshared(more), np.float64)
        ),
        "dice": Lattice(*(getattr(five_dice(), name) for name in Lattice._fields)),
        "wins": win_tables(),
        "winning": {
            "range_sd": RANGE_SD,
            "most_scores": MAX_SCORES,
            "most_ties": MAX_TIE_VALUES,
            "most_exact": MAX_EXACT_OPPONENTS,
        },
        "keeps": (ROLLS + 1, FIRST_ROLL),
        "keep_numbers": {"".join(map(str, dice)): number for dice, number in KEEP_NUMBER.items()},
    }


def examples(fixed: Mapping[str, Any]) -> dict[str, Any]:
    """Return an argument for each parameter of the entry kernels."""
    steps, floats = np.zeros((1, 1), np.uint16), np.zeros((1, 1))
    ends, keeps = np.zeros((1, 1, 2)), np.zeros(fixed["keeps"])
    plan, name = Plan(ends, keeps), OPTION_NAMES[False]
    rest = {key: fixed[key] for key in ("base3", "choosing", "expecting", "dice")}
    tables = ColumnTables(
        fixed["rules"][name], fixed["outcomes"][name], steps, 1.0, steps, 1.0, steps, together_step=1.0, **rest
    )
    return {
        **{name: fixed[name] for name in ("wins", "sheet", "lanes", "turn", "last_turn", "smooth")},
        **dict.fromkeys(("deepened", "first", "count", "seat", "most", "upper"), 0),
        **dict.fromkeys(("mean", "variance", "points"), 0.0),
        **dict.fromkeys(("means", "variances", "ends"), ends),
        **dict.fromkeys(("moments", "products", "values", "squares"), floats),
        **dict.fromkeys(("table", "value_steps", "deviation_steps"), steps),
        "tables": tables,
        "learned": tables.choosing,
        "of": tables.outcomes.of,
        "dice": tables.dice,
        "rules": tables.rules,
        "options": SheetOptions(*[0] * len(SheetOptions._fields)),
        "columns": read_only(np.zeros(COLUMN_NUMBERS), np.int64),
        "plan": plan,
        "valued": plan,
        "packed": read_only(np.zeros(steps.shape), np.uint16),
    }
