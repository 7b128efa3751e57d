"""The arrays that exact solutions in C get: for the function `GAME_solve` there what `GAME_rules` gives here."""

from knobel.engines.kniffeliger.tables import points
from knobel.engines.knoeffel.tables import shipped_rules
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.five_dice import five_dice

LATTICE = ("add", "remove", "remove_start", "part", "part_start")
SAVING = ("part_chance", "larger", "larger_start")
RULES = ("points", "rank", "free_points", "class_start", "class_after", "bonus")


def knoeffel_rules() -> tuple[Array, ...]:
    """The arrays of Knöffel as C gets them."""
    rules, dice = shipped_rules(), five_dice()
    return *(getattr(rules, name) for name in RULES), *(getattr(dice, name) for name in LATTICE)


def kniffeliger_rules() -> tuple[Array, ...]:
    """The arrays of a sheet of Kniffeliger as C gets them."""
    return points(), *(getattr(five_dice(), name) for name in LATTICE + SAVING)
