"""Cost of games over days that rest: start of the server, memory, and processor time.

    python -m benchmarks.slow_tables --tables 0
    python -m benchmarks.slow_tables --tables 10000

Stores this number of tables, each with a running game of Knister of four people after its first roll, and nobody
connected. Prints one JSON object: the size of the database, the seconds until the server answers, its memory (RSS)
`--after` seconds later, the share of a core that it uses over `--window` seconds, its bots' process included, the
milliseconds in which a person receives the list of their `--games` games, and the seconds in which `--due` tables are
loaded, looked at and unloaded because an action may be due. Linux only.
"""

import asyncio
import secrets
import tempfile
import time
from argparse import Namespace
from pathlib import Path

from sqlalchemy import insert, update
from tests.server.client import Person, everybody_leaves
from tests.server.tables.test_left_tables import share

from benchmarks.results import Row
from benchmarks.shared import script
from benchmarks.shared.scenario import Program
from knobel import seeded_dice
from knobel.clock import now_ms
from knobel.server.database import schema
from knobel.server.database.store import Log, Store
from knobel.server.limits.codes import LETTERS
from knobel.server.shared_rows.seeds import seed_stored
from knobel.server.tables.log.table_log import entry
from knobel.server.tables.slow import store as slow_store
from knobel.tables import commands
from knobel.tables.commands import Events, Source
from knobel.tables.game_dice import ServerDice
from knobel.tables.settings import Settings
from knobel.tables.slow_games import DAY_MS
from knobel.tables.state import fold

NAMES = ("Ann", "Ben", "Cat", "Dan")


def code_of(number: int) -> str:
    """Return a code for each number."""
    letters = ""
    for _ in range(6):
        number, letter = divmod(number, len(LETTERS))
        letters += LETTERS[letter]
    return letters


def game_of(people: list[str], seed: str) -> Events:
    """Return the log of a game over days after its first roll."""
    now = now_ms()
    sources = [Source(now, person, name) for person, name in zip(people, NAMES, strict=True)]
    events = commands.open_table(sources[0], Settings(game="knister", seats=4, days=3))
    for source in sources[1:]:
        events += commands.sit(fold(events), source, None)
    events += commands.start(fold(events), sources[0], seed=seed)
    play = fold(events).play
    assert play is not None
    return events + commands.roll(fold(events), Source(now), play.at, None, ServerDice(seed))


async def fill(file: Path, options: Namespace, me: str) -> None:
    """Store the tables. The person `me` has a seat at the first ones."""
    store = await Store.open(str(file))
    strangers = [secrets.token_hex(8) for _ in range(4 * 50)]
    people = [{"id": person, "name": f"P{number}", "seen": now_ms()} for number, person in enumerate(strangers)]
    await store.write((insert(schema.people), people))
    for first in range(0, options.tables, 200):
        writes = []
        for number in range(first, min(first + 200, options.tables)):
            seated = strangers[4 * (number % 50) : 4 * (number % 50) + 4]
            if number < options.games:
                seated = [me, *seated[1:]]
            seed, code, now = seeded_dice.new_seed(), code_of(number), now_ms()
            events = game_of(seated, seed)
            entries = [entry(seq, event) for seq, event in enumerate(events)]
            rows = slow_store.changed(code, None, fold(events), now + 3 * DAY_MS, now)
            also = [seed_stored(seeded_dice.commitment(seed), seed, code), *rows]
            writes.append(store.append(Log(code), entries, also=also))
        await asyncio.gather(*writes)
    await store.close()


def size_mb(folder: Path) -> int:
    """Return the size of the database in a folder, with its write-ahead log."""
    return sum(file.stat().st_size for file in folder.glob("knobel.db*")) >> 20


async def measure(folder: Path, options: Namespace) -> Row:
    """Return the figures of a server on a new database in a folder."""
    program = Program(folder)
    program.start()
    me = await Person(program.url).arrive("Me")
    program.stop()
    file = Path(program.options["database"])
    await fill(file, options, me.id)
    began = time.monotonic()
    program.start()
    started = time.monotonic() - began
    await asyncio.sleep(options.after)
    (memory,) = program.megabytes()
    used = await asyncio.to_thread(share, program.family(), options.window)
    began = time.monotonic()
    games = (await me.http.get("/api/slow-games")).json()
    listed = time.monotonic() - began
    assert len(games) == min(options.games, options.tables)
    moved = await move_on(file, options)
    await everybody_leaves()
    errors = program.stop()
    assert not errors, errors
    return {
        "tables": options.tables,
        "database_mb": size_mb(folder),
        "start_s": round(started, 2),
        "memory_mb": memory,
        "share": round(used, 4),
        "list_ms": round(1000 * listed),
        "due_s": round(moved, 1),
    }


async def move_on(file: Path, options: Namespace) -> float:
    """Let tables be due, and return the seconds until all were looked at."""
    count = min(options.due, options.tables)
    if not count:
        return 0.0
    store = await Store.open(str(file))
    c = schema.slow_tables.c
    codes = [code_of(options.tables - 1 - number) for number in range(count)]
    late = now_ms() - 4 * DAY_MS
    began = time.monotonic()
    await store.write((update(schema.slow_tables).where(c.table.in_(codes)).values(due=late), []))
    slow = slow_store.SlowTableStore(store)
    while await slow.due(now_ms() - 3 * DAY_MS, 1):  # noqa: ASYNC110 -- another process changes it
        await asyncio.sleep(0.1)
    await store.close()
    return time.monotonic() - began


def main() -> None:
    parser = script.parser(__doc__)
    parser.add_argument("--tables", type=int, default=10_000)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--due", type=int, default=200)
    parser.add_argument("--after", type=float, default=10.0)
    parser.add_argument("--window", type=float, default=30.0)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        script.report(asyncio.run(measure(Path(folder), options)))


if __name__ == "__main__":
    main()
