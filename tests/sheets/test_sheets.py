"""Sheets drawn as text."""

import re

import pytest
from rich.box import SQUARE

import knobel
from knobel.games import GAMES
from knobel.sheets import Drawing, draw
from knobel.sheets.console import PlainConsole
from tests.games.cases import walk


@pytest.mark.parametrize("name", GAMES)
def test_sheets_fit_sixty_columns(name: str) -> None:
    game = knobel.make(name)
    seats = game.max_seats or 6
    *_, (_, _, state) = walk(game, seats, 4)
    console = PlainConsole(width=60, color_system=None)
    names = [f"Maximiliane {seat}" for seat in range(seats)]
    with console.capture() as capture:
        console.print(draw(Drawing(game, state, names, range(seats), SQUARE, width=60)))
    text = capture.get()
    assert all(len(line) <= 60 for line in text.splitlines())
    for seat in range(seats):
        assert re.search(rf"\b{game.score(state, seat)}\b", text)
    for line in text.splitlines():
        # Only names are shortened.
        assert "…" not in line or "Maxim" in line
