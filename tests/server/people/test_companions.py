"""People with whom a person played: who is listed, and who may be invited to a table."""

import json
from typing import Any

from tests.server.client import Person, Server, Table, play_together


async def groups(person: Person) -> list[Any]:
    answer = await person.http.get("/api/companions")
    return [[each["name"] for each in group["people"]] for group in answer.json()]


def invitations(table: Table) -> list[tuple[str, str, str, bool]]:
    chats = [message for message in table.others if message["type"] == "chat" and message["invitation"]]
    return [(chat["sender"]["name"], chat["text"], chat["invitation"], chat["over_days"]) for chat in chats]


async def test_people_who_finished_a_game_together_can_invite_each_other(server: Server) -> None:
    ann, ben, eve = [await Person(server.url).arrive(name) for name in ("Ann", "Ben", "Eve")]
    assert await groups(ann) == []
    await play_together(await ann.open_table(game="knister", seats=2), ann, ben)
    answer = (await ann.http.get("/api/companions")).json()
    assert [(group["game"], [each["id"] for each in group["people"]]) for group in answer] == [("knister", [ben.id])]
    assert await groups(ben) == [["Ann"]]
    assert await groups(eve) == []
    (recent,) = (await ann.http.get("/api/play/recent")).json()
    assert (recent["game"], recent["last"]) == ("knister", [recent["best"]])
    lobby = await ben.enter_lobby()
    code, link = await ann.open_private(game="knaster", seats=2, days=1)
    table = await ann.join(code)
    sent = {"type": "invite", "id": "once", "person": ben.id}
    for _ in range(2):
        await table.send_raw(json.dumps(sent))
    assert (await table.do("invite", person=eve.id))["reason"] == "not_found"
    await lobby.until(lambda: invitations(lobby) == [("Ann", "knaster", link, True)])
    # The invitation waits for those who come later, and its link admits them.
    again = await ben.enter_lobby()
    await again.until(lambda: invitations(again) == [("Ann", "knaster", link, True)])
    await (await ben.join(link)).do("sit")


async def test_blocked_people_are_neither_listed_nor_invited(server: Server) -> None:
    ann, ben, eve = [await Person(server.url).arrive(name) for name in ("Ann", "Ben", "Eve")]
    await play_together(await ann.open_table(game="knister", seats=3), ann, ben, eve)
    assert await groups(ann) == [["Ben", "Eve"]]
    await ben.http.put(f"/api/blocked/{ann.id}")
    assert (await groups(ann), await groups(ben)) == ([["Eve"]], [["Eve"]])
    table = await ann.join(await ann.open_table(game="knister", seats=2))
    assert (await table.do("invite", person=ben.id))["reason"] == "not_found"
    await eve.http.delete("/api/person")
    assert await groups(ann) == []
