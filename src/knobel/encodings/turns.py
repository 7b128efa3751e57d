"""The common part of Knöffel and Kniffeliger: five dice that can be kept, and fields of games played in turns."""

from collections.abc import Sequence
from itertools import combinations_with_replacement

from knobel.dice import FACES, Dice
from knobel.encodings.encoding import Field
from knobel.games.combinations import DICE, keep_text

KEEPS = tuple(kept for size in range(DICE) for kept in combinations_with_replacement(FACES, size))
"""All multisets of fewer than five dice, in ascending order of size, then in the order of faces."""


def keep_actions(prefix: str) -> tuple[str, ...]:
    """Return all actions that keep dice."""
    return tuple(keep_text(prefix, kept) for kept in KEEPS)


def dice_field(name: str, meaning: str) -> Field:
    """Return a field for up to five dice."""
    return Field(name, (DICE,), 0, max(FACES), f"{meaning}, in order of faces; 0: none")


def pad_dice(dice: Dice) -> tuple[int, ...]:
    """Return five numbers: the dice, followed by zeros."""
    return dice + (0,) * (DICE - len(dice))


def one_hot(seat: int, order: Sequence[int]) -> list[bool]:
    """Return for each seat whether it is this one."""
    return [other == seat for other in order]
