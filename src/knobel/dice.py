"""Fair six-sided dice: multisets of faces, and the exact distributions of rolls.

A multiset of dice is the sorted tuple of its faces.
"""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import TypeAlias

FACES = range(1, 7)

Dice: TypeAlias = tuple[int, ...]


@cache
def distribution(count: int, *, ordered: bool = False) -> dict[Dice, Fraction]:
    """The rolls of `count` dice and their probabilities, exact; do not change the returned dict.

    Rolls are multisets, or with `ordered` tuples that tell the dice apart.
    """
    rolls = product(FACES, repeat=count)
    counts = Counter(rolls if ordered else (tuple(sorted(roll)) for roll in rolls))
    return {roll: Fraction(n, 6**count) for roll, n in sorted(counts.items())}


def contains(dice: Dice, part: Dice) -> bool:
    """True if the multiset `part` is contained in `dice`."""
    return Counter(part) <= Counter(dice)


def without(dice: Dice, part: Dice) -> Dice:
    """Return the multiset `dice` without `part`."""
    return tuple(sorted((Counter(dice) - Counter(part)).elements()))


@cache
def keeps(dice: Dice, saved: Dice = ()) -> tuple[Dice, ...]:
    """Return the distinct multisets of `dice` that may be kept when at least one die is rolled again.

    Each contains `saved`. Smallest first, then in order of faces.
    """
    rest = without(dice, saved)
    return tuple(
        tuple(sorted(saved + extra)) for size in range(len(rest)) for extra in sorted(set(combinations(rest, size)))
    )
