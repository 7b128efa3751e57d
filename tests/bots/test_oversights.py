"""Weak levels sometimes overlook actions that they need not take."""

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from knobel.bots.levels import LEVELS
from knobel.bots.oversights import OPTIONAL_ACTIONS, OVERSIGHTS, notice
from knobel.core import Game
from knobel.engines import Evaluation
from knobel.games import GAMES, make
from knobel.games.kniffeliger import NO_DICE, Kniffeliger, Stage, State

WORTHLESS = Evaluation(0.0, None, exact=False, win_exact=False, merit=0.0)
GAME = Kniffeliger()
SHIFT = (0, 0, 0, 1, 0)
MAIN = GAME.start(2)
SHIFTING = replace(MAIN, stage=Stage.SHIFTING, hands=(SHIFT, NO_DICE))
"""Only seat 0 can move sheets."""


def noticed(level: str, *actions: str, game: Game[Any] = GAME, view: Any = MAIN) -> Counter[tuple[str, ...]]:
    rng, evaluations = Random(1), dict.fromkeys(actions, WORTHLESS)
    return Counter(tuple(notice(game, view, 0, level, evaluations, rng)) for _ in range(400))


def share_overlooked(level: str, view: State) -> float:
    found = noticed(level, "swap.1", "cross.1.fh", "end", view=view)
    assert set(found) <= {("swap.1", "cross.1.fh", "end"), ("end",)}
    return found[("end",)] / found.total()


@pytest.mark.parametrize("level", OVERSIGHTS["kniffeliger"])
def test_action_dice_are_overlooked_as_often_as_the_level_says(level: str) -> None:
    usual, unanswerable = OVERSIGHTS["kniffeliger"][level]
    assert share_overlooked(level, MAIN) == pytest.approx(usual, abs=0.06)
    assert share_overlooked(level, SHIFTING) == pytest.approx(unanswerable, abs=0.06)
    answerable = replace(SHIFTING, hands=(SHIFT, SHIFT))
    assert share_overlooked(level, answerable) == pytest.approx(usual, abs=0.06)


def test_necessary_actions_are_never_overlooked() -> None:
    assert set(noticed("beginner", "shift", "swap.1")) == {("shift", "swap.1")}
    assert set(noticed("master", "swap.1", "end")) == {("swap.1", "end")}
    knister = make("knister")
    assert set(noticed("beginner", "a1", "b1", game=knister, view=knister.start(1))) == {("a1", "b1")}


def test_weaker_levels_overlook_more() -> None:
    assert set(OVERSIGHTS) == set(OPTIONAL_ACTIONS) <= set(GAMES)
    with_errors = [level for level, kind in LEVELS.items() if kind.errs]
    for rates in OVERSIGHTS.values():
        assert list(rates) == with_errors
        for probabilities in zip(*rates.values(), strict=True):
            assert list(probabilities) == sorted(probabilities, reverse=True)
