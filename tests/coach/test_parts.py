"""The parts of a loss, by theme."""

from math import fsum

import pytest

import knobel
from knobel.coach import assess, review
from knobel.coach.line_values import line_differences
from knobel.coach.parts import divide, losses_by_theme
from knobel.coach.parts.five_dice import turn_parts
from knobel.coach.parts.grids import continues_order, line_themes, points_now
from knobel.coach.reasons.knoeffel import expectation_of
from knobel.coach.reasons.turn_outlook import TurnOutlook
from knobel.coach.reasons.turns import Entry
from knobel.games.grid import CELL, DIAGONALS, LINES_AT
from tests.coach.conftest import Played
from tests.slow import slow_except


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


@pytest.mark.parametrize(
    ("better", "played", "parts"),
    [
        (("1s", 0), ("ls", 0), {"strike": 2.0}),
        (("1s", 0), ("4s", 8), {"strike": 2.0}),
        (("4s", 8), ("1s", 0), {"struck": 2.0}),
        (("4s", 8), ("6s", 12), {"points_now": 2.0}),
        (("6s", 12), ("4s", 8), {"points_now": -2.0}),
        (("4s", 8), ("ch", 19), {"points_now": 2.0, "chance": 2.0}),
    ],
)
def test_striking_and_taking_points_are_different_parts(
    better: tuple[str, int], played: tuple[str, int], parts: dict[str, float]
) -> None:
    outlook = TurnOutlook(expectation_of(knobel.make("knoeffel")), {})
    more, less = (Entry(field, field, points, 0.0) for field, points in (better, played))
    assert dict(turn_parts(outlook, more, less, 2.0)) == parts


def test_points_now_count_against_who_takes_fewer() -> None:
    game = knobel.make("knister")
    state = game.start(1)
    for cell in ("a3", "b3", "c3", "d3"):
        state = game.apply(game.apply(state, knobel.Roll((3, 4))), knobel.Move(0, cell))
    state = game.apply(state, knobel.Roll((3, 4)))
    assert dict(points_now(game, state, 0, "a1", "e3", 2.0)) == {"points_now": 2.0}
    assert dict(points_now(game, state, 0, "e3", "a1", 2.0)) == {"points_now": -2.0}
    assert dict(points_now(game, state, 0, "a1", "b1", 2.0)) == {}


def test_losses_by_theme_add_up_to_the_loss() -> None:
    lost = losses_by_theme([(2.0, {"diagonals": 3.0, "crossings": -1.0}), (1.0, {"crossings": 1.0}), (9.0, {})])
    assert lost == pytest.approx({"diagonals": 3.0})
    lost = losses_by_theme([(2.0, {"diagonals": 3.0, "points_now": 2.0})])
    assert fsum(lost.values()) == pytest.approx(2.0)
    assert losses_by_theme([]) == {}


@pytest.mark.parametrize("name", slow_except("knister", "knoeffel"))
def test_every_loss_of_a_game_has_parts(played: Played, name: str) -> None:
    found = review(played(name, "beginner,beginner"), "quick")
    lossy = [each for each in found.decisions if each.loss > 0.1 and not each.decided]
    assert sum(bool(each.parts) for each in lossy) >= 0.9 * len(lossy) > 0
