"""Reports by people, and operator actions by `knobel admin` on a running and on a stopped server."""

import asyncio
import contextlib
import json
import sqlite3
import stat
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from knobel.cli import run as command_line
from knobel.server.administration import send_request
from knobel.server.operator.local_access import local_addresses
from knobel.server.operator.messages import ListTables
from tests.server import services
from tests.server.client import Person, Server, Table, running, tell


def database(server: Server) -> str:
    return str(server.options["database"])


def knobel_admin(server: Server, *arguments: str) -> tuple[int, str, str]:
    """Run `knobel admin` and return its status, output and errors."""
    output, complaints = StringIO(), StringIO()
    with redirect_stdout(output), redirect_stderr(complaints):
        status = command_line(["admin", *arguments, "--database", database(server)])
    return status, output.getvalue(), complaints.getvalue()


async def admin(server: Server, *arguments: str) -> list[dict[str, Any]]:
    """Run `knobel admin` with JSON output."""
    status, output, complaints = await asyncio.to_thread(knobel_admin, server, *arguments, "--json")
    assert status == 0, complaints
    lines: list[dict[str, Any]] = json.loads(output)
    return lines


async def at_a_table(server: Server, names: str = "Ann Ben Cid") -> list[Table]:
    """Return a host, a player and a spectator at a table."""
    people = [await Person(server.url).arrive(name) for name in names.split()]
    code = await people[0].open_table(game="knister", seats=2)
    tables = [await person.join(code) for person in people]
    await tables[1].do("sit")
    return tables


def chats(table: Table) -> list[dict[str, Any]]:
    return [message for message in table.others if message["type"] == "chat"]


async def test_a_report_reaches_the_operator_and_the_answer_its_reporter(server: Server) -> None:
    ann, ben, _ = await at_a_table(server, "Ann Ben\u202e Cid")
    await ben.do("say", to="table", text="you \x1b[31mfool")
    await ann.until(lambda: chats(ann))
    said = chats(ann)[0]["time"]
    wish = {"person": ben.person.id, "text": "He is rude.", "said": said}
    assert (await ann.do("report", **wish))["type"] == "accepted"
    status, words, _ = await asyncio.to_thread(knobel_admin, server, "reports")
    assert status == 0
    assert "text He is rude.  said you [31mfool" in words, "nothing steers the terminal"
    report = (await admin(server, "reports"))[0]
    assert (report["reporter"], report["person"], report["table"]) == (ann.person.id, ben.person.id, ann.code)
    assert (report["text"], report["said"], report["answer"]) == ("He is rude.", "you \x1b[31mfool", None)
    assert [chat["text"] for chat in report["context"]] == ["you \x1b[31mfool"]
    assert await admin(server, "answer", str(report["number"]), "We talked to him.")
    await ann.until(lambda: any(chat["text"] == "We talked to him." for chat in chats(ann)))
    assert chats(ann)[-1]["sender"]["id"] == ""
    assert report["number"] not in [other["number"] for other in await admin(server, "reports")]
    assert report["number"] in [other["number"] for other in await admin(server, "reports", "--all")]


async def test_invalid_reports(server: Server) -> None:
    ann, ben, _ = await at_a_table(server)
    for fields, reason in (
        ({"person": "nobody", "text": "x"}, "not_here"),
        ({"person": ben.person.id, "text": "x", "said": 7}, "not_found"),
        ({"person": ben.person.id, "text": "x" * 2000}, "too_large"),
        ({"person": ben.person.id}, "malformed"),
    ):
        assert (await ann.do("report", **fields))["reason"] == reason
    reasons: list[str | None] = [None]
    while reasons[-1] is None:
        reasons.append((await ann.do("report", person=ben.person.id, text="")).get("reason"))
    assert reasons[:6] == [None] * 6, "the first of them is made up"
    assert reasons[-1] == "rate_limited"


async def test_reports_from_the_lobby_contain_its_messages(server: Server) -> None:
    ann, _, _ = await at_a_table(server)
    dot = await (await Person(server.url).arrive()).enter_lobby()
    await ann.do("say", to="all", text="buy my dice")
    await dot.until(lambda: chats(dot))
    assert (await dot.do("report", person=ann.person.id, text="spam", said=chats(dot)[-1]["time"]))[
        "type"
    ] == "accepted"
    assert (await admin(server, "reports"))[0]["table"] is None


