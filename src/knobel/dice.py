"""Fair six-sided dice: multisets of faces, and the exact distributions of rolls.

A multiset of dice is the sorted tuple of its faces.
"""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import factorial, prod
from typing import TypeAlias

FACES = range(1, 7)

Dice: TypeAlias = tuple[int, ...]


@cache
def distribution(count: int, *, ordered: bool = False) -> dict[Dice, Fraction]:
    """The rolls of `count` dice and their probabilities, exact; do not change the returned dict.

    Rolls are multisets, or with `ordered` tuples that tell the dice apart.
    """
    if ordered:
        return dict.fromkeys(product(FACES, repeat=count), Fraction(1, len(FACES) ** count))
    return {dice: Fraction(orders(dice), len(FACES) ** count) for dice in combinations_with_replacement(FACES, count)}


def orders(dice: Dice) -> int:
    """Return the number of orders in which a multiset of dice can be thrown."""
    return factorial(len(dice)) // prod(factorial(dice.count(face)) for face in set(dice))


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
