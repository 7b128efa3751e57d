"""Options and output of both trainings of photo readers on the command line."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

import typer

from knobel.cli.files import describe_os_error
from knobel.core import BadSetup
from knobel.optional_packages import how_to_install

DEFAULT_HOURS = 2.0
DEFAULT_SEED = 1
LINE_SECONDS = 10


class Progress(Protocol):
    """State of a training; its text tells what was learned."""

    @property
    def seconds(self) -> float: ...


class Reporter:
    """Prints a line about the training on standard error from time to time."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.last_line = -float("inf")

    def __call__(self, progress: Progress) -> None:
        now = time.monotonic()
        if now - self.last_line < LINE_SECONDS:
            return
        self.last_line = now
        typer.echo(f"{min(1.0, progress.seconds / self.seconds):.1%} of the time, {progress}", err=True)


@contextmanager
def needs_torch() -> Iterator[None]:
    """:raises BadSetup: if the block imports PyTorch, and it is not installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "torch":
            raise
        raise BadSetup(f"training the reader needs PyTorch: {how_to_install('./lab[reader]')}") from None


def finish(checkpoint: Path, train: Callable[[], bool]) -> None:
    """Train.

    :param train: trains; it returns False if it was interrupted
    :raises BadSetup: if a file cannot be written.
    :raises KeyboardInterrupt: if it was interrupted; a checkpoint exists then.
    """
    typer.echo(f"checkpoints: {checkpoint}", err=True)
    try:
        complete = train()
    except OSError as error:
        raise BadSetup(f"cannot save the training: {describe_os_error(error)}") from error
    if not complete:
        typer.echo("interrupted: continue with --resume", err=True)
        raise KeyboardInterrupt


def print_use(name: str, command: str, export: Path) -> None:
    """Print how a command uses the weights."""
    place = f"KNOBEL_DATA={export.resolve().parent}"
    if export.name != f"{name}.npz":
        place = f"KNOBEL_DATA=FOLDER, once it is FOLDER/{name}.npz"
    typer.echo(f"{command} uses {export} with {place}")
