"""Verdicts on single decisions do not contradict themselves, and points are not thrown away unpunished."""

from pathlib import Path
from random import Random
from typing import get_args

import pytest

from benchmarks.coach_contradictions import contradictions, verdicts
from benchmarks.coach_lost_points import PRAISE, losing
from knobel.coach import Assessment, Choice, Grade, review_move, why
from knobel.coach.grades import cost, grade
from knobel.core import Move
from knobel.engines import games_with
from knobel.engines.engine import Effort
from knobel.notation import Record, load
from tests.coach.conftest import Played
from tests.slow import slow_except

RECORDS = Path(__file__).parent / "records"
POSITIONS = 4
"""Number of positions of a game in which all actions are judged."""


@pytest.mark.parametrize("effort", slow_except("quick", games=get_args(Effort)))
@pytest.mark.parametrize("name", slow_except("knaster", "kniffeliger", games=games_with("engine")))
def test_no_verdict_contradicts_itself(played: Played, name: str, effort: Effort) -> None:
    for event, found in verdicts(played(name, "random,casual", seed=4), effort, Random(4), POSITIONS):
        assert not list(contradictions(found)), f"event {event}: {found}"


@pytest.mark.parametrize("effort", get_args(Effort))
@pytest.mark.parametrize("file", sorted(RECORDS.glob("*_better_than_itself.jsonl")), ids=lambda file: file.stem)
def test_no_action_is_better_than_itself(file: Path, effort: Effort) -> None:
    """The last action of each record is compared with another one that has fewer points than it."""
    record, _ = load(file.read_text().splitlines())
    *events, move = record.events
    assert isinstance(move, Move)
    found = review_move(Record(record.game, record.seats, events), move, effort)
    assert found is not None
    assert (found.error, found.better, found.grade) == (0, None, Grade.BEST)


def assessment(*choices: tuple[float, float], to_win: str, resolution: float) -> Assessment:
    """Return an assessment of actions `a`, `b` ... with these points and probabilities of winning, the best first."""
    made = [Choice(name, points, 1.0, win, 0.1) for name, (points, win) in zip("abcd", choices, strict=False)]
    return Assessment(0, tuple(made), 0.0, to_win, resolution)


def test_points_decide_where_chances_do_not_tell_which_action_wins_more_often() -> None:
    found = assessment((120, 0.50), (115, 0.51), (100, 0.515), (119, 0.30), to_win="a", resolution=0.02)
    assert [found.judged_by(action) for action in "abcd"] == ["points", "points", "points", "win"]
    assert [found.reference(action).action for action in "abcd"] == ["a"] * 4
    assert grade(cost(found, "c")) is Grade.BLUNDER
    # The same chances, known exactly.
    exact = assessment((120, 0.50), (115, 0.51), (100, 0.515), (119, 0.30), to_win="c", resolution=0.0)
    assert [exact.judged_by(action) for action in "abcd"] == ["win", "win", "points", "win"]


def test_reasons_name_no_chance_that_does_not_tell_which_action_wins_more_often(played: Played) -> None:
    record = played("kniffeliger", "casual,casual")
    game, view = record.game, record.game.apply(record.game.start(2), record.events[0])
    for resolution, kinds in ((0.1, []), (0.02, ["win_over_points"])):
        found = assessment((120, 0.48), (115, 0.53), to_win="a", resolution=resolution)
        reasons = why(game, view, renamed(found), "3k", "kn")
        assert [reason.kind for reason in reasons if reason.kind.startswith("win")] == kinds


def renamed(found: Assessment) -> Assessment:
    """Return an assessment of two actions of Kniffeliger."""
    choices = [
        Choice(action, each.points, each.uncertainty, each.win, each.win_uncertainty)
        for action, each in zip(("kn", "3k"), found.choices, strict=False)
    ]
    return Assessment(found.seat, tuple(choices), found.margin, "3k", found.win_resolution)


@pytest.mark.parametrize("options", [pytest.param({}, marks=pytest.mark.slow), {"action_dice": "next_round"}])
def test_throwing_points_away_early_is_not_praised(played: Played, options: dict[str, str]) -> None:
    """Long before the end of Kniffeliger a chance to win hardly depends on points, but they are lost all the same."""
    record = played("kniffeliger", "random,advanced,casual", seed=2, **options)
    found = [decision for _, decision in losing(record, "master", rounds=7, points=5)]
    assert len(found) > 10
    assert [each for each in found if each.grade in PRAISE] == []
