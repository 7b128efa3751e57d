"""Notice that kernels are being compiled."""

import sys

import typer


def announce_compiling() -> None:
    """Print a notice while kernels are compiled for the first time, if standard error is a terminal."""
    if not sys.stderr.isatty():
        return
    from knobel.bots.compilation import notify_before_compilation

    notify_before_compilation(announce)


def announce() -> None:
    typer.echo("Compiling, once on this machine: it takes a minute or two.", err=True)
