"""Sample people and games of a demo server (`knobel serve --demo`)."""

import asyncio
import contextlib
import random
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from knobel import bots
from knobel.core import Chance
from knobel.games import GAMES
from knobel.presentation.http_messages import NewTable
from knobel.server.people.accounts import Account, AccountRegistry
from knobel.server.tables.connections.chat_delivery import ChatDelivery
from knobel.server.tables.creation import TableCreation
from knobel.server.tables.live.room import Room
from knobel.tables import commands
from knobel.tables.settings import Settings

LIFETIME_S = 3600.0
"""Seconds after which a demo starts again with an empty database. The notice is shown for as long."""
NOTICE = "This server is a demo: everything is deleted every hour. / Eine Vorführung: stündlich wird alles gelöscht."
NAMES = "Mia", "Jonas", "Lena"
"""The sample people."""
MEMORY = Path("/dev/shm")  # noqa: S108 -- a private folder is created in it
"""A file system in memory, on Linux."""


@contextlib.contextmanager
def demo_database() -> Iterator[str]:
    """Yield the path of a new database, in memory where the system allows it; it is deleted afterwards."""
    in_memory = MEMORY.is_dir()
    with tempfile.TemporaryDirectory(prefix="knobel-demo-", dir=MEMORY if in_memory else None) as folder:
        yield str(Path(folder) / "knobel.db")


async def fill_demo(accounts: AccountRegistry, chat_delivery: ChatDelivery, creation: TableCreation) -> None:
    """Create the sample people, and play a game of each kind between them."""
    chat_delivery.announce(NOTICE)
    people = [(await accounts.create(name, "de", "Demo"))[0] for name in NAMES]
    for number, (name, game) in enumerate(GAMES.items()):
        first = number % len(people)
        players = [*people[first:], *people[:first]][: max(2, game.min_seats)]
        settings = Settings(game=name, seats=len(players))
        room = await creation.open_table(players[0], NewTable(settings=settings))
        await _play(room, players)


async def _play(room: Room, players: Sequence[Account]) -> None:
    table_log, bot, rng = room.log, bots.make_table_bot("lookahead"), random.Random()

    def source(seat: int) -> commands.Source:
        return players[seat].source()

    for seat in range(1, len(players)):
        await table_log.execute(lambda state, seat=seat: commands.sit(state, source(seat), seat))  # type: ignore[misc]
    await table_log.execute(lambda state: commands.start(state, source(0), seed=table_log.new_seed()))
    while (play := table_log.head.play) is not None and not play.over:
        if isinstance(turn := play.turn, Chance):
            seat = turn.seat
            await table_log.execute(
                lambda state, seat=seat, at=play.at: commands.roll(state, source(seat), at, None, table_log.dice(state))  # type: ignore[misc]
            )
            continue
        seat = turn.seats[0]  # type: ignore[union-attr]
        view: Any = play.game.view(play.state, seat)
        action = await asyncio.to_thread(bot.choose, play.game, view, seat, rng)
        await table_log.execute(
            lambda state, seat=seat, at=play.at, action=action: commands.move(  # type: ignore[misc]
                state, source(seat), at, action, table_log.dice(state)
            )
        )
