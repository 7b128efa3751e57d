"""The readers of photos that ship as WebAssembly modules, as the page uses them, for arrays in this process.

Their kernels take ten seconds to compile; a module takes one.
"""

import json
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from knobel.engines.wasm.image import CODES, FACTS, MODULE
from knobel.engines.wasm.memory import ModuleArray, ModuleMemory
from knobel.vision.dice import kernels as dice
from tests.engines.wasm.wasmtime_host import WasmtimeModule


@cache
def module_memory(kernels: ModuleType) -> ModuleMemory:
    """Return the kernels of a reader, in a module in this process."""
    folder = Path(str(kernels.__file__)).parent
    module = WasmtimeModule((folder / MODULE).read_bytes())
    facts = {"stamp": "", "records": {}, "figures": {}, "arguments": {}} | json.loads((folder / FACTS).read_bytes())
    return ModuleMemory(module, json.dumps(facts), module.allocate(8))


def call(kernels: ModuleType, name: str, *arguments: Any) -> Any:
    """Call a kernel as if it were compiled: arrays are copied to the module, and back to those that can be written."""
    memory = module_memory(kernels)
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


def shipped_kernels(kernels: ModuleType) -> dict[str, Callable[..., Any]]:
    """Return the kernels of a reader by name, with the arguments of the compiled ones."""
    return {entry.__name__: partial(call, kernels, entry.__name__) for entry in kernels.ENTRIES}


SHIPPED_KERNELS = shipped_kernels(dice)
"""Those of the reader of dice."""
