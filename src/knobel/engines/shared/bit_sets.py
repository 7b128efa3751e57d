"""Sets of small numbers as bit masks: signed or unsigned 64-bit integers whose lowest bit represents 0."""

from typing import Any

from knobel.engines.shared.simd import intrinsic, signature


@intrinsic
def popcount(_: Any, mask: Any) -> Any:
    """`popcount(mask)`: return the number of set bits."""
    return signature(mask, mask), lambda _context, builder, _sig, args: builder.ctpop(args[0])
