"""Values of positions and actions of Knaster, compared with the rules."""

from typing import Any

import pytest

from knobel import engines
from knobel.core import Chance, Decide, Move
from knobel.engines.engine import Effort, Evaluation, best_evaluation
from knobel.engines.knaster.engine import KnasterEngine
from tests.engines.knaster.reference import GAME, best_score, decisions, last_rolls, positions, won


def seats_to_move(state: Any) -> tuple[int, ...]:
    turn = GAME.turn(state)
    return turn.seats if isinstance(turn, Decide) else ()


def check(found: Evaluation, points: float) -> bool:
    """Return whether the value is exact; an exact value must be right, and another one at most the maximum."""
    if found.exact:
        assert found.points == pytest.approx(points, abs=1e-5)
    else:
        assert found.points <= points + 1e-5
    return found.exact


def test_the_last_round_and_the_last_cell_are_exact(engine: KnasterEngine) -> None:
    """Except for lines that have more ways to circle than are kept."""
    last, filled, wide = 0, 0, 0
    for state, seat in decisions(5, 2, games=25):
        view = GAME.view(state, seat)
        sheet = view.sheets[seat]
        # Circles with a full grid before the last round are found by searching ahead.
        if not view.final and sheet.grid.count(0) > 1:
            continue
        for action, found in engine.evaluate(view, seat, "strong").items():
            after = GAME.apply(view, Move(seat, action))
            if view.final:
                last += check(found, best_score(after, seat))
                wide += not found.exact
            elif 0 in after.sheets[seat].grid:
                assert not found.exact
            elif not after.sheets[seat].pending:
                filled += check(found, before_last_roll(after, seat))
    assert last > 50
    assert filled > 3
    assert wide < last / 20


def before_last_roll(state: Any, seat: int) -> float:
    """Return the expected final points, after the next and last roll, of a seat that has moved."""
    while seats := seats_to_move(state):
        state = GAME.apply(state, Move(seats[0], GAME.legal(state, seats[0])[0]))
    assert state.final
    return sum(chance * best_score(after, seat) for chance, after in last_rolls(state))


def test_before_the_last_roll_all_is_exact(engine: KnasterEngine) -> None:
    points, wins = 0, 0
    for state in positions(6, 2, games=25):
        if not state.final or not isinstance(GAME.turn(state), Chance):
            continue
        for seat in range(2):
            found = engine.expect(state, seat, "quick")
            assert found.merit == found.points
            points += check(found, before_last_roll(state, seat))
            # With a full grid the other seat has no completed lines, in which play by value may err.
            if found.exact and 0 not in state.sheets[1 - seat].grid:
                chance = sum(p * won(best_score(s, seat), best_score(s, 1 - seat)) for p, s in last_rolls(state))
                assert found.win_exact
                assert found.win == pytest.approx(chance, abs=1e-9)
                wins += 1
    assert points > 40
    assert wins > 20


def test_a_full_grid_is_exact_while_others_still_move(engine: KnasterEngine) -> None:
    checked = 0
    for state in positions(8, 3, games=12):
        for seat in range(3):
            if seat in seats_to_move(state) or not seats_to_move(state) or state.final or 0 in state.sheets[seat].grid:
                continue
            found = engine.expect(GAME.view(state, seat), seat, "strong")
            assert found.exact
            assert found.points == pytest.approx(before_last_roll(state, seat), abs=1e-5)
            checked += 1
    assert checked > 3


def test_effects_of_a_round_are_the_mean_over_actions_of_others(engine: KnasterEngine) -> None:
    """A seat that has moved expects that mean; the actual end of the round is then the pace of the others."""
    paces = set[bool]()
    for state in positions(14, 2, games=2):
        if state.waiting != (1,) or state.final or 0 not in state.sheets[0].grid or state.sheets[1] != state.before[1]:
            continue
        found = engine.expect(GAME.view(state, 0), 0, "strong", "points")
        assert engine.round_effect(state, 0) == 0
        for action in (GAME.legal(state, 1)[0], GAME.legal(state, 1)[-1]):
            closed = GAME.apply(state, Move(1, action))
            if closed.waiting:
                continue
            expected, pace = engine.expect(closed, 0, "strong", "points").points, engine.round_effect(closed, 0)
            assert expected - pace == pytest.approx(found.points, abs=1e-6)
            paces.add(pace > 0)
    assert paces == {True, False}


def test_the_last_move_of_a_seat_fixes_its_points(engine: KnasterEngine) -> None:
    checked = 0
    for state in positions(9, 3, games=5):
        for seat in range(3):
            if state.final and seats_to_move(state) and seat not in seats_to_move(state):
                found = engine.expect(GAME.view(state, seat), seat)
                assert (found.points, found.exact) == (GAME.score(state, seat), True)
                assert found.win in (0, 1 / 3, 1 / 2, 1)
                checked += 1
    assert checked > 3


@pytest.mark.parametrize("effort", ["quick", "strong"])
def test_the_value_before_a_roll_is_the_mean_after_it(engine: KnasterEngine, effort: Effort) -> None:
    for i, state in enumerate(positions(10, 2, games=1)):
        turn = GAME.turn(state)
        if isinstance(turn, Chance) and i % 4 == 0:
            after = [(p, GAME.apply(state, roll)) for roll, p in GAME.outcomes(state).items()]
            mean = sum(float(p) * best_evaluation(engine.evaluate(s, 0, effort)).points for p, s in after)
            assert engine.expect(state, 0, effort).points == pytest.approx(mean, abs=1e-9)


def test_trained_data_is_loaded_when_it_is_needed() -> None:
    shipped = KnasterEngine(GAME)
    stamp = shipped.stamp
    assert "tables" not in vars(shipped)
    assert stamp == engines.engine(GAME).stamp
    alone = GAME.start(1)
    # The effort `strong`, to which the mean errors of the values are fitted, scores 103.2 points on average.
    assert shipped.expect(alone, 0, "quick").points == pytest.approx(103.2, abs=1.5)


@pytest.mark.slow
def test_all_efforts_expect_about_the_same_at_the_start() -> None:
    thinking = engines.engine(GAME)
    by_effort = [thinking.expect(GAME.start(2), 0, effort) for effort in ("quick", "strong", "master")]
    assert max(e.points for e in by_effort) - min(e.points for e in by_effort) < 3
    assert by_effort[-1].win == pytest.approx(0.5, abs=1e-4)
