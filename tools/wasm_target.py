"""Numba's code generator for WebAssembly instead of the machine's own processor.

`install` changes Numba for the whole process, which can then run no kernel, so it is called in a process that only
compiles. All uses of Numba's internals for WebAssembly are in this module. They were read in `NUMBA`; an upper bound in
`pyproject.toml` and a test hold that version.
"""

from collections.abc import Callable
from typing import Any

import llvmlite.binding as llvm  # type: ignore[import-untyped]
from llvmlite import ir
from numba.core import codegen
from numba.core.caching import FunctionCache
from numba.core.compiler_lock import global_compiler_lock

NUMBA = "0.68"
"""The version of Numba whose internals this module uses."""
TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+simd128,+bulk-memory,+bulk-memory-opt,+sign-ext,+nontrapping-fptoint,+mutable-globals"
"""The parts of WebAssembly that the code uses; all browsers have them since 2023."""
WORD, LONG = ir.IntType(32), ir.IntType(64)


class _Library(codegen.CPUCodeLibrary):
    """Code that is not loaded into this process."""

    def get_pointer_to_function(self, name: str) -> int:
        self._ensure_finalized()  # type: ignore[no-untyped-call]
        return 1  # not null, which would mean that there is no such function

    def _finalize_specific(self) -> None:
        pass


class _Codegen(codegen.CPUCodegen):
    """Generates code for `TRIPLE`. The data layout is that of the target from the beginning."""

    _library_class = _Library

    def _init(self, llvm_module: Any) -> None:
        self._tm_features = FEATURES
        self._tm = _machine()
        self._target_data = self._tm.target_data
        self._data_layout = str(self._target_data)
        self._loopvect, self._opt_level = False, 0

    def _create_empty_module(self, name: str) -> Any:
        module = super()._create_empty_module(name)  # type: ignore[no-untyped-call]
        module.triple = TRIPLE
        return module

    def _add_module(self, module: Any) -> None:
        pass

    def set_env(self, env_name: str, env: Any) -> None:
        pass


def install() -> None:
    """Make Numba compile for WebAssembly in this process."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    codegen.JITCPUCodegen = _Codegen  # type: ignore[misc,assignment]
    FunctionCache.load_overload = lambda *_: None  # type: ignore[method-assign]
    FunctionCache.save_overload = lambda *_: None  # type: ignore[method-assign]


def assemble(code: str) -> bytes:
    """Return the object file of code in LLVM's assembly."""
    emitted: bytes = _machine().emit_object(llvm.parse_assembly(code))
    return emitted


def _machine() -> Any:
    target = llvm.Target.from_triple(TRIPLE)
    return target.create_target_machine(cpu="generic", features=FEATURES, opt=3, reloc="static")


def compile_kernel(kernel: Any, types: tuple[Any, ...], export: str) -> tuple[bytes, str]:
    """Return the object file of a kernel for arguments of these types, and the codes of its results as in `struct`.

    The exported function `export(arguments, results)` reads the flattened arguments from slots in memory, because a
    call with some hundred arguments is slow, and writes the flattened results to slots. It returns 0, or an error code.
    """
    found = kernel._compiler.compile(types, None)  # noqa: SLF001
    context = found.target_context
    module = context.create_module(export)
    body = ir.Function(
        module,
        context.call_conv.get_function_type(found.fndesc.restype, found.fndesc.argtypes),
        found.fndesc.llvm_func_name,
    )
    pointer = LONG.as_pointer()
    entry = ir.Function(module, ir.FunctionType(WORD, (pointer, pointer)), export)
    builder = ir.IRBuilder(entry.append_basic_block())
    next_slot = _slots(builder, entry.args[0])
    arguments = [_load(builder, context.get_value_type(kind), next_slot) for kind in found.fndesc.argtypes]
    status, result = context.call_conv.call_function(
        builder, body, found.fndesc.restype, found.fndesc.argtypes, arguments
    )
    _store(builder, result, _slots(builder, entry.args[1]))
    builder.ret(status.code)
    library = context.codegen().create_library(export)
    library.add_linking_library(found.library)
    library.add_ir_module(module)
    with global_compiler_lock:
        library.finalize()
    # LLVM does not write common symbols to WebAssembly.
    return assemble(str(library._final_module).replace("= common ", "= weak ")), _codes(result.type)  # noqa: SLF001


def _codes(kind: Any) -> str:
    """Return the codes of the parts of an LLVM type: numbers only, or nothing for `None`."""
    if isinstance(kind, ir.Aggregate):
        return "".join(map(_codes, _parts(kind)))
    if isinstance(kind, ir.PointerType):
        return ""
    return {"double": "d", "float": "f", "i64": "q", "i1": "?"}[str(kind)]


def _parts(kind: Any) -> list[Any]:
    """Return the types of the parts of an LLVM structure or array."""
    return list(kind.elements) if hasattr(kind, "elements") else [kind.element] * kind.count


def _slots(builder: Any, start: Any) -> Callable[[], Any]:
    """Return a function that returns a pointer to the next slot."""
    number = -1

    def next_slot() -> Any:
        nonlocal number
        number += 1
        return builder.gep(start, [ir.Constant(WORD, number)])

    return next_slot


def _load(builder: Any, kind: Any, next_slot: Callable[[], Any]) -> Any:
    """Return a value of an LLVM type, part by part from the next slots."""
    if isinstance(kind, ir.Aggregate):
        value = ir.Constant(kind, ir.Undefined)
        for i, part in enumerate(_parts(kind)):
            value = builder.insert_value(value, _load(builder, part, next_slot), i)
        return value
    return builder.load(builder.bitcast(next_slot(), kind.as_pointer()))


def _store(builder: Any, value: Any, next_slot: Callable[[], Any]) -> None:
    """Store a value part by part in the next slots."""
    kind = value.type
    if isinstance(kind, ir.Aggregate):
        for i in range(len(_parts(kind))):
            _store(builder, builder.extract_value(value, i), next_slot)
    elif not isinstance(kind, ir.PointerType):
        builder.store(value, builder.bitcast(next_slot(), kind.as_pointer()))
