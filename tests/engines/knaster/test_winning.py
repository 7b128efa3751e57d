"""The probability of winning Knaster."""

import pytest

from knobel.core import Decide, Move
from knobel.engines.knaster.engine import KnasterEngine
from tests.engines.knaster.reference import GAME, best_score, decisions, last_rolls, won


def test_the_last_round_is_exact(engine: KnasterEngine) -> None:
    checked = 0
    for state, seat in decisions(5, 2, games=30):
        if not state.final or len(state.waiting) < 2 or GAME.busy(state.sheets[seat]):
            continue
        theirs = best_score(state, 1 - seat)
        for action, found in engine.evaluate(state, seat, "quick", "win").items():
            mine = best_score(GAME.apply(state, Move(seat, action)), seat)
            assert found.win == won(mine, theirs)
            assert found.merit == pytest.approx(found.win, abs=1e-3)
            checked += found.win_exact
    assert checked > 50


def test_before_the_last_round_it_is_exact_where_no_lines_end_together(engine: KnasterEngine) -> None:
    checked, unsure = 0, 0
    for state, seat in decisions(6, 2, games=150):
        sheet, theirs, other = state.sheets[seat], state.sheets[1 - seat], 1 - seat
        # The other seat has no choice, and fills the grid.
        if state.final or len(state.waiting) < 2 or GAME.busy(sheet) or theirs.grid.count(0) != 1:
            continue
        forced = GAME.apply(state, Move(other, GAME.legal(state, other)[0]))
        if len(GAME.legal(state, other)) > 1 or GAME.busy(forced.sheets[other]):
            continue
        for action, found in engine.evaluate(state, seat, "quick", "win").items():
            after = GAME.apply(forced, Move(seat, action))
            if found.win is None or isinstance(GAME.turn(after), Decide):
                continue
            chance = sum(p * won(best_score(last, seat), best_score(last, other)) for p, last in last_rolls(after))
            unsure += not found.win_exact
            if found.win_exact:
                assert found.win == pytest.approx(chance, abs=1e-6)
                checked += 1
            else:
                # Lines completed by the same entry are scored one by one, which may miss the best way.
                assert found.win <= chance + 1e-6
    assert checked > 10
    assert unsure > 0


def test_among_many_it_is_an_estimate(engine: KnasterEngine) -> None:
    state, seat = next((s, seat) for s, seat in decisions(7, 12, games=1) if s.final)
    found = engine.evaluate(GAME.view(state, seat), seat, "quick", "win")
    assert all(one.win is not None and not one.win_exact for one in found.values())
