"""A rule of thumb is told only of mistakes to which it literally fits."""

from dataclasses import replace

import knobel
from knobel.coach.rules_of_thumb import unfit_themes
from knobel.core import Move, Roll
from knobel.games.kniffeliger import Kniffeliger, Stage


def test_a_straight_is_kept_together() -> None:
    game = Kniffeliger()
    view = replace(game.start(2), stage=Stage.ROLLED, dice=(1, 3, 4, 5, 5), rolls=1)
    themes = ("keep_straights", "keep_equal", "keep_faces")
    assert unfit_themes(themes, game, view, 0, "k1345", "k3") == ("keep_equal", "keep_faces")
    assert unfit_themes(themes, game, view, 0, "k", "k55") == themes
    assert unfit_themes(themes, game, view, 0, "k55", "k") == ("keep_straights",)


def test_only_rare_numbers_are_circled_at_once() -> None:
    game = knobel.make("knaster")
    state = game.start(1)
    for roll in ((6, 5), (6, 2)):
        state = game.apply(state, Roll(roll))
        state = game.apply(state, Move(0, "a1" if sum(roll) == 11 else "b1"))
    common, rare = (game.apply(state, Roll(roll)) for roll in ((5, 3), (5, 6)))
    assert unfit_themes(("circle_or_enter",), game, common, 0, "b1o", "c3") == ("circle_or_enter",)
    assert unfit_themes(("circle_or_enter",), game, rare, 0, "a1o", "c3") == ()
    assert unfit_themes(("circle_or_enter",), game, common, 0, "c3", "b1o") == ()


def test_a_number_too_far_away_breaks_a_straight() -> None:
    game = knobel.make("knister")
    state = game.apply(game.apply(game.start(1), Roll((1, 2))), Move(0, "a1"))
    state = game.apply(state, Roll((4, 6)))
    assert unfit_themes(("straights",), game, state, 0, "c2", "b1") == ()
    assert unfit_themes(("straights",), game, state, 0, "b1", "c2") == ("straights",)
    assert unfit_themes(("winning",), game, state, 0, "c2", "b1") == ("winning",)


def test_rules_about_lines_fit_where_the_lines_differ() -> None:
    game = knobel.make("knister")
    state = game.start(1)
    for roll, cell in (((1, 2), "a1"), ((2, 2), "b1"), ((2, 3), "d4")):
        state = game.apply(game.apply(state, Roll(roll)), Move(0, cell))
    state = game.apply(state, Roll((1, 2)))
    themes = ("diagonals", "last_cells", "crossings")
    assert unfit_themes(themes, game, state, 0, "e5", "b5") == ("last_cells", "crossings")
    assert unfit_themes(themes, game, state, 0, "b2", "e5") == ("diagonals", "last_cells")
    assert unfit_themes(themes, game, state, 0, "d3", "e3") == ("diagonals", "last_cells", "crossings")
    state = game.apply(game.apply(state, Move(0, "c1")), Roll((3, 3)))
    assert unfit_themes(("last_cells",), game, state, 0, "d1", "d3") == ()


def test_dead_boxes_are_those_of_the_move_played() -> None:
    game = knobel.make("knapp_daneben")
    state = game.apply(game.apply(game.start(1), Roll((1, 1, 1, 1, 1))), Move(0, "a1b"))
    state = game.apply(state, Roll((4, 4, 4, 4, 4)))
    assert unfit_themes(("dead_boxes",), game, state, 0, "e5b", "b1b") == ()
    assert unfit_themes(("dead_boxes",), game, state, 0, "b1b", "e5b") == ("dead_boxes",)


def test_near_the_end_who_is_behind_rolls_on() -> None:
    game = Kniffeliger()
    start = game.start(2)
    ahead = replace(start.sheets[1], points=(50, *start.sheets[1].points[1:]))
    view = replace(start, stage=Stage.ROLLED, dice=(2, 2, 2, 3, 3), rolls=1, round=13)
    behind = replace(view, sheets=(start.sheets[0], ahead))
    assert unfit_themes(("winning",), game, view, 0, "fh", "k222") == ()
    assert unfit_themes(("winning",), game, view, 0, "pi", "k222") == ("winning",)
    assert unfit_themes(("winning",), game, behind, 0, "fh", "k222") == ("winning",)
    assert unfit_themes(("winning",), game, behind, 0, "k222", "fh") == ()
    assert unfit_themes(("winning",), game, replace(behind, round=2), 0, "k222", "fh") == ("winning",)
