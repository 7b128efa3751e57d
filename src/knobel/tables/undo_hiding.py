"""Hides entries that can still be taken back, in addition to the entries that the rules hide.

If the table allows it, players may take their entries back until the next roll. Players must not choose again after
they have seen the entries of others, so these are hidden until the next roll.
"""

from dataclasses import replace
from typing import Any

from knobel.core import Decide
from knobel.games.simultaneous import Rounds
from knobel.tables.state import TableState


def hides_undoable_entries(state: TableState) -> bool:
    """True if an entry could still be taken back and must be hidden from another person."""
    return state.settings.undo and _has_hidden_rounds(state)


def hides_entries(state: TableState) -> bool:
    """True if entries since the last roll may be hidden from another person, by the rules or because of undo."""
    return _has_hidden_rounds(state) and (
        state.settings.undo or (state.play is not None and isinstance(state.play.turn, Decide))
    )


def _has_hidden_rounds(state: TableState) -> bool:
    play = state.play
    return play is not None and not play.over and isinstance(play.state, Rounds) and len(play.state.sheets) > 1


def hide_undoable_entries(state: Rounds[Any], seat: int | None) -> Rounds[Any]:
    """Return the position as a seat (None: a spectator) may see it: without others' entries since the last roll."""
    if not state.before:
        return state
    hidden = tuple(
        sheet if other == seat else before
        for other, (sheet, before) in enumerate(zip(state.sheets, state.before, strict=True))
    )
    # Whether the next round is the last one follows from the sheets.
    return replace(state, sheets=hidden, final=state.final and bool(state.waiting))
