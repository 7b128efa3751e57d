"""`warnings.deprecated` (PEP 702) for every supported version of Python, without a dependency."""

import sys
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any
from warnings import warn

__all__ = ["deprecated"]


def _deprecated(message: str, /) -> Callable[[Any], Any]:
    """Return a decorator of functions and classes: each call gives a `DeprecationWarning` with this message."""

    def decorate(found: Any) -> Any:
        if isinstance(found, type):
            kind: Any = found
            kind.__init__ = decorate(kind.__init__)
            kind.__deprecated__ = message
            return kind

        @wraps(found)
        def warning(*args: Any, **named: Any) -> Any:
            warn(message, DeprecationWarning, stacklevel=2)
            return found(*args, **named)

        warning.__deprecated__ = message  # type: ignore[attr-defined]
        return warning

    return decorate


if sys.version_info >= (3, 13):
    from warnings import deprecated
elif TYPE_CHECKING:
    from typing_extensions import deprecated
else:
    deprecated = _deprecated
