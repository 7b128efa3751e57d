"""Vectors of `LANES` numbers in compiled code, so that a loop over a lattice handles `LANES` positions in each step.

The compiler does not vectorize these loops without help: the lattice determines the order in which rows of one array
are read and written, so the compiler must assume that the rows overlap. An array of lanes is contiguous and its last
axis has `LANES` elements. A *row* is the number of a vector in the array, counted from the start; its bounds are not
checked.
"""

from collections.abc import Callable
from typing import Any

import numba.core.extending
import numba.core.typing
import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba.core import types
from numba.core.extending import models, register_model
from numba.np import arrayobj

from knobel.engines.shared.compiled import Array, nested

LANES = 16
CACHE_LINE_BYTES = 64
"""The size of a cache line in bytes."""

row: Any = types.uintp
"""Convert a number to a row. Rows are unsigned, so that kernels do not check for negative indices."""

signature: Any = numba.core.typing.signature  # type: ignore[attr-defined]
make_array: Any = arrayobj.make_array


def intrinsic(define: Callable[..., Any]) -> Any:
    """Define an operation in compiled code by a function that maps Numba types to a signature and a code generator."""
    return numba.core.extending.intrinsic(define)


@nested
def empty_vectors(shape: tuple[int, ...], dtype: Any) -> Array:
    """Return an uninitialized array of lanes whose vectors are aligned to cache lines.

    Vectors that straddle a cache line take twice as long to load.
    """
    count = 1
    for length in shape:
        count *= length
    numbers = np.empty(count + LANES, dtype)
    first = -numbers.ctypes.data % CACHE_LINE_BYTES // numbers.itemsize
    return numbers[first : first + count].reshape(shape)


class VectorType(types.Type):
    """The Numba type of a vector of `LANES` floats."""

    def __init__(self, dtype: Any) -> None:
        self.dtype = dtype
        super().__init__(name=f"Lanes({dtype})")


@register_model(VectorType)
class VectorModel(models.PrimitiveModel):
    """The data model of a vector: one LLVM vector."""

    def __init__(self, manager: Any, lanes: VectorType) -> None:
        element = ir.FloatType() if lanes.dtype == types.float32 else ir.DoubleType()
        super().__init__(manager, lanes, ir.VectorType(element, LANES))  # type: ignore[no-untyped-call]


def _pointer(context: Any, builder: Any, kind: Any, array: Any, index: Any, vector: Any) -> Any:
    data = make_array(kind)(context, builder, array).data
    start = builder.mul(index, ir.Constant(index.type, LANES))
    return builder.bitcast(builder.gep(data, [start]), vector.as_pointer())


@intrinsic
def load(_: Any, array: Any, _row: Any) -> Any:
    """`load(array, row)`: return the vector in a row."""
    lanes = VectorType(array.dtype)

    def code(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        vector = context.get_value_type(lanes)
        pointer = _pointer(context, builder, sig.args[0], args[0], args[1], vector)
        return builder.load(pointer, align=array.dtype.bitwidth // 8)

    return signature(lanes, array, types.uintp), code


@intrinsic
def store(_: Any, array: Any, _row: Any, value: Any) -> Any:
    """`store(array, row, value)`: write a vector to a row."""

    def code(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        pointer = _pointer(context, builder, sig.args[0], args[0], args[1], args[2].type)
        builder.store(args[2], pointer, align=array.dtype.bitwidth // 8)
        return context.get_dummy_value()

    return signature(types.void, array, types.uintp, value), code


@intrinsic
def splat(_: Any, number: Any) -> Any:
    """`splat(number)`: return a vector with this number in every lane."""
    lanes = VectorType(number)

    def code(context: Any, builder: Any, _sig: Any, args: Any) -> Any:
        vector = context.get_value_type(lanes)
        nothing = ir.Constant(vector, ir.Undefined)
        first = builder.insert_element(nothing, args[0], ir.Constant(ir.IntType(32), 0))
        return builder.shuffle_vector(first, nothing, ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES))

    return signature(lanes, number), code


@intrinsic
def vector_add(_: Any, a: Any, b: Any) -> Any:
    """`plus(a, b)`: return the sum of each lane."""
    return signature(a, a, b), lambda _context, builder, _sig, args: builder.fadd(*args)


@intrinsic
def vector_multiply(_: Any, a: Any, b: Any) -> Any:
    """`times(a, b)`: return the product of each lane."""
    return signature(a, a, b), lambda _context, builder, _sig, args: builder.fmul(*args)


@intrinsic
def vector_max(_: Any, a: Any, b: Any) -> Any:
    """`larger(a, b)`: return the maximum of each lane. Neither vector may contain NaN."""
    return signature(a, a, b), lambda _context, builder, _sig, args: builder.select(
        builder.fcmp_ordered(">", *args), *args
    )


@intrinsic
def select_greater(_: Any, a: Any, b: Any, x: Any, y: Any) -> Any:
    """`where_larger(a, b, x, y)`: return for each lane `x` where `a > b`, otherwise `y`."""

    def code(_context: Any, builder: Any, _sig: Any, args: Any) -> Any:
        return builder.select(builder.fcmp_ordered(">", args[0], args[1]), args[2], args[3])

    return signature(x, a, b, x, y), code
