"""Arrays without an owner, which kernels use without reference counting.

Compiled code counts references to an array each time the array is passed on or taken out of a tuple. These atomic
operations can cost more than the work on the array. A function that calls other functions in its loops can borrow its
arguments first, because its caller keeps them alive. A function must not borrow arrays that it creates itself, because
nothing else holds a reference to them.
"""

from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]
from numba.core import types

from knobel.engines.shared.simd import intrinsic, make_array, signature


@intrinsic
def borrow(_: Any, argument: Any) -> Any:
    """Return the same array, or nested tuple of arrays, without an owner."""

    def without_owner(context: Any, builder: Any, kind: Any, value: Any) -> Any:
        if isinstance(kind, types.BaseTuple):
            parts: Any = kind
            for i, part in enumerate(parts):
                item = without_owner(context, builder, part, builder.extract_value(value, i))
                value = builder.insert_value(value, item, i)
        elif isinstance(kind, types.Array):
            array = make_array(kind)(context, builder, value)
            array.meminfo = ir.Constant(array.meminfo.type, None)
            return array._getvalue()  # noqa: SLF001
        return value

    return signature(argument, argument), lambda context, builder, sig, args: without_owner(
        context, builder, sig.args[0], args[0]
    )
