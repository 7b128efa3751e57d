"""Disk space that a finished game takes in the database.

    python -m benchmarks.game_sizes [--games 20]

Two and four people play games of each kind with random actions on a server with SQLite. Prints one JSON
object for each kind: the growth of the file by a game, and what a year of a hundred games a day takes.
"""

import asyncio
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from random import Random

from tests.server.client import Person, Server, everybody_leaves, running

from benchmarks import script
from knobel.games import GAMES

GAMES_A_YEAR = 100 * 365


def size(server: Server) -> int:
    """Return the size of the database in bytes, without the write-ahead log and free pages."""
    with closing(sqlite3.connect(server.options["database"], timeout=60)) as database:
        (pages,), (free,), (page,) = (
            database.execute(f"PRAGMA {name}").fetchone() for name in ("page_count", "freelist_count", "page_size")
        )
    return int((pages - free) * page)


async def play(server: Server, game: str, seats: int, games: int) -> float:
    """Return the growth of the database by a game, in bytes."""
    people = [await Person(server.url).arrive() for _ in range(seats)]
    before = size(server)
    for _ in range(games):
        code = await people[0].open_table(game=game, seats=seats)
        tables = [await person.join(code) for person in people]
        for table in tables[1:]:
            await table.do("sit")
        await tables[0].do("start")
        for table in tables:
            table.choose = Random(f"{game} {code}").choice
        await asyncio.gather(*(table.play() for table in tables))
        for table in tables:
            await table.close()
    await everybody_leaves()
    return (size(server) - before) / games


def main() -> None:
    parser = script.parser(__doc__)
    parser.add_argument("--games", type=int, default=20, help="games of each kind")
    games = parser.parse_args().games
    for game in GAMES:
        for seats in (2, 4):
            with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as server:
                grown = asyncio.run(play(server, game, seats, games))
            sizes = {"KB a game": round(grown / 1e3), "MB a year": round(grown * GAMES_A_YEAR / 1e6)}
            script.report({"game": game, "people": seats, **sizes})


if __name__ == "__main__":
    main()
