"""What sheets of Kniffeliger are worth when they are played alone, read from the data that
`knobel.engines.kniffeliger.solve.export` makes."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from knobel.engines.kniffeliger.arrays import points
from knobel.engines.shared import weights
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.five_dice import five_dice
from knobel.engines.shared.stamps import fingerprint, load, save

NAMES = {False: "plain", True: "five_is_full_house"}


class Worth(NamedTuple):
    """By the filled rows as a bit mask (2^14), row 0 the lowest bit: the points that optimal play alone still expects,
    `values`, and their standard deviations, `spreads`. `points` (252, 14) is what rolls score in rows."""

    values: Array
    spreads: Array
    points: Array


def stamp() -> str:
    """Says for which rules and arrays the data is."""
    return fingerprint(*(points(five_is_full_house=option) for option in NAMES), five_dice())


def write(path: Path, tables: Mapping[bool, tuple[Array, Array]]) -> None:
    """Write the data: by the option `five_is_full_house` the values and the standard deviations."""
    arrays = {}
    for option, (values, spreads) in tables.items():
        arrays[f"values_{NAMES[option]}"] = values
        arrays[f"spreads_{NAMES[option]}"] = spreads.astype("float32")
    save(path, stamp(), arrays, compress=True)


@cache
def worth(*, five_is_full_house: bool = False) -> Worth:
    """The shipped data.

    :raises FileNotFoundError: if there is none.
    :raises Stale: if it was made for other rules or arrays.
    """
    arrays, _ = load(weights.path("kniffeliger"), stamp())
    name = NAMES[five_is_full_house]
    return Worth(
        arrays[f"values_{name}"],
        arrays[f"spreads_{name}"].astype(float),
        points(five_is_full_house=five_is_full_house).astype(float),
    )
