"""The options of Knöffel that change the rules of one column, and the options about several columns."""

from itertools import product
from typing import NamedTuple

from knobel.games.joker import JOKER
from knobel.games.knoeffel import PRINTED, Knoeffel, Scoring, field_points


class Variant(NamedTuple):
    """The options of `knobel.games.knoeffel` on which the values of a column depend."""

    scoring: Scoring = PRINTED
    joker: str = "none"
    with_free_rolls: bool = True

    @property
    def ships(self) -> bool:
        """True if the shipped tables have its values: without free rolls, those of columns in which all are used."""
        return self.scoring._replace(five_is_full_house=False) == PRINTED and self.joker == "none"

    @property
    def tables_name(self) -> str:
        full_house = "five_is_full_house" if self.scoring.five_is_full_house else "plain"
        if self.ships:
            return full_house
        free_rolls = "free_rolls" if self.with_free_rolls else "no_free_rolls"
        return " ".join([full_house, *map(str, self.scoring[1:]), self.joker, free_rolls])

    def points(self, field: str, dice: tuple[int, ...]) -> int:
        """Return the points of five dice in a field, if they are no joker."""
        return field_points(field, dice, self.scoring)


def variant_of(game: Knoeffel) -> Variant:
    return Variant(game.scoring, game.options["joker"], game.with_free_rolls)


def solved_variants() -> dict[str, Variant]:
    """Return the variants whose tables do not ship, by the names of their tables."""
    choices = {option.name: option.choices for option in Knoeffel.option_list}
    scorings = (Scoring(*each) for each in product(*(choices[name] for name in Scoring._fields)))
    variants = [Variant(*each) for each in product(scorings, JOKER.choices, (False, True))]
    return {variant.tables_name: variant for variant in variants if not variant.ships}


class SheetOptions(NamedTuple):
    """The options of the rules that concern the columns of a player together, as numbers for kernels.

    `free_roll_fields`: with `shared_free_rolls`, each column has a free-roll field. `without_free_rolls`: there are
    none, which is as if all were used.
    """

    sequential: int
    one_knoeffel: int
    shared_free_rolls: int
    free_roll_fields: int
    without_free_rolls: int
    knoeffel_points: int


def sheet_options(game: Knoeffel) -> SheetOptions:
    """Return the options of a game that concern the columns of a player together."""
    return SheetOptions(
        int(game.options["columns"] == "sequential"),
        int(game.one_knoeffel),
        int(game.shared_free_rolls),
        int(game.shared_free_rolls and not game.one_free_roll_field),
        int(not game.with_free_rolls),
        game.knoeffel_points,
    )
