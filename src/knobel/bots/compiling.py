"""Decisions without compiling, which takes many seconds, and memory that a process never gives back."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import Any

forbidden: ContextVar[bool] = ContextVar("forbidden", default=False)


class NotCompiled(Exception):
    """What a bot needs has never been compiled on this machine."""


@contextmanager
def only_compiled() -> Iterator[None]:
    """Inside, in this thread, kernels are loaded but not compiled.

    :raises NotCompiled: if one would have to be.
    """
    listen()
    token = forbidden.set(True)
    try:
        yield
    finally:
        forbidden.reset(token)


@cache
def listen() -> None:
    """Hear from Numba before it compiles."""
    from numba.core import event  # noqa: PLC0415 -- heavy

    class Listener(event.Listener):
        def on_start(self, event: Any) -> None:
            if forbidden.get():
                raise NotCompiled

        def on_end(self, event: Any) -> None:
            """All is well."""

    event.register("numba:compile", Listener())  # type: ignore[no-untyped-call]


@cache
def tell(say: Callable[[], object]) -> None:
    """Have this said, once, before the first kernel is compiled: then somebody begins to wait."""
    from numba.core import event  # noqa: PLC0415 -- heavy

    class Teller(event.Listener):
        told = False

        def on_start(self, event: Any) -> None:
            if not self.told:
                self.told = True
                say()

        def on_end(self, event: Any) -> None:
            """Whoever waits sees it."""

    event.register("numba:compile", Teller())  # type: ignore[no-untyped-call]
