"""Weak levels sometimes overlook actions that they need not take."""

from collections import Counter
from random import Random

import pytest

from knobel.bots.levels import LEVELS
from knobel.bots.oversights import OPTIONAL_ACTIONS, OVERSIGHTS, notice
from knobel.engines import Evaluation
from knobel.games import GAMES

WORTHLESS = Evaluation(0.0, None, exact=False, win_exact=False, merit=0.0)


def noticed(game: str, level: str, *actions: str) -> Counter[tuple[str, ...]]:
    rng, evaluations = Random(1), dict.fromkeys(actions, WORTHLESS)
    return Counter(tuple(notice(game, level, evaluations, rng)) for _ in range(400))


@pytest.mark.parametrize("level", OVERSIGHTS["kniffeliger"])
def test_action_dice_are_overlooked_as_often_as_the_level_says(level: str) -> None:
    found = noticed("kniffeliger", level, "swap.2", "cross.2.fh", "end")
    assert set(found) == {("swap.2", "cross.2.fh", "end"), ("end",)}
    assert found[("end",)] / found.total() == pytest.approx(OVERSIGHTS["kniffeliger"][level], abs=0.06)


def test_necessary_actions_are_never_overlooked() -> None:
    assert set(noticed("kniffeliger", "beginner", "shift", "swap.2")) == {("shift", "swap.2")}
    assert set(noticed("kniffeliger", "master", "swap.2", "end")) == {("swap.2", "end")}
    assert set(noticed("knister", "beginner", "a1", "b1")) == {("a1", "b1")}


def test_weaker_levels_overlook_more() -> None:
    assert set(OVERSIGHTS) == set(OPTIONAL_ACTIONS) <= set(GAMES)
    with_errors = [level for level, kind in LEVELS.items() if kind.errs]
    for rates in OVERSIGHTS.values():
        assert list(rates) == with_errors
        assert list(rates.values()) == sorted(rates.values(), reverse=True)
