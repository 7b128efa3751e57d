"""What Knister's learner writes is what it has learned, in less room."""

from pathlib import Path

import numpy as np
import pytest

from knobel.engines.knister.learn import KnisterLearner
from knobel.engines.knister.selfplay import play
from knobel.engines.knister.tables import UNITS, Search, load_values, row_shape
from knobel.engines.shared.grid import OPEN

FIRST, GAMES = 800, 2_000


@pytest.fixture(scope="module")
def learner() -> KnisterLearner:
    learner = KnisterLearner(4, FIRST)
    learner.learn(0, GAMES)
    return learner


def test_what_is_played_with_is_what_was_learned(learner: KnisterLearner, tmp_path: Path) -> None:
    path = tmp_path / "values.npz"
    learner.export(path, GAMES)
    tables = load_values(path)
    learned = learner.tables.pair_values.reshape(-1, OPEN)
    for number, (row, values) in enumerate(zip(tables.pair_rows, learned, strict=True)):
        # Of lines that a symmetry exchanges, only one order is ever asked for.
        kind = number // OPEN % row_shape()[1]
        first = number % OPEN if tables.crossings.symmetric[kind] else 0
        stored = tables.pair_values[row + first : row + OPEN] * tables.scale
        assert np.abs(stored - values[first:]).max() <= 0.51 / UNITS
    assert tables.pair_values.size < learned.size / 5
    assert np.allclose(tables.line_values, learner.tables.line_values, rtol=1e-3, atol=1e-4)


def test_values_exported_before_the_stages_open_play_the_same(tmp_path: Path) -> None:
    learner = KnisterLearner(4, FIRST)
    learner.learn(0, 400)
    path = tmp_path / "values.npz"
    learner.export(path, 400)
    ahead = Search.of(((3,),))
    stored, _ = play(load_values(path), ahead, 1, 20)
    learned, _ = play(learner.playable(400), ahead, 1, 20)
    assert stored.mean() == pytest.approx(learned.mean(), abs=2)
