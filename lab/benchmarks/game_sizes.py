"""Disk space that a finished game takes in the database.

    python -m benchmarks.game_sizes [--games 20]

Two and four people play games of each kind with random actions on a server with SQLite. Prints one JSON object for each
kind: the growth of the file by a game, and by a year of a hundred games a day.
"""

import asyncio
import sqlite3
from argparse import Namespace
from contextlib import closing
from functools import partial
from random import Random

from tests.server.client import Person

from benchmarks.shared import scenario, script
from benchmarks.shared.scenario import Program
from knobel.games import GAMES

GAMES_A_YEAR = 100 * 365


def size(program: Program) -> int:
    """Return the size of the database in bytes, without the write-ahead log and free pages."""
    with closing(sqlite3.connect(program.options["database"], timeout=60)) as database:
        (pages,), (free,), (page,) = (
            database.execute(f"PRAGMA {name}").fetchone() for name in ("page_count", "freelist_count", "page_size")
        )
    return int((pages - free) * page)


async def play(game: str, seats: int, program: Program, options: Namespace) -> float:
    """Return the growth of the database by a game, in bytes."""
    people = [await Person(program.url).arrive() for _ in range(seats)]
    before = size(program)
    for _ in range(options.games):
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
    return float((size(program) - before) / options.games)


def main() -> None:
    parser = scenario.parser(__doc__, only_sqlite=True)
    parser.add_argument("--games", type=int, default=20, help="games of each kind")
    options = parser.parse_args()
    for game in GAMES:
        for seats in (2, 4):
            grown = scenario.happen(partial(play, game, seats), options)
            sizes = {"KB a game": round(grown / 1e3), "MB a year": round(grown * GAMES_A_YEAR / 1e6)}
            script.report({"game": game, "people": seats, **sizes})


if __name__ == "__main__":
    main()
