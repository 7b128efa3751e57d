"""The server from the page's point of view: people, tables, chat, absence, scores."""

import asyncio
import json
from collections import Counter
from typing import Any

import pytest

from tests.server.client import Person, Server, Table
from tests.slow import slow_except

OPTIONS = {"grace": 0.6}


async def pair(server: Server, **settings: Any) -> tuple[Table, Table]:
    """Return two people at a table."""
    ann, ben = await Person(server.url).arrive(), await Person(server.url).arrive()
    chosen: dict[str, Any] = {"game": "knister", "seats": 2} | settings
    code = await ann.open_table(**chosen)
    first, second = await ann.join(code), await ben.join(code)
    assert (await second.do("sit"))["type"] == "accepted"
    return first, second


def read(table: Table) -> Counter[str]:
    """Return the lines of the log. Hidden moves of others come later than a person's own."""
    return Counter(str(entry | {"auto": False}) for entry in table.log)


async def go(*tables: Table) -> None:
    for table in tables:
        await table.close()
        await table.person.leave()


@pytest.mark.parametrize("game", slow_except("knister", "kniffeliger"))
async def test_every_game_to_its_end(server: Server, game: str) -> None:
    ann, ben = await pair(server, game=game, seats=3)
    assert (await ann.do("seat_bot", seat=None, level="random"))["type"] == "accepted"
    assert (await ann.do("start"))["type"] == "accepted"
    await asyncio.gather(ann.play(), ben.play())
    assert ann.position["results"] == ben.position["results"]
    assert read(ann) == read(ben), "in the end everybody has read the same"
    record = await ann.person.http.get(ann.path.replace("live", "record"))
    assert record.status_code == 200
    replay = await ann.person.http.get(ann.path.replace("live", "replay"))
    assert replay.headers["content-encoding"] == "gzip"
    assert json.loads(replay.text.splitlines()[-1])["at"] == len(record.text.splitlines()) - 1
    await go(ann, ben)


async def test_sessions_and_names(server: Server) -> None:
    stranger = Person(server.url)
    assert (await stranger.http.get("/api/session")).json()["reason"] == "no_session"
    assert (await stranger.http.patch("/api/session", json={"name": "X"})).status_code == 401
    cid = await stranger.arrive("  Cid\u200b ")
    assert cid.name == "Cid"
    cookie = (await Person(server.url).http.post("/api/session")).headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert (await cid.arrive("Dot")).name == "Cid", "who is somebody stays so"
    table = await cid.join(await cid.open_table(game="knister", seats=2))
    dot = await Person(server.url).arrive("CID")
    assert dot.name == "CID 2", "Cid is here"
    answer = await dot.http.patch("/api/session", json={"name": "cid"})
    assert answer.status_code == 409
    assert answer.json()["reason"] == "name_taken"
    assert answer.json()["proposal"] == "cid 2"
    assert (await dot.http.patch("/api/session", json={"name": "\x07"})).json()["reason"] == "name_empty"
    assert (await cid.http.patch("/api/session", json={"name": "Caesar"})).json()["name"] == "Caesar"
    await table.until(lambda: table.table["seats"][0]["name"] == "Caesar")
    await dot.leave()
    await go(table)


async def test_lobby_and_chat(server: Server) -> None:
    ann, ben = await pair(server, public=True)
    visitor = await Person(server.url).arrive()
    lobby = await visitor.enter_lobby()

    def told(kind: str) -> list[dict[str, Any]]:
        return [message for message in lobby.others if message["type"] == kind]

    code = ann.path.split("/")[3]
    await lobby.until(lambda: any(t["code"] == code for m in told("lobby") for t in m["tables"]))
    listed = await visitor.http.get("/api/tables")
    assert code in [table["code"] for table in listed.json()]
    await lobby.until(lambda: told("people") and len(told("people")[-1]["people"]) >= 3)
    assert not any(message["type"] == "people" for message in ann.others), "only the lobby shows the list"
    assert (await ann.do("say", to="all", text="hello"))["type"] == "accepted"
    await lobby.until(lambda: told("chat"))
    assert told("chat")[0]["text"] == "hello"
    await ann.do("say", to=visitor.id, text="psst")
    await lobby.until(lambda: len(told("chat")) == 2)
    await ann.do("say", to="table", text="only here")
    await ben.until(lambda: any(m["type"] == "chat" and m["text"] == "only here" for m in ben.others))
    assert not any(m["type"] == "chat" and m["text"] == "psst" for m in ben.others)
    assert (await lobby.do("say", to="table", text="x"))["reason"] == "not_here"
    assert (await lobby.do("say", to="nobody", text="x"))["reason"] == "not_here"
    assert (await lobby.do("say", to="all", text=" "))["reason"] == "empty_text"
    assert (await lobby.do("say", to="all", text="x" * 600))["reason"] == "too_large"
    late = await ben.person.join(code)
    await late.until(lambda: any(m["type"] == "chat" and m["text"] == "only here" for m in late.others))
    await late.close()
    await go(ann, ben, lobby)