async def test_the_operator_closes_a_table_and_removes_a_person(server: Server) -> None:
    ann, ben, cid = await at_a_table(server)
    code = ann.code
    listed = next(line for line in await admin(server, "tables") if line["code"] == code)
    assert (listed["here"], listed["game"], listed["host"]) == (3, "knister", ann.person.name)
    facts, *people = await admin(server, "table", code.lower())
    assert facts["game"] == "knister"
    assert [person["name"] for person in people] == [table.person.name for table in (ann, ben, cid)]
    assert ben.person.id in [line["person"] for line in await admin(server, "people") if line["here"]]
    await admin(server, "remove", cid.person.id, "--table", code)
    assert await cid.closed_with() == 4003
    assert await cid.person.refused(code) == "removed"
    await admin(server, "remove", ben.person.id)
    await ann.until(lambda: ann.table["seats"][1]["person"] is None)
    await ben.closed_with()
    assert (await ben.person.http.get("/api/session")).json()["reason"] == "no_session"
    await admin(server, "close", code)
    assert await ann.closed_with() == 4003
    assert {"type": "gone", "reason": "closed"} in ann.others
    assert await ann.person.refused(code) == "no_table"
    assert (await ann.person.http.get("/api/session")).json()["table"] is None


async def test_the_database_is_enough(own_server: Server) -> None:
    ann, ben, _ = await at_a_table(own_server)
    code = ann.code
    await ann.do("report", person=ben.person.id, text="He left.")
    own_server.kill()
    number = (await admin(own_server, "reports"))[0]["number"]
    await admin(own_server, "answer", str(number), "So it goes.")
    await admin(own_server, "close", code)
    assert (await admin(own_server, "table", code))[0]["closed"] is True
    await asyncio.to_thread(own_server.start)
    assert await ann.person.refused(code) == "no_table"
    other = await ann.person.join(await ann.person.open_table(game="knister", seats=1))
    await other.until(lambda: any(chat["text"] == "So it goes." for chat in chats(other)))


async def test_other_users_cannot_connect(server: Server) -> None:
    ((file, address),) = local_addresses(database(server))
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    right = {"Authorization": f"Bearer {address.token}"}
    content = msgspec.json.encode(ListTables(1))
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{address.port}", trust_env=False) as local:
        refused: list[dict[str, Any]] = [
            {},
            {"Authorization": f"Bearer {address.token[:-1]}"},
            {"Authorization": b"Bearer \xff"},
        ]
        for headers in refused:
            for path in ("/api/operator", "/healthz", "/"):
                assert (await local.post(path, content=content, headers=headers)).status_code == 401
        for nonsense in (b"", b"{}", b"[" * 5000, b"\xff"):
            answer = await local.post("/api/operator", content=nonsense, headers=right)
            assert (answer.status_code, answer.json()["reason"]) == (400, "malformed")
        assert (await local.post("/api/operator", content=content, headers=right)).status_code == 200
    # The token is of no use where visitors arrive, and there is no operator's page.
    async with httpx.AsyncClient(base_url=server.url) as http:
        answer = await http.post("/api/operator", content=content, headers=right)
        assert (answer.status_code, answer.json()["reason"]) == (404, "not_found")


@pytest.mark.parametrize("options", [{"host": "127.0.0.2"}, {"host": "0.0.0.0"}, {"host": "::1"}, {"root_path": "/a/"}])
def test_a_server_is_reached_however_it_listens(tmp_path: Path, options: dict[str, Any]) -> None:
    with running(tmp_path, **options, public_url=f"https://knobel.example{options.get('root_path', '')}") as server:
        assert json.loads(knobel_admin(server, "health", "--json")[1])[0]["processes"] == 1


@pytest.mark.parametrize("order", [1, pytest.param(-1, marks=pytest.mark.slow)])
def test_any_living_server_of_a_database_is_reached(postgres: services.Postgres, tmp_path: Path, order: int) -> None:
    options: dict[str, Any] = {"database": postgres.new(), "share_port": True}
    patient = {"process_timeout_ms": 3_000_000}
    with (
        running(tmp_path / "one", patient, **options) as one,
        running(tmp_path / "other", patient, port=one.port, **options) as other,
    ):
        killed, living = (one, other)[::order]
        assert len(list(local_addresses(database(one)))) == 2
        assert knobel_admin(living, "tables")[0] == 0
        killed.kill()
        assert knobel_admin(living, "say", "Good night.") == (0, "told Good night.\n", "")
        killed.start()
        assert len(list(local_addresses(database(one)))) == 2, "the file of the killed one is deleted"
    assert not list(local_addresses(database(one)))


def test_mistakes_get_one_line(server: Server) -> None:
    for arguments, problem in (
        (("table", "ZZZZZZ"), "there is no table ZZZZZZ"),
        (("close", "x"), "there is no table x"),
        (("remove", "nobody"), "there is no person nobody"),
        (("answer", "77777", "x"), "there is no report 77777"),
    ):
        assert knobel_admin(server, *arguments) == (2, "", f"knobel: {problem}\n")


