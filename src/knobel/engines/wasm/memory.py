"""Kernels in a WebAssembly module, with arrays in its memory: a `Memory` without NumPy and Numba.

A kernel reads its arguments from slots of eight bytes in the module's memory and writes its results to such slots
(`tools/wasm_target.py`). An array is passed as Numba's structure of an array, a record as its address, and a tuple as
its parts.
"""

import json
from collections import namedtuple
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import prod
from struct import Struct, calcsize, pack
from types import SimpleNamespace
from typing import Any, Protocol

INTEGERS, FLOATS = "q", "d"
"""The codes of 64-bit integers and floats, as in `struct`."""
KINDS: Mapping[str, tuple[str, tuple[int, ...]]] = {"float64": (FLOATS, ()), "int64": (INTEGERS, ())}
"""The codes and shapes of elements, by the name of their type."""
SLOT = 8
"""The size of an argument or result, in bytes."""
RESULT_SLOTS = 8
ARGUMENT_BYTES = 1 << 13


class KernelFailed(RuntimeError):
    """A kernel in a WebAssembly module did not return normally, for example because the memory is full."""


class Module(Protocol):
    """An instance of a WebAssembly module with kernels, in any host."""

    def call(self, kernel: str, arguments: int, results: int) -> int:
        """Call an exported kernel with the addresses of its slots, and return its status, 0 if all is well."""
        ...

    def allocate(self, size: int) -> int:
        """Return the address of new memory, 0 if there is none."""
        ...

    def release(self, address: int) -> None:
        """Free memory that `allocate` returned."""
        ...

    def read(self, address: int, size: int) -> bytes: ...

    def write(self, address: int, content: bytes) -> None: ...


class Block:
    """Memory of a module, freed with the last reference to this object."""

    def __init__(self, module: Module, address: int) -> None:
        """:raises MemoryError: if the address is 0, because the module can have no more memory."""
        self.module, self.address = module, address
        if not address:
            raise MemoryError("the kernels have no more memory")

    def __del__(self) -> None:
        if self.address:
            self.module.release(self.address)


class ModuleArray:
    """An array in row-major order in the memory of a module, or one of its records.

    `code` is the code of its elements as in `struct`, such as `208s` for records of 208 bytes. The shape of a record is
    None.
    """

    __slots__ = ("address", "block", "code", "shape")

    def __init__(self, block: Block, address: int, code: str, shape: tuple[int, ...] | None) -> None:
        self.block, self.address, self.code, self.shape = block, address, code, shape

    def __len__(self) -> int:
        assert self.shape is not None, "a record has no length"
        return self.shape[0]

    def __getitem__(self, index: int | slice) -> Any:
        """Return the element at a non-negative index, which is an array of one dimension less, a record or a number; or
        the array of the elements in a slice.
        """
        rest = (self.shape or ())[1:]
        size = prod(rest) * calcsize(self.code)
        if isinstance(index, slice):
            chosen = range(len(self))[index]
            assert chosen.step == 1, "a slice has no gaps"
            return ModuleArray(self.block, self.address + chosen.start * size, self.code, (len(chosen), *rest))
        if not 0 <= index < len(self):
            raise IndexError(f"{index} is not an index of an array of {len(self)}")
        address = self.address + index * size
        if rest:
            return ModuleArray(self.block, address, self.code, rest)
        if self.code.endswith("s"):
            return ModuleArray(self.block, address, self.code, None)
        element = Struct(f"<{self.code}")
        return element.unpack(self.block.module.read(address, element.size))[0]

    def tolist(self) -> Any:
        """Return the numbers as nested lists."""
        assert self.shape is not None, "a record is no list"
        numbers = Struct(f"<{prod(self.shape)}{self.code}")
        values = list(numbers.unpack(self.block.module.read(self.address, numbers.size)))
        for size in reversed(self.shape[1:]):
            values = [values[start : start + size] for start in range(0, len(values), size)]
        return values


