"""Databases that earlier versions of the program wrote while people played, upgraded by this version.

`stored/record.py` makes them: with the first program that had tables, with one half-way, and with a late one.
Version 1.0 has upgraded them.
"""

import asyncio
import gzip
import json
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from knobel.games import NAMES, make
from knobel.server.database.migrations import HEAD
from knobel.server.database.store import Store
from knobel.server.tables.store import complete_options, high_scores
from tests.server.database.test_backup import knobel
from tests.server.database.test_upgrades import version_of
from tests.server.old_databases import be_killed

STORED = sorted(Path(__file__).with_name("stored").glob("*.db.gz"))


def rows(file: Path, query: str) -> list[Any]:
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(query).fetchall()


@pytest.fixture(params=STORED, ids=lambda file: file.name.partition(".")[0])
def stored(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, Path]:
    """Return the version of a stored database, and a copy of it."""
    file = tmp_path / "knobel.db"
    file.write_bytes(gzip.decompress(request.param.read_bytes()))
    return request.param.name.partition("-")[0], file


def test_it_is_sound_before_and_after_its_upgrade(stored: tuple[str, Path]) -> None:
    version, file = stored
    assert version_of(file) == version
    events = rows(file, 'SELECT "table", seq, data FROM events ORDER BY 1, 2')
    scores = rows(file, "SELECT game, name, score FROM results ORDER BY 1, 2")
    assert {game for game, _, _ in scores} == set(NAMES)

    async def upgraded() -> list[tuple[str, str, int]]:
        store = await Store.open(str(file))
        await complete_options(store)
        lists = {game: await high_scores(store, game, make(game).options, None) for game in NAMES}
        await store.close()
        return [(game, line.name, line.score) for game, found in lists.items() for line in found.all_time]

    assert knobel("check", "--database", file) == (
        0,
        f"5 tables, {len(events)} events, 5 finished games: no problems.\n",
    )
    assert sorted(asyncio.run(upgraded())) == scores
    assert knobel("check", "--database", file)[0] == 0
    assert version_of(file) == HEAD
    assert rows(file, 'SELECT "table", seq, data FROM events ORDER BY 1, 2') == events
    if version != HEAD:
        assert version_of(file.with_name(f"knobel.db-version-{version}")) == version


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_a_process_killed_during_an_upgrade_changes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "knobel.db"
    file.write_bytes(gzip.decompress(STORED[0].read_bytes()))
    content = rows(file, "SELECT sql FROM sqlite_master"), rows(file, "SELECT * FROM events")
    be_killed(file, "before the commit")
    assert version_of(file) == "0016"
    assert (rows(file, "SELECT sql FROM sqlite_master"), rows(file, "SELECT * FROM events")) == content
    assert knobel("check", "--database", file)[0] == 0


async def test_results_with_unknown_options_stay(tmp_path: Path) -> None:
    file = tmp_path / "knobel.db"
    unknown = [json.dumps({"gone": True}), "[]", "no JSON"]
    await (await Store.open(str(file))).close()
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("INSERT INTO tables (code, opened) VALUES ('AAAAAA', 1)")
        for seat, options in enumerate(unknown):
            row = ("AAAAAA", 1, seat, "knister", options, "ann", "Ann", 1, 3, 1, True, None, None)
            connection.execute(f"INSERT INTO results VALUES ({', '.join('?' * len(row))})", row)
    store = await Store.open(str(file))
    await complete_options(store)
    await store.close()
    assert [options for (options,) in rows(file, "SELECT options FROM results ORDER BY seat")] == unknown
