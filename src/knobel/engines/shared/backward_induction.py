"""The order of backward induction over how often each field of a sheet is filled."""

import numpy as np

from knobel.engines.shared.arrays import Array
from knobel.engines.shared.lanes import LANES


def backwards(fields: int, times: int) -> Array:
    """All sheets but the full one, those with more entries first, in groups of LANES with equally many.

    A sheet is a number whose digits, in base `times` + 1, say how often each field is filled; the first field is the
    lowest digit. A group that comes out short repeats its last sheet.
    """
    sheets = np.arange((times + 1) ** fields)
    entries = sum(sheets // (times + 1) ** field % (times + 1) for field in range(fields))
    by_entries = np.argsort(-entries, kind="stable")[1:]
    groups = np.split(by_entries, np.flatnonzero(np.diff(entries[by_entries])) + 1)
    return np.concatenate([np.pad(group, (0, -len(group) % LANES), mode="edge") for group in groups])