class ModuleMemory:
    """The kernels of a module and their arguments, see `Memory`."""

    def __init__(self, module: Module, header: str, content: int) -> None:
        """Use a new instance of a module in whose memory the content of an image (`engines.wasm.image`) was written.

        :param header: the header of the image.
        :param content: the address of the content, with joined numbers; `Module.allocate` returned it.
        :raises MemoryError: if the memory is exhausted.
        """
        facts = json.loads(header)
        self.module = module
        self.stamp: str = facts["stamp"]
        self.figures: Mapping[str, Any] = facts["figures"]
        self._kinds = {**KINDS, **{name: (code, tuple(shape)) for name, (code, shape) in facts["records"].items()}}
        self._image = Block(module, content)
        self.arguments: Mapping[str, Any] = self._placed(facts["arguments"])
        self._slots = self._block(ARGUMENT_BYTES + RESULT_SLOTS * SLOT)
        self.kernels: Any = SimpleNamespace(
            **{name: self._kernel(name, results) for name, results in facts["kernels"].items()}
        )

    @classmethod
    def load(cls, module: Module, image: bytes) -> "ModuleMemory":
        """Write an image into a new instance of a module, and return its memory.

        :raises MemoryError: if there is not enough memory for it.
        """
        header, content = unpacked(image)
        address = module.allocate(len(content))
        if address:
            module.write(address, content)
        return cls(module, header, address)

    def _block(self, size: int) -> Block:
        return Block(self.module, self.module.allocate(size))

    def integers(self, values: Sequence[int]) -> ModuleArray:
        """Return an array of 64-bit integers."""
        block = self._block(SLOT * len(values))
        self.module.write(block.address, pack(f"<{len(values)}{INTEGERS}", *values))
        return ModuleArray(block, block.address, INTEGERS, (len(values),))

    def zeros(self, kind: str, *shape: int) -> ModuleArray:
        code, inner = self._kinds[kind]
        shape = (*shape, *inner)
        size = prod(shape) * calcsize(code)
        block = self._block(size)
        self.module.write(block.address, bytes(size))
        return ModuleArray(block, block.address, code, shape)

    def _placed(self, node: Any) -> Any:
        """Return arguments from their description in the image."""
        match node:
            case {"array": address, "code": code, "shape": shape}:
                return ModuleArray(self._image, self._image.address + address, code, tuple(shape))
            case {"tuple": items}:
                return tuple(map(self._placed, items))
            case {"name": name, "fields": fields}:
                return namedtuple(name, fields)(*map(self._placed, fields.values()))  # noqa: PYI024 -- made at run time
            case {"mapping": items}:
                return {key: self._placed(item) for key, item in items.items()}
            case _:
                return node

    def _kernel(self, name: str, results: str) -> Callable[..., Any]:
        return partial(self._call, name, Struct("<" + "".join(f"{code}{SLOT - calcsize(code)}x" for code in results)))

    def _call(self, name: str, results: Struct, *arguments: Any) -> Any:
        """Call a kernel and return its result: a number, a tuple of numbers, or None.

        :raises KernelFailed: if it does not return normally.
        """
        parts: list[bytes] = []
        for argument in arguments:
            add_slots(argument, parts)
        slots = b"".join(parts)
        assert len(slots) <= ARGUMENT_BYTES, f"{name} has too many arguments"
        address = self._slots.address
        self.module.write(address, slots)
        status = self.module.call(name, address, address + ARGUMENT_BYTES)
        if status:
            raise KernelFailed(f"{name} failed with status {status}")
        found = results.unpack(self.module.read(address + ARGUMENT_BYTES, results.size))
        return found if len(found) > 1 else found[0] if found else None


def unpacked(image: bytes) -> tuple[str, bytes]:
    """Return the header of an image, and its content as it is in memory."""
    start = SLOT + int.from_bytes(image[:SLOT], "little")
    header, content = image[SLOT:start].decode(), bytearray(image[start:])
    for place, size, parts in json.loads(header)["planes"]:
        planes, count = content[place : place + size], size // parts
        for part in range(parts):
            content[place + part : place + size : parts] = planes[part * count : (part + 1) * count]
    return header, bytes(content)


def add_slots(argument: Any, slots: list[bytes]) -> None:
    """Append the slots of an argument: an array, a record, a number, or a tuple of these."""
    if isinstance(argument, tuple):
        for part in argument:
            add_slots(part, slots)
    elif isinstance(argument, float):
        slots.append(pack("<d", argument))
    elif isinstance(argument, int):
        slots.append(pack("<q", argument))
    elif argument.shape is None:
        slots.append(pack("<q", argument.address))
    else:
        shape, size = argument.shape, calcsize(argument.code)
        strides = [size * prod(shape[axis + 1 :]) for axis in range(len(shape))]
        # Numba's array: the owner, twice; the numbers of elements and of bytes in one; the data, shape and strides.
        numbers = (0, 0, prod(shape), size, argument.address, *shape, *strides)
        slots.append(pack(f"<{len(numbers)}q", *numbers))