async def test_the_operator_helps_a_group_without_its_host(ann: Person, ben: Person, server: Server) -> None:
    code = (await ann.http.post("/api/groups", json={"title": "Millers"})).json()["code"]
    assert (await ben.http.post(f"/api/groups/{code}/member")).status_code == 200
    assert (await ann.http.delete("/api/session")).status_code == 204
    listed = {line["code"]: line for line in await admin(server, "groups")}
    assert (listed[code]["title"], listed[code]["host"], listed[code]["members"]) == ("Millers", "Ann", 2)
    _, *members = await admin(server, "group", code)
    assert [(line["name"], line["person"], line["host"]) for line in members] == [
        ("Ann", ann.id, True),
        ("Ben", ben.id, False),
    ]
    group, *members = await admin(server, "group", code, "--host", ben.id, "--title", " Smiths ")
    assert (group["title"], group["host"], [line["host"] for line in members]) == ("Smiths", "Ben", [True, False])
    assert (await ben.http.get(f"/api/groups/{code}")).json()["hosted"]
    for arguments, problem in (
        (("group", code, "--host", "nobody", "--title", "X"), f"nobody is no member of the group {code}"),
        (("group", "2ZZZZZ"), "there is no group 2ZZZZZ"),
        (("group", code, "--dissolve", "--title", "X"), "a group is either dissolved or changed"),
    ):
        status, _, said = await asyncio.to_thread(knobel_admin, server, *arguments)
        assert (status, problem in said) == (2, True), said
    assert (await ben.http.get(f"/api/groups/{code}")).json()["title"] == "Smiths", "a refusal changes nothing"
    assert await admin(server, "group", code, "--dissolve") == [{"dissolved": code, "title": "Smiths"}]
    assert (await ben.http.get(f"/api/groups/{code}")).json()["reason"] == "no_group"


@pytest.mark.parametrize("is_running", [True, False])
def test_the_operator_erases_a_person(tmp_path: Path, is_running: bool) -> None:
    erased: list[str] = []

    async def story(server: Server) -> None:
        ann, ben, _ = await at_a_table(server)
        erased.append(ben.person.id)
        if is_running:
            assert await admin(server, "erase", ben.person.id) == [{"erased": ben.person.id, "name": "Ben"}]
            assert (await ben.person.http.get("/api/session")).status_code == 401
            await ann.until(lambda: all(seat["name"] != "Ben" for seat in ann.table["seats"]))

    with running(tmp_path) as server:
        tell(story(server))
    if not is_running:
        assert knobel_admin(server, "erase", *erased)[0] == 0
    content = sqlite3.connect(database(server))
    for table, column in (("people", "name"), ("events", "data"), ("results", "name")):
        found = [text for (text,) in content.execute(f"SELECT {column} FROM {table}")]
        assert not [text for text in found if "Ben" in text], table
    content.close()
    assert knobel_admin(server, "erase", *erased) == (2, "", f"knobel: there is no person {erased[0]}\n")


def test_a_server_removes_its_file(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        assert list(local_addresses(database(server)))
    assert not list(tmp_path.glob("*.admin*"))


def test_a_port_of_another_program(tmp_path: Path) -> None:
    """A killed server has left its file, and another server has got its port."""
    with running(tmp_path) as server:
        ((file, _),) = local_addresses(database(server))
        left = tmp_path / "left.db"
        file.with_name(file.name.replace(file.name.partition(".admin")[0], left.name)).write_bytes(
            file.read_bytes().replace(b'"token":"', b'"token":"x')
        )
        assert send_request(str(left), ListTables(1)) is None


def make_old(server: Server) -> None:
    """Make a deal of the server's database one of long ago."""
    assert httpx.get(f"{server.url}/api/days/today").status_code == 200, "makes the deals of today"
    with contextlib.closing(sqlite3.connect(database(server))) as connection, connection:
        connection.execute("UPDATE deals SET closes = 1 WHERE id = (SELECT min(id) FROM deals)")


async def test_an_overview_of_the_server(own_server: Server) -> None:
    (before,) = await admin(own_server, "health")
    # The database is too new to need a backup.
    assert (before["people"], before["backup"], before["warnings"].count("backup")) == (0, None, 0)
    make_old(own_server)
    assert (await admin(own_server, "health"))[0]["warnings"].count("backup") == 1
    assert 0 <= before["uptime"] < 10**9
    assert before["free"] > before["size"] > 0
    file = Path(database(own_server)).with_name("monday.db")
    assert await asyncio.to_thread(command_line, ["backup", str(file), "--database", database(own_server)]) == 0
    (after,) = await admin(own_server, "health")
    assert after["backup"] > 0
    assert "backup" not in after["warnings"]
    status, words, _ = await asyncio.to_thread(knobel_admin, own_server, "health")
    assert (status, words.startswith("version ")) == (0, True)
    assert "uptime " in words


def test_warnings_are_explained(tmp_path: Path) -> None:
    with running(tmp_path, public_url="https://knobel.example") as server:
        make_old(server)
        _, words, _ = knobel_admin(server, "health")
        assert "\n    all visitors count as one household: name the proxy with --proxy" in words
        assert "\n    no backup was made in the last week: run knobel backup FILE" in words
