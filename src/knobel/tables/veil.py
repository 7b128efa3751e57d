"""What a table hides beside what the rules do: entries that can still be taken back.

Where the table allows it, everybody may choose again until the next roll. Who has seen what the others entered must
not: so nobody sees that before the next roll.
"""

from dataclasses import replace
from typing import Any

from knobel.games.simultaneous import Rounds
from knobel.tables.state import TableState


def veils(state: TableState) -> bool:
    """Whether there is something that somebody could still take back, and somebody from whom to hide it."""
    play = state.play
    return (
        state.settings.undo
        and play is not None
        and not play.over
        and isinstance(play.state, Rounds)
        and len(play.state.sheets) > 1
    )


def veiled(state: Rounds[Any], seat: int | None) -> Rounds[Any]:
    """The position as a seat (None: a spectator) may see it: without what the others entered since the last roll."""
    if not state.before:
        return state
    hidden = tuple(
        sheet if other == seat else before
        for other, (sheet, before) in enumerate(zip(state.sheets, state.before, strict=True))
    )
    # Whether the next round is the last one follows from the sheets.
    return replace(state, sheets=hidden, final=state.final and bool(state.waiting))
