"""Every invalid input gets a clear refusal, loses no data and causes no output on standard error."""

import asyncio
import json
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets

from tests.server import services
from tests.server.client import Person, Server, Table, running


async def game(server: Server) -> tuple[Table, Table]:
    """Return Ann and Ben in a game after the first roll."""
    ann, ben = await Person(server.url).arrive(), await Person(server.url).arrive()
    code = await ann.open_table(game="knister", seats=2)
    first, second = await ann.join(code), await ben.join(code)
    await second.do("sit")
    await first.do("start")
    await first.do("roll", at=first.position["at"])
    for table in (first, second):
        await table.until(lambda t=table: t.turn["kind"] == "decide")
    return first, second


MALFORMED = (
    "", "{", "[]", "null", "7", '"move"', "{}", '{"type":"move"}', '{"type":"fly","id":"x"}',
    '{"type":"move","id":"x","at":"1","action":"c3"}', '{"type":"move","id":"x","at":1,"action":"c3","seat":0}',
    '{"type":"move","id":7,"at":1,"action":"c3"}', '{"type":"roll","id":"x","at":1,"dice":[1.5]}',
    '{"type":"ping","id":""}', '{"type":"ping","id":"' + "x" * 65 + '"}', "[" * 4000, "\u0000", "{'a': 1}",
)  # fmt: skip


async def test_malformed_messages(server: Server) -> None:
    ann, ben = await game(server)
    before = ann.seq
    for text in MALFORMED:
        ann.answers.clear()
        await ann.send_raw(text)
        await ann.until(lambda: ann.answers)
        (answer,) = ann.answers.values()
        assert answer["type"] == "rejected"
        assert answer["reason"] in ("malformed", "bad_id"), text[:50]
    assert ann.seq == before
    assert (await ann.do("move", at=ann.position["at"], action="c3"))["type"] == "accepted"
    for table in (ann, ben):
        await table.close()


async def test_invalid_text(server: Server) -> None:
    ann, ben = await game(server)
    assert ann.socket is not None
    await ann.socket.send(b"\xff\xfe\x00")
    await ann.until(lambda: ann.answers.get(None))  # type: ignore[call-overload]
    for table in (ann, ben):
        await table.close()


async def test_oversized_messages(server: Server) -> None:
    ann, ben = await game(server)
    await ann.send_raw(json.dumps({"type": "say", "id": "x", "to": "all", "text": "x" * 10_000}))
    await ann.until(lambda: any(a.get("reason") == "too_large" for a in ann.answers.values()))
    await ann.send_raw("x" * 100_000)
    assert await ann.closed_with() == 1009
    await ann.connect()
    assert (await ann.person.http.post("/api/tables", content=b"x" * 100_000)).json()["reason"] == "too_large"
    for table in (ann, ben):
        await table.close()


async def test_wrong_moves(server: Server) -> None:
    ann, ben = await game(server)
    watcher = await (await Person(server.url).arrive()).join(ann.path.split("/")[3])
    at = ann.position["at"]
    assert (await watcher.do("move", at=at, action="c3"))["reason"] == "not_seated"
    assert (await watcher.do("roll", at=at))["reason"] == "not_seated"
    assert (await watcher.do("start"))["reason"] == "not_host"
    assert (await ann.do("roll", at=at))["reason"] == "decide_first"
    assert (await ann.do("move", at=at - 1, action="c3"))["reason"] == "stale"
    assert (await ann.do("move", at=at + 1, action="c3"))["reason"] == "stale"
    assert (await ann.do("move", at=2**70, action="c3"))["reason"] == "stale"
    assert (await ann.do("move", at=at, action="c3" * 500))["reason"] == "unknown_action"
    assert (await ann.do("move", at=at, action="c3"))["type"] == "accepted"
    assert (await ann.do("move", at=at, action="c4"))["reason"] == "not_your_turn"
    assert (await ann.do("sit", seat=99))["reason"] == "already_seated"
    assert (await watcher.do("sit", seat=99))["reason"] == "no_seat"
    assert (await watcher.do("sit", seat=1))["reason"] == "seat_taken"
    assert (await watcher.do("sit"))["reason"] == "table_full"
    for table in (ann, ben, watcher):
        await table.close()


async def test_a_fresh_state_follows_a_refusal(server: Server) -> None:
    ann, ben = await game(server)
    await ann.send("move", at=0, action="c3")
    kinds: list[dict[str, Any]] = []
    while len(kinds) < 2:
        message = await ann.receive()
        if message["type"] == "rejected" or (kinds and message["type"] == "state"):
            kinds.append(message)
    assert kinds[1]["prev"] == -1
    assert kinds[1]["position"]["choices"]
    for table in (ann, ben):
        await table.close()


async def test_a_move_repeated_many_times(server: Server) -> None:
    ann, ben = await game(server)
    command = json.dumps({"type": "move", "id": "again", "at": ann.position["at"], "action": "c3"})
    answers: Counter[tuple[str, Any]] = Counter()

    async def read() -> None:
        while answers.total() < 300:
            message = await ann.receive()
            if message.get("id") == "again":
                answers[message["type"], message.get("reason")] += 1

    reading = asyncio.create_task(read())
    for _ in range(300):
        await ann.send_raw(command)
    await reading
    assert answers["accepted", None]
    assert {reason for kind, reason in answers if kind == "rejected"} <= {"rate_limited"}
    await ben.do("move", at=ben.position["at"], action="c3")
    await ann.until(lambda: ann.turn["kind"] == "chance")
    moves = [entry for entry in ann.log if entry["kind"] == "move"]
    assert len(moves) == 1
    for table in (ann, ben):
        await table.close()


