"""Groups over HTTP: privacy, who may do what, tables whose games count, erasure, seasons, and the deals of the day."""

import asyncio
import contextlib
import sqlite3
from typing import Any

import httpx

from knobel.clock import now_ms
from knobel.games.grid import CELLS
from knobel.presentation.deal_days import day_of
from knobel.server.groups.views import AWAY_MS
from tests.server.client import TIMEOUT_S, Person, Server, play_together
from tests.server.cups.test_routes import HOUR_MS, refusal, sent

OPTIONS: dict[str, Any] = {}
"""A server of its own, where no other test has tried codes."""


async def opened(host: Person, *members: Person, title: str = "Family") -> str:
    """Open a group which others join, and return its link."""
    answer = await sent(await host.http.post("/api/groups", json={"title": title}))
    link = f"{answer['code']}-{answer['key']}"
    for member in members:
        await sent(await member.http.post(f"/api/groups/{link}/member"))
    return link


async def seen(person: Person, link: str, path: str = "") -> Any:
    return await sent(await person.http.get(f"/api/groups/{link}{path}"))


async def once(person: Person, link: str, path: str, condition: Any) -> Any:
    """Return what a person sees as soon as it meets a condition: others see changes after a moment."""
    async with asyncio.timeout(TIMEOUT_S):
        while not condition(found := await seen(person, link, path)):  # noqa: ASYNC110 -- HTTP
            await asyncio.sleep(0.1)
        return found


async def play(link: str, *people: Person, **settings: Any) -> str:
    """Play a game at a table of the group, opened by the first of these people."""
    new = {"settings": {"game": "knister", "seats": len(people)} | settings}
    opened = await sent(await people[0].http.post(f"/api/groups/{link}/tables", json=new))
    await play_together(f"{opened['code']}-{opened['key']}", *people)
    return str(opened["code"])


def names(found: Any) -> list[str]:
    return [row["name"] for row in found]


async def test_members_join_and_strangers_see_nothing(server: Server) -> None:
    ann, ben, eve = [await Person(server.url).arrive(name) for name in ("Ann", "Ben", "Eve")]
    assert refusal(await ann.http.post("/api/groups", json={"title": " \u200b "})) == "name_empty"
    link = await opened(ann, title="  The   family ")
    code, _, key = link.partition("-")
    stranger = await seen(eve, code)
    assert (stranger["title"], stranger["host"], stranger["size"], stranger["member"]) == (
        "The family", "Ann", 1, False,
    )  # fmt: skip
    assert (stranger["members"], stranger["key"]) == ([], ""), "the code shows no names"
    joined = await sent(await ben.http.post(f"/api/groups/{code}/member"))
    assert joined == await sent(await ben.http.post(f"/api/groups/{code}/member")), "once"
    assert (names(joined["members"]), joined["key"], joined["hosted"]) == (["Ann", "Ben"], key, False)
    for path, body in (("/season", None), ("/days/today", None), ("/cups", None)):
        assert refusal(await eve.http.get(f"/api/groups/{link}{path}")) == "not_member", (path, body)
    table = {"settings": {"game": "knister"}}
    assert refusal(await eve.http.post(f"/api/groups/{link}/tables", json=table)) == "not_member"
    assert refusal(await eve.http.delete(f"/api/groups/{link}/member")) == "not_member"
    # The host closes the door: neither the code nor the old link admits anybody; members need only the code.
    for wrong in ({"title": "Ours"}, {"host": eve.id}, {"by_code": False}):
        assert refusal(await ben.http.patch(f"/api/groups/{code}", json=wrong)) == "not_host"
    change: dict[str, Any] = {"by_code": False, "new_link": True, "title": "Ours"}
    changed = await sent(await ann.http.patch(f"/api/groups/{code}", json=change))
    assert changed["title"] == "Ours"
    assert changed["key"] != key
    for tried in (code, link, "7AAAAA", "nothing"):
        assert refusal(await eve.http.get(f"/api/groups/{tried}")) == "no_group"
    assert (await seen(ben, code))["key"] == changed["key"]
    # Whom the host removes cannot return, and sees no members.
    link = f"{code}-{changed['key']}"
    await sent(await eve.http.post(f"/api/groups/{link}/member"))
    assert refusal(await ann.http.put(f"/api/groups/{link}/members/{ann.id}", json={"removed": True})) == "not_found"
    without = await sent(await ann.http.put(f"/api/groups/{link}/members/{eve.id}", json={"removed": True}))
    assert (names(without["members"]), names(without["removed_members"])) == (["Ann", "Ben"], ["Eve"])
    assert refusal(await eve.http.post(f"/api/groups/{link}/member")) == "group_removed"
    assert ((await seen(eve, link))["members"], (await seen(eve, link))["removed"]) == ([], True)
    assert (await sent(await eve.http.get("/api/groups"))) == []
    await sent(await ann.http.put(f"/api/groups/{link}/members/{eve.id}", json={"removed": False}))
    # It is handed on, and left; the last one dissolves it.
    before = await seen(ann, link)
    change = {"title": "Other", "by_code": True, "new_link": True, "host": "nobody"}
    assert refusal(await ann.http.patch(f"/api/groups/{code}", json=change)) == "not_found"
    assert await seen(ann, link) == before, "a refusal changes nothing"
    await sent(await ann.http.patch(f"/api/groups/{code}", json={"host": eve.id}))
    assert (await seen(ben, link))["host"] == "Eve"
    assert refusal(await ann.http.delete(f"/api/groups/{link}")) == "not_host"
    assert (await ann.http.delete(f"/api/groups/{link}/member")).status_code == 204
    assert [group["hosted"] for group in await sent(await eve.http.get("/api/groups"))] == [True]
    assert (await eve.http.delete(f"/api/groups/{link}")).status_code == 204
    assert refusal(await ben.http.get(f"/api/groups/{link}")) == "no_group"
    assert await sent(await ben.http.get("/api/groups")) == []


