"""The reader of dice that ships as a WebAssembly module, as the page uses it, for arrays in this process.

Its kernels take ten seconds to compile; the module takes one.
"""

import json
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np

from knobel.engines.wasm.image import CODES, FACTS, MODULE
from knobel.engines.wasm.memory import ModuleArray, ModuleMemory
from knobel.vision import kernels
from tests.engines.wasm.wasmtime_host import WasmtimeModule

FOLDER = Path(kernels.__file__).parent


@cache
def module_memory() -> ModuleMemory:
    """Return the kernels of the reader, in a module in this process."""
    module = WasmtimeModule((FOLDER / MODULE).read_bytes())
    facts = {"stamp": "", "records": {}, "figures": {}, "arguments": {}} | json.loads((FOLDER / FACTS).read_bytes())
    return ModuleMemory(module, json.dumps(facts), module.allocate(8))


def call(name: str, *arguments: Any) -> Any:
    """Call a kernel as if it were compiled: arrays are copied to the module, and back to those that can be written."""
    memory = module_memory()
    placed = [place(memory, each) if isinstance(each, np.ndarray) else each for each in arguments]
    result = getattr(memory.kernels, name)(*placed)
    for each, there in zip(arguments, placed, strict=True):
        if isinstance(there, ModuleArray) and each.flags.writeable:
            content = memory.module.read(there.address, each.nbytes)
            each[...] = np.frombuffer(content, each.dtype).reshape(each.shape)
    return result


def place(memory: ModuleMemory, content: np.ndarray) -> ModuleArray:
    """Return a copy of an array in the memory of the module."""
    block = memory._block(content.nbytes)
    memory.module.write(block.address, content.tobytes())
    return ModuleArray(block, block.address, CODES[content.dtype.name], content.shape)


SHIPPED_KERNELS = {entry.__name__: partial(call, entry.__name__) for entry in kernels.ENTRIES}
"""The kernels by name, with the arguments of the compiled ones."""
