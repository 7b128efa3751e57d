"""Compares the logs in a server's database with the commands and scores of the players at many tables."""

from itertools import groupby

from sqlalchemy import func, select, text

from benchmarks.shared.light_tables import Table
from knobel.presentation.log_reader import decoded, states
from knobel.presentation.projections import Snapshot
from knobel.server.database.store import Store


async def size_of(store: Store) -> int:
    """Return the size of a database in bytes, without the write-ahead log."""
    if store.shared:
        return int((await store.read(select(func.pg_database_size(func.current_database()))))[0][0])
    return int(
        (await store.read(select(text("page_count * page_size FROM pragma_page_count(), pragma_page_size()"))))[0][0]
    )


async def differing_tables(store: Store, tables: list[Table]) -> int:
    """Return the number of tables whose log differs from the commands and scores of their players.

    Every command is in the log once, in the order of the commands. The log yields the scores that every player sees.
    """
    differing = 0
    for table in tables:
        log = list(decoded(await store.read_log(table.code)))
        ids = [number for number, _ in groupby(event.id for event in log) if number is not None]
        *_, state = states(log)
        snapshot = Snapshot(table.code, state)
        seen = [wire.position.scores if wire.position is not None else None for wire in table.wires]
        same = ids == [str(number + 1) for number in range(table.commands)]
        # Entries of a round that goes on are hidden from those who have not entered.
        differing += not same or seen != [snapshot.sheets_and_scores(seat, None)[1] for seat in range(len(seen))]
    return differing
