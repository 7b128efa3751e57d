"""The parts of a loss, by theme."""

from math import fsum

import pytest

import knobel
from knobel.coach import assess, review
from knobel.coach.line_values import line_differences
from knobel.coach.parts import divide, losses_by_theme
from knobel.coach.parts.grids import continues_order, line_themes
from knobel.coach.themes import DIAGONALS
from knobel.games.grid import CELL, LINES_AT
from tests.coach.conftest import Played


def test_lines_are_classified_by_what_they_hold() -> None:
    assert line_themes(()) == line_themes((7,)) == ("crossings",)
    assert line_themes((6, 9)) == ("straights",)
    assert line_themes((6, 11)) == ("weak_lines",)
    assert line_themes((6, 6, 9)) == ("equal_numbers", "last_cells")
    assert line_themes((6, 6, 9, 10)) == ("weak_lines", "last_cells")


@pytest.mark.parametrize("filled", ["a1 b1 c1 d1 e1 a2", "a1 a2 a3 a4 a5 b1", "e5 d5 c5 b5 a5 e4"])
def test_an_order_of_filling_is_recognized_from_every_side(filled: str) -> None:
    grid = [0] * 25
    for cell in filled.split():
        grid[CELL[cell]] = 7
    follows = {"a2": "c2", "b1": "b3", "e4": "c4"}[filled.rsplit(maxsplit=1)[-1]]
    assert continues_order(tuple(grid), CELL[follows], CELL["d3" if follows != "b3" else "d4"])
    assert not continues_order(tuple(grid), CELL["c3"], CELL[follows])


def test_the_parts_of_the_lines_are_those_of_the_values() -> None:
    game = knobel.make("knister")
    state = game.start(1)
    for roll, cell in (((3, 4), "c3"), ((2, 4), "b2"), ((4, 5), "d1"), ((4, 4), None)):
        state = game.apply(state, knobel.Roll(roll))
        if cell:
            state = game.apply(state, knobel.Move(0, cell))
    found = assess(game, state, 0)
    better = found.best.action
    for choice in found.choices[-3:]:
        loss = found.loss(choice.action)
        parts = divide(game, game.view(state, 0), found, choice.action, loss)
        lines = line_differences(game, state, 0, better, choice.action)
        assert lines is not None
        by_line = fsum(points for theme, points in parts.items() if theme not in ("diagonals", "winning"))
        assert by_line == pytest.approx(fsum(lines.values()))
        on = [sum(line in DIAGONALS for line in LINES_AT[CELL[action]]) for action in (better, choice.action)]
        expected = loss if on[0] > on[1] else -loss if on[0] < on[1] else 0.0
        assert parts.get("diagonals", 0.0) == pytest.approx(expected)
    assert divide(game, game.view(state, 0), found, better, 0.0) == {}


def test_losses_by_theme_add_up_to_the_loss() -> None:
    lost = losses_by_theme([(2.0, {"diagonals": 3.0, "crossings": -1.0}), (1.0, {"crossings": 1.0}), (9.0, {})])
    assert lost == pytest.approx({"diagonals": 3.0})
    lost = losses_by_theme([(2.0, {"diagonals": 3.0, "points_now": 2.0})])
    assert fsum(lost.values()) == pytest.approx(2.0)
    assert losses_by_theme([]) == {}


def test_every_loss_of_a_game_has_parts(played: Played) -> None:
    for name in knobel.GAMES:
        found = review(played(name, "beginner,beginner"), "quick")
        lossy = [each for each in found.decisions if each.loss > 0.1 and not each.decided]
        assert sum(bool(each.parts) for each in lossy) >= 0.9 * len(lossy) > 0, name
