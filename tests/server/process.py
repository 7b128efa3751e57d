"""A server for tests in a separate process."""

import contextlib
import importlib
import os
import sys
import time
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from coverage import Coverage

from knobel.server.options import ServerOptions
from knobel.server.runtime.settings import settings
from knobel.server.runtime.startup import CannotServe
from knobel.server.serve import serve

Prepare = Callable[[], Callable[[], None]]
"""Prepares a measurement of a server in its process, and returns the function that begins it."""


def no_compiler() -> bool:
    """Replacement for `has_compiler`."""
    return False


@contextlib.contextmanager
def measured() -> Iterator[None]:
    """Save the coverage of a forked process at the end, if the process from which it was forked is measured."""
    measuring = Coverage.current()
    try:
        yield
    finally:
        if measuring is not None:
            measuring.stop()
            measuring.save()


def run(
    options: dict[str, Any],
    changed: dict[str, Any],
    clock: Path | None,
    complaints: Path,
    tell: Connection,
    environment: dict[str, str],
    prepare: Prepare | None,
) -> None:
    """Serve until the process is asked to stop; the exit status is 2 if serving is impossible.

    :param changed: settings that differ from the defaults; a dotted name replaces a part of a module by a faulty one.
    :param clock: file with the error of the wall clock in seconds.
    :param complaints: file that becomes the standard error.
    :param tell: pipe to which the process writes when the server answers.
    :param environment: environment of the caller, which replaces that of the process from which the server was forked.
    :param prepare: called before the server starts; what it returns is called when the server answers.
    """
    os.environ.clear()
    os.environ.update(environment)
    for name, number in ((os.devnull, 0), (os.devnull, 1), (complaints, 2)):
        descriptor = os.open(name, os.O_RDWR | os.O_APPEND)
        os.dup2(descriptor, number)
        os.close(descriptor)
    if clock is not None:
        right = time.time_ns
        time.time_ns = lambda: right() + int(clock.read_text()) * 10**9
        time.time = lambda: time.time_ns() / 10**9
    for name, value in changed.items():
        module, _, attribute = name.rpartition(".")
        setattr(importlib.import_module(module) if module else settings, attribute, value)
    begin = None if prepare is None else prepare()

    def ready(*_: Any) -> None:
        if begin is not None:
            begin()
        tell.send(None)

    with measured():
        try:
            serve(ServerOptions(**options), ready)
        except CannotServe as error:
            print(error, file=sys.stderr)  # noqa: T201
            sys.exit(2)
