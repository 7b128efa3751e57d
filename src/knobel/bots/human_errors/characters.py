"""Opponents with a name and a way to play: the errors of a level, and their likings.

A character is data: `level` gives the size of the errors, `haste` the probability of an entry while rolls are left, and
`likings` the points by which the character overrates an action for each unit of a measure (`likings`), by game.
"""

from collections.abc import Callable, Mapping
from math import fsum
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from knobel.core import Game
from knobel.games.combinations import kept_dice
from knobel.games.grid import CELL, DIAGONALS, LINES, LINES_AT, SIZE, numbers
from knobel.games.knapp_daneben import BOX_LINES, KnappDaneben, ticks
from knobel.games.kniffeliger import ACTION_DICE, ROWS
from knobel.games.knoeffel import FIELDS

Measure: TypeAlias = Callable[[Game[Any], Any, int, str], float]
"""Returns the measure of an action of a seat, from the game, the view, the seat and the action."""

FIELD_ORDER = {field: number for number, field in enumerate(dict.fromkeys((*FIELDS, *ROWS)))}
"""The places of the fields on a sheet, from above."""


def cell_of(action: str) -> int | None:
    """Return the cell in which an action writes a number, None if it writes none."""
    return CELL.get(action[:2])


def field_of(action: str) -> str | None:
    """Return the field in which an action writes points, None if it writes none."""
    field = action.partition(".")[0]
    return field if field in FIELD_ORDER else None


def below(game: Game[Any], view: Any, seat: int, action: str) -> float:
    """How far below the top of the sheet an entry is: the number of its row, or of its field."""
    if game.preview(view, seat, action).writes is None:
        return 0
    cell, field = cell_of(action), field_of(action)
    return FIELD_ORDER[field] if field is not None else 0 if cell is None else cell // SIZE


def equal_numbers(game: Game[Any], view: Any, seat: int, action: str) -> float:
    """The number of equal numbers in the lines through a cell."""
    number, cell = game.preview(view, seat, action).writes, cell_of(action)
    sheet = view.sheets[seat]
    grid = getattr(sheet, "grid", sheet)
    return 0 if number is None or cell is None else sum(numbers(grid, line).count(number) for line in LINES_AT[cell])


def chain(_game: Game[Any], view: Any, seat: int, action: str) -> float:
    """The number of ticks in the rows and columns through a cell."""
    cell = cell_of(action)
    return sum(sum(ticks(view.sheets[seat], line)) for line in BOX_LINES if cell in LINES[line])


def equal_dice(_game: Game[Any], _view: Any, _seat: int, action: str) -> float:
    """The number of dice that are kept, if they are equal."""
    kept = kept_dice(action) if action[0] == "k" and field_of(action) is None else ()
    return len(kept) if len(set(kept)) == 1 else 0


def own_colour(game: Game[Any], _view: Any, seat: int, action: str) -> float:
    """1 in a circle of the own colour."""
    assert isinstance(game, KnappDaneben), "this is about Knapp Daneben!"
    return float(game.options["layout"][CELL[action[:2]]] == game.colour(seat))


def zero(game: Game[Any], view: Any, seat: int, action: str) -> float:
    """1 for an entry of no points."""
    return field_of(action) is not None and not game.preview(view, seat, action).writes


MEASURES: Mapping[str, Measure] = {
    "points": lambda game, view, seat, action: game.preview(view, seat, action).gain,
    "below": below,
    "equal_numbers": equal_numbers,
    "chain": chain,
    "equal_dice": equal_dice,
    "own_colour": own_colour,
    "zero": zero,
    "diagonal": lambda _game, _view, _seat, action: any(line in DIAGONALS for line in LINES_AT[CELL[action[:2]]]),
    "entry": lambda _game, _view, _seat, action: action in CELL,
    "chance": lambda _game, _view, _seat, action: field_of(action) == "ch",
    "free_roll": lambda _game, _view, _seat, action: action[0] == "f" and field_of(action) is None,
    "action_die": lambda _game, _view, _seat, action: action.partition(".")[0] in ACTION_DICE,
}
"""By name."""


class Character(NamedTuple):
    """A named opponent."""

    level: str
    likings: Mapping[str, Mapping[str, float]]
    haste: float | None = None

    def liking(self, game: Game[Any], view: Any, seat: int, action: str) -> float:
        """Return the points by which this character overrates an action."""
        likings = self.likings.get(game.name, {})
        return fsum(weight * MEASURES[measure](game, view, seat, action) for measure, weight in likings.items())


CHARACTERS: Mapping[str, Character] = MappingProxyType(
    {
        # Writes what she has.
        "grandma": Character(
            "casual",
            {
                "knister": {"points": 1.0},
                "knaster": {"points": 1.0, "entry": 2.0},
                "knapp_daneben": {"points": 1.0},
                "knoeffel": {"points": 0.3},
                "kniffeliger": {"points": 0.3},
            },
            haste=0.6,
        ),
        # Fills the sheet from above.
        "grandpa": Character(
            "casual",
            {
                "knister": {"below": -3.0},
                "knaster": {"below": -3.0},
                "knapp_daneben": {"below": -3.0},
                "knoeffel": {"below": -1.0},
                "kniffeliger": {"below": -1.0},
            },
        ),
        # Goes for the big one.
        "jonas": Character(
            "intermediate",
            {
                "knister": {"equal_numbers": 2.0},
                "knaster": {"equal_numbers": 2.0},
                "knapp_daneben": {"chain": 2.0},
                "knoeffel": {"equal_dice": 5.0},
                "kniffeliger": {"equal_dice": 5.0},
            },
        ),
        # Hates to give anything up.
        "rosi": Character(
            "intermediate",
            {
                "knister": {"diagonal": -2.0},
                "knaster": {"entry": 3.0},
                "knapp_daneben": {"own_colour": -4.0},
                "knoeffel": {"zero": -25.0, "chance": -10.0, "free_roll": -10.0},
                "kniffeliger": {"zero": -25.0, "chance": -10.0, "action_die": -40.0},
            },
        ),
    }
)
"""By name."""


def level_of(name: str) -> str:
    """Return the level of a character; a level is its own."""
    return CHARACTERS[name].level if name in CHARACTERS else name
