"""The tables of all variants of a column: the shipped ones, and others that are solved when they are first needed.

Solving takes one to eight seconds of processor time. What the tables say about several columns was learned for the
default rules and is an estimate for the others.
"""

from functools import cache

import numpy as np

from knobel.engines.knoeffel.lookup import Tables, load_tables, variant_rules
from knobel.engines.knoeffel.variants import Variant


@cache
def variant_tables(variant: Variant) -> Tables:
    """Return the tables of a variant, computed once.

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
    values, deviations = (table.astype(np.float32) for table in values_and_deviations(rules))
    return shipped._replace(rules=rules, values=values, deviations=deviations)
