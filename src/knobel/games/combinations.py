"""Points of five dice in the fields that Knöffel and Kniffeliger share.

Dice are a sorted tuple of five faces. Fields have short names: `1s`-`6s`, `3k` and `4k` (three, four of a kind),
`fh` (full house), `ss` and `ls` (small, large straight), `ch` (chance).
"""

from collections import Counter
from collections.abc import Mapping
from functools import cache

from knobel.core import Illegal, Option, Reason
from knobel.dice import FACES, Dice, contains, keeps

DICE = 5
ROLLS = 3
UPPER = tuple(f"{face}s" for face in FACES)

FIVE_IS_FULL_HOUSE = Option("five_is_full_house", (False, True))


def field_name(field: str, names: Mapping[str, str], title: str) -> str:
    """Return the name of a field. The field for five equal dice has the title of the game.

    :param names: the names of all other fields.
    """
    return names.get(field, title)


def is_full_house(dice: Dice, *, five_counts: bool) -> bool:
    """True if the dice are three of one face and two of another, or five equal ones if `five_counts`."""
    counts = sorted(Counter(dice).values())
    return counts == [2, 3] or (five_counts and counts == [5])


def is_straight(dice: Dice, length: int) -> bool:
    """True if the dice contain `length` consecutive faces."""
    faces = set(dice)
    return any(faces.issuperset(range(first, first + length)) for first in range(1, 8 - length))


def most_equal(dice: Dice) -> int:
    """Return the number of dice with the most frequent face."""
    return max(Counter(dice).values())


@cache
def shared_points(field: str, dice: Dice, *, five_is_full_house: bool) -> int:
    """Return the points of the dice in a field of both games; 0 if the field's condition is not met.

    :raises KeyError: for a field that they do not share.
    """
    if field in UPPER:
        face = UPPER.index(field) + 1
        return face * dice.count(face)
    match field:
        case "3k":
            return sum(dice) if most_equal(dice) >= 3 else 0
        case "4k":
            return sum(dice) if most_equal(dice) >= 4 else 0
        case "ch":
            return sum(dice)
        case "fh":
            return 25 if is_full_house(dice, five_counts=five_is_full_house) else 0
        case "ss":
            return 30 if is_straight(dice, 4) else 0
        case "ls":
            return 40 if is_straight(dice, 5) else 0
    raise KeyError(field)


def keep_text(prefix: str, dice: Dice) -> str:
    """Return the action that keeps these dice: the prefix and the faces in order, `k335`."""
    return prefix + "".join(map(str, dice))


@cache
def keep_actions(prefix: str, dice: Dice, saved: Dice = ()) -> tuple[str, ...]:
    """Return all actions that keep some dice, including the saved ones, and roll at least one."""
    return tuple(keep_text(prefix, kept) for kept in keeps(dice, saved))


def kept_dice(action: str) -> Dice:
    """Return the dice that a keep action keeps."""
    return tuple(int(face) for face in action[1:])


def refuse_keep_form(action: str) -> Illegal | None:
    """Return why a text of this form keeps dice in no position; None if it can."""
    kept = kept_dice(action)
    if len(kept) == DICE:
        return Illegal(Reason.UNKNOWN_ACTION, "roll at least one die, or enter the result")
    if kept != tuple(sorted(kept)):
        return Illegal(
            Reason.UNKNOWN_ACTION,
            f"write the kept dice in ascending order: {keep_text(action[0], tuple(sorted(kept)))}",
        )
    return None


def refuse_keep(action: str, dice: Dice, saved: Dice = ()) -> Illegal:
    """Return why a keep action of valid form is not among the `keep_actions`."""
    if not contains(dice, kept_dice(action)):
        return Illegal(Reason.DICE_NOT_THERE, f"{action} keeps dice that do not lie there: {' '.join(map(str, dice))}")
    return Illegal(Reason.DICE_SAVED, f"saved dice stay saved: {' '.join(map(str, saved))}")
