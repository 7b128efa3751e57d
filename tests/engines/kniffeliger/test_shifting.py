"""Shifts and swaps before the last phase: the sheet that is finally held counts."""

from dataclasses import replace

import pytest

from knobel import engines
from knobel.coach import assess
from knobel.coach.opponent_effects import expected_effect, is_effect_included
from knobel.games.kniffeliger import NO_DICE, ROWS, Kniffeliger, Sheet, Stage, State

GAME = Kniffeliger()
ENGINE = engines.engine(GAME)
SHIFT, SWAP = (0, 0, 0, 1, 0), (0, 0, 0, 0, 1)


def exchange(seat: int, hands: tuple[tuple[int, ...], ...], filled: int = 9) -> State:
    """Return the shifting phase after as many rounds, in which the last sheet is much better than all others."""
    rows = [(10,) * filled + (None,) * (len(ROWS) - filled)] * (len(hands) - 1) + [
        (20,) * filled + (None,) * (len(ROWS) - filled)
    ]
    sheets = tuple(map(Sheet, rows))
    return State(sheets, hands, (NO_DICE,) * len(hands), filled, seat, Stage.SHIFTING)


def test_a_good_sheet_that_will_be_taken_again_is_no_gain() -> None:
    """The first seat would gain 90 points by the sheet in hand, but the second one answers as well later."""
    found = assess(GAME, exchange(0, (SWAP, SHIFT)), 0)
    assert found.of("swap.1").points == pytest.approx(found.of("end").points, abs=25)
    assert found.best.action == "end"


def test_the_last_seat_loses_by_spending_what_it_needs_at_the_end() -> None:
    """It holds the better sheet now and would lose it later."""
    state = exchange(1, (NO_DICE, SWAP))
    found = assess(GAME, state, 1)
    assert found.loss("swap.0") > 5
    twice = replace(state, hands=(NO_DICE, (0, 0, 0, 1, 1)))
    assert assess(GAME, twice, 1).loss("swap.0") < found.loss("swap.0")


@pytest.mark.parametrize("seats", [2, 3, 4, 6, 8])
def test_equal_sheets_are_no_loss(seats: int) -> None:
    state = exchange(0, (SWAP,) + (NO_DICE,) * (seats - 1))
    state = replace(state, sheets=(state.sheets[0],) * seats, hands=(SWAP,) * seats)
    points = {each.points for action, each in ENGINE.evaluate(state, 0).items() if action != "end"}
    assert max(points) - min(points) < 10


def test_values_of_the_shifting_phase_include_the_effect_of_others() -> None:
    state = exchange(0, (SWAP, SHIFT))
    assert is_effect_included(GAME, state)
    assert expected_effect(GAME, state, 0) == 0
    main = replace(state, stage=Stage.BEFORE, round=state.round + 1)
    assert not is_effect_included(GAME, main)
    assert expected_effect(GAME, main, 0) != 0
    # What all seats expect of the sheets is what these are worth, less what attacks cost them.
    sheets = [ENGINE.expect(main, seat, "quick", "points").points for seat in range(2)]
    held = [ENGINE.expect(state, seat).points for seat in range(2)]
    assert sum(held) == pytest.approx(sum(sheets), abs=80)
    assert held[1] > held[0], "the last seat answers all exchanges"
