"""Values of positions of Knister, with the shipped data."""

import random
from pathlib import Path
from shutil import copy
from typing import Any

import numpy as np
import pytest

from knobel.core import Chance, Move, Over, Roll
from knobel.engines import NOT_CONSIDERED, Effort
from knobel.engines.engine import best_evaluation
from knobel.engines.knister.engine import KnisterEngine
from knobel.engines.shared import weights
from knobel.games.grid import CELL
from knobel.games.tuples import put
from tests.engines.knister.reference import (
    CHANCES,
    GAME,
    TOTAL,
    before_roll,
    chance_to_win,
    for_points,
    points_to_come,
    rolled,
    some_sheet,
)

EFFORTS: tuple[Effort, ...] = ("quick", "strong", "master")


@pytest.fixture(scope="module")
def engine() -> KnisterEngine:
    return KnisterEngine(GAME)


def position(seats: int, filled: int, seed: int) -> Any:
    """Return a position during a round, in which the last seat has moved already."""
    rng = random.Random(seed)
    state = GAME.start(seats)
    for _ in range(filled + 1):
        assert isinstance(GAME.turn(state), Chance)
        state = GAME.apply(state, Roll((rng.randint(1, 6), rng.randint(1, 6))))
        before = state
        for seat in range(seats):
            state = GAME.apply(state, Move(seat, rng.choice(GAME.legal(state, seat))))
    return GAME.apply(before, Move(seats - 1, GAME.legal(before, seats - 1)[0])) if seats > 1 else before


def test_weak_levels_can_choose_every_action(engine: KnisterEngine) -> None:
    view = GAME.view(position(2, 9, 5), 0)
    assert all(action.merit > NOT_CONSIDERED for action in engine.evaluate(view, 0, "quick").values())
    assert engine.noise_scales["beginner"] > engine.noise_scales["casual"] > 0


@pytest.mark.parametrize("effort", ["strong", "master"])
@pytest.mark.parametrize("left", [1, 2, 3])
def test_the_end_is_exact(engine: KnisterEngine, effort: Effort, left: int) -> None:
    sheets, total = tuple(some_sheet(seed, 25 - left) for seed in range(3)), 6
    others = tuple(for_points(other, total) for other in sheets[1:])
    for action, worth in engine.evaluate(rolled(before_roll(*sheets), total), 0, effort, "win").items():
        after = put(sheets[0], CELL[action], total)
        assert worth.exact
        assert worth.win_exact
        assert worth.points == pytest.approx(TOTAL(after) + points_to_come(after), abs=1e-4)
        assert worth.win == pytest.approx(chance_to_win(after, others), abs=2e-3)


@pytest.mark.parametrize("effort", ["strong", "master"])
@pytest.mark.parametrize("left", [1, 2, 3])
def test_the_end_is_exact_before_a_roll_too(engine: KnisterEngine, effort: Effort, left: int) -> None:
    sheets = tuple(some_sheet(seed, 25 - left) for seed in range(3))
    found = engine.expect(before_roll(*sheets), 0, effort)
    assert found.exact
    assert found.win_exact
    assert found.points == found.merit == pytest.approx(TOTAL(sheets[0]) + points_to_come(sheets[0]), abs=1e-4)
    assert found.win == pytest.approx(chance_to_win(sheets[0], sheets[1:]), abs=2e-3)


def test_seats_with_equal_sheets_share_a_tie(engine: KnisterEngine) -> None:
    full = some_sheet(1, 25)
    sheets = (put(full, 0, 0), put(full, 0, 0), put(full, 0, 0), put(some_sheet(2, 25), 0, 0))
    found = engine.expect(before_roll(*sheets), 0, "strong")
    assert found.win_exact
    assert found.win == pytest.approx(chance_to_win(sheets[0], sheets[1:]), abs=1e-6)


