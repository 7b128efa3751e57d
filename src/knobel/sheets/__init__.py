"""The sheets as text, like on paper. `draw` draws the sheets of any game from `Game.sheet` and `Game.info`.

Each game can have a module of its name whose `sheets` function draws its sheets; other games have a plain drawing.
"""

import json
from importlib import import_module
from importlib.util import find_spec

from rich.console import Group, RenderableType

from knobel.sheets.drawing import Drawing

__all__ = ["Drawing", "draw"]


def draw(drawing: Drawing) -> RenderableType:
    """Return the drawing of the sheets of a position."""
    module = f"{__name__}.{drawing.game.name}"
    if find_spec(module) is None:
        return Group(*(draw_plain(drawing, seat) for seat in drawing.seats))
    own: RenderableType = import_module(module).sheets(drawing)
    return own


def draw_plain(drawing: Drawing, seat: int) -> RenderableType:
    """Return the plain drawing of a sheet, for games without their own drawing."""
    sheet = drawing.game.sheet(drawing.view, seat)
    table = drawing.table(title=drawing.names[seat], title_justify="left", show_header=False)
    for key, value in sheet.items():
        table.add_row(key, value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))
    return table