async def test_bots_play_for_absent_people_until_they_return(server: Server) -> None:
    ann, ben = await pair(server)
    await ann.do("start")
    await ann.do("roll", at=ann.position["at"])
    await ann.until(lambda: bool(ann.wish()))
    await ben.close()
    await ann.until(lambda: ann.table["seats"][1]["online"] is False)
    # The bot moves for Ben when he counts as absent; then only Ann has to move.
    await ann.until(lambda: ann.turn["seats"] == [0])
    assert ann.table["seats"][1]["away"] is True
    assert "away" in {entry["kind"] for entry in ann.log}
    await ben.connect()
    await ben.until(lambda: ben.table["seats"][1]["away"] is False)
    await ann.until(lambda: "back" in {entry["kind"] for entry in ann.log})
    await asyncio.gather(ann.play(), ben.play())
    mine = (await ben.person.http.get("/api/scores/knister")).json()
    assert not mine["mine"], "a bot has helped"
    scores = (await ann.person.http.get("/api/scores/knister")).json()
    assert scores["mine"]
    assert set(scores["all_time"][0]) == {"place", "name", "score", "seats", "time", "you"}, "not which table it was"
    await go(ann, ben)


async def test_time_runs_out(server: Server) -> None:
    ann, ben = await pair(server, game="knoeffel", seconds=5)
    await ann.do("start")
    deadline = ann.position["deadline"]
    await ben.until(lambda: any(entry["auto"] for entry in ben.log))
    assert deadline <= ben.now
    await go(ann, ben)


async def test_an_entry_is_corrected_where_real_dice_lie(server: Server) -> None:
    ann, ben = await pair(server, dice="real")
    await ann.do("start")
    await ann.do("roll", at=ann.position["at"], dice=[3, 4])
    await ann.until(lambda: bool(ann.wish()))
    await ann.do("move", at=ann.position["at"], action="c3")
    code = ann.path.split("/")[3]
    own = {"number": 1, "seat": 0, "action": "a1"}
    refused = await ben.person.http.post(
        f"/api/tables/{code}/correction", json={"game": 1, "entry": {"number": 1, "seat": 0}}
    )
    assert (refused.status_code, refused.json()["reason"]) == (400, "not_your_entry")
    assert (await ben.do("correct", game=1, changes=[own]))["reason"] == "not_your_entry"
    assert (await ann.do("correct", game=1, changes=[own]))["type"] == "accepted"
    right = {"number": 1, "dice": [6, 6]}
    asked = {"game": 1, "changes": [right], "entry": {"number": 1}}
    preview = (await ann.person.http.post(f"/api/tables/{code}/correction", json=asked)).json()
    assert preview["position"]["turn"]["kind"] == "chance"
    assert (preview["after"], preview["reopened"], preview["conflict"]) == ([0, 0], [0], None)
    assert (await ann.do("correct", game=1, changes=[right]))["type"] == "accepted"
    await ben.until(lambda: ben.log[-1]["kind"] == "correct")
    assert [entry["kind"] for entry in ben.log][-2:] == ["roll", "correct"], (
        "the entry is hidden, and so is its correction"
    )
    await ann.do("move", at=ann.position["at"], action="a1")
    assert ben.log[-1]["was"] == [3, 4]
    assert ben.position["info"]["dice"] == [6, 6]
    await ben.until(lambda: bool(ben.wish()))
    await ben.do("move", at=ben.position["at"], action="c3")
    await ben.do("roll", at=ben.position["at"], dice=[1, 1])
    late = await ben.do("correct", game=1, changes=[{"number": 1, "dice": [7, 7]}])
    assert late["reason"] == "not_your_entry", "Ann rolled"
    await ann.until(lambda: ann.position["info"]["dice"] == [1, 1])
    assert (await ann.do("move", at=ann.position["at"], action="b2"))["type"] == "accepted"
    change = {"number": 2, "seat": 0, "action": "b2"}
    later = await ann.do("correct", game=1, changes=[change])
    assert (later["reason"], later["rule"], later["subject"]) == (
        "later_entry",
        "cell_taken",
        f"{ann.person.name}: b2",
    )
    preview = (
        await ann.person.http.post(f"/api/tables/{code}/correction", json={"game": 1, "changes": [change]})
    ).json()
    assert preview["conflict"] == {
        "rule": "cell_taken",
        "entry": {"number": 3, "seat": 0, "by": 0, "dice": None, "die": None, "action": "b2"},
        "may_correct": True,
    }
    lines = (await ben.person.http.get(f"/api/tables/{code}/games/1/record")).text.splitlines()
    assert [line.split(', "time"')[0] for line in lines[1:4]] == [
        '{"roll": [6, 6]', '{"seat": 0, "move": "a1"', '{"seat": 1, "move": "c3"',
    ]  # fmt: skip
    await go(ann, ben)


