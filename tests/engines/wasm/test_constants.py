"""What is read once of the tables of an engine stays true: no kernel changes them."""

from collections.abc import Iterator, Mapping
from math import prod
from struct import calcsize
from typing import Any

import pytest

from knobel.engines import engine
from knobel.engines.wasm.image import games_with_modules
from knobel.engines.wasm.memory import CONSTANTS, ModuleArray
from tests.engines.wasm.positions import positions, values
from tests.engines.wasm.shipped import shipped_image, shipped_memory


def arrays(node: Any) -> Iterator[ModuleArray]:
    """Return the arrays in arguments."""
    if isinstance(node, ModuleArray):
        yield node
    elif isinstance(node, tuple | Mapping):
        for part in node.values() if isinstance(node, Mapping) else node:
            yield from arrays(part)


@pytest.mark.parametrize("name", games_with_modules())
def test_constants_are_what_was_shipped(name: str) -> None:
    memory = shipped_memory(name)
    for position in positions(name, 1, 12):
        values(engine(position[0]), position)
    _, content = shipped_image(name)
    start = memory._image.address
    for array in arrays(memory.arguments.get(CONSTANTS)):
        assert array.shape is not None
        first, size = array.address - start, prod(array.shape) * calcsize(array.code)
        assert memory.module.read(array.address, size) == content[first : first + size]
