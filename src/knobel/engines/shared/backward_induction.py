"""The order in which backward induction visits the states of a sheet."""

import numpy as np

from knobel.engines.shared.arrays import Array
from knobel.engines.shared.simd import LANES


def induction_order(fields: int, times: int) -> Array:
    """Return all sheets except the full one, in descending order of their number of entries, in groups of LANES.

    A sheet is encoded as a number in base `times` + 1. Each digit counts the entries in one field; the lowest digit
    belongs to the first field. All sheets of a group have the same number of entries. An incomplete group is filled by
    repeating its last sheet.
    """
    sheets = np.arange((times + 1) ** fields)
    entries = sum(sheets // (times + 1) ** field % (times + 1) for field in range(fields))
    by_entries = np.argsort(-entries, kind="stable")[1:]
    groups = np.split(by_entries, np.flatnonzero(np.diff(entries[by_entries])) + 1)
    return np.concatenate([np.pad(group, (0, -len(group) % LANES), mode="edge") for group in groups])
