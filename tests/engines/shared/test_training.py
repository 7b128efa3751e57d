"""Checkpoints are refused under other settings, and weights are packed without loss."""

from pathlib import Path

import numpy as np
import pytest

from knobel.core import BadSetup
from knobel.engines.shared import weights as trained
from knobel.engines.shared.data_files import StaleData, save, unpack
from knobel_lab.learning import learner
from knobel_lab.learning.packing import pack
from knobel_lab.learning.training import train


@pytest.mark.slow
def test_other_settings_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "knapp_daneben.npz"
    train(learner("knapp_daneben", seed=4), path, 3)
    with pytest.raises(StaleData):
        train(learner("knapp_daneben", seed=5), path, 6, resume=True)
    save(path, "other rules", {"line_values": np.zeros(3)})
    with pytest.raises(StaleData):
        train(learner("knapp_daneben", seed=4), path, 6, resume=True)


def test_a_missing_data_folder_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KNOBEL_DATA", str(tmp_path / "absent"))
    with pytest.raises(BadSetup, match=rf"^KNOBEL_DATA is no folder: {tmp_path / 'absent'}$"):
        trained.path("knister")


def test_packing() -> None:
    rng = np.random.default_rng(2)
    weights = rng.integers(-(1 << 15), 1 << 15, 1_000_000).astype(np.int16)
    known = np.zeros(weights.size, bool)
    known[rng.integers(0, weights.size, 30)] = True
    known[:5] = known[300_000:300_010] = True
    places, values = unpack(pack("w", weights, known), "w")
    assert np.array_equal(places, np.flatnonzero(known))
    assert np.array_equal(values, weights[known])
