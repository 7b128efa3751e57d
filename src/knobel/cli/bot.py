"""`knobel bot`: connect a personal bot to a live table."""

from random import Random
from typing import Annotated

import typer

from knobel.cli.arguments import parse_bots
from knobel.cli.bounds import MAX_COUNT, MAX_SEED, MAX_WAIT_S, MIN_SEED
from knobel.core import BadSetup
from knobel.display_text import visible


def bot(
    bot: Annotated[str, typer.Argument(metavar="BOT", help="mine.py, mine.py:Mine, or a bot name as in the arena.")],
    table: Annotated[str, typer.Option(metavar="CODE", help="The table's code, or its link.")],
    token: Annotated[
        str, typer.Option(envvar="KNOBEL_TOKEN", help="The bot's token from the page; safer in the environment.")
    ] = "",
    server: Annotated[str, typer.Option(metavar="URL", help="Address of the server.")] = "http://localhost:8000",
    pace: Annotated[
        float, typer.Option(min=0, max=MAX_WAIT_S, help="Seconds to wait before each action, for people to follow.")
    ] = 1.0,
    games: Annotated[int | None, typer.Option(min=1, max=MAX_COUNT, help="Leave after this number of games.")] = None,
    seed: Annotated[int | None, typer.Option(min=MIN_SEED, max=MAX_SEED, help="Random seed of the bot.")] = None,
    deadline: Annotated[
        float,
        typer.Option(min=0.1, max=MAX_WAIT_S, help="Seconds that the bot has for a choice; then another bot chooses."),
    ] = 20.0,
) -> None:
    """Connect a personal bot to a live table.

    Create the bot on the page, under You: it gets a name and a token, which you can revoke there. The bot takes a free
    seat and plays game after game until it is removed or you press Ctrl-C.

    Example: KNOBEL_TOKEN=knobel_... knobel bot mine.py --server http://localhost:8000 --table ABCDEF
    """
    (name,) = found if len(found := parse_bots(bot)) == 1 else ("",)
    if not name:
        raise BadSetup("give one bot: mine.py, mine.py:Mine, or a level")
    if not token:
        raise BadSetup("a bot needs its token: make one on the page, under You, and set KNOBEL_TOKEN to it")
    from knobel.bots import make
    from knobel.bots.table_client import LiveBot, parse_table_address

    address = parse_table_address(server, table)
    player = LiveBot(make(name), token, pace=pace, games=games, deadline=deadline, rng=Random(seed), report=print_line)
    print_line(f"{name} connects to table {address.link[:6]} of {address.server}")
    player.play(address)


def print_line(text: str) -> None:
    """Print lines of text, in which names of other players must not steer the terminal."""
    typer.echo("\n".join(map(visible, text.splitlines())))
