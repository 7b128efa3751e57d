"""Decisions without compilation, which takes many seconds and memory that a process never releases."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import Any

_compilation_forbidden: ContextVar[bool] = ContextVar("forbidden", default=False)


class NotCompiled(Exception):
    """A kernel that a bot needs has never been compiled on this machine."""


@contextmanager
def forbid_compilation() -> Iterator[None]:
    """Load kernels but do not compile any, inside this context in this thread.

    :raises NotCompiled: if a kernel would have to be compiled.
    """
    _listen_for_compilation()
    token = _compilation_forbidden.set(True)
    try:
        yield
    finally:
        _compilation_forbidden.reset(token)


@cache
def _listen_for_compilation() -> None:
    """Register for a notification by Numba before each compilation."""
    from numba.core import event  # noqa: PLC0415 -- heavy

    class Guard(event.Listener):
        def on_start(self, event: Any) -> None:
            if _compilation_forbidden.get():
                raise NotCompiled

        def on_end(self, event: Any) -> None:
            """Ignore the end of a compilation."""

    event.register("numba:compile", Guard())  # type: ignore[no-untyped-call]


@cache
def notify_before_compilation(notify: Callable[[], object]) -> None:
    """Call `notify` once, before the first kernel is compiled, because the user has to wait from then on."""
    from numba.core import event  # noqa: PLC0415 -- heavy

    class Notifier(event.Listener):
        notified = False

        def on_start(self, event: Any) -> None:
            if not self.notified:
                self.notified = True
                notify()

        def on_end(self, event: Any) -> None:
            """Ignore the end of a compilation."""

    event.register("numba:compile", Notifier())  # type: ignore[no-untyped-call]
