"""Images: all arrays that the kernels of a game need, laid out for the memory of a WebAssembly module.

An image begins with the size of its header in eight bytes. The header is JSON: the stamp, the entry kernels with the
codes of their results, the code and shape of each kind of record, the measured figures of the game, and the `arguments`
of `Memory`, in which each array has its address in the content, the code of its elements as in `struct`, and its shape.
The content follows. In it, the numbers of an array are split: the first bytes of all numbers, then the second bytes,
and so on, which compresses better by a quarter. `planes` has the address, the size in bytes and the number of these
parts for each such array.
"""

import json
from collections.abc import Mapping
from importlib import import_module
from math import prod
from pathlib import Path
from struct import calcsize
from typing import Any

import numpy as np

from knobel.engines.shared.native_memory import NativeMemory
from knobel.engines.shared.weights import ENGINES
from knobel.engines.wasm.memory import SLOT
from knobel.games import GAMES

ALIGNMENT = 16
CODES = {"float64": "d", "float32": "f", "int64": "q", "int32": "i", "int16": "h", "int8": "b", "bool": "?",
         "uint64": "Q", "uint32": "I", "uint16": "H", "uint8": "B"}  # fmt: skip


MODULE, FACTS = "kernels.wasm", "kernels.json"
"""Names of the module with the kernels of a package, and of the facts about it."""


def module_path(game: str) -> Path:
    """Return the path of the module with the kernels of a game, which ships with the sources."""
    return ENGINES / game / MODULE


def facts_path(game: str) -> Path:
    """Return the path of the facts about that module: the stamp of its sources, and the results of its kernels."""
    return ENGINES / game / FACTS


def games_with_modules() -> tuple[str, ...]:
    return tuple(game for game in GAMES if module_path(game).is_file())


def image(game: str, memory: NativeMemory | None = None) -> bytes:
    """Return the image for the module of a game.

    :param memory: the content of the image, in place of the trained data that ships.
    """
    header, content = laid_out(game, memory)
    for place in header["planes"]:
        split(content, *place)
    encoded = json.dumps(header).encode()
    return len(encoded).to_bytes(SLOT, "little") + encoded + bytes(content)


def laid_out(game: str, memory: NativeMemory | None = None) -> tuple[dict[str, Any], bytearray]:
    """Return the header of an image, and the content as it is in memory; see `image`."""
    if memory is None:
        memory = import_module(f"knobel.engines.{game}.kernels").memory()
    content, known = bytearray(), dict[int, tuple[Any, dict[str, Any]]]()
    arguments = described(memory.arguments, content, known)
    numbers = [array for _, array in known.values() if "s" not in array["code"]]
    header = {
        "stamp": memory.stamp,
        "planes": [(each["array"], (parts := calcsize(each["code"])) * prod(each["shape"]), parts) for each in numbers],
        "kernels": json.loads(facts_path(game).read_bytes())["kernels"],
        "figures": figures(game),
        "records": {name: (element_code(kind.base), kind.shape) for name, kind in memory.records.items()},
        "arguments": arguments,
    }
    return header, content


def figures(game: str) -> dict[str, Any]:
    """Return the measured figures that ship for a game, by the names of their files."""
    files = sorted(set((ENGINES / game).glob("*.json")) - {facts_path(game)})
    found = {file.stem: json.loads(file.read_bytes()) for file in files}
    for data in found.values():
        del data["stamp"]
    return found


def split(content: bytearray, start: int, size: int, parts: int) -> None:
    """Split the numbers of an array in the content, of `parts` bytes each."""
    numbers = bytes(content[start : start + size])
    content[start : start + size] = b"".join(numbers[part::parts] for part in range(parts))


def element_code(kind: np.dtype[Any]) -> str:
    """Return the code of a type of elements, as in `struct`."""
    return f"{kind.itemsize}s" if kind.names else CODES[kind.name]


def described(value: Any, content: bytearray, known: dict[int, tuple[Any, dict[str, Any]]]) -> Any:
    """Return the description of an argument, and append its arrays to the content, each once.

    :param known: the arrays by their identity, with their descriptions.
    """
    if isinstance(value, np.ndarray):
        if id(value) not in known:
            assert value.flags.c_contiguous, "kernels in WebAssembly receive arrays in row-major order"
            content.extend(bytes(-len(content) % ALIGNMENT))
            place = {"array": len(content), "code": element_code(value.dtype), "shape": value.shape}
            known[id(value)] = value, place
            content.extend(value.tobytes())
        return known[id(value)][1]
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        fields = {name: described(part, content, known) for name, part in zip(value._fields, value, strict=True)}
        return {"name": type(value).__name__, "fields": fields}
    if isinstance(value, tuple):
        return {"tuple": [described(part, content, known) for part in value]}
    if isinstance(value, Mapping):
        return {"mapping": {key: described(part, content, known) for key, part in value.items()}}
    return value.item() if isinstance(value, np.generic) else value