async def test_the_longest_member_takes_over_from_a_host_who_is_away(server: Server) -> None:
    """Ann lost her device, and so did Ben, who would be the next."""
    people = ann, ben, cid, eve = [await Person(server.url).arrive(name) for name in ("Ann", "Ben", "Cid", "Eve")]
    link = await opened(*people)
    assert refusal(await cid.http.post(f"/api/groups/{link}/host")) == "stale"
    assert refusal(await (await Person(server.url).arrive()).http.post(f"/api/groups/{link}/host")) == "not_member"
    with contextlib.closing(sqlite3.connect(server.options["database"], timeout=60)) as database, database:
        for person in (ann, ben):
            database.execute("UPDATE people SET seen = seen - ? WHERE id = ?", (AWAY_MS, person.id))
    await once(cid, link, "", lambda found: found["may_take_over"])
    assert not (await seen(eve, link))["may_take_over"]
    assert refusal(await eve.http.post(f"/api/groups/{link}/host")) == "stale"
    taken = await sent(await cid.http.post(f"/api/groups/{link}/host"))
    assert (taken["host"], taken["hosted"], taken["may_take_over"]) == ("Cid", True, False)
    assert names(taken["members"]) == ["Cid", "Ann", "Ben", "Eve"]
    assert refusal(await ann.http.patch(f"/api/groups/{link}", json={"title": "Mine"})) == "not_host"


async def test_games_count_and_erased_people_lose_their_names(own_server: Server) -> None:
    ann, ben, eve = [await Person(own_server.url).arrive(name) for name in ("Ann", "Ben", "Eve")]
    link = await opened(ann, ben, eve)
    new = {"settings": {"game": "knister", "seats": 2, "days": 3}}
    waiting = await sent(await ann.http.post(f"/api/groups/{link}/tables", json=new))
    group = await once(ben, link, "", lambda group: group["tables"])
    (table,) = group["tables"]
    assert (table["code"], table["key"], table["playing"]) == (waiting["code"], waiting["key"], False)
    assert (table["names"], table["free"], table["days"]) == (["Ann"], 1, 3)
    # Members may invite each other although they never played together.
    first = await ann.join(waiting["code"])
    assert (await first.do("invite", person=eve.id))["type"] == "accepted"
    await first.close()
    await play(link, ann, ben, eve)
    await play(link, eve, ben)
    elsewhere = await ann.open_table(game="knister", seats=1, start=True)
    await (await ann.join(elsewhere)).play()
    season = await once(ann, link, "/season", lambda season: season["games"] == 2)
    # All take the first action, so they have the same points in a game.
    assert [(row["name"], row["place"], row["total"], row["games"], row["wins"]) for row in season["rows"]] == [
        ("Ben", 1, 100, 2, 2),
        ("Eve", 1, 100, 2, 2),
        ("Ann", 3, 50, 1, 1),
    ]
    (record,) = season["records"]
    assert (record["games"], record["name"] in ("Ann", "Ben", "Eve")) == (2, True)
    points = (await seen(ben, link, "/season?ranking=points"))["rows"]
    assert record["points"] <= max(row["total"] for row in points)
    assert (await seen(ben, link, "/season?ranking=luck"))["rows"] == [], "nothing is known of the luck yet"
    # What is stored about a person is exported; leaving and erasing change no one else's total.
    export = (await eve.http.get("/api/person")).json()
    assert [group["title"] for group in export["groups"]] == ["Family"]
    assert (await eve.http.delete("/api/person")).status_code == 204
    season = await once(ann, link, "/season", lambda season: season["others"] == 2)
    assert [(row["name"], row["total"]) for row in season["rows"]] == [("Ben", 100), ("Ann", 50)]
    await once(ann, link, "", lambda group: names(group["members"]) == ["Ann", "Ben"])
    scores = (await ann.http.get("/api/scores/knister")).json()
    assert {score["name"] for score in scores["all_time"]} == {"Ann", "Ben"}
    assert (await ben.http.delete(f"/api/groups/{link}/member")).status_code == 204
    season = await once(ann, link, "/season", lambda season: season["others"] == 4)
    assert [(row["name"], row["total"]) for row in season["rows"]] == [("Ann", 50)]
    assert {score["name"] for score in (await ann.http.get("/api/scores/knister")).json()["all_time"]} == {
        "Ann",
        "Ben",
    }
    # A new season begins with an empty table, once something was played in the one before.
    began = await sent(await ann.http.post(f"/api/groups/{link}/seasons"))
    assert began["season"] == 2
    assert refusal(await ann.http.post(f"/api/groups/{link}/seasons")) == "stale"
    assert ((await seen(ann, link, "/season"))["rows"], (await seen(ann, link, "/season?season=1"))["games"]) == (
        [],
        2,
    )


