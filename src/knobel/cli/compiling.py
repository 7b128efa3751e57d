"""A word to whoever waits for what is compiled."""

import sys

import typer


def announce_compiling() -> None:
    """Tell a person at the terminal what takes long the first time."""
    if not sys.stderr.isatty():
        return
    from knobel.bots.compiling import tell

    tell(announce)


def announce() -> None:
    """Say it."""
    typer.echo("Compiling, once on this machine: it takes a minute or two.", err=True)
