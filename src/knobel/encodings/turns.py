"""What Knöffel and Kniffeliger share: five dice, of which some are kept, and fields of games turn by turn."""

from collections.abc import Sequence
from itertools import combinations_with_replacement

from knobel.dice import FACES, Dice
from knobel.encodings.encoding import Field
from knobel.games.combinations import DICE, keep_text

KEEPS = tuple(kept for size in range(DICE) for kept in combinations_with_replacement(FACES, size))
"""Every multiset of fewer than five dice: fewest first, then in order of faces."""


def keep_actions(prefix: str) -> tuple[str, ...]:
    """Every way there is to keep dice."""
    return tuple(keep_text(prefix, kept) for kept in KEEPS)


def dice_field(name: str, meaning: str) -> Field:
    """A field for up to five dice."""
    return Field(name, (DICE,), 0, max(FACES), f"{meaning}, in order of faces; 0: none")


def padded(dice: Dice) -> tuple[int, ...]:
    """Five numbers: the dice, then zeros."""
    return dice + (0,) * (DICE - len(dice))


def on(seat: int, order: Sequence[int]) -> list[bool]:
    """Which of the seats it is."""
    return [other == seat for other in order]
