"""Training writes weights that the reader accepts, and continues from its checkpoint. It needs PyTorch."""

from pathlib import Path

import numpy as np
import pytest

from knobel.core import BadSetup
from knobel.engines.shared.data_files import read_metadata
from knobel.vision.dice.reader import read_picture
from knobel.vision.dice.weights import DICE

pytestmark = pytest.mark.slow


def test_training_continues_and_exports(tmp_path: Path) -> None:
    training = pytest.importorskip("knobel_lab.reader.training", exc_type=ImportError)
    checkpoint, weights = tmp_path / "dice.checkpoint.pt", tmp_path / "dice.npz"

    def options(steps: int, *, seed: int = 1, resume: bool = True) -> object:
        return training.Options(
            checkpoint, 3600, 1, seed, resume=resume, max_steps=steps, min_pictures=16, batches=(2, 40), calibration=16
        )

    seen: list[int] = []
    for steps in (1, 3):
        assert training.train(options(steps), weights, lambda now: seen.append(now.steps), lambda: False)
        facts = read_metadata(weights)
        assert facts["steps"] == steps
        assert 0.4 <= facts["temperature"] <= 3
    assert seen == [1, 2, 3]
    assert isinstance(read_picture(np.zeros((64, 64, 3), np.uint8), DICE.load(weights)).dice, list)
    assert not training.train(options(9), weights, print, lambda: True)
    with pytest.raises(BadSetup, match="started with seed 1, not 2"):
        training.train(options(9, seed=2), weights, print, lambda: False)
    checkpoint.write_bytes(b"broken")
    with pytest.raises(BadSetup, match="is broken"):
        training.train(options(9), weights, print, lambda: False)
