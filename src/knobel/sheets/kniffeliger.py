"""The sheets of Kniffeliger in the terminal."""

from rich.console import RenderableType
from rich.text import Text

from knobel.sheets.drawing import GOOD, Drawing
from knobel.sheets.fields import Line, field_text, field_words, fields_tables


def sheets(drawing: Drawing) -> RenderableType:
    """Return the sheets side by side, with frozen and crossed-out rows and the action dice of all seats."""
    held = {seat: drawing.game.sheet(drawing.view, seat) for seat in drawing.seats}

    def cell(seat: int, row: str) -> Text:
        sheet = held[seat]
        if row in sheet["crossed"]:
            return Text(drawing.words("crossed"), "red")
        if row in (*sheet["frozen"], *sheet["frozen_next_round"]):
            return Text(drawing.words("frozen"), "cyan")
        return field_text(drawing, seat, row, sheet["rows"][row])

    first = next(iter(held.values()))
    lines = [Line(row, field_words(drawing, row), [cell(seat, row) for seat in held]) for row in first["rows"]]
    lines[-1] = lines[-1]._replace(ends_section=True)
    lines.append(Line("", drawing.words("total"), [Text(str(sheet["total"]), GOOD) for sheet in held.values()]))
    for die in first["action_dice"]:
        counts = ((sheet["action_dice"][die], sheet["action_dice_next_round"][die]) for sheet in held.values())
        cells = [Text(dice_text(drawing, now, later)) for now, later in counts]
        if any(cells):
            lines.append(Line("", drawing.words("action die: {die}", die=drawing.words(die)), cells))
    return fields_tables(drawing, [f"{seat} {drawing.names[seat]}" for seat in held], lines)


def dice_text(drawing: Drawing, now: int, later: int) -> str:
    """Return a number of usable action dice, and the number that can be used from the next round on."""
    held = f"{now} " if now else ""
    return drawing.words("{now}(+{later} from the next round)", now=held, later=later) if later else held.strip()
