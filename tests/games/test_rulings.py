"""Rulings that random games reach too rarely, one by one."""

from dataclasses import replace
from typing import Any

import pytest

import knobel
from knobel.core import Chance, Decide, Illegal, Move, Over, Reason, Roll
from knobel.games.kniffeliger import NO_DICE, ROWS, Kniffeliger, Sheet, Stage
from knobel.games.kniffeliger import State as KniffeligerState
from knobel.games.knoeffel import FIELDS, KNOEFFEL, Column
from knobel.games.knoeffel import State as KnoeffelState
from knobel.games.tuples import put


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
    # The second column has all its free rolls, but it is not open yet.
    assert not any(action.startswith("f1") for action in game.legal(state, 0))
    with pytest.raises(Illegal) as caught:
        game.apply(state, Move(0, "f1234"))
    assert caught.value.reason is Reason.NO_FREE_ROLL


def test_knoeffel_option_scores_once_a_player() -> None:
    game = knobel.make("knoeffel", knoeffel="player")
    column = Column(put(Column().points, KNOEFFEL, 20))
    five = (2, 2, 2, 2, 2)
    state = KnoeffelState(((column, Column()), (Column(), Column())), dice=five, rolls=1)
    assert game.preview(state, 0, "kn.2").writes == 0
    assert game.sheet(game.apply(state, Move(0, "kn.2")), 0)["columns"][1]["fields"]["kn"] == 0
    others = replace(state, seat=1)
    assert game.preview(others, 1, "kn.2").writes == 20, "the limit is one a player, not one a table"
    struck = replace(state, sheets=((Column(put(Column().points, KNOEFFEL, 0)), Column()), *state.sheets[1:]))
    assert game.preview(struck, 0, "kn.2").writes == 20, "a struck field does not count as a Knöffel"


def test_knoeffel_option_without_free_rolls() -> None:
    game = knobel.make("knoeffel", free_rolls="none")
    state = KnoeffelState(((Column(), Column()),), dice=(1, 2, 3, 4, 6), rolls=3)
    assert not any(action.startswith("f1") for action in game.legal(state, 0))
    with pytest.raises(Illegal) as caught:
        game.apply(state, Move(0, "f1234"))
    assert caught.value.reason is Reason.NO_FREE_ROLL
    assert game.score(state, 0) == 0


def joker(option: str, dice: tuple[int, ...], **filled: int) -> tuple[Any, KnoeffelState]:
    """A classic game with jokers, in which the seat has these points, and these dice lie on the table."""
    game = knobel.make("knoeffel", columns=1, free_rolls="none", knoeffel_points=50, joker=option)
    points = tuple(filled.get(f"f{field}") for field in FIELDS)
    return game, KnoeffelState(((Column(points),),), dice=dice, rolls=1)


FOURS = (4, 4, 4, 4, 4)


@pytest.mark.parametrize("option", ["free", "forced"])
@pytest.mark.parametrize(("knoeffel", "extra"), [(50, 100), (0, 0)])
def test_a_joker_scores_in_every_lower_field_once_its_upper_field_is_filled(
    option: str, knoeffel: int, extra: int
) -> None:
    game, state = joker(option, FOURS, fkn=knoeffel, f4s=12)
    entered = {"3k": 20, "4k": 20, "fh": 25, "ss": 30, "ls": 40, "ch": 20}
    for field, points in entered.items():
        found = game.preview(state, 0, f"{field}.1")
        assert (found.writes, found.gain) == (points, points + extra)
    after = game.apply(state, Move(0, "ls.1"))
    assert game.sheet(after, 0)["columns"][0]["joker_points"] == extra
    assert game.score(after, 0) == knoeffel + 12 + 40 + extra
    assert game.score(game.apply(replace(after, dice=(3,) * 5, rolls=1), Move(0, "3s.1")), 0) == (
        knoeffel + 12 + 40 + 15 + 2 * extra
    )


def test_a_free_joker_scores_as_such_only_once_its_upper_field_is_filled() -> None:
    game, state = joker("free", FOURS, fkn=50)
    found = game.previews(state, 0)
    assert [found[f"{field}.1"].writes for field in ("4s", "fh", "ss", "ls", "1s", "ch")] == [20, 0, 0, 0, 0, 20]
    assert found["fh.1"].gain == 100


