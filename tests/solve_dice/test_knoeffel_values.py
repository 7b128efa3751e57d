"""Knöffel in NumPy beside the compiled kernels and the rules: turns, two columns, and what is learned about them."""

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest

from knobel.core import Game
from knobel.engines.knoeffel.arrays import knoeffel
from knobel.engines.knoeffel.compiled_play import consider
from knobel.engines.knoeffel.engine import Standing
from knobel.engines.knoeffel.fitting import learn, play
from knobel.engines.knoeffel.policy import Policy
from knobel.engines.knoeffel.solve import column_values, together_values
from knobel.engines.knoeffel.values import CLASS, FILLED, NEVER, USED, Worth, worth
from knobel.engines.shared.five_dice import KEEPS, five_dice
from knobel.engines.shared.lanes import LANES
from knobel.games.knoeffel import FIELDS, Column, Knoeffel, State


@pytest.fixture(scope="module")
def exact() -> Worth:
    """What is composed, without learned weights, as it was before packing."""
    values = column_values()
    return Worth(knoeffel(), values, np.zeros_like(values), together_values())


def sheets(of: Worth, games: int) -> np.ndarray:
    """Sheets that come up in games, some before every turn."""
    _, seen = play(Policy(of), games, np.random.default_rng(2))
    return seen.reshape(-1, 2, 3)


def test_a_turn_is_that_of_the_kernel(exact: Worth) -> None:
    seen = sheets(exact, 4)[::5]
    keeps = np.empty((3, len(KEEPS), LANES))
    slow = [consider(knoeffel(), five_dice(), column_values(), together_values(), sheet, keeps) for sheet in seen]
    assert Policy(exact).values(seen) == pytest.approx(np.array(slow), abs=1e-9)


def test_the_worth_after_an_entry_is_that_of_the_sheet_then() -> None:
    known = worth()
    rng = Random(1)
    for sheet in sheets(known, 3):
        means, kinds = known.after(sheet[None])[0][0], known.kinds(sheet[None])[0]
        for column, field, rank, free in rng.sample(list(np.argwhere(means > NEVER)), 4):
            after = sheet.copy()
            after[column] = sheet[column, FILLED] | 1 << field, kinds[column, field, rank], sheet[column, USED] + free
            assert means[column, field, rank, free] == pytest.approx(known.sheets(after[None])[0][0], abs=1e-3)


def test_two_open_fields_by_the_rules(by_the_rules: Callable[[Game[Any], Any], float]) -> None:
    points = (3, 6, 9, 12, 15, 18) + (0,) * 7
    columns = tuple(
        Column(tuple(None if name == field else n for name, n in zip(FIELDS, points, strict=True)), used)
        for field, used in (("kn", 2), ("6s", 3))
    )
    game = Knoeffel()
    policy = Policy(worth())
    standing = Standing(policy, columns, sequential=False)
    value = standing.rest + policy.values(standing.open[None])[0]
    # The tables are kept in steps of 0.004 points.
    assert value == pytest.approx(by_the_rules(game, State((columns,))), abs=0.01)


def test_learning_says_what_a_turn_ahead_says(exact: Worth) -> None:
    seen = sheets(exact, 20)
    early = seen[(seen[..., FILLED] != (1 << len(FIELDS)) - 1).all(axis=1)]
    weights = learn(exact, games=150, seed=3)
    assert (weights == learn(exact, games=150, seed=3)).all()
    learned = exact.learned(weights)
    off = [np.abs(Policy(of).values(early) - of.sheets(early)[0]).mean() for of in (exact, learned)]
    assert off[1] < 0.8 * off[0]


def test_deeper_is_a_turn_ahead_of_every_entry(exact: Worth) -> None:
    policy = Policy(exact)
    for sheet in sheets(exact, 1)[3:24:7]:
        moved, means = policy.deeper(sheet), exact.after(sheet[None])[0][0]
        for column, field, rank, free in ((0, 11, 0, 0), (1, 12, 0, 1), (1, 5, 2, 0)):
            if means[column, field, rank, free] > NEVER:
                after = sheet.copy()
                after[column, CLASS] = exact.kinds(sheet[None])[0, column, field, rank]
                after[column, FILLED] |= 1 << field
                after[column, USED] += free
                ahead = policy.values(after[None])[0]
                assert means[column, field, rank, free] + moved[column, field, rank, free] == pytest.approx(ahead)
