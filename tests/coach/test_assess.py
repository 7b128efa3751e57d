"""Assessments: all legal actions, with uncertainties, from the seat's view only."""

from dataclasses import replace
from pathlib import Path

import pytest

import knobel
from knobel.coach import Assessment, Choice, Grade, answers, assess
from knobel.coach.assess import make_choice
from knobel.coach.dominance import bounded
from knobel.coach.grades import (
    BEGINNER_ACCURACY,
    NAME,
    BeginnerErrors,
    accuracy,
    beginner_errors,
    cost,
    grade,
    relative_error,
    save_beginner_errors,
)
from knobel.coach.measured_files import load, shipped_path
from knobel.coach.uncertainty import stage_of
from knobel.core import Decide, Illegal, Move, Over, Roll, replay
from knobel.engines import Evaluation, games_with
from knobel.engines.shared.data_files import StaleData
from knobel.games import GAMES, knaster
from knobel.games.kniffeliger import Sheet, Stage, State
from tests.coach.conftest import Played
from tests.slow import slow_except


def found(*choices: tuple[float, float | None], exact: bool = False) -> Assessment:
    """Return an assessment of actions `a`, `b` ... with these points and probabilities of winning, the best first."""
    made = [
        Choice(action, points, 1.0, win, None if win is None else 0.0 if exact else 0.1)
        for action, (points, win) in zip("abcd", choices, strict=False)
    ]
    to_win = max(made, key=lambda choice: -1.0 if choice.win is None else choice.win)
    return Assessment(0, tuple(made), 0.0, None if to_win.win is None else to_win.action)


@pytest.mark.parametrize("name", slow_except("knister", "kniffeliger"))
def test_every_legal_action_is_assessed(played: Played, name: str) -> None:
    record = played(name, "casual,casual")
    game, state, checked = record.game, record.game.start(2), 0
    for number, event in enumerate(record.events):
        turn = game.turn(state)
        if isinstance(turn, Decide) and number % 13 == 0:
            seat = turn.seats[0]
            each = assess(game, state, seat, "quick")
            assert sorted(choice.action for choice in each.choices) == sorted(game.legal(state, seat))
            assert each.margin >= 0
            assert each.loss(each.best.action) == 0
            checked += 1
        state = game.apply(state, event)
    assert checked
    assert isinstance(game.turn(state), Over)


def test_exact_values_have_no_uncertainty(played: Played) -> None:
    record = played("knister", "casual,casual")
    early, late = (replay(record.game, 2, record.events[:-steps]) for steps in (len(record.events) - 1, 5))
    choice = assess(record.game, early, 0).best
    assert choice.uncertainty > 0
    assert choice.win_uncertainty
    choice = assess(record.game, late, 0).best
    assert (choice.uncertainty, choice.win_uncertainty) == (0, 0)


def test_no_winning_probability_alone_in_assessments() -> None:
    game = knobel.make("knister")
    state = game.apply(game.start(1), knobel.Roll((3, 4)))
    assert {(choice.win, choice.win_uncertainty) for choice in assess(game, state, 0).choices} == {(None, None)}


def test_hidden_entries_of_others_are_not_used() -> None:
    game = knobel.make("knister")
    state = game.apply(game.start(2), knobel.Roll((3, 4)))
    seen = [assess(game, game.apply(state, Move(1, cell)), 0) for cell in ("a1", "c3")]
    assert seen[0] == seen[1]


def test_seats_that_may_not_move_are_refused() -> None:
    game = knobel.make("knister")
    with pytest.raises(Illegal):
        assess(game, game.start(1), 0)


def test_answers_get_better() -> None:
    game = knobel.make("knister")
    state = game.apply(game.start(1), knobel.Roll((3, 4)))
    quick, *_, last = answers(game, state, 0)
    assert last == assess(game, state, 0)
    assert quick == assess(game, state, 0, "quick")


def test_one_cost_in_points_has_one_grade() -> None:
    # A chance of winning weighs in points, too, unless more points are lost.
    each = found((70, 0.60), (69.8, 0.55), (67, 0.59), (64, 0.30))
    assert [round(cost(each, action), 9) for action in "abcd"] == [0.0, 2.0, 3.0, 12.0]
    assert [graded(each, action) for action in "abcd"] == [Grade.BEST, Grade.MISTAKE, Grade.MISTAKE, Grade.BLUNDER]
    alone = found((70, None), (68, None), (30, None))
    assert [graded(alone, action) for action in "abc"] == [Grade.BEST, Grade.MISTAKE, Grade.BLUNDER]


def error(each: Assessment, action: str) -> float:
    """Return the error of an action in the measure by which it is judged."""
    if each.judged_by(action) == "win":
        return each.win_loss(action) or 0.0
    return each.reference(action).points - each.of(action).points


def graded(each: Assessment, action: str) -> Grade:
    return grade(cost(each, action))


def test_points_given_up_to_win_are_no_mistake() -> None:
    each = found((70, 0.5), (65, 0.6), (60, 0.6), (60, 0.4))
    assert each.best_to_win.action == "b"
    assert graded(each, "b") is Grade.BEST
    assert each.win_loss("d") == pytest.approx(0.2)
    # As likely to win as the best choice, but with fewer points.
    assert (each.judged_by("c"), each.reference("c").action, error(each, "c")) == ("points", "b", 5)


