"""Sets of small numbers as bit masks: signed or unsigned 64-bit integers whose lowest bit represents 0."""

from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]

from knobel.engines.shared.compiled import Int, inlined
from knobel.engines.shared.simd import intrinsic, signature


@intrinsic
def popcount(_: Any, mask: Any) -> Any:
    """`ones(mask)`: return the number of set bits."""
    return signature(mask, mask), lambda _context, builder, _sig, args: builder.ctpop(args[0])


@intrinsic
def lowest_bit(_: Any, mask: Any) -> Any:
    """`lowest(mask)`: return the position of the lowest set bit. The mask must not be zero."""
    return signature(mask, mask), lambda _context, builder, _sig, args: builder.cttz(
        args[0], ir.Constant(ir.IntType(1), 1)
    )


@intrinsic
def clear_lowest_bit(_: Any, mask: Any) -> Any:
    """`without_lowest(mask)`: return the mask without its lowest set bit, if it has one."""
    return signature(mask, mask), lambda _context, builder, _sig, args: builder.and_(
        args[0], builder.sub(args[0], ir.Constant(args[0].type, 1))
    )


@inlined
def nth_bit(mask: Int, n: Int) -> Int:
    """Return the position of the n-th set bit, counted from 0."""
    for _ in range(n):
        mask = clear_lowest_bit(mask)
    return lowest_bit(mask)
