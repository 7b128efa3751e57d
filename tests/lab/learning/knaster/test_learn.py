"""The learner of Knaster soon plays well, and can be stopped and resumed."""

from pathlib import Path

import numpy as np
import pytest

from knobel.engines.knaster.lookup import load_values
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.data_files import StaleData, save
from knobel_lab.learning.knaster.learn import STEP, KnasterLearner
from tests.lab.learning.exploration import began_badly

pytestmark = pytest.mark.slow


def learner() -> KnasterLearner:
    return KnasterLearner(3, alike_games=300, explored_games=500, settled_games=520, mean_every=20)


@pytest.fixture(scope="module")
def undisturbed() -> tuple[KnasterLearner, Array]:
    learning = learner()
    return learning, learning.learn(0, 600)


def test_learning_soon_plays_well(undisturbed: tuple[KnasterLearner, Array]) -> None:
    _, scores = undisturbed
    # Random play scores 10.3.
    assert scores[200:300].mean() > 45


def test_a_resumed_run_ends_the_same(undisturbed: tuple[KnasterLearner, Array]) -> None:
    learning, scores = undisturbed
    first, second = learner(), learner()
    assert (first.learn(0, 431) == scores[:431]).all()
    second.restore({name: array.copy() for name, array in first.state().items()})
    assert (second.learn(431, 169) == scores[431:]).all()
    assert (second.tables.weights == learning.tables.weights).all()
    assert (second.sum == learning.sum).all()


def test_exported_values_are_those_learned(undisturbed: tuple[KnasterLearner, Array], tmp_path: Path) -> None:
    learning, _ = undisturbed
    learning.export(tmp_path / "knaster.npz", 600)
    loaded = load_values(tmp_path / "knaster.npz").weights.view(np.float16)
    met = learning.traces.errors[:, 1] > 0
    assert learning.added == 4
    assert loaded[met] == pytest.approx(learning.sum[met] / 4, rel=1e-3, abs=0.51 * STEP)
    save(tmp_path / "old.npz", "another stamp", {})
    with pytest.raises(StaleData):
        load_values(tmp_path / "old.npz")


def test_several_threads_share_the_weights(tmp_path: Path) -> None:
    learning = KnasterLearner(3, threads=2, alike_games=300, explored_games=500, settled_games=520, mean_every=20)
    scores = learning.learn(0, 600)
    assert scores[200:300].mean() > 45
    # Both threads play, with different dice.
    assert (scores[:10] != scores[10:20]).any()
    resumed = KnasterLearner(3, threads=2, alike_games=300, explored_games=500, settled_games=520, mean_every=20)
    resumed.restore({name: array.copy() for name, array in learning.state().items()})
    assert (resumed.tables.weights == learning.tables.weights).all()
    assert (np.array(resumed.rngs) == learning.rngs).all()
    learning.export(tmp_path / "knaster.npz", 600)
    assert load_values(tmp_path / "knaster.npz").weights.any()


def test_at_last_every_other_sheet_begins_badly() -> None:
    learning = KnasterLearner(3, alike_games=40, explored_games=40)
    learning.learn(0, 40)
    assert not learning.traces.explored.any()
    assert 8 <= began_badly(learning, 40) <= 36
