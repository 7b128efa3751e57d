"""The reader in WebAssembly, as the page uses it, agrees with the compiled one to the last bit."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from knobel.engines.shared.arrays import Array
from knobel.vision.dice import kernels
from knobel.vision.dice.kernels import FIELDS, MAX_DICE, SURE
from knobel.vision.dice.reader import packed_file, read_picture
from knobel.vision.dice.settings import SIDE
from knobel.vision.dice.weights import DICE, SHIPPED
from knobel_lab.reader.drawing.scene import draw, table_setting
from tests.vision.shipped_reader import SHIPPED_KERNELS

pytestmark = pytest.mark.slow


def with_alpha(picture: Array) -> Array:
    """Return a picture as browsers have it, with a fourth channel, which is ignored."""
    return np.dstack([picture, np.arange(picture[..., 0].size, dtype=np.uint8).reshape(picture.shape[:2])])


def found(read: Callable[..., tuple[int, float, int, int]], picture: Array, expected: int) -> tuple[Any, ...]:
    """Return what a reader finds: the rows of the dice, and what the kernel returns."""
    dice, scratch = np.zeros((MAX_DICE, len(FIELDS))), np.zeros(kernels.scratch_size(), np.float32)
    count, *verdict = read(picture, np.array([expected, 0]), packed_file(SHIPPED), scratch, dice)
    return dice[:count].tolist(), count, *verdict


def agree(picture: Array, expected: int = 0) -> int:
    """Check that both readers agree, and return the number of dice."""
    _, count, probability, is_sure, _ = compiled = found(kernels.read, picture, expected)
    assert found(SHIPPED_KERNELS["read"], picture, expected) == compiled
    assert found(SHIPPED_KERNELS["read"], with_alpha(picture), expected) == compiled
    assert not is_sure or (count == (expected or count) > 0 and probability >= SURE)
    return int(count)


def test_both_readers_use_the_same_weights() -> None:
    layers = DICE.load(SHIPPED).values()
    shapes = np.array([layer.kernel.shape for layer in layers])
    values = np.concatenate([part.ravel() for layer in layers for part in layer])
    weights = np.zeros(SHIPPED_KERNELS["weights_size"](shapes), np.float32)
    SHIPPED_KERNELS["pack"](values, shapes, weights)
    assert (weights == packed_file(SHIPPED)).all()
    assert SHIPPED_KERNELS["scratch_size"]() == kernels.scratch_size()


def test_both_readers_agree_on_drawn_pictures() -> None:
    for name in ("sure", "unsure"):
        with Image.open(Path(__file__).parent / "pictures" / f"{name}.jpg") as image:
            picture = np.array(image)
        assert agree(picture) == len(read_picture(picture).dice) == 5
        agree(picture, 6)
        # The dice at the edges are seen in part.
        agree(np.ascontiguousarray(picture[150:471, 100:500]))


def test_both_readers_agree_on_pictures_of_any_shape() -> None:
    noise = np.random.default_rng(1)
    for shape in ((1, 1), (3, SIDE), (SIDE, 17), (33, 47)):
        agree(noise.integers(0, 256, (*shape, 3), np.uint8))


def test_both_readers_agree_on_many_drawn_pictures() -> None:
    counts = {agree(draw(30_000_000 + seed, table_setting(5, "wood", "lamp"))[0]) for seed in range(40)}
    assert 5 in counts
