"""`knobel train dice`: train the reader of dice in photos."""

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from knobel.cli.files import describe_os_error
from knobel.core import BadSetup
from knobel.optional_packages import how_to_install

if TYPE_CHECKING:
    from knobel_lab.reader.training import Progress

DEFAULT_HOURS = 2.0
DEFAULT_SEED = 1
LINE_SECONDS = 10


class Reporter:
    """Prints a line about the training on standard error from time to time."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.last_line = -float("inf")

    def __call__(self, progress: "Progress") -> None:
        now = time.monotonic()
        if now - self.last_line < LINE_SECONDS:
            return
        self.last_line = now
        share = min(1.0, progress.seconds / self.seconds)
        losses = f"losses {progress.finder_loss:.3f} and {progress.classifier_loss:.3f}"
        counts = f"{progress.steps:,} steps, {progress.pictures:,} pictures"
        typer.echo(f"{share:.1%} of the time, {counts}, {losses}", err=True)


def train_dice(
    checkpoint: Path,
    export: Path,
    *,
    hours: float | None,
    workers: int | None,
    seed: int | None,
    every: float,
    resume: bool,
    stop: Callable[[], bool],
) -> None:
    """Train the reader until its time is up or `stop` returns true, and write its weights.

    :raises BadSetup: if PyTorch is not installed, or a file cannot be read or written.
    :raises KeyboardInterrupt: if it was interrupted; a checkpoint exists then.
    """
    try:
        from knobel_lab.reader.training import Options, train
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "torch":
            raise
        raise BadSetup(f"training the reader needs PyTorch: {how_to_install('./lab[reader]')}") from None
    seconds = (DEFAULT_HOURS if hours is None else hours) * 3600
    options = Options(
        checkpoint,
        seconds,
        workers or max(1, (os.cpu_count() or 2) - 1),
        DEFAULT_SEED if seed is None else seed,
        every=every,
        resume=resume,
    )
    typer.echo(f"checkpoints: {checkpoint}", err=True)
    try:
        complete = train(options, export, Reporter(seconds), stop)
    except OSError as error:
        raise BadSetup(f"cannot save the training: {describe_os_error(error)}") from error
    if not complete:
        typer.echo("interrupted: continue with --resume", err=True)
        raise KeyboardInterrupt
    typer.echo(f"dice: trained with seed {options.seed}")
    place = f"KNOBEL_DATA={export.resolve().parent}"
    if export.name != "dice.npz":
        place = "KNOBEL_DATA=FOLDER, once it is FOLDER/dice.npz"
    typer.echo(f"knobel dice --photo uses {export} with {place}")
