"""Values of positions and actions of Knapp Daneben!, compared with the rules."""

import random
from itertools import product
from pathlib import Path
from statistics import fmean
from typing import get_args

import pytest

import knobel
from knobel import engines
from knobel.core import Move, Over, Roll
from knobel.engines.engine import NOT_CONSIDERED, Aim, Effort, best_evaluation
from knobel.engines.knapp_daneben.engine import KnappDanebenEngine
from knobel.engines.knapp_daneben.engine import engine as make
from knobel.engines.shared import weights
from knobel.games.knapp_daneben import KnappDaneben
from knobel.games.tuples import put
from tests.engines.knapp_daneben.reference import (
    GAME,
    NUMBERS,
    Dice,
    before_roll,
    best_by_number,
    best_of_rolls,
    entered,
    exact,
    most,
    rolled,
    share,
    some_sheet,
)

EFFORTS = get_args(Effort)
DICE = (2, 5, 3, 1, 6)
ROWS = "kbgyr" * 5
"""Another layout: each column has one colour."""


def throw(rng: random.Random) -> Dice:
    return tuple(rng.choices(range(1, 7), k=5))


@pytest.mark.parametrize("effort", EFFORTS)
@pytest.mark.parametrize(("free", "seat"), [(1, 0), (2, 1), (3, 0)])
def test_few_free_circles_are_played_exactly(engine: KnappDanebenEngine, effort: Effort, free: int, seat: int) -> None:
    view = rolled([some_sheet(free, free)] * 2, DICE)
    worth = engine.evaluate(view, seat, effort)
    deep = free <= max(engine.searches[effort].exact, 1)
    assert [found.exact for found in worth.values()] == [deep] * len(GAME.legal(view, seat))
    if deep:
        for action, found in worth.items():
            assert found.points == pytest.approx(exact(entered(view, seat, action), seat), abs=1e-6)
            assert found.merit == pytest.approx(found.points - GAME.total(view.sheets[seat]), abs=1e-9)


@pytest.mark.parametrize("effort", EFFORTS)
@pytest.mark.parametrize("free", [1, 2, 3])
def test_positions_before_a_roll_are_exact_near_the_end(engine: KnappDanebenEngine, effort: Effort, free: int) -> None:
    sheet = some_sheet(free, free)
    found = engine.expect(before_roll([sheet]), 0, effort)
    assert found.exact == (free <= max(engine.searches[effort].exact, 1))
    assert found.win is None
    if found.exact:
        assert found.points == pytest.approx(exact(sheet, 0), abs=1e-6)


def test_four_free_circles_follow_from_three() -> None:
    thinking, sheet = engines.engine(GAME), some_sheet(4, 4)
    worth = {
        (cell, number): thinking.expect(before_roll([put(sheet, cell, number)]), 0).points
        for cell, number in product(range(25), NUMBERS)
        if not sheet[cell]
    }
    found = thinking.expect(before_roll([sheet]), 0)
    assert found.exact
    assert found.points == pytest.approx(best_of_rolls(0, best_by_number(worth)).mean(), abs=1e-6)


def test_after_a_move_the_expectation_is_the_value_of_the_action(engine: KnappDanebenEngine) -> None:
    state = rolled([some_sheet(seat, 3) for seat in range(3)], DICE)
    worth = engine.evaluate(state, 1, "master")
    action = max(worth, key=lambda each: worth[each].points)
    assert engine.expect(state, 1).points == worth[action].points
    state = GAME.apply(state, Move(1, action))
    found = engine.expect(GAME.view(state, 1), 1)
    assert found.exact
    assert found.points == pytest.approx(worth[action].points, abs=1e-9)


def test_winning_probability_of_the_last_roll_is_exact(engine: KnappDanebenEngine) -> None:
    sheets = [some_sheet(40 + seat, 1) for seat in range(3)]
    own, *others = (most(sheet, seat) for seat, sheet in enumerate(sheets))
    found = engine.expect(before_roll(sheets), 0, "quick")
    assert found.win_exact
    assert found.win == pytest.approx(share(own, others), abs=1e-9)


def test_winning_after_the_own_last_move_depends_on_the_other_seats(engine: KnappDanebenEngine) -> None:
    state = rolled([some_sheet(40 + seat, 1) for seat in range(3)], DICE)
    for action, worth in engine.evaluate(state, 0, "quick", "win").items():
        found = engine.expect(GAME.apply(state, Move(0, action)), 0)
        assert found.win_exact
        assert worth.win_exact
        assert found.win == worth.win


def test_actions_that_write_the_same_are_worth_the_same(engine: KnappDanebenEngine) -> None:
    worth = engine.evaluate(rolled([some_sheet(1, 25)], (2, 3, 3, 3, 5)), 0, "quick")
    assert worth["a1b"] == worth["a1g"] == worth["a1y"] != worth["a1r"]


def test_actions_outside_the_beam_have_values(engine: KnappDanebenEngine) -> None:
    state = rolled([some_sheet(3, 12), some_sheet(4, 12)], DICE)
    for aim in get_args(Aim):
        worth = engine.evaluate(state, 0, "strong", aim)
        rest = [found for found in worth.values() if found.merit == NOT_CONSIDERED]
        assert 0 < len(rest) < len(worth)
        assert all(found.win is None for found in rest)
        assert fmean(found.points for found in rest) < best_evaluation(worth).points


def test_seats_that_have_moved_do_not_matter(engine: KnappDanebenEngine) -> None:
    state = rolled([some_sheet(seat, 6) for seat in range(3)], DICE)
    before = engine.evaluate(GAME.view(state, 1), 1, "strong", "win")
    state = GAME.apply(state, Move(0, GAME.legal(state, 0)[0]))
    assert engine.evaluate(GAME.view(state, 1), 1, "strong", "win") == before


def test_other_layouts_and_colours_are_those_of_the_rules() -> None:
    """The last circle has the value given by the rules, in every place and for every seat."""
    game = KnappDaneben(layout=ROWS, colours="rygbk")
    thinking = make(game)
    for seed in range(10):
        view = rolled([some_sheet(seed, 1)] * 5, throw(random.Random(seed)))
        for seat in range(5):
            for action, found in thinking.evaluate(view, seat, "quick").items():
                assert found.points == game.score(game.apply(view, Move(seat, action)), seat)


def test_layouts_share_learned_values() -> None:
    one, other = (make(knobel.make("knapp_daneben", **options)) for options in ({}, {"layout": ROWS}))
    assert one.trained[0].cell_values is other.trained[0].cell_values
    assert one.stamp != other.stamp


@pytest.mark.usefixtures("native_engines")
def test_other_data_has_another_stamp(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shipped = make(GAME).stamp
    (tmp_path / "knapp_daneben.npz").write_bytes(weights.path("knapp_daneben").read_bytes() + b"\0")
    monkeypatch.setenv(weights.DATA_VARIABLE, str(tmp_path))
    assert make(GAME).stamp != shipped


def test_whole_games_are_played_well() -> None:
    """With the shipped data, for points and to win."""
    thinking, rng = engines.engine(GAME), random.Random(3)
    state = GAME.start(2)
    while not isinstance(turn := GAME.turn(state), Over):
        state = GAME.apply(state, Roll(throw(rng)))
        for seat, aim in enumerate(get_args(Aim)):
            worth = thinking.evaluate(GAME.view(state, seat), seat, "strong", aim)
            state = GAME.apply(state, Move(seat, max(worth, key=lambda action: worth[action].merit)))
    assert min(turn.scores) > 60
