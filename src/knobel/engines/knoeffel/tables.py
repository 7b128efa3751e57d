"""The tables of a variant of Knöffel for kernels, in any `Memory`: unpacked, or solved when they are first needed.

Solving takes one to eight seconds of processor time. The values for several columns were learned for the default rules
and are estimates for the other rules.
"""

from collections.abc import Generator, Iterator
from typing import Any, NamedTuple

from knobel.engines.knoeffel.variants import Variant
from knobel.engines.shared.memory import Memory
from knobel.games.combinations import UPPER
from knobel.games.knoeffel import FIELDS

LOWER_COUNT = len(FIELDS) - len(UPPER)

MAX_VARIANTS = 4
"""Maximum number of variants whose tables are kept; the largest takes 8 MB."""


class Learned(NamedTuple):
    """Learned weights of two columns, see `knoeffel.column_pairs`, and of more, see `knoeffel.many_columns`."""

    two: Any
    more: Any


class Lattice(NamedTuple):
    """The part of `knobel.engines.shared.five_dice.FiveDice` that is needed here."""

    add: Any
    remove: Any
    remove_start: Any
    part: Any
    part_start: Any


class ColumnTables(NamedTuple):
    """The tables of a variant, for kernels.

    - `rules`, `outcomes`: see `knoeffel.lookup`.
    - `values` and `deviations`, both in steps of `value_step` and `deviation_step`: the points that optimal play still
      expects in every state of a column, and their standard deviation.
    - `two_columns` (3^6, 3^7), in steps of `together_step`: the value of a simpler game of two columns, by the number
      of times each field is filled; the first field is the lowest base-3 digit. `base3` (2^13): the filled fields of a
      column as such digits.
    - `choosing`, `expecting`: the learned weights for making choices, and the learned weights for the expected score of
      these choices.
    - `dice`: the lattice of keeps.
    """

    rules: Any
    outcomes: Any
    values: Any
    value_step: float
    deviations: Any
    deviation_step: float
    two_columns: Any
    together_step: float
    base3: Any
    choosing: Learned
    expecting: Learned
    dice: Lattice


class Plan(NamedTuple):
    """Values of the choices in a turn, by one utility.

    - `ends` (columns, outcomes, 2): ending the turn with an outcome in an open column, without and with a free roll to
      pay; `FORBIDDEN` where that is not allowed.
    - `keeps` (4, 210): keeping fewer than five dice before the first, the second, the third and the free roll.
    """

    ends: Any
    keeps: Any

    @classmethod
    def empty(cls, memory: Memory, *shape: int) -> "Plan":
        """Return memory for a plan; `shape` is that of its ends."""
        return cls(memory.zeros("float64", *shape), memory.zeros("float64", *memory.arguments["keeps"]))


def variant_tables(memory: Memory, variant: Variant) -> ColumnTables:
    """Return the tables of a variant, which are kept in the memory.

    Without free rolls, those of a variant that ships are its tables with them.
    """
    for _ in preparation(memory, variant):
        pass
    kept: dict[str, ColumnTables] = memory.arguments["variants"]
    return kept[variant.tables_name]


def are_prepared(memory: Memory, variant: Variant) -> bool:
    """True if the tables of a variant are in the memory."""
    return variant.tables_name in memory.arguments["variants"]


def preparation(memory: Memory, variant: Variant) -> Iterator[float]:
    """Unpack or solve the tables of a variant unless they are kept. Yield the share that is done after each step."""
    if are_prepared(memory, variant):
        return
    kept: dict[str, ColumnTables] = memory.arguments["variants"]
    name = variant.tables_name
    tables = shipped(memory, name) if variant.ships else (yield from solved(memory, name))
    while len(kept) >= MAX_VARIANTS:
        del kept[next(iter(kept))]
    kept[name] = tables


def shipped(memory: Memory, name: str) -> ColumnTables:
    """Return tables that ship."""
    steps = memory.arguments["steps"]
    return gathered(
        memory,
        name,
        values=unpacked(memory, f"values_{name}"),
        value_step=steps["values"],
        deviations=unpacked(memory, f"spreads_{name}"),
        deviation_step=steps["spreads"],
    )


def unpacked(memory: Memory, name: str) -> Any:
    """Return a table of steps, unpacked from the differences between them on first use."""
    kept: dict[str, Any] = memory.arguments["unpacked"]
    if name not in kept:
        packed, most = memory.arguments["packed"][name]
        kept[name] = memory.zeros("steps", len(packed), len(packed[0]))
        memory.kernels.unpack(packed, most, kept[name])
    return kept[name]


def solved(memory: Memory, name: str) -> Generator[float, None, ColumnTables]:
    """Return tables that do not ship. Each step solves one set of filled upper fields."""
    rules, kernels = memory.arguments["rules"][name], memory.kernels
    upper_sets = len(rules.class_start) - 1
    shape = 1 << LOWER_COUNT + bool(len(rules.joker)), len(rules.free_points) * rules.class_start[upper_sets]
    means, squares = memory.zeros("float64", *shape), memory.zeros("float64", *shape)
    for upper in reversed(range(upper_sets)):
        kernels.solve(rules, memory.arguments["dice"], means, squares, upper)
        if upper:
            yield 1 - upper / upper_sets
    values, deviations = memory.zeros("steps", *shape), memory.zeros("steps", *shape)
    value_step, deviation_step = kernels.quantize(means, squares, values, deviations)
    return gathered(
        memory,
        name,
        values=values,
        value_step=value_step,
        deviations=deviations,
        deviation_step=deviation_step,
    )


def gathered(memory: Memory, name: str, **tables: Any) -> ColumnTables:
    """Return the tables of a variant, including the tables that all variants share."""
    shared = memory.arguments
    return ColumnTables(
        rules=shared["rules"][name],
        outcomes=shared["outcomes"][name],
        two_columns=unpacked(memory, "together"),
        together_step=shared["steps"]["together"],
        **{key: shared[key] for key in ("base3", "choosing", "expecting", "dice")},
        **tables,
    )
