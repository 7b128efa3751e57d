"""Measures of actions that people like or avoid, by name."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from knobel.core import Game
from knobel.games.combinations import kept_dice
from knobel.games.grid import CELL, LINES, LINES_AT, SIZE, numbers
from knobel.games.knapp_daneben import BOX_LINES, KnappDaneben, ticks
from knobel.games.kniffeliger import ACTION_DICE, ROWS
from knobel.games.knoeffel import FIELDS

Measure: TypeAlias = Callable[[Game[Any], Any, int, str], float]
"""Returns the measure of an action of a seat, from the game, the view, the seat and the action."""

DIAGONALS = ("diag", "anti")
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
