"""Expected values of a turn with five dice, over all rolls and all dice that may be kept.

Dice are numbered: `KEPT` lists all sorted tuples of up to five dice, `ROLLS` those of five. The value of keeping some
dice is the mean over the next die of the value of keeping that one, too, which takes 1260 steps for all.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import fsum

from knobel.dice import FACES, Dice
from knobel.games.combinations import DICE

KEPT: tuple[Dice, ...] = tuple(kept for n in range(DICE + 1) for kept in combinations_with_replacement(FACES, n))
NUMBER = {kept: number for number, kept in enumerate(KEPT)}
ROLLS: tuple[Dice, ...] = tuple(kept for kept in KEPT if len(kept) == DICE)
ROLL = {roll: number for number, roll in enumerate(ROLLS)}
FULL = tuple(NUMBER[roll] for roll in ROLLS)
"""The number among `KEPT` of each roll."""
ONE_MORE = tuple(
    (NUMBER[kept], tuple(NUMBER[tuple(sorted((*kept, face)))] for face in FACES))
    for kept in reversed(KEPT)
    if len(kept) < DICE
)
"""All kept dice with the results of rolling one more, the larger ones first."""
CHOICES = tuple(
    tuple(sorted({NUMBER[kept] for n in range(DICE + 1) for kept in combinations(roll, n)})) for roll in ROLLS
)
"""All choices of dice to keep, by roll; the last one keeps all five."""


def expectations(values: Sequence[float]) -> list[float]:
    """Return the expected value of keeping any dice and rolling the others once, from the values of the rolls."""
    expected = [0.0] * len(KEPT)
    for number, value in zip(FULL, values, strict=True):
        expected[number] = value
    for number, (a, b, c, d, e, f) in ONE_MORE:
        expected[number] = (expected[a] + expected[b] + expected[c] + expected[d] + expected[e] + expected[f]) / 6
    return expected


def best_choices(expected: Sequence[float]) -> list[float]:
    """Return the value of each roll if the best dice are kept."""
    return [max(map(expected.__getitem__, choices)) for choices in CHOICES]


def expectations_with_saved(expected: Sequence[float], saved: int) -> float:
    """Return the value of saving dice and rolling the others, if saved dice stay saved and one more roll follows.

    :param expected: the value of keeping any dice for the last roll.
    """
    over = containing(saved)
    values: dict[int, float] = {}
    for number, choices in zip(FULL, CHOICES, strict=True):
        if number in over:
            values[number] = max(expected[choice] for choice in choices if choice in over)
    for number, more in ONE_MORE:
        if number in over:
            values[number] = fsum(map(values.__getitem__, more)) / 6
    return values[saved]


def contains(dice: Dice, part: Dice) -> bool:
    """True if the dice contain all those of a part."""
    return all(dice.count(face) >= part.count(face) for face in set(part))


@cache
def containing(part: int) -> frozenset[int]:
    """Return the numbers of all dice that contain these."""
    return frozenset(number for number, kept in enumerate(KEPT) if contains(kept, KEPT[part]))
