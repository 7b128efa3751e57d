"""Rulings that random games meet too rarely, one by one."""

from dataclasses import replace
from typing import Any

import pytest

import knobel
from knobel.core import Chance, Illegal, Move, Reason, Roll
from knobel.games.kniffeliger import NO_DICE, Kniffeliger, Sheet, Stage
from knobel.games.kniffeliger import State as KniffeligerState


@pytest.mark.parametrize("name", ["knister", "knaster", "knapp_daneben"])
def test_the_right_to_roll_passes_clockwise(name: str) -> None:
    game = knobel.make(name)
    state = game.start(3)
    for turn in range(4):
        chance = game.turn(state)
        assert isinstance(chance, Chance)
        assert chance.seat == turn % 3
        state = game.apply(state, Roll((1,) * chance.dice))
        for seat in (2, 0, 1):
            state = game.apply(state, Move(seat, game.legal(state, seat)[0]))


def turn_with_a_free_roll(game: Any, state: Any, field: str) -> Any:
    for action in ("k", "k"):
        state = game.apply(game.apply(state, Roll((1, 2, 3, 4, 6))), Move(0, action))
    state = game.apply(game.apply(state, Roll((1, 2, 3, 4, 6))), Move(0, "f1234"))
    return game.apply(game.apply(state, Roll((5,))), Move(0, field))


def test_knoeffel_allows_no_free_roll_that_no_open_column_can_pay_for() -> None:
    game = knobel.make("knoeffel", columns="sequential")
    state = game.start(1)
    for field in ("ss.1", "ls.1", "ch.1"):
        state = turn_with_a_free_roll(game, state, field)
    for action in ("k", "k"):
        state = game.apply(game.apply(state, Roll((1, 2, 3, 4, 6))), Move(0, action))
    state = game.apply(state, Roll((1, 2, 3, 4, 6)))
    # The second column has all its free rolls left, but it is not open yet.
    assert not any(action.startswith("f1") for action in game.legal(state, 0))
    with pytest.raises(Illegal) as caught:
        game.apply(state, Move(0, "f1234"))
    assert caught.value.reason is Reason.NO_FREE_ROLL


def kniffeliger_turn(victim: Sheet, hand: tuple[int, ...]) -> KniffeligerState:
    """Seat 0 may play this hand on seat 1's sheet before its first roll."""
    return KniffeligerState((Sheet(), victim), (hand, NO_DICE), (NO_DICE,) * 2, round=2, stage=Stage.BEFORE)


def test_kniffeliger_a_frozen_row_is_crossed_out_for_good_and_not_frozen_again() -> None:
    game = Kniffeliger()
    state = kniffeliger_turn(Sheet(frozen=frozenset({"fh"})), (0, 1, 1, 0, 0))
    with pytest.raises(Illegal) as caught:
        game.apply(state, Move(0, "freeze.1.fh"))
    assert caught.value.reason is Reason.ROW_FROZEN
    after = game.apply(state, Move(0, "cross.1.fh"))
    assert (game.sheet(after, 1)["frozen"], game.sheet(after, 1)["crossed"]) == ([], ["fh"])


def test_kniffeliger_a_crossed_row_cannot_be_stolen_and_a_zero_can() -> None:
    game = Kniffeliger()
    victim = Sheet(crossed=frozenset({"fh"})).filled("kn", 0)
    state = kniffeliger_turn(victim, (1, 0, 0, 0, 0))
    assert game.legal(state, 0) == ("roll", "steal.1.kn")
    after = game.apply(state, Move(0, "steal.1.kn"))
    assert game.sheet(after, 0)["rows"]["kn"] == 0
    assert after.seat == 1, "a theft is the turn's entry"
    mine_frozen = replace(state, sheets=(Sheet(frozen=frozenset({"kn"})), victim))
    with pytest.raises(Illegal) as caught:
        game.apply(mine_frozen, Move(0, "steal.1.kn"))
    assert caught.value.reason is Reason.ROW_FROZEN
