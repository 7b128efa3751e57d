"""The learner of Knapp Daneben! improves, can be stopped and resumed, and writes the learned values."""

from pathlib import Path

import numpy as np
import pytest

from knobel.engines.knapp_daneben.lookup import VALUE_NAMES, Tables, load_values
from knobel.engines.knapp_daneben.search import Search
from knobel.engines.knapp_daneben.values import SHEET, Scratch
from knobel.engines.shared.data_files import StaleData, save
from knobel.engines.shared.rng import generator
from knobel_lab.learning.knapp_daneben.learn import KnappDanebenLearner, play_all_colours
from knobel_lab.learning.knapp_daneben.selfplay import play
from tests.lab.learning.exploration import began_badly

pytestmark = pytest.mark.slow

FIRST, GAMES = 2_500, 3_000


@pytest.fixture(scope="module")
def learner() -> KnappDanebenLearner:
    """A learner after an uninterrupted run, which has improved."""
    learner = KnappDanebenLearner(3, FIRST)
    scores = learner.learn(0, GAMES)
    assert scores[FIRST - 500 : FIRST].mean() > scores[:500].mean() + 2
    return learner


def test_exported_values_play_like_the_learner(learner: KnappDanebenLearner, tmp_path: Path) -> None:
    learner.export(tmp_path / "values.npz", GAMES)
    values, deviations = load_values(tmp_path / "values.npz")
    for name in VALUE_NAMES:
        assert np.allclose(getattr(values, name), getattr(learner.tables, name), rtol=1e-3, atol=1e-4)
    assert 5 < deviations.deviation[1] < 15
    assert deviations.deviation[25] == 0
    # Early values have errors that are common to all colours, until more games are learned.
    assert (deviations.correlation[13:] < 0.3).all()
    (stored, _), (learned, _) = (play(tables, Search.of(2), 1, 30) for tables in (values, learner.tables))
    assert stored.mean() == pytest.approx(learned.mean(), abs=3)


def test_data_of_other_rules_is_refused(tmp_path: Path) -> None:
    save(tmp_path / "values.npz", "other rules", {})
    with pytest.raises(StaleData):
        load_values(tmp_path / "values.npz")


def test_deviations_are_of_whole_games(random_values: Tables) -> None:
    expected = np.zeros((20, 26, 5))
    play_all_colours(random_values, Scratch.empty(), generator(1), np.zeros(5, SHEET), expected)
    assert (expected[:, -1] % 1 == 0).all()
    assert (expected[:, -1] > 5).all()


def test_luck_is_neither_good_nor_bad(learner: KnappDanebenLearner) -> None:
    """Games of one seed are also the same games."""
    scores, luck = play(learner.tables, Search.of(), 3, 400)
    again, _ = play(learner.tables, Search.of(), 3, 400)
    assert (scores == again).all()
    assert abs(luck.mean()) < 4 * luck.std() / len(luck) ** 0.5
    assert (scores - luck).std() < scores.std()


def test_at_last_three_of_four_games_begin_badly(learner: KnappDanebenLearner) -> None:
    assert began_badly(learner, 0) == 0
    assert 20 <= began_badly(learner, FIRST) <= 38