async def test_the_deals_of_the_day_among_members(server: Server) -> None:
    ann, ben, eve = [await Person(server.url).arrive(name) for name in ("Ann", "Ben", "Eve")]
    link = await opened(ann, ben)
    for person in (ben, eve):
        code = (await person.http.post("/api/days/today/knister", json={})).json()["code"]
        await (await person.join(code)).play()

    async def deal(person: Person) -> Any:
        day = await seen(person, link, "/days/today")
        assert day["day"] == day_of(now_ms())
        return next(deal for deal in day["deals"] if deal["game"] == "knister")

    # Ann can still play it: she sees only that one of the members has.
    assert await deal(ann) == {"game": "knister", "shown": False, "players": 1, "rows": []}
    (row,) = (await deal(ben))["rows"]
    assert (row["name"], row["place"], row["you"]) == ("Ben", 1, True)
    assert refusal(await ann.http.get(f"/api/groups/{link}/days/2999-01-01")) == "no_deal"


async def test_cups_of_a_group(server: Server) -> None:
    ann, ben, eve = [await Person(server.url).arrive(name) for name in ("Ann", "Ben", "Eve")]
    link = await opened(ann, ben)
    group = link.partition("-")[0]
    new = {"title": "Ours", "game": "knister", "deals": 1, "closes": now_ms() + HOUR_MS, "group": group}
    assert refusal(await eve.http.post("/api/cups", json=new)) == "not_member"
    cup = (await sent(await ben.http.post("/api/cups", json=new)))["code"]
    assert [each["code"] for each in await seen(ann, link, "/cups")] == [cup]
    entered = await sent(await ann.http.post(f"/api/cups/{cup}/entry"))
    assert (entered["group"], names(entered["rows"])) == (group, ["Ann"])
    assert refusal(await eve.http.get(f"/api/cups/{cup}")) == "not_member"
    assert refusal(await eve.http.post(f"/api/cups/{cup}/entry")) == "not_member"
    async with httpx.AsyncClient(base_url=server.url) as visitor:
        assert refusal(await visitor.get(f"/api/cups/{cup}")) == "not_member"
    # Who took part still sees it after leaving the group.
    assert (await ann.http.delete(f"/api/groups/{link}/member")).status_code == 204
    assert names((await sent(await ann.http.get(f"/api/cups/{cup}")))["rows"]) == ["Ann"]


async def test_a_game_on_paper_counts_for_the_group(server: Server) -> None:
    ann, ben, eve = [await Person(server.url).arrive(name) for name in ("Ann", "Ben", "Eve")]
    link = await opened(ann, ben)
    full = [{"name": "A", "cells": dict.fromkeys(CELLS, "7")}, {"name": "B", "cells": {"a1": "7"}}]
    game = {"game": "knister", "options": {}, "sheets": full, "members": [ben.id, None]}
    for change, reason in (
        ({"members": [ben.id]}, "malformed"),
        ({"members": [ben.id, ben.id]}, "malformed"),
        ({"members": [eve.id, None]}, "not_found"),
        ({"members": [ben.id], "sheets": full[:1]}, "bad_setup"),
    ):
        assert refusal(await ann.http.post(f"/api/groups/{link}/paper", json=game | change)) == reason
    assert refusal(await eve.http.post(f"/api/groups/{link}/paper", json=game)) == "not_member"
    key = {"idempotency-key": "paper-of-ann"}
    saved = await sent(await ann.http.post(f"/api/groups/{link}/paper", json=game, headers=key))
    again = await sent(await ann.http.post(f"/api/groups/{link}/paper", json=game, headers=key))
    assert again == saved, "once"
    season = await once(ben, link, "/season?ranking=points", lambda found: found["games"])
    assert (season["games"], season["on_paper"], season["others"]) == (1, 1, 1)
    # Ten lines of five equal numbers, and two diagonals that count twice.
    assert [(row["name"], row["total"]) for row in season["rows"]] == [("Ben", 140)]
    assert [(each["points"], each["on_paper"]) for each in season["records"]] == [(140, True)]
    assert (await seen(ben, link, "/season?ranking=luck"))["rows"] == [], "it is not ranked"
    # The member who saved it, or the host, takes it back.
    path = f"/api/groups/{link}/paper/{saved['code']}"
    assert refusal(await ben.http.delete(path)) == "not_found"
    assert (await ann.http.delete(path)).status_code == 204
    await once(ben, link, "/season", lambda found: not found["games"])
    assert refusal(await ann.http.delete(path)) == "not_found"
