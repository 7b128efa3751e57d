"""Comparisons by rollouts: the same dice after both actions, intervals that hold, nothing that the seat cannot see."""

from collections.abc import Iterator
from random import Random
from statistics import fmean, stdev
from typing import Any

import msgspec
import numpy as np
import pytest

import knobel
from knobel.coach import Rollouts, assess, compare_by_rollouts
from knobel.coach.rollouts import (
    MIN_SAMPLES,
    QUANTILES,
    Totals,
    estimate,
    play_out,
    quantiles,
    reopened,
    share,
    small_sample_factor,
)
from knobel.core import Decide, Illegal, Move, Over, replay
from tests.coach.conftest import Played
from tests.slow import slow_except


def late(played: Played, name: str, levels: str, choices: int = 2, left: int = 12) -> tuple[Any, Any, int, list[str]]:
    """Return a position near the end of a game in which a seat has several choices, with two of these."""
    record = played(name, levels)
    game, count = record.game, len(record.seats)
    for at in range(len(record.events) - left, 0, -1):
        state = replay(game, count, record.events[:at])
        turn = game.turn(state)
        if isinstance(turn, Decide) and len(legal := game.legal(state, turn.seats[0])) >= choices:
            return game, state, turn.seats[0], list(legal[:2])
    raise AssertionError("no decision")


@pytest.mark.parametrize("name", slow_except("knister", "kniffeliger"))
def test_every_game_is_played_out_from_a_position(played: Played, name: str) -> None:
    game, state, seat, actions = late(played, name, "casual,casual")
    found = list(compare_by_rollouts(game, state, seat, actions, max_samples=MIN_SAMPLES + 2))
    assert [each.samples for each in found] in ([12, 13, 14], [12, 13], [12])
    last = found[-1]
    assert [each.action for each in last.actions] == actions
    first, second = last.actions
    assert last.points.mean == pytest.approx(first.points.mean - second.points.mean)
    assert first.win is not None
    assert second.win is not None
    assert last.win is not None
    assert last.win.mean == pytest.approx(first.win.mean - second.win.mean)
    for each in last.actions:
        assert list(each.quantiles) == sorted(each.quantiles)
        assert len(each.quantiles) == len(QUANTILES)
    # Another process continues from the totals.
    halfway = Rollouts(game, state, seat, actions)
    for _ in range(3):
        halfway.step()
    stored = msgspec.json.decode(msgspec.json.encode(halfway.totals), type=Totals)
    continued = Rollouts(game, state, seat, actions, totals=stored)
    while continued.totals.samples < last.samples:
        continued.step()
    assert continued.comparison() == last


def test_differences_agree_with_exact_values(played: Played) -> None:
    game, state, seat, _ = late(played, "knister", "casual,strong", left=14)
    exact = assess(game, state, seat)
    best, worst = exact.choices[0], exact.choices[-1]
    assert best.uncertainty == 0
    *_, found = compare_by_rollouts(game, state, seat, [best.action, worst.action], max_samples=100)
    assert found.points.uncertainty < 1
    assert found.points.mean == pytest.approx(best.points - worst.points, abs=0.2 + 4 * found.points.uncertainty)


def test_both_actions_meet_the_same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    game = knobel.make("knoeffel", columns=1)
    state = game.apply(game.start(1), knobel.Roll((1, 2, 2, 3, 6)))
    thrown: dict[str, dict[int, tuple[int, ...]]] = {}
    apply = type(game).apply

    def noted(self: Any, position: Any, event: Any) -> Any:
        if isinstance(event, knobel.Roll):
            opened = sum(each is None for each in position.sheets[0][0].points)
            thrown[action].setdefault(opened, event.dice)
        return apply(self, position, event)

    monkeypatch.setattr(type(game), "apply", noted)
    for action in ("ch.1", "k22"):
        thrown[action] = {}
        play_out(game, game.apply(state, Move(0, action)), 0, (1, 2))
    first, second = (thrown[action] for action in ("ch.1", "k22"))
    # The first throws of the later turns are of all five dice.
    assert [first[opened] for opened in range(12, 0, -1)] == [second[opened] for opened in range(12, 0, -1)]


