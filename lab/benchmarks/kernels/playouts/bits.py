"""The n-th member of a set of small numbers, stored as a bit mask."""

from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]

from knobel.engines.shared.compiled import Int, inlined
from knobel.engines.shared.simd import intrinsic, signature


@intrinsic
def lowest_bit(_: Any, mask: Any) -> Any:
    """`lowest_bit(mask)`: return the position of the lowest set bit. The mask must not be zero."""
    return signature(mask, mask), lambda _context, builder, _sig, args: builder.cttz(
        args[0], ir.Constant(ir.IntType(1), 1)
    )


@intrinsic
def clear_lowest_bit(_: Any, mask: Any) -> Any:
    """`clear_lowest_bit(mask)`: return the mask without its lowest set bit, if it has one."""
    return signature(mask, mask), lambda _context, builder, _sig, args: builder.and_(
        args[0], builder.sub(args[0], ir.Constant(args[0].type, 1))
    )


@inlined
def nth_bit(mask: Int, n: Int) -> Int:
    """Return the position of the n-th set bit, counted from 0."""
    for _ in range(n):
        mask = clear_lowest_bit(mask)
    return lowest_bit(mask)
