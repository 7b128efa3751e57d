"""Training: it learns, resumes as if nothing had happened, and its data is refused under other rules."""

import subprocess
import sys
import time

import numpy as np
import pytest

from knobel.engines.knister.learn import KnisterLearner
from knobel.engines.knister.tables import load_values
from knobel.engines.shared.stamps import Stale, load, pack, save, unpack
from knobel.engines.shared.training import train

GAMES, FIRST = 3_000, 1_200


def state(learner):
    return {name: array.copy() for name, array in learner.state().items()}


def same(one, two):
    return one.keys() == two.keys() and all(np.array_equal(one[name], two[name]) for name in one)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    learner = KnisterLearner(4, FIRST)
    means = []
    path = tmp_path_factory.mktemp("training") / "knister.npz"
    train(learner, path, GAMES, block=500, report=lambda progress: means.append(progress.mean))
    assert means[-1] > means[0] + 5
    return learner


def test_resumed_training_ends_the_same(undisturbed, tmp_path):
    path = tmp_path / "knister.npz"
    for games in (700, 1_700, GAMES):
        learner = KnisterLearner(4, FIRST)
        train(learner, path, games, block=300, resume=True)
    assert same(state(learner), state(undisturbed))


SCRIPT = f"""
import sys, pathlib
from knobel.engines.knister.learn import KnisterLearner
from knobel.engines.shared.training import train
train(KnisterLearner(4, {FIRST}), pathlib.Path(sys.argv[1]), {GAMES}, block=750, every=0, resume=True)
"""


def test_killed_training_ends_the_same(undisturbed, tmp_path):
    path = tmp_path / "knister.npz"
    for _ in range(3):
        process = subprocess.Popen([sys.executable, "-c", SCRIPT, str(path)])
        before = path.stat().st_mtime_ns if path.exists() else 0
        while process.poll() is None and (not path.exists() or path.stat().st_mtime_ns == before):
            time.sleep(0.01)
        time.sleep(0.05)
        process.kill()
        process.wait()
    subprocess.run([sys.executable, "-c", SCRIPT, str(path)], check=True)
    learner = KnisterLearner(4, FIRST)
    learner.restore(load(path, learner.stamp)[0])
    assert same(state(learner), state(undisturbed))


def test_other_settings_are_refused(tmp_path):
    path = tmp_path / "knister.npz"
    train(KnisterLearner(4, FIRST), path, 100)
    with pytest.raises(Stale):
        train(KnisterLearner(5, FIRST), path, 200, resume=True)


def test_data_of_other_rules_is_refused(tmp_path):
    path = tmp_path / "values.npz"
    save(path, "other rules", {"line_values": np.zeros(3)})
    with pytest.raises(Stale):
        load_values(path)


def test_packing():
    rng = np.random.default_rng(2)
    weights = rng.integers(-(1 << 15), 1 << 15, 1_000_000).astype(np.int16)
    known = np.zeros(weights.size, bool)
    known[rng.integers(0, weights.size, 30)] = True
    known[:5] = known[300_000:300_010] = True
    places, values = unpack(pack("w", weights, known), "w")
    assert np.array_equal(places, np.flatnonzero(known))
    assert np.array_equal(values, weights[known])
