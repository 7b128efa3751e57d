"""A host for WebAssembly modules in this process."""

import atexit
from contextlib import suppress
from functools import cache

import wasmtime


@cache
def wasm_engine() -> wasmtime.Engine:
    return wasmtime.Engine()


@cache
def compiled(code: bytes) -> wasmtime.Module:
    return wasmtime.Module(wasm_engine(), code)


class WasmtimeModule:
    """An instance of a module with kernels, see `knobel.engines.wasm.memory.Module`."""

    def __init__(self, code: bytes | wasmtime.Module) -> None:
        module = code if isinstance(code, wasmtime.Module) else compiled(code)
        self.store = wasmtime.Store(wasm_engine())
        self.exports = wasmtime.Instance(self.store, module, []).exports(self.store)
        memory = self.exports["memory"]
        assert isinstance(memory, wasmtime.Memory)
        self.memory = memory

    def call(self, kernel: str, arguments: int, results: int) -> int:
        return int(self.export(kernel)(self.store, arguments, results))

    def allocate(self, size: int) -> int:
        return int(self.export("allocate")(self.store, size)) & 0xFFFFFFFF

    def release(self, address: int) -> None:
        with suppress(ValueError):  # where the store was collected as garbage before
            self.export("release")(self.store, address)

    def read(self, address: int, size: int) -> bytes:
        return bytes(self.memory.read(self.store, address, address + size))

    def write(self, address: int, content: bytes) -> None:
        self.memory.write(self.store, content, address)

    def export(self, name: str) -> wasmtime.Func:
        """Return an exported function."""
        function = self.exports[name]
        assert isinstance(function, wasmtime.Func)
        return function


def _keep(_module: WasmtimeModule, _address: int) -> None:
    """Release nothing: at the end of the process, stores are closed and modules have lost their names."""


atexit.register(setattr, WasmtimeModule, "release", _keep)
