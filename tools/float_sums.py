"""A plugin of mypy that refuses `sum` of floats in the library: `math.fsum` is the same in all versions of Python.

From Python 3.12 on, `sum` of floats is compensated, so that its last digit depends on the version. Servers and the
page's interpreter have different ones, and what they compute shall be equal.
"""

from collections.abc import Callable
from pathlib import Path

from mypy.maptype import map_instance_to_supertype
from mypy.plugin import FunctionContext, Plugin
from mypy.types import Instance, ProperType, Type, UnionType, get_proper_type

LIBRARY = Path("src", "knobel")


def has_floats(found: ProperType) -> bool:
    """True if values of a type may be floats."""
    if isinstance(found, UnionType):
        return any(has_floats(get_proper_type(each)) for each in found.items)
    return isinstance(found, Instance) and found.type.fullname == "builtins.float"


def check(context: FunctionContext) -> Type:
    """Report a call of `sum` in the library if it sums floats."""
    # The type without what is expected of the sum: integers may be expected to be floats.
    values = get_proper_type(context.api.get_expression_type(context.args[0][0]))
    iterable = context.api.lookup_typeinfo("typing.Iterable")  # type: ignore[attr-defined]
    if (
        Path(context.api.path).resolve().is_relative_to(LIBRARY.resolve())
        and isinstance(values, Instance)
        and has_floats(get_proper_type(map_instance_to_supertype(values, iterable).args[0]))
    ):
        errors = context.api.errors  # type: ignore[attr-defined]
        # `sum` is overloaded, and errors are ignored while mypy looks for the overload.
        watchers, errors._watchers = errors._watchers, []  # noqa: SLF001
        context.api.fail("the last digit of a sum of floats depends on Python's version: use fsum", context.context)
        errors._watchers = watchers  # noqa: SLF001
    return context.default_return_type


class FloatSums(Plugin):
    """Checks all calls of `sum`."""

    def get_function_hook(self, fullname: str) -> Callable[[FunctionContext], Type] | None:
        return check if fullname == "builtins.sum" else None


def plugin(_version: str) -> type[Plugin]:
    """Return the plugin, as mypy expects."""
    return FloatSums