@pytest.mark.parametrize(
    ("filled", "entries"),
    [
        ({}, {"4s"}),
        ({"f4s": 12}, {"3k", "4k", "fh", "ss", "ls", "ch"}),
        ({"f4s": 12, "f3k": 0, "f4k": 0, "ffh": 0, "fss": 0, "fls": 0, "fch": 9}, {"1s", "2s", "3s", "5s", "6s"}),
    ],
)
def test_a_forced_joker_goes_to_its_upper_field_then_to_a_lower_one(filled: dict[str, int], entries: set[str]) -> None:
    game, state = joker("forced", FOURS, fkn=0, **filled)
    legal = [action.removesuffix(".1") for action in game.legal(state, 0) if "." in action]
    assert set(legal) == entries
    with pytest.raises(Illegal) as caught:
        game.apply(state, Move(0, "1s.1" if "1s" not in entries else "4s.1"))
    assert caught.value.reason is (Reason.JOKER_FORCED if "1s" not in entries else Reason.FIELD_TAKEN)


def test_five_equal_dice_are_no_joker_while_the_knoeffel_field_is_free() -> None:
    game, state = joker("forced", FOURS)
    assert game.preview(state, 0, "kn.1").gain == 50
    assert game.preview(state, 0, "ls.1").writes == 0


def test_jokers_belong_to_their_column() -> None:
    game = knobel.make("knoeffel", joker="forced")
    scored = Column(put(Column().points, KNOEFFEL, 20))
    state = KnoeffelState(((scored, Column()),), dice=FOURS, rolls=1)
    assert {each for each in game.legal(state, 0) if each.endswith(".1")} == {"4s.1"}
    assert len([each for each in game.legal(state, 0) if each.endswith(".2")]) == 13
    assert game.preview(state, 0, "4s.1").gain == 120
    assert game.preview(state, 0, "4s.2").gain == 20


def test_knoeffel_option_three_free_rolls_a_player() -> None:
    game = knobel.make("knoeffel", free_rolls="player")
    state = game.start(1)
    for field, total in (("ss.1", 40), ("ss.2", 65), ("ls.1", 100)):
        state = turn_with_a_free_roll(game, state, field)
        assert game.score(state, 0) == total
    assert [column["free_rolls_used"] for column in game.sheet(state, 0)["columns"]] == [3, None]
    for action in ("k", "k"):
        state = game.apply(game.apply(state, Roll((1, 2, 3, 4, 6))), Move(0, action))
    state = game.apply(state, Roll((1, 2, 3, 4, 6)))
    assert not any(action.startswith("f1") for action in game.legal(state, 0))


def test_knoeffel_option_three_free_rolls_a_player_with_a_field_in_each_column() -> None:
    game = knobel.make("knoeffel", free_rolls="player_fields")
    state = game.start(1)
    assert game.score(state, 0) == 30
    for field, total in (("ss.1", 55), ("ss.2", 80), ("ls.1", 115)):
        state = turn_with_a_free_roll(game, state, field)
        assert game.score(state, 0) == total
    columns = game.sheet(state, 0)["columns"]
    assert [(column["free_rolls_used"], column["free_roll_points"]) for column in columns] == [(2, 5), (1, 10)]
    for action in ("k", "k"):
        state = game.apply(game.apply(state, Roll((1, 2, 3, 4, 6))), Move(0, action))
    state = game.apply(state, Roll((1, 2, 3, 4, 6)))
    with pytest.raises(Illegal) as caught:
        game.apply(state, Move(0, "f1234"))
    assert caught.value.reason is Reason.NO_FREE_ROLL


def one_row_open(row: str) -> Sheet:
    return Sheet(put((0,) * len(ROWS), ROWS.index(row), None))


