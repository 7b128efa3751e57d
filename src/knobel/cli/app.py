"""The Typer application with all commands. Each command is a function in a separate module."""

from importlib.metadata import entry_points
from typing import Annotated

import typer

from knobel.cli.admin import admin
from knobel.cli.analyse import analyse
from knobel.cli.arena import arena
from knobel.cli.bot import bot
from knobel.cli.cluster_option import ClusterCommand
from knobel.cli.coach import coach
from knobel.cli.database import backup, check, restore
from knobel.cli.dice import dice
from knobel.cli.doctor import doctor
from knobel.cli.export import export
from knobel.cli.games import games
from knobel.cli.paper import paper
from knobel.cli.perft import perft
from knobel.cli.play import play
from knobel.cli.print_pads import print_pads
from knobel.cli.replay import replay
from knobel.cli.serve import open_page, serve
from knobel.cli.settings_command import SettingsCommand
from knobel.cli.site import site
from knobel.cli.solve import solve
from knobel.cli.version import print_version
from knobel.cli.worker import worker
from knobel.core import BadSetup
from knobel.server.options import MAX_PORT

# Plain help texts need no Rich and are readable in a pipe.
app = typer.Typer(
    name="knobel",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def show_version(requested: bool) -> None:
    """Print the version and exit."""
    if requested:
        print_version()
        raise typer.Exit


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    host: Annotated[
        str | None, typer.Option(help="Address to listen on: 127.0.0.1 for this machine alone; by default the network.")
    ] = None,
    port: Annotated[
        int | None, typer.Option(min=0, max=MAX_PORT, help="The port; by default the first free one from 8000 on.")
    ] = None,
    database: Annotated[
        str | None, typer.Option(help="An SQLite file; by default a file in your user data folder.")
    ] = None,
    _version: Annotated[
        bool, typer.Option("--version", callback=show_version, is_eager=True, help="Print the version and end.")
    ] = False,
) -> None:
    """Play Knister, Knaster, Knapp Daneben!, Knöffel and Kniffeliger.

    Without a command, start the server and open the page in the browser. KNOBEL_HOST, KNOBEL_PORT and KNOBEL_DATABASE
    count as options of the same names.

    Example: knobel play knister --bots casual
    """
    command = context.invoked_subcommand
    if command is None:
        open_page(host, port, database)
        return
    for name, value in (("host", host), ("port", port), ("database", database)):
        if value is not None:
            raise BadSetup(f"write --{name} after the command: knobel {command} --{name} {value}")


for settings_command in (serve, doctor):
    app.command(cls=SettingsCommand)(settings_command)
for command in (
    worker,
    games,
    play,
    bot,
    replay,
    coach,
    dice,
    paper,
    perft,
    solve,
    backup,
    restore,
    check,
    export,
    analyse,
):
    app.command()(command)
app.command("print")(print_pads)
app.command()(site)
app.add_typer(admin)
app.command(cls=ClusterCommand)(arena)
# Other installed packages add commands, such as the laboratory in this repository.
for addition in entry_points(group="knobel.commands"):
    addition.load()(app)
