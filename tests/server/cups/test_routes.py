"""Cups: the same deals for everybody, a table, series, and what others may see."""

import asyncio
import contextlib
import csv
import io
import json
import sqlite3
from pathlib import Path
from typing import Any

import httpx
import pytest

from knobel import seeded_dice
from knobel.clock import now_ms
from knobel.presentation.deal_days import DAY_MS
from knobel.record_checks import check_record
from tests.server.client import TIMEOUT_S, Person, Server, Table, running, tell
from tests.server.database.test_backup import knobel
from tests.spreadsheets import read_xlsx

HOUR_MS = 3_600_000
SETTINGS_OF_DEALS = {"deal_interval_s": 0.2, "deal_review_interval_s": 3600}
"""No coach works in the background."""


async def sent(answer: httpx.Response) -> Any:
    """Return the body of a successful answer."""
    assert answer.status_code in (200, 201), answer.text
    return answer.json()


def refusal(answer: httpx.Response) -> str:
    assert answer.status_code >= 400, answer.text
    return str(answer.json()["reason"])


async def opened(host: Person, **settings: Any) -> str:
    """Open a cup and return its link."""
    new = {"title": "Class 4b", "game": "knister", "deals": 2, "closes": now_ms() + HOUR_MS} | settings
    cup = await sent(await host.http.post("/api/cups", json=new))
    return f"{cup['code']}-{cup['key']}" if cup["key"] else str(cup["code"])


async def seen(person: Person, link: str) -> Any:
    return await sent(await person.http.get(f"/api/cups/{link}"))


async def begin(person: Person, link: str, deal: int) -> Table:
    """Begin or continue a deal."""
    answer = await person.http.post(f"/api/cups/{link}/deals/{deal}")
    assert answer.status_code in (200, 201), answer.text
    return await person.join(answer.json()["code"])


async def play(person: Person, link: str, deal: int) -> list[Any]:
    """Play a deal and return its rolls."""
    table = await begin(person, link, deal)
    await table.play()
    await table.close()
    return [entry["dice"] for entry in table.log if entry["kind"] == "roll"]


async def replay(person: Person, link: str, deal: int, number: int) -> httpx.Response:
    return await person.http.get(f"/api/cups/{link}/deals/{deal}/entries/{number}/replay")


