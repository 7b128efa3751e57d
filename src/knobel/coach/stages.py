"""The stage of a game for a seat, by the number of its open fields."""

from typing import Any

from knobel.core import Game


def open_fields(game: Game[Any], state: Any, seat: int) -> int:
    """Return the number of fields that are still open on the sheet of a seat; 0 for an unknown kind of sheet."""
    match game.sheet(state, seat):
        case {"grid": grid}:
            return sum(row.count(0) for row in grid)
        case {"columns": columns}:
            return sum(list(column["fields"].values()).count(None) for column in columns)
        case {"rows": rows}:
            return list(rows.values()).count(None)
    return 0
