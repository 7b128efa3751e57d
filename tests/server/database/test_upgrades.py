"""Databases of other versions are read without changes, copied before upgrades, and refused in one line if newer."""

import asyncio
import json
import logging
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy.engine import Connection

from knobel.server.database import versions
from knobel.server.database.engine import StoreError
from knobel.server.database.migrations import HEAD
from knobel.server.database.store import Store
from tests.server.database.test_backup import changed, knobel
from tests.server.old_databases import CODE, be_killed, make_old
from tests.slow import slow_except

RELEASED = ("0016",)
"""The versions of the databases of all releases but the last one."""


async def _opened(database: str) -> None:
    store = await Store.open(database)
    assert len(await store.read_log(CODE)) > 20
    await store.close()


def version_of(file: Path) -> str:
    with closing(sqlite3.connect(file)) as connection:
        (version,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    return str(version)


def mode_of(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


@pytest.mark.parametrize("empty_database", slow_except("postgresql", games=("sqlite", "postgresql")), indirect=True)
@pytest.mark.parametrize("version", RELEASED)
def test_the_new_program_backs_up_an_old_database(empty_database: str, version: str, tmp_path: Path) -> None:
    """The backup keeps the old version, so the old program can restore it; the new program can restore it too."""
    make_old(empty_database, version)
    backup, new = tmp_path / "backup.db", tmp_path / "new.db"
    status, words = knobel("backup", backup, "--database", empty_database)
    assert status == 0, words
    assert version_of(backup) == version
    assert mode_of(backup) == 0o600
    assert knobel("backup", tmp_path / "again.db", "--database", empty_database)[0] == 0, "nothing was upgraded"
    assert version_of(tmp_path / "again.db") == version
    for looked_at in (empty_database, backup):
        status, words = knobel("check", "--database", looked_at)
        assert (status, "1 tables" in words, "no problems" in words) == (0, True, True), words
    assert knobel("restore", backup, "--database", new)[0] == 0
    assert version_of(new) == HEAD
    assert "no problems" in knobel("check", "--database", new)[1]
    asyncio.run(_opened(str(new)))
    assert sorted(file.name for file in tmp_path.glob("*") if "-lock" not in file.name) == sorted(
        {"again.db", "backup.db", "new.db"}
        | ({"knobel.db", "knobel.db.last-backup"} if "://" not in empty_database else set())
    )


@pytest.mark.parametrize("version", RELEASED)
def test_old_databases_are_exported_without_an_upgrade(empty_database: str, version: str, tmp_path: Path) -> None:
    make_old(empty_database, version)
    target = tmp_path / "games.jsonl"
    assert knobel("export", target, "--database", empty_database)[0] == 0
    lines = [json.loads(line) for line in target.read_text().splitlines()]
    assert [(line["table"], line["number"], line["score"] is None) for line in lines] == [
        (CODE, 1, False),
        (CODE, 2, True),
    ]
    if "://" not in empty_database:
        assert version_of(Path(empty_database)) == version


@pytest.mark.parametrize("version", RELEASED)
def test_a_file_is_copied_before_it_is_upgraded(version: str, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    file = tmp_path / "knobel.db"
    make_old(str(file), version)
    with closing(sqlite3.connect(file)) as kept:
        # The latest events are only in the write-ahead log.
        kept.execute("PRAGMA journal_mode=WAL")
        kept.execute("UPDATE people SET name = 'Anna'")
        kept.commit()
        assert file.with_name("knobel.db-wal").stat().st_size
        with caplog.at_level(logging.WARNING, "knobel"):
            asyncio.run(_opened(str(file)))
    copy = tmp_path / f"knobel.db-version-{version}"
    assert [record.getMessage() for record in caplog.records if record.name == "knobel"] == [
        f"the database was upgraded from version {version} to {HEAD}; {copy} is a copy from before"
    ]
    assert (version_of(file), version_of(copy), mode_of(copy)) == (HEAD, version, 0o600)
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("SELECT name FROM people").fetchall() == [("Anna",)]
    before = copy.read_bytes()
    asyncio.run(_opened(str(file)))
    assert [found.name for found in tmp_path.glob("*-version-*")] == [copy.name], "once"
    # The old database was restored, and is upgraded again.
    file.unlink()
    assert knobel("restore", copy, "--database", file)[0] == 0
    file.unlink()
    file.write_bytes(before)
    asyncio.run(_opened(str(file)))
    assert (tmp_path / f"knobel.db-version-{version}-2").exists()
    assert copy.read_bytes() == before


def test_an_upgrade_that_fails_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "knobel.db"
    make_old(str(file), "0016")

    def failing(connection: Connection, _version: str) -> None:
        connection.exec_driver_sql("CREATE TABLE half_done (x)")
        connection.exec_driver_sql("UPDATE people SET name = 'half done'")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(versions, "upgrade", failing)
    with pytest.raises(StoreError, match=f"cannot open the database {file}: No space left on device"):
        asyncio.run(_opened(str(file)))
    monkeypatch.undo()
    with closing(sqlite3.connect(file)) as connection:
        assert not connection.execute("SELECT * FROM sqlite_master WHERE name = 'half_done'").fetchall()
        assert connection.execute("SELECT name FROM people").fetchall() == [("Ann",)]
    assert version_of(file) == "0016"
    assert not list(tmp_path.glob("*-version-*")), "a server that is started again and again would fill the disk"
    asyncio.run(_opened(str(file)))


def test_an_upgrade_without_a_copy_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "knobel.db"
    make_old(str(file), "0016")
    (tmp_path / "knobel.db-version-0016-upgrading-unfinished").mkdir()
    with pytest.raises(StoreError, match=rf"cannot copy the database {file} before its upgrade: .*nothing was changed"):
        asyncio.run(_opened(str(file)))
    assert version_of(file) == "0016"


def test_newer_databases_are_refused_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "knobel.db"
    make_old(str(file), HEAD)
    changed(file, "UPDATE alembic_version SET version_num = '9999'")
    target = tmp_path / "target"
    for command in (
        ("serve", "--port", "0", "--database", file),
        ("backup", target, "--database", file),
        ("export", target, "--database", file),
        ("check", "--database", file),
        ("restore", file, "--database", target),
        ("admin", "tables", "--database", file),
    ):
        status, words = knobel(*command)
        assert status == 2
        assert words.count("\n") == 1
        assert f"{file} was written by a newer version of Knobel" in words
        assert "upgrade Knobel, or restore a backup from before" in words
        assert not target.exists()


@pytest.mark.parametrize(("version", "when"), [("0025", "between two releases"), ("0015", "before the first release")])
def test_databases_of_no_release_are_refused_in_one_line(version: str, when: str, tmp_path: Path) -> None:
    file = tmp_path / "knobel.db"
    make_old(str(file), HEAD)
    changed(file, f"UPDATE alembic_version SET version_num = '{version}'")
    for command in (("serve", "--port", "0"), ("check",), ("backup", tmp_path / "backup.db")):
        status, words = knobel(*command, "--database", file)
        assert (status, words.count("\n")) == (2, 1)
        assert f"{file} was written by a version of Knobel {when} (its version is {version})" in words
    assert version_of(file) == version


def test_databases_of_other_programs_are_not_changed(tmp_path: Path) -> None:
    file = tmp_path / "music.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE songs (name)")
        connection.commit()
    before = file.read_bytes()
    for command in (("serve", "--port", "0"), ("check",), ("backup", tmp_path / "x.db")):
        status, words = knobel(*command, "--database", file)
        assert (status, words.count("\n")) == (2, 1), words
        assert "belongs to another program" in words or "is not a database of Knobel" in words
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("songs",)]
    assert len(file.read_bytes()) == len(before)


@pytest.mark.parametrize("content", [b"", b"garbage" * 1000, b"SQLite format 3\0" + b"\0" * 4080])
def test_invalid_backups_are_refused(content: bytes, tmp_path: Path) -> None:
    bad, new = tmp_path / "bad.db", tmp_path / "new.db"
    bad.write_bytes(content)
    status, words = knobel("restore", bad, "--database", new)
    assert (status, words.count("\n"), str(bad) in words) == (2, 1, True), words
    assert [file.name for file in tmp_path.iterdir()] == ["bad.db"]


def test_a_damaged_backup_leaves_no_new_database(tmp_path: Path) -> None:
    backup, new = tmp_path / "backup.db", tmp_path / "new.db"
    make_old(str(backup), HEAD)
    content = bytearray(backup.read_bytes())
    content[-8000:] = b"\xff" * 8000
    backup.write_bytes(content)
    status, words = knobel("restore", backup, "--database", new)
    assert (status, words.count("\n"), f"the backup {backup} is damaged" in words) == (2, 1, True), words
    assert not new.exists()


def test_only_the_usual_folder_is_created(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    missing = tmp_path / "no" / "such" / "folder"
    backup = tmp_path / "backup.db"
    make_old(str(backup), HEAD)
    for command in (("serve", "--port", "0"), ("restore", backup)):
        status, words = knobel(*command, "--database", missing / "x.db")
        assert (status, words) == (
            2,
            f"knobel: there is no folder {missing}: create it, or choose another file with --database\n",
        )
    assert not (tmp_path / "no").exists()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert knobel("restore", backup)[0] == 0
    usual = tmp_path / "data" / "knobel" / "knobel.db"
    assert (mode_of(usual), mode_of(usual.parent)) == (0o600, 0o700)


def test_a_process_that_is_killed_during_an_upgrade_leaves_one_copy(tmp_path: Path) -> None:
    file = tmp_path / "knobel.db"
    make_old(str(file), "0016")
    for _ in range(2):
        be_killed(file, "before the upgrade")
        assert version_of(file) == "0016"
        assert [found.name for found in tmp_path.glob("*-version-*")] == ["knobel.db-version-0016-upgrading"]
    be_killed(file, "after the commit")
    assert version_of(file) == HEAD
    asyncio.run(_opened(str(file)))
    assert [found.name for found in tmp_path.glob("*-version-*")] == ["knobel.db-version-0016"]
    assert version_of(tmp_path / "knobel.db-version-0016") == "0016"


def test_results_keep_the_rule_by_which_they_were_played(tmp_path: Path) -> None:
    database, old = tmp_path / "old.db", '{"cross_out":"open","turn_end":"player"}'
    make_old(str(database), "0016")
    row = "INSERT INTO results VALUES ('BBBBBB', 1, 0, ?, ?, 'ann', 'Ann', 200, 2, 7, 0, NULL, NULL)"
    with closing(sqlite3.connect(database)) as connection, connection:
        for seq, game in enumerate(("kniffeliger", "knister")):
            connection.execute(row.replace("1, 0", f"{seq}, 0"), (game, old))
    asyncio.run(_opened(str(database)))
    with closing(sqlite3.connect(database)) as connection:
        query = "SELECT options FROM results WHERE \"table\" = 'BBBBBB' ORDER BY first"
        found = [options for (options,) in connection.execute(query)]
    assert found == ['{"cross_out":"open","turn_end":"main_phase"}', old]
