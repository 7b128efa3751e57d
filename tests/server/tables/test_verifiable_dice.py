"""Dice on a server that follow from a seed: contributions over the network, secrecy, records, and a lost seed."""

import asyncio
import contextlib
import json
import sqlite3
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from knobel.record_checks import CheckFailed, check_record
from knobel.seeded_dice import commitment
from tests.server.client import Person, Server, Table, running, tell
from tests.server.database.test_backup import knobel
from tests.slow import slow_except

VALUE = "5a" * 16


async def record_of(person: Person, code: str) -> bytes:
    return (await person.http.get(f"/api/tables/{code}/games/1/record")).content


def seeds(folder: Path) -> list[str]:
    """Return the seeds of running games, without those of deals."""
    with contextlib.closing(sqlite3.connect(folder / "knobel.db")) as database:
        return [seed for (seed,) in database.execute('SELECT seed FROM seeds WHERE "table" IS NOT NULL')]


async def two(server: Server) -> tuple[Table, Table, str]:
    ann, ben = await Person(server.url).arrive("Ann"), await Person(server.url).arrive("Ben")
    code = await ann.open_table(game="knister", seats=2, public=True)
    first, second = await ann.join(code), await ben.join(code)
    await second.do("sit")
    return first, second, code


async def test_a_game_is_fixed_by_contributions_and_can_be_checked(tmp_path: Path, own_server: Server) -> None:
    ann, ben, code = await two(own_server)
    await ann.do("commit", commitment=commitment(VALUE))
    await ann.do("start")
    (seed,) = seeds(tmp_path)
    dice = ann.position["dice"]
    assert dice == {
        "commitment": dice["commitment"],
        "promised": commitment(VALUE),
        "players": 0,
        "awaited": True,
        "message": dice["message"],
        "fixed": False,
        "seed": None,
    }
    # The browser can see what the hash covers before it sends its bytes.
    assert sha256(dice["message"].encode()).hexdigest() == dice["commitment"]
    assert json.loads(dice["message"])[0] == "knobel dice 3"
    assert commitment(VALUE) in json.loads(dice["message"])[5]
    assert not ann.position["turn"]["may_roll"]
    await ann.do("contribute", value=VALUE)
    await ben.until(lambda: (ben.position or {}).get("dice", {}).get("fixed"))
    assert ben.position["dice"]["message"] is None
    with pytest.raises(CheckFailed, match="published after the game"):
        check_record(await record_of(ann.person, code))
    export = (await ann.person.http.get("/api/person")).text
    assert seed not in export
    await asyncio.gather(ann.play(), ben.play())
    assert ann.position["dice"]["seed"] == seed
    assert seeds(tmp_path) == []
    checked = check_record(await record_of(ann.person, code))
    assert (checked.rolls, checked.promised, checked.contributed) == (25, 1, 1)
    # What was shown before the first roll covers everything in the record.
    shown = [entry["commitment"] for entry in ben.log if entry["kind"] == "start"]
    assert [checked.commitment] == shown == [dice["commitment"]] != [commitment(seed)]
    assert checked.proven
    metrics = (await ann.person.http.get("/metrics")).text
    assert seed not in metrics


async def test_players_who_do_not_answer_are_left_out(own_server: Server) -> None:
    ann, ben, code = await two(own_server)
    await ann.do("commit", commitment=commitment(VALUE))
    await ann.do("start")
    await ben.until(lambda: (ben.position or {}).get("dice", {}).get("fixed"))
    assert [entry["name"] for entry in ben.log if entry["kind"] == "left_out"] == ["Ann"]
    await asyncio.gather(ann.play(), ben.play())
    checked = check_record(await record_of(ann.person, code))
    assert (checked.promised, checked.contributed) == (1, 0)


def test_a_game_continues_after_a_restart_and_with_another_seed_if_its_own_is_lost(tmp_path: Path) -> None:
    found: dict[str, Any] = {}

    async def begin(server: Server) -> None:
        ann = await Person(server.url).arrive("Ann")
        found["code"] = await ann.open_table(game="knister", seats=1, start=True)
        table = await ann.join(found["code"])
        await table.do("roll", at=table.position["at"])
        found["cookie"] = ann.http.cookies["knobel"]

    async def end(server: Server) -> None:
        lost = found["lost"]
        ann = Person(server.url)
        ann.http.cookies.set("knobel", found["cookie"])
        table = await ann.join(found["code"])
        await table.play()
        content = await record_of(ann, found["code"])
        checked = check_record(content)
        assert (checked.lost, checked.rolls) == (lost, 25 - lost)
        assert json.loads(content.splitlines()[0])["dice"].get("lost", 0) == lost

    for lost in (0, 1):
        found["lost"], folder = lost, tmp_path / str(lost)
        with running(folder) as server:
            tell(begin(server))
        if lost:
            with contextlib.closing(sqlite3.connect(folder / "knobel.db")) as database:
                database.execute("DELETE FROM seeds")
                database.commit()
        with running(folder) as server:
            tell(end(server))


@pytest.mark.parametrize("game", slow_except("knister", games=("knister", "knapp_daneben")))
def test_the_export_writes_the_record_of_the_page(tmp_path: Path, game: str) -> None:
    """Both are written by the same code, so that both can be verified."""
    found: dict[str, bytes] = {}

    async def story(server: Server) -> None:
        ann = await Person(server.url).arrive("Ann")
        code = await ann.open_table(game=game, seats=2, bots=("casual",))
        table = await ann.join(code)
        await table.do("commit", commitment=commitment(VALUE))
        await table.do("start")
        await table.do("contribute", value=VALUE)
        await table.play()
        found[code] = await record_of(ann, code)

    with running(tmp_path) as server:
        tell(story(server))
    folder = tmp_path / "export"
    assert knobel("export", folder, "--database", tmp_path / "knobel.db")[0] == 0
    for code, record in found.items():
        assert (folder / f"{code}-1.jsonl").read_bytes() == record
        checked = check_record(record)
        assert (checked.proven, checked.contributed) == (True, 1)
        assert json.loads(record.splitlines()[0])["bots"].count("casual") == 1
