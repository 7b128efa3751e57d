"""Arrays without an owner: kernels spend no time on counting references to them.

Compiled code counts references to an array whenever it is passed on or taken out of a tuple, by atomic operations that
can cost more than what is done with it. A function whose loops call others may borrow its arguments first: whoever
called it keeps them alive. Arrays that it makes itself must not be borrowed, for nothing else holds them.
"""

from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]
from numba.core import types

from knobel.engines.shared.lanes import operation, signature, view


@operation
def borrowed(_: Any, argument: Any) -> Any:
    """`borrowed(argument)`: the same array, or tuple of arrays and other tuples, without an owner."""

    def without_owner(context: Any, builder: Any, kind: Any, value: Any) -> Any:
        if isinstance(kind, types.BaseTuple):
            parts: Any = kind
            for i, part in enumerate(parts):
                item = without_owner(context, builder, part, builder.extract_value(value, i))
                value = builder.insert_value(value, item, i)
        elif isinstance(kind, types.Array):
            array = view(kind)(context, builder, value)
            array.meminfo = ir.Constant(array.meminfo.type, None)
            return array._getvalue()  # noqa: SLF001
        return value

    return signature(argument, argument), lambda context, builder, sig, args: without_owner(
        context, builder, sig.args[0], args[0]
    )