def test_a_cup_in_everybodys_own_time(tmp_path: Path) -> None:
    async def story(server: Server) -> None:
        host, ann, bob = [await Person(server.url).arrive(name) for name in ("Host", "Ann", "Bob")]
        link = await opened(host, by_code=False)
        code = link.partition("-")[0]
        assert refusal(await ann.http.get(f"/api/cups/{code}")) == "no_cup", "only the link admits people"
        cup = await sent(await ann.http.post(f"/api/cups/{link}/entry"))
        assert (cup["state"], cup["host"], cup["hosted"], cup["entry"]) == ("open", "Host", False, 1)
        assert [deal["state"] for deal in cup["deals"]] == ["open", "open"]
        assert await seen(ann, code) == cup, "who takes part needs only the code"

        # The same dice for both; the games are shown to those who have played the deal.
        first = await play(ann, link, 1)
        assert refusal(await replay(bob, link, 1, 1)) == "no_game"
        assert await play(bob, link, 1) == first != []
        other = (await replay(bob, link, 1, 1)).text.splitlines()
        assert json.loads(other[0])["names"] == ["Ann"]
        assert refusal(await replay(bob, link, 2, 1)) == "no_game"

        # An unfinished game goes on at another device; late entry costs only the deals that were missed.
        second = await begin(ann, link, 2)
        phone = await ann.device()
        again = await begin(phone, link, 2)
        assert again.code == second.code
        # A connection that nobody reads ends slowly.
        await again.close()
        rows = (await seen(host, code))["rows"]
        assert [[cell and cell["points"] is not None for cell in row["cells"]] for row in rows] in (
            [[True, False], [True, None]],
            [[True, None], [True, False]],
        )
        await second.play()
        # Others see her result after a moment.
        async with asyncio.timeout(TIMEOUT_S):
            while (cup := await seen(bob, link))["deals"][1]["finished"] == 0:  # noqa: ASYNC110 -- HTTP
                await asyncio.sleep(0.1)
        ((best, worst), (a, b)) = cup["rows"], sorted(row["cells"][0]["points"] for row in cup["rows"])
        assert (best["name"], best["place"], best["you"], worst["place"]) == ("Ann", 1, False, 2)
        assert best["total"] == sum(cell["points"] for cell in best["cells"])
        assert a == b, "both take the first action"
        assert [cell["share"] for cell in best["cells"]] == [50, 50]

        # Only the host may change the cup. A browser that knows the state gets nothing new.
        known = await bob.http.get(f"/api/cups/{link}")
        unchanged = await bob.http.get(f"/api/cups/{link}", headers={"if-none-match": known.headers["etag"]})
        assert (unchanged.status_code, unchanged.content) == (304, b"")
        for change in ({"title": "Mine"}, {"end": True}):
            assert refusal(await bob.http.patch(f"/api/cups/{link}", json=change)) == "not_host"
        assert (await sent(await host.http.patch(f"/api/cups/{code}", json={"title": " The \u200b cup "})))[
            "title"
        ] == "The cup"
        without = await sent(await host.http.put(f"/api/cups/{code}/entries/2", json={"removed": True}))
        assert [row["name"] for row in without["rows"]] == ["Ann"]
        assert without["removed_entries"] == [{"number": 2, "name": "Bob"}]
        assert refusal(await bob.http.post(f"/api/cups/{link}/deals/2")) == "cup_removed"
        await sent(await host.http.put(f"/api/cups/{code}/entries/2", json={"removed": False}))
        saved_table = await host.http.get(f"/api/cups/{code}/table.csv")
        assert saved_table.headers["content-type"] == "text/csv; charset=utf-8"
        table = saved_table.content.decode("utf-8-sig")
        assert next(csv.reader(io.StringIO(table)))[:6] == ["place", "number", "name", "total", "lost", "points 1"]
        rows = list(csv.DictReader(io.StringIO(table)))
        assert [row["name"] for row in rows] == ["Ann", "Bob"]
        head, *saved = read_xlsx((await host.http.get(f"/api/cups/{code}/table.xlsx")).content)
        assert head == list(rows[0])
        assert [[str(row[0]), row[2], row[3]] for row in saved] == [
            [f"{row['place']}.0", row["name"], float(row["total"])] for row in rows
        ]

        # The host ends it: nobody can begin a deal, and everybody sees the games.
        assert (await sent(await host.http.patch(f"/api/cups/{code}", json={"end": True})))["state"] == "over"
        await play(bob, link, 2)
        late = [row["cells"][1] for row in (await seen(bob, link))["rows"]]
        assert [cell is None for cell in late] == [False, True], "out of competition"
        assert len((await replay(bob, link, 2, 1)).text.splitlines()) == len(other)
        assert (await seen(host, code))["deals"][0]["seed"] is None

        # It belongs to the person's data, and names disappear with the people.
        data = (await ann.http.get("/api/person")).json()
        assert [entry["code"] for entry in data["cups"]["entries"]] == [code]
        assert [cup["code"] for cup in (await host.http.get("/api/person")).json()["cups"]["hosted"]] == [code]
        assert [cup["code"] for cup in (await ann.http.get("/api/cups")).json()] == [code]
        for gone in (ann, host):
            assert (await gone.http.delete("/api/person")).status_code == 204
        cup = await seen(bob, link)
        assert ([row["name"] for row in cup["rows"]], cup["host"], cup["title"]) == (["Bob"], None, "")

        # An hour later the seeds are published.
        server.set_clock(2 * 3600)
        async with asyncio.timeout(TIMEOUT_S):
            while (deals := (await seen(bob, link))["deals"])[0]["seed"] is None:  # noqa: ASYNC110 -- HTTP
                await asyncio.sleep(0.1)
        assert all(seeded_dice.commitment(deal["seed"]) == deal["commitment"] for deal in deals)

    with running(tmp_path, SETTINGS_OF_DEALS, clock=0) as server:
        tell(story(server))
    backup = tmp_path / "backup.db"
    assert knobel("backup", backup, "--database", server.options["database"])[0] == 0
    assert "no problems" in knobel("check", "--database", backup)[1]