@pytest.mark.parametrize(("seats", "filled"), [(1, 3), (2, 13), (3, 20), (3, 21), (2, 23), (3, 24)])
@pytest.mark.parametrize("effort", EFFORTS)
def test_before_a_roll_is_the_mean_of_the_best_after_it(
    engine: KnisterEngine, effort: Effort, seats: int, filled: int
) -> None:
    state = before_roll(*(some_sheet(seed, filled) for seed in range(seats)))
    found = engine.expect(state, 0, effort)
    after = [(p, engine.evaluate(rolled(state, total), 0, effort, "win")) for total, p in CHANCES.items()]
    points = sum(p * max(w.points for w in worth.values() if w.merit > NOT_CONSIDERED) for p, worth in after)
    # The endgame uses single precision, and sums over all rolls in another order than over one.
    assert found.points == pytest.approx(points, abs=1e-5)
    assert found.exact == all(best_evaluation(worth).exact for _, worth in after)
    if seats == 1:
        assert found.win is None
        return
    wins = [best_evaluation(worth).win for _, worth in after]
    assert None not in wins
    # Exact probabilities for every roll would take too long.
    estimated = not found.win_exact and best_evaluation(after[0][1]).win_exact
    mean = sum(p * win for (p, _), win in zip(after, wins, strict=True) if win is not None)
    assert found.win == pytest.approx(mean, abs=0.05 if estimated else 1e-5)


@pytest.mark.parametrize("filled", [12, 22])
def test_after_a_move_the_value_is_that_before_the_next_roll(engine: KnisterEngine, filled: int) -> None:
    """The other seats are assumed to make their entries for points."""
    sheets, total = tuple(some_sheet(seed, filled) for seed in range(3)), 9
    state = rolled(before_roll(*sheets), total)
    for seat in (0, 2):
        state = GAME.apply(state, Move(seat, GAME.legal(state, seat)[1]))
    by_value = engine.evaluate(GAME.view(state, 1), 1, "quick")
    entry = max(by_value, key=lambda action: by_value[action].points)
    other = put(sheets[1], CELL[entry], total) if filled < 20 else for_points(sheets[1], total)
    closed = before_roll(state.sheets[0], other, state.sheets[2])
    assert engine.expect(GAME.view(state, 0), 0, "master") == engine.expect(closed, 0, "master")


def test_the_last_entries_of_others_are_known(engine: KnisterEngine) -> None:
    """In the last round one cell is left, so for a seat that has moved the result is certain."""
    for seats in (2, 40):
        state = rolled(before_roll(*(some_sheet(seed, 24) for seed in range(seats))), 8)
        for seat in range(0, seats, 2):
            state = GAME.apply(state, Move(seat, GAME.legal(state, seat)[0]))
        end = state
        for seat in range(1, seats, 2):
            end = GAME.apply(end, Move(seat, GAME.legal(end, seat)[0]))
        turn = GAME.turn(end)
        assert isinstance(turn, Over)
        for seat in range(0, seats, 2):
            for position in (GAME.view(state, seat), end):
                found = engine.expect(position, seat, "strong")
                assert found.points == turn.scores[seat]
                shared = 1.0 if turn.scores.count(max(turn.scores)) == 1 else 0.5
                assert found.win == (shared if turn.scores[seat] == max(turn.scores) else 0)


def test_a_position_is_worth_something_at_a_large_table(engine: KnisterEngine) -> None:
    state = position(300, 14, 1)
    for seat in (0, 299):
        found = engine.expect(GAME.view(state, seat), seat, "master")
        assert GAME.score(state, seat) < found.points < 100
        assert found.win is not None
        assert 0 <= found.win <= 1


def test_the_leader_is_more_likely_to_win(engine: KnisterEngine) -> None:
    """A seat sees its own lead: with all cells but two filled, probabilities follow the scores."""
    chances: dict[int, list[float]] = {}
    for seed in range(30):
        view = GAME.view(position(2, 23, seed), 0)
        chance = best_evaluation(engine.evaluate(view, 0, "master", "win")).win
        assert chance is not None
        lead = GAME.score(view, 0) - GAME.score(view, 1)
        chances.setdefault((lead > 0) - (lead < 0), []).append(chance)
    means = {sign: float(np.mean(found)) for sign, found in chances.items()}
    assert means[1] > 0.6 > 0.4 > means[-1]


@pytest.mark.usefixtures("native_engines")
def test_the_stamp_is_that_of_the_trained_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = KnisterEngine(GAME)
    copy(weights.shipped_path("knister"), tmp_path / "knister.npz")
    monkeypatch.setenv(weights.DATA_VARIABLE, str(tmp_path))
    assert KnisterEngine(GAME).stamp == engine.stamp
    with (tmp_path / "knister.npz").open("ab") as file:
        file.write(b"more")
    assert KnisterEngine(GAME).stamp != engine.stamp
