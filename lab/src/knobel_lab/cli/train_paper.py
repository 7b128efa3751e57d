"""`knobel train paper`: train the reader of paper in photos."""

from collections.abc import Callable
from pathlib import Path

import typer

from knobel.core import BadSetup
from knobel_lab.cli.train_reader import DEFAULT_HOURS, DEFAULT_SEED, Reporter, finish, needs_torch, print_use


def train_paper(
    checkpoint: Path,
    export: Path,
    *,
    digits: Path,
    network: str | None,
    photos: Path | None,
    start: Path | None,
    hours: float | None,
    seed: int | None,
    every: float,
    resume: bool,
    stop: Callable[[], bool],
) -> None:
    """Train the reader until its time is up or `stop` returns true, and write its weights.

    :param digits: folder of fonts and handwritten digits
    :param network: the only network to train; None trains both
    :param photos: folder of photos whose cells it learns, too
    :param start: weights from which it starts
    :raises BadSetup: if PyTorch or the digits are not installed, there is no such network, or a file cannot be read or
        written.
    :raises StaleData: if the weights to start from are broken, or of other networks.
    :raises KeyboardInterrupt: if it was interrupted; a checkpoint exists then.
    """
    with needs_torch():
        from knobel_lab.reader.paper.training import NETWORKS, Options, train
    if network is not None and network not in NETWORKS:
        raise BadSetup(f"there is no network {network}: choose one of {', '.join(NETWORKS)}")
    seconds = (DEFAULT_HOURS if hours is None else hours) * 3600
    options = Options(
        checkpoint,
        digits,
        seconds,
        DEFAULT_SEED if seed is None else seed,
        networks=NETWORKS if network is None else (network,),
        photos=photos,
        start=start,
        every=every,
        resume=resume,
    )
    finish(checkpoint, lambda: train(options, export, Reporter(seconds), stop))
    typer.echo(f"paper: trained with seed {options.seed}")
    print_use("paper", "knobel paper --photo", export)