async def test_a_cup_at_the_hosts_pace(server: Server) -> None:
    host, ann, bob = [await Person(server.url).arrive() for _ in range(3)]
    link = await opened(host, paced=True, named=False, ranking="places", deals=3)
    assert "-" not in link, "the code alone admits people"
    await sent(await ann.http.post(f"/api/cups/{link}/entry"))
    assert [deal["state"] for deal in (await seen(ann, link))["deals"]] == ["waiting"] * 3
    assert refusal(await ann.http.post(f"/api/cups/{link}/deals/1")) == "cup_closed"
    assert refusal(await host.http.post(f"/api/cups/{link}/deals/1")) == "cup_closed", "nor does the host"
    assert refusal(await ann.http.post(f"/api/cups/{link}/deals/1/open")) == "not_host"
    await asyncio.gather(*(host.http.post(f"/api/cups/{link}/deals/1/open") for _ in range(3)))
    running = await begin(ann, link, 1)
    # The host goes on; games that run may end, and who comes late misses only what is closed.
    cup = await sent(await host.http.post(f"/api/cups/{link}/deals/2/open"))
    assert [deal["state"] for deal in cup["deals"]] == ["closed", "open", "waiting"]
    assert refusal(await bob.http.post(f"/api/cups/{link}/deals/1")) == "cup_closed"
    await asyncio.gather(running.play(), play(bob, link, 2))
    cup = await seen(ann, link)
    by_number = sorted(cup["rows"], key=lambda row: row["number"])
    assert [[cell and cell["share"] for cell in row["cells"]] for row in by_number] == [
        [50, None, None],
        [None, 50, None],
    ]
    assert [row["place"] for row in cup["rows"]] == [1, 1]
    assert {row["name"] for row in cup["rows"]} == {ann.name, None}, "others see no names"
    assert {row["name"] for row in (await seen(host, link))["rows"]} == {ann.name, bob.name}
    assert [deal["shown"] for deal in cup["deals"]] == [True, False, False]
    mine = (await replay(bob, link, 2, 2)).text.splitlines()
    assert json.loads(mine[0])["names"] == [bob.name]
    await play(ann, link, 2)
    assert json.loads((await replay(ann, link, 2, 2)).text.splitlines()[0])["names"] == [""]


def test_a_series(tmp_path: Path) -> None:
    async def story(server: Server) -> None:
        host, ann = [await Person(server.url).arrive(name) for name in ("Host", "Ann")]
        link = await opened(host, deals=1, every="day")
        await play(ann, link, 1)
        # The next cup is added while this one is open.
        async with asyncio.timeout(TIMEOUT_S):
            while (await seen(ann, link))["rounds"] == 1:  # noqa: ASYNC110 -- HTTP
                await asyncio.sleep(0.1)
        server.set_clock(25 * 3600)
        async with asyncio.timeout(TIMEOUT_S):
            while (cup := await seen(ann, link))["latest"] is None:  # noqa: ASYNC110 -- HTTP
                await asyncio.sleep(0.1)
        assert (cup["state"], cup["every"], cup["round"]) == ("over", "day", 1)
        second = await seen(ann, cup["latest"])
        assert (second["round"], second["state"], second["title"], second["rows"]) == (2, "over", "Class 4b", [])
        assert second["opens"] - cup["opens"] == DAY_MS
        assert second["deals"][0]["commitment"] != cup["deals"][0]["commitment"]
        table = await sent(await ann.http.get(f"/api/cups/{cup['latest']}/season"))
        assert [each["round"] for each in table["rounds"]] == [1, 2]
        (row,) = table["rows"]
        assert (row["name"], row["place"], row["totals"][1]) == ("Ann", 1, None)
        assert row["total"] == row["totals"][0]

        # The first cup is deleted: the series goes on with the others, and can still be ended.
        assert refusal(await ann.http.delete(f"/api/cups/{link}")) == "not_host"
        assert (await host.http.delete(f"/api/cups/{link}")).status_code == 204
        assert refusal(await host.http.get(f"/api/cups/{link}")) == "no_cup"
        link = cup["latest"]
        server.set_clock(49 * 3600)
        async with asyncio.timeout(TIMEOUT_S):
            while (await seen(host, link))["rounds"] < 3:  # noqa: ASYNC110 -- HTTP
                await asyncio.sleep(0.1)
        assert (await seen(host, link))["every"] == "day"
        ended = await sent(await host.http.patch(f"/api/cups/{link}", json={"title": "Last", "repeat": False}))
        assert (ended["title"], ended["every"]) == ("Last", "")
        assert {each["game"] for each in (await host.http.get("/api/cups")).json()} == {"knister"}
        assert (await host.http.delete(f"/api/cups/{link}", params={"series": True})).status_code == 204
        assert (await host.http.get("/api/cups")).json() == []

    with running(tmp_path, SETTINGS_OF_DEALS, clock=0) as server:
        tell(story(server))


