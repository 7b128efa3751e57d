"""A host for WebAssembly modules in this process."""

import atexit
from collections.abc import Callable
from contextlib import suppress
from ctypes import POINTER, byref
from functools import cache

import wasmtime
from wasmtime import _ffi as ffi


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
        self._content = memoryview(b"")
        self._functions: dict[str, Callable[..., int]] = {}

    def call(self, kernel: str, arguments: int, results: int) -> int:
        return self.function(kernel)(arguments, results)

    def allocate(self, size: int) -> int:
        return self.function("allocate")(size) & 0xFFFFFFFF

    def release(self, address: int) -> None:
        with suppress(ValueError):  # where the store was collected as garbage before
            self.function("release")(address)

    def read(self, address: int, size: int) -> bytes:
        return bytes(self._until(address + size)[address : address + size])

    def write(self, address: int, content: bytes) -> None:
        end = address + len(content)
        self._until(end)[address:end] = content

    def _until(self, end: int) -> memoryview:
        """Return the memory, which has grown if it ended earlier. It never moves."""
        if end > len(self._content):
            memory = self.exports["memory"]
            assert isinstance(memory, wasmtime.Memory)
            self._content = memoryview(memory.get_buffer_ptr(self.store)).cast("B")
            assert end <= len(self._content), "outside of the memory"
        return self._content

    def function(self, name: str) -> Callable[..., int]:
        """Return an exported function of 32-bit integers."""
        if name not in self._functions:
            function = self.exports[name]
            assert isinstance(function, wasmtime.Func)
            self._functions[name] = direct(self.store, function)
        return self._functions[name]


def direct(store: wasmtime.Store, function: wasmtime.Func) -> Callable[..., int]:
    """Return a function of 32-bit integers that is called without looking up its type, which takes longer than many a
    kernel.
    """
    kind = function.type(store)
    places, found = (ffi.wasmtime_val_t * len(kind.params))(), (ffi.wasmtime_val_t * len(kind.results))()
    for place in places:
        place.kind = ffi.WASMTIME_I32

    def call(*arguments: int) -> int:
        for place, argument in zip(places, arguments, strict=True):
            place.of.i32 = argument
        trap = POINTER(ffi.wasm_trap_t)()
        error = ffi.wasmtime_func_call(
            store._context(), byref(function._func), places, len(places), found, len(found), byref(trap)
        )
        if error:
            raise wasmtime.WasmtimeError._from_ptr(error)
        if trap:
            raise wasmtime.Trap._from_ptr(trap)
        return int(found[0].of.i32) if found else 0

    return call


def _keep(_module: WasmtimeModule, _address: int) -> None:
    """Release nothing: at the end of the process, stores are closed and modules have lost their names."""


atexit.register(setattr, WasmtimeModule, "release", _keep)
