"""16-bit weights in kernels, which take half the memory and half the cache.

Numba supports half precision only on graphics cards, so kernels receive arrays of it as their bits, uint16.
"""

from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]
from numba.core import types

from knobel.engines.shared.simd import intrinsic, make_array, signature

INTEGER, FLOAT = ir.IntType(32), ir.FloatType()
EXPONENT_SCALE = ir.Constant(FLOAT, 2.0**112)
"""The factor that compensates the different exponent biases of half and single precision."""


@intrinsic
def load_weight(_: Any, weights: Any, _place: Any) -> Any:
    """`weight(weights, place)`: return the weight at a non-negative index, in single precision.

    `weights` (weights) is an array of float32, or of finite float16 viewed as uint16.
    """

    def code(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        data = make_array(sig.args[0])(context, builder, args[0]).data
        number = builder.load(builder.gep(data, [args[1]]))
        if weights.dtype == types.float32:
            return number
        bits = builder.zext(number, INTEGER)
        sign = builder.shl(builder.and_(bits, ir.Constant(INTEGER, 0x8000)), ir.Constant(INTEGER, 16))
        size = builder.shl(builder.and_(bits, ir.Constant(INTEGER, 0x7FFF)), ir.Constant(INTEGER, 13))
        return builder.fmul(builder.bitcast(builder.or_(sign, size), FLOAT), EXPONENT_SCALE)

    return signature(types.float32, weights, types.intp), code
