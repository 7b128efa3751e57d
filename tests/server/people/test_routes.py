"""A person's session, devices and stored data, as the page requests them."""

import contextlib
import sqlite3

from knobel.notation import load
from tests.server.client import Person, Server, Table

OPTIONS = {"keep_results": True}
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0"


async def arrive(server: Server, name: str | None = None) -> Person:
    return await Person(server.url).arrive(name)


def chat_texts(table: Table) -> list[str]:
    return [message["text"] for message in table.others if message["type"] == "chat"]


async def play_alone(person: Person) -> str:
    code = await person.open_table(game="knister", seats=1, start=True)
    table = await person.join(code)
    await table.play()
    await table.close()
    return code


async def test_a_cookie_is_renewed_with_every_visit(server: Server) -> None:
    ann = await arrive(server)
    secret = ann.http.cookies["knobel"]
    answer = await ann.http.post("/api/session")
    assert answer.json()["id"] == ann.id
    assert f"knobel={secret}" in answer.headers["set-cookie"]
    assert "Max-Age=31536000" in answer.headers["set-cookie"]


async def test_transfer_links_ask_for_confirmation(server: Server) -> None:
    ann, ben = await arrive(server, "Anneliese"), await arrive(server)
    token = (await ann.http.post("/api/transfer")).json()["path"].split("/")[2]
    link = f"/api/transfer/{token}"
    for person, yours in ((ben, False), (ann, True), (Person(server.url), False)):
        assert (await person.http.get(link)).json() == {"name": "Anneliese", "yours": yours}
    assert (await ben.http.get("/api/session")).json()["id"] == ben.id, "looking changes nothing"
    assert (await ann.http.post(link)).json()["id"] == ann.id, "who is Ann already leaves it to another device"
    assert (await ben.http.post(link)).json()["id"] == ann.id
    assert (await ben.http.get("/api/session")).json()["id"] == ann.id
    assert (await (await arrive(server)).http.post(link)).json()["reason"] == "no_transfer", "good once"
    assert (await ben.http.get(link)).json()["reason"] == "no_transfer"
    assert (await ann.http.get("/api/session")).status_code == 200, "the first device stays"


async def test_devices_are_listed_and_removed(server: Server) -> None:
    ann = await arrive(server)
    phone = await ann.device()
    phone.http.headers["user-agent"] = FIREFOX
    await phone.http.post("/api/session")
    devices = (await ann.http.get("/api/devices")).json()
    assert {device["browser"]: device["here"] for device in devices} == {"": True, "Firefox, Linux": False}
    assert all(0 < device["added"] <= device["seen"] for device in devices)
    other = next(device["id"] for device in devices if not device["here"])
    here, there = await ann.enter_lobby(), await phone.enter_lobby()
    assert (await (await arrive(server)).http.delete(f"/api/devices/{other}")).json()["reason"] == "not_found"
    assert (await ann.http.delete(f"/api/devices/{other}")).status_code == 204
    assert await there.closed_with() == await here.closed_with() == 1012, "everybody shows who they are"
    await here.connect_quietly()
    await there.connect_quietly()
    assert await there.closed_with() == 4001
    assert (await here.do("say", to="all", text="still here"))["type"] == "accepted"
    assert (await phone.http.get("/api/session")).json()["reason"] == "no_session"
    assert len((await ann.http.get("/api/devices")).json()) == 1
    assert (await ann.http.delete(f"/api/devices/{other}")).json()["reason"] == "not_found"


async def test_logging_out(server: Server) -> None:
    ann = await arrive(server)
    phone, secret = await ann.device(), ann.http.cookies["knobel"]
    assert (await ann.http.delete("/api/session")).status_code == 204
    assert "knobel" not in ann.http.cookies
    stolen = Person(server.url)
    stolen.http.cookies["knobel"] = secret
    assert (await stolen.http.get("/api/session")).status_code == 401
    assert (await phone.http.get("/api/session")).json()["id"] == ann.id, "another device stays"
    assert (await ann.http.delete("/api/session")).status_code == 401
    assert (await Person(server.url).arrive()).id != ann.id