def test_a_deleted_cup(tmp_path: Path) -> None:
    """The games at its deals stay with those who played them, and their dice can be checked."""

    async def story(server: Server) -> None:
        host, ann = [await Person(server.url).arrive(name) for name in ("Host", "Ann")]
        link = await opened(host)
        finished = await begin(ann, link, 1)
        await finished.play()
        running = await begin(ann, link, 2)
        assert (await host.http.delete(f"/api/cups/{link}")).status_code == 204
        for cup in (link, f"{link}/season", f"{link}/table.csv", f"{link}/table.xlsx"):
            assert refusal(await host.http.get(f"/api/cups/{cup}")) == "no_cup"
        assert refusal(await ann.http.post(f"/api/cups/{link}/deals/2")) == "no_cup"
        assert (await ann.http.get("/api/cups")).json() == (await host.http.get("/api/cups")).json() == []
        await running.play()
        data = (await ann.http.get("/api/person")).json()
        assert (data["cups"]["entries"], data["deals"]) == ([], [])
        assert [each["table"] for each in data["results"]] == [finished.code, running.code]
        server.set_clock(2 * 3600)
        for table in (finished, running):
            async with asyncio.timeout(TIMEOUT_S):
                while b'"seed"' not in (  # noqa: ASYNC110 -- HTTP
                    record := (await ann.http.get(f"/api/tables/{table.code}/record")).content
                ):
                    await asyncio.sleep(0.1)
            assert (check_record(record).rolls, check_record(record).lost) == (25, 0)
        assert (await ann.http.delete("/api/person")).status_code == 204

    with running(tmp_path, SETTINGS_OF_DEALS, clock=0) as server:
        tell(story(server))
    database = server.options["database"]
    assert "no problems" in knobel("check", "--database", database)[1]
    with contextlib.closing(sqlite3.connect(database)) as connection:
        for name in ("cups", "entries", "tries", "results"):
            assert connection.execute(f"SELECT count(*) FROM {name}").fetchone() == (0,), name


async def test_costly_requests_need_a_session(server: Server) -> None:
    host, nobody = await Person(server.url).arrive(), Person(server.url)
    link = await opened(host)
    for path in ("/table.csv", "/table.xlsx", "/season"):
        assert refusal(await nobody.http.get(f"/api/cups/{link}{path}")) == "no_session"
        assert (await host.http.get(f"/api/cups/{link}{path}")).status_code == 200


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"deals": 0}, "bad_setup"),
        ({"deals": 21}, "bad_setup"),
        ({"closes": 1}, "bad_setup"),
        ({"closes": now_ms() + 500 * DAY_MS}, "bad_setup"),
        ({"closes": now_ms() + 2 * DAY_MS, "every": "day"}, "bad_setup"),
        ({"game": "chess"}, "bad_setup"),
        ({"options": {"columns": 99}}, "bad_setup"),
        ({"title": "x" * 61}, "too_large"),
        ({"ranking": "age"}, "malformed"),
    ],
)
async def test_settings_are_checked(server: Server, wrong: dict[str, Any], reason: str) -> None:
    host = await Person(server.url).arrive()
    new = {"title": "", "game": "knister", "deals": 1, "closes": now_ms() + HOUR_MS} | wrong
    assert refusal(await host.http.post("/api/cups", json=new)) == reason