async def test_a_second_tab_and_a_watcher(server: Server) -> None:
    ann, ben = await pair(server)
    await ann.do("start")
    await ann.do("roll", at=ann.position["at"])
    await ann.until(lambda: bool(ann.wish()))
    await ann.do("move", at=ann.position["at"], action="c3")
    tab = await ann.person.join(ann.path.split("/")[3])
    assert tab.position["seat"] == 0
    assert tab.position["can_undo"] is True
    watcher = await (await Person(server.url).arrive()).join(ann.path.split("/")[3])
    assert watcher.position["seat"] is None
    assert watcher.position["sheets"][0]["grid"][2][2] == 0, "hidden until the round closes"
    assert tab.position["sheets"][0]["grid"][2][2] > 0
    assert (await watcher.do("sit"))["reason"] == "table_full"
    assert (await tab.do("undo", at=tab.position["at"]))["type"] == "accepted"
    await ann.until(lambda: len(ann.position["choices"]) == 25 and not ann.position["can_undo"])
    await tab.do("resync")
    await tab.close()
    await go(ann, ben, watcher)


async def test_the_table_over_http(ann: Person) -> None:
    games = (await ann.http.get("/api/games")).json()
    assert {game["name"] for game in games} >= {"knister", "kniffeliger"}
    code = await ann.open_table(game="knister", seats=3, bots=("random",), start=True)
    table = (await ann.http.get(f"/api/tables/{code.lower()}")).json()
    assert table["state"] == "playing"
    assert [seat["kind"] for seat in table["seats"]] == ["person", "bot"]
    assert (await ann.http.get("/api/tables/ZZZZZZ")).json()["reason"] == "no_table"
    assert (await ann.http.get(f"/api/tables/{code}/games/7/record")).json()["reason"] == "no_game"
    assert (await ann.http.get(f"/api/tables/{code}/games/1/record")).text.startswith('{"knobel": 1')
    assert (await ann.http.get(f"/api/tables/{code}/games/1/replay")).json()["reason"] == "game_running"
    assert (await ann.http.get(f"/api/tables/{code}/games/2/replay")).json()["reason"] == "no_game"
    scores = await ann.http.get("/api/scores/knister", params={"options": '{"x": 1}'})
    assert scores.json()["reason"] == "bad_setup"
    page = await ann.http.get(f"/t/{code}")
    assert page.headers["content-security-policy"].startswith("default-src 'self'")
    assert page.headers["x-content-type-options"] == "nosniff"
    assert page.status_code in (200, 503)
    assert (await ann.http.get("/../../etc/passwd")).status_code == 404
    assert (await ann.http.get("/%2e%2e/app.py")).status_code == 404
    await ann.leave()
