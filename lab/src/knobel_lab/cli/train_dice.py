"""`knobel train dice`: train the reader of dice in photos."""

import os
from collections.abc import Callable
from pathlib import Path

import typer

from knobel_lab.cli.train_reader import DEFAULT_HOURS, DEFAULT_SEED, Reporter, finish, needs_torch, print_use


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
    with needs_torch():
        from knobel_lab.reader.training import Options, train
    seconds = (DEFAULT_HOURS if hours is None else hours) * 3600
    options = Options(
        checkpoint,
        seconds,
        workers or max(1, (os.cpu_count() or 2) - 1),
        DEFAULT_SEED if seed is None else seed,
        every=every,
        resume=resume,
    )
    finish(checkpoint, lambda: train(options, export, Reporter(seconds), stop))
    typer.echo(f"dice: trained with seed {options.seed}")
    print_use("dice", "knobel dice --photo", export)