async def test_messages_of_blocked_people_are_not_delivered(server: Server) -> None:
    ann, ben, cid = await arrive(server), await arrive(server, "Benedetto"), await arrive(server)
    code = await ann.open_table(game="knister", seats=3)
    first, second, third = [await person.join(code) for person in (ann, ben, cid)]
    await second.do("say", to="table", text="before")
    await first.until(lambda: "before" in chat_texts(first))
    session = (await ann.http.put(f"/api/blocked/{ben.id}")).json()
    assert session["blocked"] == [{"id": ben.id, "name": "Benedetto", "table": None}]
    assert (await ann.http.put(f"/api/blocked/{ben.id}")).json() == session, "once is enough"
    for to in ("all", "table", ann.id):
        assert (await second.do("say", to=to, text=f"to {to}"))["type"] == "accepted", "who is blocked is not told"
    await third.do("say", to="table", text="from Cid")
    await first.until(lambda: "from Cid" in chat_texts(first))
    assert not [said for said in chat_texts(first) if said.startswith("to ")]
    tab = await ann.join(code)
    await tab.until(lambda: "from Cid" in chat_texts(tab))
    assert "before" not in chat_texts(tab)
    assert not [said for said in chat_texts(tab) if said.startswith("to ")]
    phone = await ann.device()
    assert (await phone.http.get("/api/session")).json()["blocked"] == session["blocked"], "on all devices"
    assert (await ann.http.delete(f"/api/blocked/{ben.id}")).json()["blocked"] == []
    await second.do("say", to="table", text="again")
    await first.until(lambda: "again" in chat_texts(first))
    for nobody in (ann.id, "nobody"):
        assert (await ann.http.put(f"/api/blocked/{nobody}")).json()["reason"] == "not_found"


async def test_private_messages_to_strangers_are_limited(server: Server) -> None:
    ann, ben = [await (await arrive(server)).enter_lobby() for _ in range(2)]
    for _ in range(5):
        assert (await ann.do("say", to=ben.person.id, text="psst"))["type"] == "accepted"
    # On a slow machine further messages become possible meanwhile.
    while (answer := await ann.do("say", to=ben.person.id, text="psst"))["type"] == "accepted":
        pass
    assert answer["reason"] == "rate_limited"
    await ben.do("say", to=ann.person.id, text="yes?")
    assert (await ann.do("say", to=ben.person.id, text="hello"))["type"] == "accepted", "who answers is no stranger"


async def test_all_stored_data_can_be_downloaded(server: Server) -> None:
    ann, ben = await arrive(server, "Annabella"), await arrive(server)
    await ann.http.put(f"/api/blocked/{ben.id}")
    alone = await play_alone(ann)
    together = await ann.open_table(game="knaster", seats=2)
    first, second = await ann.join(together), await ben.join(together)
    await second.do("sit")
    await first.do("start")
    await first.do("roll", at=first.position["at"])
    answer = await ann.http.get("/api/person")
    assert "attachment" in answer.headers["content-disposition"]
    kept = answer.json()
    assert kept["person"] == {"id": ann.id, "name": "Annabella"}
    assert len(kept["devices"]) == 1
    assert kept["blocked"] == [{"id": ben.id, "name": ben.name}]
    assert [(result["table"], result["game"]) for result in kept["results"]] == [(alone, "knister")]
    assert {game["table"]: game["game"] for game in kept["games"]} == {alone: 1, together: 1}
    for game in kept["games"]:
        own = await ann.http.get(f"/api/tables/{game['table']}/games/1/record")
        assert game["record"] == own.text
        load(game["record"].splitlines())
    assert (await Person(server.url).http.get("/api/person")).status_code == 401
    while (answer := await ann.http.get("/api/person")).status_code == 200:
        pass
    assert answer.json()["reason"] == "rate_limited"


async def test_erasure(server: Server) -> None:
    ann, ben = await arrive(server, "Philippa"), await arrive(server)
    phone = await ann.device()
    await play_alone(ann)
    code = await ann.open_table(game="knister", seats=2)
    first, second = await ann.join(code), await ben.join(code)
    await second.do("sit")
    await first.do("say", to="all", text="my secret")
    assert (await ann.http.delete("/api/person")).status_code == 204
    assert "knobel" not in ann.http.cookies
    assert await first.closed_with() == 1012
    assert (await phone.http.get("/api/session")).status_code == 401
    await second.until(lambda: second.table["seats"][0]["kind"] == "empty" and second.table["host"] == ben.id)
    await second.until(lambda: "N. N." in str(second.log) and "Philippa" not in str(second.log))
    listed = {entry["name"] for entry in (await ben.http.get("/api/scores/knister")).json()["all_time"]}
    assert "N. N." in listed
    assert "Philippa" not in listed
    late = await ben.enter_lobby()
    await late.do("say", to="all", text="who was here?")
    assert "my secret" not in chat_texts(late)
    with contextlib.closing(sqlite3.connect(str(server.options["database"]))) as database:
        stored = [row for name in ("people", "results", "events") for row in database.execute(f"SELECT * FROM {name}")]
    assert any("N. N." in str(row) for row in stored), "what was played stays"
    assert not any("Philippa" in str(row) for row in stored)