def test_hidden_entries_of_others_are_not_used() -> None:
    game = knobel.make("knister")
    state = game.apply(game.start(2), knobel.Roll((3, 4)))
    seen = [reopened(game, game.apply(state, Move(1, cell)), 0) for cell in ("a1", "c3")]
    assert seen[0] == seen[1] == state


def test_equal_sheets_do_not_always_tie() -> None:
    game = knobel.make("knister")
    state = game.apply(game.start(2), knobel.Roll((3, 4)))
    for seat in (0, 1):
        state = game.apply(state, Move(seat, "c3"))
    assert {play_out(game, state, 0, (0, number)).win for number in range(8)} >= {0.0, 1.0}


def test_only_two_legal_actions_of_a_seat_to_move_are_compared() -> None:
    game = knobel.make("knister")
    before = game.start(1)
    state = game.apply(before, knobel.Roll((3, 4)))
    with pytest.raises(Illegal):
        Rollouts(game, before, 0, ["a1", "b1"])
    with pytest.raises(Illegal):
        Rollouts(game, state, 0, ["a1", "z9"])
    for actions in (["a1"], ["a1", "a1"], ["a1", "b1", "c1"]):
        with pytest.raises(ValueError, match="two different actions"):
            Rollouts(game, state, 0, actions)


def test_a_comparison_ends_when_it_is_precise() -> None:
    game = knobel.make("knoeffel", columns=1)
    state = game.apply(game.start(1), knobel.Roll((1, 2, 2, 3, 6)))
    # A column is played perfectly: without luck, all samples are equal.
    (found,) = compare_by_rollouts(game, state, 0, ["ch.1", "6s.1"])
    values = assess(game, state, 0)
    assert found.points.mean == pytest.approx(values.of("ch.1").points - values.of("6s.1").points, abs=0.05)


def moments(rows: Iterator[list[float]]) -> Any:
    return sum(np.outer(row, row) for row in rows)


def test_estimates_without_luck_have_valid_intervals() -> None:
    rng, covered, target = Random(1), 0, np.eye(7)[3]
    raw, adjusted = [], []
    for _ in range(400):
        lucks = [rng.gauss(0, 10) for _ in range(8)]
        scores = [50 + luck + rng.gauss(0, 1) for luck in lucks]
        found = estimate(
            moments([1.0, luck, 0.0, score, 0.0, 0.0, 0.0] for luck, score in zip(lucks, scores, strict=True)), target
        )
        raw.append(fmean(scores))
        adjusted.append(found.mean)
        covered += abs(found.mean - 50) < 1.96 * found.uncertainty
    assert fmean(adjusted) == pytest.approx(50, abs=0.15)
    assert stdev(adjusted) < 0.2 * stdev(raw)
    assert 0.92 < covered / 400 < 0.98


def test_equal_samples_are_exact_for_points_but_not_for_victories() -> None:
    same = moments([1.0, 0.0, 0.0, 70.0, 60.0, 1.0, 0.0] for _ in range(10))
    assert estimate(same, np.eye(7)[3]).uncertainty == 0
    assert share(same, np.eye(7)[5]).uncertainty == pytest.approx(1 / 12)


def test_the_factor_for_small_samples_is_that_of_students_t() -> None:
    for freedom, quantile in ((3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042)):
        assert 1.96 * small_sample_factor(freedom) == pytest.approx(quantile, rel=0.03)


def test_quantiles_are_scores_that_occurred() -> None:
    assert quantiles({50: 1, 60: 8, 90: 1}) == (60, 60, 90)
    assert quantiles({70: 3}) == (70, 70, 70)


def test_an_outcome_has_the_points_of_the_seat(played: Played) -> None:
    game, state, seat, (action, _) = late(played, "knaster", "casual,casual")
    after = game.apply(reopened(game, state, seat), Move(seat, action))
    score, win, luck = play_out(game, after, seat, (0, 0))
    assert score >= game.score(after, seat)
    assert win in (0.0, 0.5, 1.0)
    assert luck == play_out(game, after, seat, (0, 0)).luck
    assert not isinstance(game.turn(after), Over)
