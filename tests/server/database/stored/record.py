"""Play games with the server of a checkout, and store its database as a fixture.

The program that was current when a version of the tables began or ended is the one that writes the fixture:

    git worktree add /tmp/old COMMIT && cd /tmp/old
    PYTHONPATH=src:. python THIS_FILE /tmp/first.db.gz

It uses only what `tests.server.client` has had since the first commit with tables.
"""

import asyncio
import gzip
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path

from tests.server.client import Person, Server

SEATS = {"knister": 2, "knaster": 1, "knapp_daneben": 2, "knoeffel": 1, "kniffeliger": 2}
"""Games that are played to the end, and their seats."""


async def play_games(server: Server) -> None:
    people = [await Person(server.url).arrive("Ann"), await Person(server.url).arrive("Ben")]
    for game, seats in SEATS.items():
        code = await people[0].open_table(game=game, seats=seats)
        tables = [await person.join(code) for person in people[:seats]]
        for seat, table in enumerate(tables):
            await table.do("sit", seat=seat)
        await tables[0].do("start")
        await asyncio.gather(*(table.play() for table in tables))
        for table in tables:
            await table.close()
    for person in people:
        await person.leave()


def main(target: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        server.start()
        try:
            asyncio.run(play_games(server))
        finally:
            server.stop()
        database = Path(folder) / "knobel.db"
        with closing(sqlite3.connect(database)) as connection:
            connection.execute("PRAGMA journal_mode=DELETE")
            connection.execute("VACUUM")
        # The same content gives the same file.
        with target.open("wb") as file, gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed:
            packed.write(database.read_bytes())


if __name__ == "__main__":
    main(Path(sys.argv[1]))
