"""Assessments: all legal actions, with uncertainties, from the seat's view only."""

import pytest

import knobel
from knobel.coach import Assessment, Choice, Grade, answers, assess
from knobel.coach.grades import BEGINNER_ACCURACY, ERROR_RATES, accuracy, grade
from knobel.core import Decide, Illegal, Move, Over, replay
from knobel.games import GAMES
from tests.coach.conftest import Played


def found(*choices: tuple[float, float | None]) -> Assessment:
    """Return an assessment of actions `a`, `b` ... with these points and probabilities of winning."""
    made = [
        Choice(action, points, 1.0, win, None if win is None else 0.1)
        for action, (points, win) in zip("abcd", choices, strict=False)
    ]
    return Assessment(0, tuple(made), 0.0)


@pytest.mark.parametrize("name", GAMES)
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


def test_a_loss_is_relative_to_the_stake() -> None:
    small = found((70, None), (68, None))
    assert small.stake == 1
    assert grade(small, "b", 2.0) is Grade.MISTAKE
    # A random move would have lost more.
    big = found((70, None), (68, None), (30, None), (30, None))
    assert grade(big, "b", 2.0) is Grade.GOOD
    assert grade(big, "a", 0.0) is Grade.BEST
    assert grade(big, "c", 40.0) is Grade.BLUNDER


def test_points_given_up_to_win_are_no_mistake() -> None:
    each = found((70, 0.5), (65, 0.6), (60, 0.6), (60, 0.4))
    assert each.best_to_win.action == "b"
    assert (each.given_up("b"), each.given_up("c"), each.given_up("d")) == (5, 5, 0)
    assert grade(each, "b", 0.0) is Grade.BEST
    assert each.win_loss("d") == pytest.approx(0.2)


def test_decided_games_are_recognized() -> None:
    assert found((70, 1.0), (30, 1.0)).decided
    assert not found((70, 1.0), (30, 0.9)).decided
    assert not found((70, None), (30, None)).decided
    # Cells that are equal by symmetry need no reason.
    assert not found((70, 0.5), (70, 0.5), (60, None)).decided


def test_accuracy_depends_on_losses_only() -> None:
    for game, beginner in ERROR_RATES.items():
        assert accuracy(game, 0.0) == 100
        assert accuracy(game, beginner) == pytest.approx(100 * BEGINNER_ACCURACY)
        assert accuracy(game, 2 * beginner) < accuracy(game, beginner)
    assert 0 < accuracy("another", 2.0) < 100