async def test_other_origins_and_people_without_a_session(ann: Person, server: Server) -> None:
    code = await ann.open_table(game="knister", seats=2)
    foreign = {"Origin": "https://evil.example"}
    answer = await ann.http.post("/api/tables", json={"settings": {"game": "knister"}}, headers=foreign)
    assert (answer.status_code, answer.json()["reason"]) == (403, "wrong_origin")
    url = f"ws://127.0.0.1:{server.port}/api/tables/{code}/live"
    for headers in (foreign, {"Origin": "null"}):
        with pytest.raises(websockets.InvalidStatus) as refusal:
            await websockets.connect(url, additional_headers=headers | {"Cookie": ann.cookie})
        assert refusal.value.response.status_code == 403
    own = {"Origin": server.url}
    assert (await ann.http.post("/api/transfer", headers=own)).status_code == 200
    stranger = Table(ann, code)
    stranger.socket = await websockets.connect(url)
    assert await stranger.closed_with() == 4001
    lost = Table(ann, "ZZZZZZ")
    await lost.connect_quietly()
    assert await lost.closed_with() == 4004
    assert (await Person(server.url).http.post("/api/tables", json={"settings": {"game": "x"}})).status_code == 401


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ({}, "malformed"),
        ({"settings": {"game": "chess"}}, "bad_setup"),
        ({"settings": {"game": "knister", "seats": 0}}, "bad_setup"),
        ({"settings": {"game": "knister", "seats": 10**9}}, "bad_setup"),
        ({"settings": {"game": "knister", "options": {"x": 1}}}, "bad_setup"),
        ({"settings": {"game": "knapp_daneben", "options": {"layout": "x" * 1000}}}, "bad_setup"),
        ({"settings": {"game": "knister", "seconds": -1}}, "bad_setup"),
        ({"settings": {"game": "knister", "dice": "loaded"}}, "malformed"),
        ({"settings": {"game": "knister"}, "bots": ["genius"]}, "unknown_level"),
        ({"settings": {"game": "knister"}, "bots": ["random", "random"]}, "table_full"),
        ({"settings": {"game": "kniffeliger"}, "start": True}, "too_few_seats"),
    ],
)
async def test_invalid_tables(ann: Person, body: Any, reason: str) -> None:
    answer = await ann.http.post("/api/tables", json=body)
    assert (answer.status_code, answer.json()["reason"]) == (400, reason)


def test_malformed_bodies(server: Server) -> None:
    for content in (b"", b"{", b"\xff", b"[" * 10_000):
        for method, path in (("POST", "/api/tables"), ("PATCH", "/api/session")):
            answer = httpx.request(method, server.url + path, content=content)
            assert answer.status_code in (400, 401), answer.text
            assert answer.json()["reason"] in ("malformed", "no_session")
    assert httpx.post(f"{server.url}/api/session", content=b"{").json()["reason"] == "malformed"
    assert httpx.get(f"{server.url}/api/nothing").json()["reason"] == "not_found"


def failing(folder: Path, **options: Any) -> str:
    """Return the error of a server that cannot start."""
    server = Server(folder, **options)
    with pytest.raises(RuntimeError, match="the server ended"):
        server.start()
    assert server.process is not None
    assert server.process.exitcode == 2
    (error,) = server.complaints.read_text().splitlines()
    return error


def test_invalid_databases(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("not a database, but long enough to be looked at by whoever opens it as one" * 20)
    assert f"there is no folder {file / 'deep'}" in failing(tmp_path, database=str(file / "deep" / "x.db"))
    assert "cannot open the database" in failing(tmp_path, database=str(file))
    assert "not a database address" in failing(tmp_path, database="://")


def test_unsearchable_addresses(tmp_path: Path, postgres: services.Postgres) -> None:
    """PostgreSQL stores no zero bytes and only bounded integers: such addresses are refused before a query."""
    too_large = 2**31, 2**63, 10**30
    requests = (
        ("PUT", "/api/blocked/%00"), ("DELETE", "/api/blocked/x%00y"), ("GET", "/api/transfer/%00"),
        ("GET", "/api/play/record?table=%00&first=1"), ("POST", "/api/practice?table=A&first=1&event=1&action=%00"),
        *(("GET", f"/api/play/record?table=ABCDEF&first={number}") for number in too_large),
        *(("POST", f"/api/play/review?table=ABCDEF&first={number}") for number in too_large),
    )  # fmt: skip
    for name, database in (("sqlite", str(tmp_path / "knobel.db")), ("postgresql", postgres.new())):
        # No complaint was logged.
        with running(tmp_path / name, database=database) as server, httpx.Client(base_url=server.url) as ann:
            ann.post("/api/session")
            for method, path in requests:
                answer = ann.request(method, path)
                assert (answer.status_code, answer.json()["reason"]) == (400, "malformed"), path
