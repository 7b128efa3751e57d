"""Entries that can be taken back are hidden, and nothing else."""

from typing import Any

import pytest

import knobel
from knobel.core import Illegal, Undo
from knobel.tables import commands
from knobel.tables.commands import Source
from knobel.tables.settings import Settings
from knobel.tables.state import fold
from knobel.tables.undo_hiding import hide_undoable_entries, hides_undoable_entries
from tests.games.cases import SETUPS, identify, walk

SIMULTANEOUS_SETUPS = [setup for setup in SETUPS if knobel.GAMES[setup[0]].simultaneous]


@pytest.mark.parametrize(("name", "options", "seats"), SIMULTANEOUS_SETUPS, ids=map(identify, SIMULTANEOUS_SETUPS))
def test_only_undoable_entries_of_others_are_hidden(name: str, options: dict[str, Any], seats: int) -> None:
    game = knobel.make(name, **options)
    for state, _, _ in list(walk(game, seats, 11))[:: 1 + seats // 2]:
        for viewer in (None, *range(seats)):
            seen = hide_undoable_entries(state, viewer)
            assert game.turn(seen) == game.turn(state)
            for other in range(seats):
                try:
                    before = game.apply(state, Undo(other))
                except Illegal:
                    before = state
                assert game.sheet(seen, other) == game.sheet(state if other == viewer else before, other)
                if viewer != other:
                    assert before.final or not seen.final, "that the last round comes would tell what was entered"


def test_entries_are_hidden_only_with_undo() -> None:
    def begun(**settings: Any) -> bool:
        ann = Source(1, "ann", "Ann")
        log = commands.open_table(ann, Settings(**settings))
        if settings["seats"] > 1:
            log += commands.seat_bot(fold(log), ann, None, "random", ("random",))
        assert not hides_undoable_entries(fold(log))
        return hides_undoable_entries(fold(log + commands.start(fold(log), ann)))

    assert begun(game="knister", seats=2)
    assert not begun(game="knister", seats=2, undo=False)
    assert not begun(game="knister", seats=1)
    assert not begun(game="knoeffel", seats=2)
