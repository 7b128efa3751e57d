"""The laboratory's commands of `knobel`."""

import typer

from knobel.cli.cluster_option import ClusterCommand
from knobel_lab.cli.train import train


def register(app: typer.Typer) -> None:
    """Add the laboratory's commands. `knobel` calls this through an entry point."""
    app.command(cls=ClusterCommand)(train)