def test_kniffeliger_option_plays_until_all_sheets_are_full() -> None:
    game, usual, full = Kniffeliger(rounds="until_full"), Kniffeliger(), Sheet((0,) * len(ROWS))
    frozen = replace(one_row_open("ch"), frozen=frozenset({"ch"}))
    # Seat 1's last row is frozen: its turn passes, and the row is open after round 14.
    state = KniffeligerState((one_row_open("ch"), frozen), (NO_DICE,) * 2, (NO_DICE,) * 2, round=14)
    state = replace(state, stage=Stage.ROLLED, dice=(1, 2, 2, 4, 4), rolls=3)
    assert isinstance(usual.turn(usual.apply(state, Move(0, "ch"))), Over)
    later = game.apply(state, Move(0, "ch"))
    assert (later.round, later.seat, game.turn(later)) == (15, 1, Chance(5, 1)), "seat 0 has nothing to do"
    assert (game.info(later)["rounds"], game.rounds_to_come(later)) == (15, 0)
    end = game.apply(game.apply(later, Roll((1, 2, 2, 4, 4))), Move(1, "ch"))
    assert game.turn(end) == Over((13, 13))
    crossed = replace(full, points=put(full.points, 0, None), crossed=frozenset({"1s"}))
    struck = replace(state, sheets=(state.sheets[0], crossed))
    assert isinstance(game.turn(game.apply(struck, Move(0, "ch"))), Over), "a crossed row can never be filled"


def test_kniffeliger_an_action_die_of_round_14_can_be_played_in_round_15() -> None:
    game = Kniffeliger(rounds="until_full")
    frozen = replace(one_row_open("ch"), frozen=frozenset({"ch"}))
    state = KniffeligerState((one_row_open("6s"), frozen), (NO_DICE,) * 2, (NO_DICE,) * 2, round=14)
    state = replace(state, stage=Stage.ROLLED, dice=(1, 2, 2, 3, 4), rolls=3)
    state = game.apply(game.apply(state, Move(0, "6s")), Roll((3,)))
    assert (state.round, game.legal(state, 0)) == (15, ("cross.1.ch", "end"))
    assert isinstance(game.turn(game.apply(state, Move(0, "cross.1.ch"))), Over)


def test_kniffeliger_option_lets_another_seat_begin_each_round() -> None:
    game = Kniffeliger(order="rotating")
    hands = ((0, 0, 0, 1, 0),) * 3
    state = KniffeligerState((Sheet(),) * 3, hands, (NO_DICE,) * 3, round=2, seat=1)
    seats = []
    while state.round == 2:
        turn = game.turn(state)
        if isinstance(turn, Chance):
            state = game.apply(state, Roll((1, 1, 1, 2, 2)))
        assert state.stage in (Stage.ROLLED, Stage.SHIFTING)
        seats.append(state.seat)
        state = game.apply(state, Move(state.seat, "ch" if state.stage is Stage.ROLLED else "end"))
    assert seats == [1, 2, 0, 1, 2, 0], "in both phases"
    assert state.seat == 2, "the next seat begins round 3"


def test_kniffeliger_option_waits_for_the_end_of_a_turn() -> None:
    game = Kniffeliger(turn_end="player")
    state = game.apply(game.apply(game.start(2), Roll((1, 1, 1, 2, 2))), Move(0, "1s"))
    assert (game.turn(state), game.legal(state, 0)) == (Decide((0,)), ("end",))
    assert game.turn(game.apply(state, Move(0, "end"))) == Chance(5, 1)


@pytest.mark.parametrize(
    ("stage", "hand", "action"),
    [
        (Stage.BEFORE, (0, 0, 0, 1, 0), "shift"),
        (Stage.BEFORE, (0, 0, 0, 0, 1), "swap.1"),
        (Stage.SHIFTING, (0, 1, 0, 1, 0), "freeze.1.fh"),
        (Stage.SHIFTING, (1, 0, 0, 1, 0), "steal.1.fh"),
    ],
)
def test_kniffeliger_refuses_actions_of_the_other_phase(stage: Stage, hand: tuple[int, ...], action: str) -> None:
    game = Kniffeliger()
    state = replace(kniffeliger_turn(Sheet().filled("fh", 25), hand), stage=stage)
    with pytest.raises(Illegal) as caught:
        game.apply(state, Move(0, action))
    assert caught.value.reason is Reason.OTHER_PHASE


def kniffeliger_turn(victim: Sheet, hand: tuple[int, ...]) -> KniffeligerState:
    """Return a position in which seat 0 may play these action dice on seat 1's sheet before its first roll."""
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
