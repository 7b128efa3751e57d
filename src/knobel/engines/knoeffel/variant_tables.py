"""The tables of all variants of a column: the shipped ones, and others that are solved when they are first needed.

Solving takes one to eight seconds of processor time. What the tables say about several columns was learned for the
default rules and is an estimate for the others.
"""

from functools import lru_cache

import numpy as np

from knobel.engines.knoeffel.lookup import QuantizedTable, Tables, load_tables, variant_rules
from knobel.engines.knoeffel.variants import Variant

MAX_VARIANTS = 4
"""Maximum number of variants whose tables are kept; the largest takes 12 MB."""
DEVIATION_STEP = 1 / 100
"""Resolution of solved standard deviations, in points."""


@lru_cache(MAX_VARIANTS)
def variant_tables(variant: Variant) -> Tables:
    """Return the tables of a variant.

    Without free rolls, those of a variant that ships are its tables with them.

    :raises FileNotFoundError: if there is no trained data.
    :raises StaleData: if it was made for other rules or arrays.
    """
    shipped = load_tables(five_is_full_house=variant.five_is_full_house)
    if variant.ships:
        return shipped
    # Kernels are compiled, which the shipped tables do not need.
    from knobel.engines.knoeffel.moments import values_and_deviations  # noqa: PLC0415 -- heavy

    rules = variant_rules(variant)
    values, deviations = values_and_deviations(rules)
    steps = np.rint(deviations / DEVIATION_STEP).astype(np.uint16)
    return shipped._replace(
        rules=rules, values=values.astype(np.float32), deviations=QuantizedTable(steps, DEVIATION_STEP)
    )