def test_giving_up_the_win_is_a_blunder_even_if_no_points_are_lost() -> None:
    each = found((250, 0.0002), (250, 1.0))
    assert (each.judged_by("a"), each.reference("a").action) == ("win", "b")
    assert graded(each, "a") is Grade.BLUNDER


def test_points_decide_where_estimated_chances_are_saturated() -> None:
    each = found((250, 0.9999), (224, 1.0))
    assert (each.judged_by("b"), each.reference("b").action, error(each, "b")) == ("points", "a", 26)
    assert graded(each, "b") is Grade.BLUNDER
    assert not each.decided
    assert found((250, 0.99), (224, 1.0)).judged_by("a") == "win"
    assert found((250, 0.9999), (224, 1.0), exact=True).judged_by("a") == "win"


def test_points_decide_where_no_chance_is_known() -> None:
    each = found((70, 0.5), (66, None))
    assert (each.judged_by("b"), each.reference("b").action, each.win_loss("b")) == ("points", "a", None)


def test_the_choice_of_the_engine_is_never_an_error() -> None:
    """An engine may prefer an action although another one has a higher estimate because of sampling noise."""
    each = replace(found((70, 0.5), (69, 0.51)), to_win="a")
    assert graded(each, "a") is Grade.BEST
    assert graded(each, "b") is Grade.BEST


def test_only_exact_chances_show_that_a_game_is_decided() -> None:
    assert found((70, 1.0), (30, 1.0), exact=True).decided
    assert not found((70, 1.0), (30, 1.0)).decided
    assert not found((70, 1.0), (30, 0.9), exact=True).decided
    assert not found((70, None), (30, None)).decided
    assert not found((70, 1.0), (30, 1.0), (20, None), exact=True).decided
    # Cells that are equal by symmetry need no reason.
    assert not found((70, 0.5), (70, 0.5), exact=True).decided


def test_accuracy_depends_on_errors_only() -> None:
    for game in GAMES:
        beginner = beginner_errors(game)
        assert accuracy(game, 0.0, 0.0) == 100
        assert accuracy(game, beginner.points, 0.0) == pytest.approx(100 * BEGINNER_ACCURACY)
        assert accuracy(game, 0.0, beginner.win) == pytest.approx(100 * BEGINNER_ACCURACY)
        assert accuracy(game, 2 * beginner.points, 0.0) < accuracy(game, beginner.points, 0.0)
        assert relative_error(game, "win", beginner.win) == 1
    assert 0 < accuracy("another", 2.0, 0.0) < 100


@pytest.mark.parametrize("game", games_with("engine"))
def test_errors_of_beginners_are_measured_files(game: str, tmp_path: Path) -> None:
    file = tmp_path / f"{NAME}.json"
    save_beginner_errors(file, game, beginner_errors(game))
    assert file.read_bytes() == shipped_path(game, NAME).read_bytes()
    other = next(each for each in GAMES if each != game)
    with pytest.raises(StaleData, match="measure again"):
        load(file, other, BeginnerErrors._fields)


def test_decisions_count_that_are_decided_between_perfect_players_alone() -> None:
    """The others may play their action dice badly; a probability of 1 that is an estimate says nothing at all."""
    assessed = found((70, 1.0), (30, 1.0), exact=True)
    assert assessed.decided
    between_perfect = replace(assessed, win_certain=False)
    assert between_perfect.decided_if_perfect
    assert not between_perfect.decided
    sheets = tuple(Sheet((total,) + (0,) * 13) for total in (150, 120, 100))
    hands = ((0, 0, 0, 0, 1), (0, 0, 0, 0, 0), (0, 0, 0, 0, 1))
    state = State(sheets, hands, ((0,) * 5,) * 3, 14, 0, Stage.SHIFTING)
    assessed = assess(knobel.make("kniffeliger"), state, 0)
    assert assessed.decided_if_perfect
    assert not assessed.decided


def test_an_estimate_of_one_is_not_exact() -> None:
    game = knobel.make("kniffeliger")
    state = game.apply(game.start(2), Roll((1, 2, 3, 4, 6)))
    estimate = Evaluation(100.0, 1.0, exact=False, win_exact=False, merit=1.0)
    assert make_choice(game, stage_of(game, state, 0), "k1234", estimate, estimate).win_uncertainty


def test_more_circles_are_never_worth_less() -> None:
    """The learned values sometimes prefer a cell without a circle."""
    game, done = knobel.make("knaster"), (4, 6, 3, 2, 5)
    grid = (*done, 0, 0, 0, 3, 8, 0, 9, 8, 0, 7, 8, 7, 4, 0, 9, 7, 8, 0, 9, 6)
    sheet = knaster.Sheet(grid, frozenset({0, 3, 15, 16, 19, 21}), ("row1", "col5"))
    state = game.start(1)
    view = game.apply(type(state)((replace(sheet, pending=()),), round=20), knobel.Roll((2, 3)))
    view = replace(view, sheets=(sheet,))
    found = dict.fromkeys(game.legal(view, 0), Evaluation(50.0, 0.5, False, False, 50.0))
    assert "col5:e1,e2,e3" in found
    found["col5:e1,e2,e3"] = Evaluation(60.0, 0.9, False, False, 60.0)
    lowered = bounded(game, view, 0, found)
    assert lowered["col5:e1,e2,e3"].points < 50 == lowered["row1:b1,c1,e1"].points
    assert lowered["col5:e1,e2,e3"].win == 0.5
