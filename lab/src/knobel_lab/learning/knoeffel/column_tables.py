"""The solved and learned data of columns as NumPy arrays, and the format of its tables in the shipped file."""

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, TypeAlias

import numpy as np

from knobel.engines.knoeffel import lookup
from knobel.engines.knoeffel.lookup import (
    DEVIATION_STEP,
    OPTION_NAMES,
    TOGETHER_STEP,
    VALUE_STEP,
    Rules,
    shipped_rules,
)
from knobel.engines.shared import weights
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.data_files import load


@dataclass(frozen=True, slots=True)
class QuantizedTable:
    """A table of numbers stored as integer multiples (`steps`) of `step`; `packed[...]` returns float32 values."""

    steps: Array
    step: float

    def __getitem__(self, place: Array | tuple[Array, ...]) -> Array:
        numbers: Array = self.steps[place] * np.float32(self.step)
        return numbers


NumericTable: TypeAlias = Array | QuantizedTable


class Tables(NamedTuple):
    """The solved and learned data about columns under one option.

    - `values` and `deviations` (both `Rules.shape`): the points that optimal play still expects in every state of a
      column, and their standard deviation.
    - `two_columns` (3^fields): the value of a simpler game of two columns, by the number of times each field is filled;
      the first field is the lowest base-3 digit.
    - `weights` (2 * fields + 1, features): learned data about two columns, see
      `knobel.engines.knoeffel.column_pairs`; None if there is none.
    - `more_weights`: learned data about three and more columns, see `knobel.engines.knoeffel.many_columns`; None if
      there is none.
    - `overestimates` (2 * fields + 1, features): by how much the values of two columns are too high, of the shape of
      `weights`; None if that is not known.
    """

    rules: Rules
    values: NumericTable
    deviations: NumericTable
    two_columns: NumericTable
    weights: Array | None = None
    more_weights: Array | None = None
    overestimates: Array | None = None


def quantize(table: Array, step: float, kind: type[np.unsignedinteger]) -> Array:
    """Return a table with two axes in integer steps, as differences along both axes, which compress well."""
    steps = np.rint(table / step).astype(kind)
    return np.diff(np.diff(steps, axis=0, prepend=kind(0)), axis=1, prepend=kind(0))


def dequantize(packed: Array, step: float) -> QuantizedTable:
    """Return the table that `quantize` stored, accurate to half a step. It overwrites the memory of `packed`."""
    for axis in (1, 0):
        np.cumsum(packed, axis=axis, dtype=packed.dtype, out=packed)
    return QuantizedTable(packed, step)


@cache
def load_tables(*, five_is_full_house: bool = False) -> Tables:
    """Return the shipped data, loaded once.

    :raises FileNotFoundError: if there is no such file.
    :raises StaleData: if it was made for other rules or arrays.
    """
    name = OPTION_NAMES[five_is_full_house]
    names = f"values_{name}", f"spreads_{name}", "together", "weights", "more_weights", "overestimates"
    arrays, _ = load(weights.path("knoeffel"), lookup.stamp(), names)
    together = dequantize(arrays["together"], TOGETHER_STEP)
    return Tables(
        shipped_rules(five_is_full_house=five_is_full_house),
        values=dequantize(arrays[f"values_{name}"], VALUE_STEP),
        deviations=dequantize(arrays[f"spreads_{name}"], DEVIATION_STEP),
        two_columns=QuantizedTable(together.steps.reshape(-1), together.step),
        weights=arrays["weights"],
        more_weights=arrays["more_weights"],
        overestimates=arrays["overestimates"],
    )
