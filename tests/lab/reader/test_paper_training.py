"""Training of the reader of paper writes weights that the reader accepts, and continues from its checkpoint."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from knobel.core import BadSetup
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.data_files import read_metadata
from knobel.vision.paper.weights import PAPER
from knobel_lab.reader.paper import glyphs

pytestmark = pytest.mark.slow


def stroke_glyphs(_: Path, *, is_test: bool = False) -> object:
    """Return digits from strokes, in place of fonts and of sets that are not installed here."""
    random = np.random.default_rng(is_test)
    drawn: list[tuple[Array, float]] = [
        glyphs.normalised(glyphs.stroke_digit(digit, random)) for digit in range(10) for _ in range(4)
    ]
    numbers = np.arange(40).reshape(10, 4)
    return glyphs.Glyphs(
        np.stack([picture for picture, _ in drawn]),
        np.array([width for _, width in drawn], np.float32),
        numbers.T[:2],
        np.array([True, False]),
        numbers,
        numbers,
    )


def test_training_continues_and_keeps_the_other_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    training = pytest.importorskip("knobel_lab.reader.paper.training", exc_type=ImportError)
    checkpoint, weights = tmp_path / "paper.checkpoint.pt", tmp_path / "paper.npz"

    def options(steps: int, *, seed: int = 1, networks: tuple[str, ...] = training.NETWORKS) -> object:
        batches = {"finder": 1, "classifier": 32}
        return training.Options(
            checkpoint, tmp_path, 3600, seed, networks, resume=True, max_steps=steps, calibration=64, batches=batches
        )

    with pytest.raises(BadSetup, match="has no fonts or no digits: install the packages"):
        training.train(options(1), weights, print, lambda: False)
    monkeypatch.setattr(training, "load_glyphs", stroke_glyphs)
    for steps in (1, 2):
        assert training.train(options(steps), weights, print, lambda: False)
        facts = read_metadata(weights)
        assert min(facts["steps"].values()) == steps
        assert 0.4 <= facts["temperature"] <= 3
    shipped = PAPER.load(PAPER.shipped)
    assert {name: layer.kernel.shape for name, layer in PAPER.load(weights).items()} == {
        name: layer.kernel.shape for name, layer in shipped.items()
    }
    assert not training.train(options(9), weights, print, lambda: True)
    with pytest.raises(BadSetup, match="started with seed 1, not 2"):
        training.train(options(9, seed=2), weights, print, lambda: False)
    with pytest.raises(BadSetup, match="was made with other networks"):
        training.train(options(9, networks=("classifier",)), weights, print, lambda: False)
    checkpoint.unlink()
    assert training.train(options(1, networks=("classifier",)), weights, print, lambda: False)
    trained = PAPER.load(weights)
    for name, layer in shipped.items():
        is_kept = bool((trained[name].kernel == layer.kernel).all())
        assert is_kept == name.startswith("finder"), name


def test_training_starts_from_the_outputs_of_given_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    training = pytest.importorskip("knobel_lab.reader.paper.training", exc_type=ImportError)
    monkeypatch.setattr(training, "load_glyphs", stroke_glyphs)
    checkpoint, weights = tmp_path / "paper.checkpoint.pt", tmp_path / "paper.npz"
    options = training.Options(
        checkpoint,
        tmp_path,
        3600,
        start=PAPER.shipped,
        max_steps=0,
        calibration=64,
        batches={"finder": 2, "classifier": 64},
    )
    assert training.train(options, weights, print, lambda: False)
    with pytest.raises(BadSetup, match="was started from weights: continue with --start"):
        training.train(replace(options, start=None, resume=True), weights, print, lambda: False)
    shipped, started = PAPER.load(PAPER.shipped), PAPER.load(weights)
    for name, layer in shipped.items():
        if not name.endswith("out"):
            # Folding the statistics in and out loses less than a step of the stored numbers.
            largest = abs(layer.kernel).max((1, 2, 3), keepdims=True)
            assert (abs(started[name].kernel - layer.kernel) <= largest / 60 + 1e-4).all(), name
            assert started[name].bias == pytest.approx(layer.bias, abs=1e-3), name
