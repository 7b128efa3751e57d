"""Knister's learner writes the weights that it has learned, in a smaller form."""

from pathlib import Path

import numpy as np
import pytest

from knobel.engines.knister.lookup import Tables, load_values, row_shape
from knobel.engines.shared.grid import OPEN_MULTISETS
from knobel_lab.learning.knister import learn
from knobel_lab.learning.knister.learn import STEP, KnisterLearner
from tests.lab.learning.exploration import began_badly

pytestmark = pytest.mark.slow

FIRST, SECOND, THIRD, GAMES = ENDS = 800, 1_500, 1_800, 2_000
PHASES = tuple(phase._replace(end=end) for phase, end in zip(learn.PHASES, ENDS, strict=True))


@pytest.fixture(scope="module")
def learner() -> KnisterLearner:
    learner = KnisterLearner(4, PHASES)
    learner.learn(0, GAMES)
    return learner


def stored_as_learned(stored: Tables, learned: Tables) -> None:
    """Every used value of a pair of lines equals the learned one, except for rounding."""
    values = learned.pair_values.reshape(-1, OPEN_MULTISETS)
    kinds = row_shape()[1]
    for number, row in enumerate(stored.pair_rows):
        # Of two lines that a symmetry exchanges, only one order is used.
        kind = number // OPEN_MULTISETS % kinds
        first = number % OPEN_MULTISETS if stored.crossings.symmetric[kind] else 0
        # Before the stages are separate, all use the values of the first.
        stage = learned.stage[np.argmax(stored.stage == number // OPEN_MULTISETS // kinds)]
        found = stored.pair_values[row + first : row + OPEN_MULTISETS] * stored.scale
        expected = values[stage * kinds * OPEN_MULTISETS + number % (kinds * OPEN_MULTISETS), first:]
        assert np.abs(found - expected).max() <= 0.51 * STEP


def test_play_uses_the_learned_values(learner: KnisterLearner, tmp_path: Path) -> None:
    path = tmp_path / "values.npz"
    learner.export(path, GAMES)
    tables = load_values(path)
    stored_as_learned(tables, learner.playable(GAMES))
    assert tables.pair_values.size < learner.tables.pair_values.size / 5
    assert np.allclose(tables.line_values, learner.tables.line_values, rtol=1e-3, atol=1e-4)


def test_values_exported_before_the_stages_open_are_of_one_stage(tmp_path: Path) -> None:
    learner = KnisterLearner(4, PHASES)
    learner.learn(0, FIRST // 2)
    path = tmp_path / "values.npz"
    learner.export(path, FIRST // 2)
    stored_as_learned(load_values(path), learner.playable(FIRST // 2))
    assert np.abs(learner.tables.pair_values).max() > 0


def test_at_last_games_begin_badly(learner: KnisterLearner) -> None:
    assert began_badly(learner, FIRST) == 0
    assert 20 <= began_badly(learner, SECOND) <= 38
    assert 3 <= began_badly(learner, THIRD) <= 20
