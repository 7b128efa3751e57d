"""Games as data: `knobel export`, `knobel analyse`, and the notebooks that read what they and the arena write."""

import asyncio
import csv
import json
import runpy
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from knobel import notation
from knobel.server.live import entry
from knobel.server.store import Log, Store
from knobel.tables import commands
from knobel.tables.commands import Events, Source
from knobel.tables.settings import Settings
from knobel.tables.state import fold
from tests.cli.conftest import Run, fails

NOTEBOOKS = Path(__file__).parents[2] / "examples" / "notebooks"
ANN = Source(1_700_000_000_000, "ann", "Ann")
BOT = Source(1_700_000_000_000, "bot", "Mine", bot=True)


def played(source: Events, *, to_the_end: bool = True) -> Events:
    """A log with one more game: everybody takes the first legal action."""
    events = source + commands.start(fold(source), ANN)
    state = fold(events)
    while state.play is not None and not state.play.over:
        turn: Any = state.play.turn
        server = Source(ANN.time + 1000 * len(events))
        if hasattr(turn, "dice"):
            more = commands.roll(state, server, state.play.at, None)
        else:
            seat = turn.seats[0]
            level = state.seats[seat].level
            action = state.play.game.legal(state.play.state, seat)[0]
            who = Source(server.time, state.seats[seat].person, "")
            more = (
                commands.move(state, who, state.play.at, action)
                if level is None
                else commands.move_for(state, server, state.play.at, seat, action)
            )
        events += more
        state = fold(more, state)
        if not to_the_end:
            return events
    return events


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A database of three tables: two games, of which one runs; a game with a bot of somebody's own; a damaged log."""
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


def test_games_are_exported_as_lines(database: str, tmp_path: Path, run: Run) -> None:
    lines: dict[str, list[dict[str, Any]]] = {}
    for form in ("csv", "jsonl", "parquet"):
        target = tmp_path / f"games.{form}"
        ran = run("export", str(target), "--database", database)
        # The one log that is damaged is told, and the rest is there.
        assert (ran.status, ran.out) == (1, f"3 games are in {target}.\n")
        assert ran.err.count("\n") == 1
        assert "table CCCCCC: event 3" in ran.err
    with (tmp_path / "games.csv").open(encoding="utf-8") as file:
        lines["csv"] = list(csv.DictReader(file))
    lines["jsonl"] = [json.loads(line) for line in (tmp_path / "games.jsonl").read_text().splitlines()]
    lines["parquet"] = pl.read_parquet(tmp_path / "games.parquet").to_dicts()
    assert lines["jsonl"] == lines["parquet"]
    assert [line["name"] for line in lines["csv"]] == [line["name"] for line in lines["jsonl"]]
    seats = [(line["table"], line["number"], line["bot"], line["score"] is None) for line in lines["jsonl"]]
    assert sorted(seats) == [
        ("AAAAAA", 1, "", False),
        ("AAAAAA", 1, "casual", False),
        ("AAAAAA", 2, "", True),
        ("AAAAAA", 2, "casual", True),
        ("BBBBBB", 1, "", False),
        ("BBBBBB", 1, "own", False),
    ]
    first = lines["jsonl"][0]
    assert first["started"] == "2023-11-14T22:13:20.000+00:00"
    assert first["ended"] > first["started"]


def test_games_are_exported_as_records_and_analysed(database: str, tmp_path: Path, run: Run) -> None:
    folder = tmp_path / "games"
    assert run("export", str(folder), "--database", database).status == 1
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
    # The ledger of the coach adds up.
    coached = run("analyse", str(folder), "--json", "--coach", "quick")
    assert all(line["luck"] is not None and line["loss"] >= 0 for line in json.loads(coached.out)["players"])
    shown = run("analyse", str(folder))
    assert "knapp_daneben" in shown.out
    assert "casual (bot)" in shown.out


def test_what_cannot_be_exported_or_analysed_is_told(database: str, tmp_path: Path, run: Run) -> None:
    there = tmp_path / "there.csv"
    there.write_text("")
    fails(run("export", str(there), "--database", database), "there.csv is there already")
    fails(run("export", str(tmp_path), "--database", database), "cannot write .*exists")
    fails(run("export", str(tmp_path / "x.xlsx"), "--database", database), "ends in none of .csv, .jsonl, .parquet")
    fails(run("export", str(tmp_path / "y.csv"), "--database", str(tmp_path / "no.db")), "no.db")
    fails(run("analyse", str(tmp_path)), "no records")
    fails(run("analyse", str(tmp_path / "nowhere")), "no records")
    (tmp_path / "a.jsonl").write_text("{}\n")
    ran = run("analyse", str(tmp_path))
    assert ran.status == 2
    assert ran.err.endswith("is the record of a finished game\n")


@pytest.mark.unwatched
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
