"""The reader in WebAssembly, as the page uses it, agrees with the compiled one to the last bit."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from knobel.engines.shared.arrays import Array
from knobel.engines.wasm.image import CODES, FACTS, MODULE
from knobel.engines.wasm.memory import ModuleArray, ModuleMemory
from knobel.vision import kernels
from knobel.vision.drawing.scene import draw, table_setting
from knobel.vision.kernels import FIELDS, MAX_DICE, SURE
from knobel.vision.reader import packed_file, read_picture
from knobel.vision.settings import SIDE
from knobel.vision.weights import SHIPPED, load_networks
from tests.engines.wasm.wasmtime_host import WasmtimeModule

FOLDER = Path(kernels.__file__).parent


class Reader:
    """The reader in a module in this process."""

    def __init__(self) -> None:
        module = WasmtimeModule((FOLDER / MODULE).read_bytes())
        facts = {
            "stamp": "",
            "records": {},
            "figures": {},
            "arguments": {},
            **json.loads((FOLDER / FACTS).read_bytes()),
        }
        self.memory = ModuleMemory(module, json.dumps(facts), module.allocate(8))
        layers = load_networks(SHIPPED).values()
        shapes = self.array(np.array([layer.kernel.shape for layer in layers]))
        values = self.array(np.concatenate([part.ravel() for layer in layers for part in layer]))
        self.weights = self.array(np.zeros(self.memory.kernels.weights_size(shapes), np.float32))
        self.memory.kernels.pack(values, shapes, self.weights)
        self.scratch = self.array(np.zeros(self.memory.kernels.scratch_size(), np.float32))
        self.dice = self.array(np.zeros((MAX_DICE, len(FIELDS))))

    def array(self, content: Array) -> ModuleArray:
        """Write an array to the memory of the module."""
        block = self.memory._block(content.nbytes)
        self.memory.module.write(block.address, content.tobytes())
        return ModuleArray(block, block.address, CODES[content.dtype.name], content.shape)

    def read(self, picture: Array, counts: Array) -> tuple[Any, ...]:
        """Return the rows of the dice in a picture, and what the kernel returns."""
        found = self.memory.kernels.read(self.array(picture), self.array(counts), self.weights, self.scratch, self.dice)
        return self.dice.tolist()[: found[0]], *found


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


def with_alpha(picture: Array) -> Array:
    """Return a picture as browsers have it, with a fourth channel, which is ignored."""
    return np.dstack([picture, np.arange(picture[..., 0].size, dtype=np.uint8).reshape(picture.shape[:2])])


def agree(reader: Reader, picture: Array, expected: int = 0) -> int:
    """Check that both readers agree, and return the number of dice."""
    counts = np.array([expected, 0])
    dice = np.zeros((MAX_DICE, len(FIELDS)))
    scratch = np.zeros(kernels.scratch_size(), np.float32)
    found = kernels.read(picture, counts, packed_file(SHIPPED), scratch, dice)
    assert reader.read(picture, counts) == (dice[: found[0]].tolist(), *found)
    assert reader.read(with_alpha(picture), counts) == (dice[: found[0]].tolist(), *found)
    assert found[2] == (found[0] > 0 and found[1] >= SURE)
    return int(found[0])


def test_both_readers_agree_on_drawn_pictures(reader: Reader) -> None:
    for name in ("sure", "unsure"):
        with Image.open(Path(__file__).parent / "pictures" / f"{name}.jpg") as image:
            picture = np.array(image)
        assert agree(reader, picture) == len(read_picture(picture).dice) == 5
        agree(reader, picture, 6)
        # The dice at the edges are seen in part.
        agree(reader, np.ascontiguousarray(picture[150:471, 100:500]))


def test_both_readers_agree_on_pictures_of_any_shape(reader: Reader) -> None:
    noise = np.random.default_rng(1)
    for shape in ((1, 1), (3, SIDE), (SIDE, 17), (33, 47)):
        agree(reader, noise.integers(0, 256, (*shape, 3), np.uint8))


@pytest.mark.slow
def test_both_readers_agree_on_many_drawn_pictures(reader: Reader) -> None:
    counts = {agree(reader, draw(30_000_000 + seed, table_setting(5, "wood", "lamp"))[0]) for seed in range(40)}
    assert 5 in counts
