"""The deals of the day, on a server whose clock is moved."""

import asyncio
import contextlib
import json
import sqlite3
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest

from knobel import seeded_dice
from knobel.clock import now_ms
from knobel.games import GAMES
from knobel.presentation.deal_days import bounds, shifted
from knobel.server.database.store import Store
from knobel.server.deals.store import DealStore
from tests.server.client import TIMEOUT_S, Person, Server, Table, tell
from tests.server.database.test_backup import knobel
from tests.server.operator.test_actions import admin, knobel_admin

DAY = (datetime.now(UTC) + timedelta(days=2)).date().isoformat()
"""The first day of the tests: after today, so that the moved clock never goes back."""
MASTER = 99
"""Result of the best bot at every deal."""


def at(day: str, hour: float) -> int:
    """Return the error of a clock, in seconds, that shows an hour of a day now."""
    return round((bounds(day)[0] - now_ms()) / 1000 + 3600 * hour)


@contextlib.contextmanager
def dated(folder: Path, hour: float, **options: Any) -> Iterator[Server]:
    """Yield a server whose clock shows that hour of `DAY`, and whose best bot has played all deals."""
    server = Server(folder, {"deal_interval_s": 0.2, "deal_review_interval_s": 3600}, **options)
    server.set_clock(at(DAY, hour))
    server.start()
    # The best bot would slow the test down.
    with contextlib.closing(sqlite3.connect(server.options["database"], timeout=TIMEOUT_S)) as database, database:
        # A test that makes up results would otherwise make up the deals of this day too, which are then over.
        while database.execute("SELECT count(*) FROM deals WHERE id LIKE ?", (f"{DAY}/%",)).fetchone() < (len(GAMES),):
            time.sleep(0.01)
        database.execute(
            f"CREATE TRIGGER played AFTER INSERT ON deals "
            f"BEGIN UPDATE deals SET master = {MASTER} WHERE id = NEW.id; END"
        )
        database.execute(f"UPDATE deals SET master = {MASTER}")
    try:
        yield server
    finally:
        complaints = server.stop()
    assert not complaints, complaints


async def get(person: Person, path: str) -> Any:
    answer = await person.http.get(f"/api/days{path}")
    assert answer.status_code == 200, answer.text
    return answer.json()


async def begin(person: Person, game: str = "knister", day: str = "today", **wish: bool) -> Table:
    """Begin or continue a deal."""
    answer = await person.http.post(f"/api/days/{day}/{game}", json=wish)
    assert answer.status_code in (200, 201), answer.text
    return await person.join(answer.json()["code"])


async def refusal(answer: httpx.Response) -> str:
    assert answer.status_code >= 400, answer.text
    return str(answer.json()["reason"])


def rolls(table: Table) -> list[Any]:
    return [entry["dice"] for entry in table.log if entry["kind"] == "roll"]


def test_two_days(tmp_path: Path) -> None:
    async def story(server: Server) -> None:
        ann, bob, eve = (
            await Person(server.url).arrive("Ann"),
            await Person(server.url).arrive("Bob"),
            Person(server.url),
        )
        await eve.arrive("Eve")
        today = await get(ann, "/today")
        assert today["day"] == DAY
        assert [deal["game"] for deal in today["deals"]] == list(GAMES)
        knister = next(deal for deal in today["deals"] if deal["game"] == "knister")
        assert (knister["state"], knister["seed"], knister["players"]) == ("new", None, 0)
        assert len(today["next_commitments"]) == 5

        # The same dice for both; the first try counts, and only then the results are shown.
        first, second = await begin(ann), await begin(bob)
        await first.play()
        standing = await get(bob, "/today/knister")
        assert (standing["shown"], standing["players"], standing["points"]) == (False, 1, [])
        await second.play()
        assert rolls(first) == rolls(second) != []
        standing = await get(bob, "/today/knister")
        assert standing["shown"]
        assert standing["you"]["points"] == standing["points"][0]["points"]
        assert {line["name"] for line in standing["points"]} == {"Ann", "Bob"}
        assert (standing["you"]["place"], standing["percentile"], standing["streak"]) == (1, 50, 1)
        assert standing["master"] == MASTER
        scores = (await ann.http.get("/api/scores/knister")).json()
        assert len(scores["all_time"]) == 2

        # Another try is on the same dice, and does not count.
        again = await begin(ann)
        assert again.code != first.code
        await again.play()
        assert rolls(again) == rolls(first)
        assert (await get(ann, "/today/knister"))["players"] == 2
        assert len((await ann.http.get("/api/scores/knister")).json()["all_time"]) == 2

        # Nobody else may watch, and the settings are fixed.
        assert await bob.refused(again.code) == "no_table"
        assert (await again.do("start"))["reason"] == "deal_table"
        assert (await again.do("seat_bot", seat=None, level="strong"))["reason"] == "deal_table"
        dealt = (await ann.http.get(f"/api/tables/{first.code}/record")).text
        header = json.loads(dealt.splitlines()[0])
        assert header["dice"]["commitment"] == knister["commitment"]
        assert "seed" not in header["dice"]

        # Begun before midnight, on two devices, and ended after.
        server.set_clock(at(DAY, 23.99))
        late = await begin(eve)
        phone = await eve.device()
        assert (await begin(phone)).code == late.code, "the unfinished try continues"
        server.set_clock(at(shifted(DAY, 1), 0.5))
        await late.play()
        yesterday = await get(eve, f"/{DAY}/knister")
        assert (yesterday["shown"], yesterday["players"]) == (True, 3)
        assert yesterday["you"]["name"] == "Eve"

        # The next day has other dice, which were promised before.
        tomorrow = await get(ann, "/today")
        assert tomorrow["day"] == shifted(DAY, 1)
        promised = {deal["game"]: deal["commitment"] for deal in tomorrow["deals"]}
        assert promised == today["next_commitments"]
        assert tomorrow["streak"] == 1
        third = await begin(ann)
        await third.play()
        assert (await get(ann, "/today"))["streak"] == 2
        assert [day["day"] for day in await get(ann, "")] == [shifted(DAY, 1), DAY]
        assert [day["games"] for day in await get(ann, "")] == [["knister"], ["knister"]]

        # An hour after the day the seed is published, and the deal can be played by everybody, out of competition.
        server.set_clock(at(shifted(DAY, 1), 1.1))
        async with asyncio.timeout(TIMEOUT_S):
            while (seed := (await get(bob, f"/{DAY}"))["deals"][0]["seed"]) is None:  # noqa: ASYNC110 -- HTTP
                await asyncio.sleep(0.1)
        over = (await get(bob, f"/{DAY}"))["deals"]
        assert all(seeded_dice.commitment(deal["seed"]) == deal["commitment"] for deal in over)
        assert seed
        header = json.loads((await ann.http.get(f"/api/tables/{first.code}/record")).text.splitlines()[0])
        assert seeded_dice.commitment(header["dice"]["seed"]) == knister["commitment"]
        replayed = await begin(eve, day=DAY)
        await replayed.play()
        assert rolls(replayed) == rolls(first)
        assert (await get(ann, f"/{DAY}/knister"))["players"] == 3

        # The coach has reviewed two of the three first tries.
        assert (await get(ann, f"/{DAY}/knister"))["skill"] == []
        with contextlib.closing(sqlite3.connect(server.options["database"], timeout=TIMEOUT_S)) as database, database:
            for table, lost in ((first, 2.5), (second, 1)):
                kinds = json.dumps({"a": [3, 0.5], "b": [1, lost]})
                database.execute(
                    'INSERT INTO skills SELECT "table", first, seat, 90, 0, ?, ?, NULL FROM results WHERE "table" = ?',
                    (kinds, "{}", table.code),
                )
        skill = (await get(ann, f"/{DAY}/knister"))["skill"]
        assert [(line["place"], line["name"], line["lost"]) for line in skill] == [(1, "Bob", 1.5), (2, "Ann", 3)]
        unreviewed.update((late.code, third.code))

    unreviewed: set[str] = set()
    with dated(tmp_path, 12) as server:
        tell(story(server))
        database = str(server.options["database"])
        status, words = knobel("check", "--database", database)
    assert (status, "no problems" in words) == (0, True), words
    assert {table for table, _ in asyncio.run(find_unreviewed(database))} == unreviewed


async def find_unreviewed(database: str) -> list[tuple[str, int]]:
    store = await Store.open(database)
    try:
        return await DealStore(store).unreviewed(0, 99)
    finally:
        await store.close()


@pytest.mark.slow
def test_a_first_try_that_does_not_count(tmp_path: Path) -> None:
    async def story(server: Server) -> None:
        ann, bob = await Person(server.url).arrive("Ann"), await Person(server.url).arrive("Bob")
        await (await begin(ann)).play()
        # On a device where another person has begun, the first try is not ranked, and there is no second one.
        unranked = await begin(bob, ranked=False)
        assert (await begin(bob)).code == unranked.code
        assert state_of(await get(bob, "/today")) == "running"
        assert not (await get(bob, "/today/knister"))["shown"]
        await unranked.play()
        today = await get(bob, "/today")
        assert (state_of(today), today["streak"]) == ("unranked", 0)
        standing = await get(bob, "/today/knister")
        assert (standing["shown"], standing["you"], standing["players"]) == (True, None, 1)
        again = await begin(bob)
        assert again.code != unranked.code
        await again.play()
        assert (await get(bob, "/today/knister"))["players"] == 1
        # Without the list of points, everybody sees their own result and the skill board.
        standing = await get(ann, "/today/knister")
        assert (standing["points"], standing["you"]["place"]) == ([], 1)

        # Somebody played too well: others do not see it, unless the operator clears the person.
        with contextlib.closing(sqlite3.connect(server.options["database"], timeout=TIMEOUT_S)) as database, database:
            database.execute("INSERT INTO suspicions VALUES (?, 0, FALSE)", (ann.id,))
        assert (await get(bob, "/today/knister"))["histogram"] == []
        assert (await get(ann, "/today/knister"))["you"]["place"] == 1
        assert [line["person"] for line in await admin(server, "suspects")] == [ann.id]
        assert await admin(server, "clear", ann.id) == [{"person": ann.id, "cleared": True}]
        assert len((await get(bob, "/today/knister"))["histogram"]) == 1
        assert (await asyncio.to_thread(knobel_admin, server, "clear", bob.id))[0] != 0

    with dated(tmp_path, 12, deal_table=False) as server:
        tell(story(server))
        database = str(server.options["database"])
        with contextlib.closing(sqlite3.connect(database)) as stored, stored:
            stored.execute("UPDATE tries SET deal = replace(deal, 'knister', 'knaster')")
        status, words = knobel("check", "--database", database)
    assert (status, words.count("it does not play the deal")) == (1, 2), words


def state_of(day: Any) -> str:
    return next(str(deal["state"]) for deal in day["deals"] if deal["game"] == "knister")


async def test_bad_requests(ann: Person, server: Server) -> None:
    assert await refusal(await ann.http.get("/api/days/2026-02-29")) == "no_deal"
    assert await refusal(await ann.http.get("/api/days/9999-01-01")) == "no_deal"
    assert await refusal(await ann.http.get("/api/days/2001-01-01")) == "no_deal"
    assert await refusal(await ann.http.get("/api/days/today/chess")) == "no_deal"
    assert await refusal(await ann.http.post("/api/days/today/knister", json={"ranked": 3})) == "malformed"
    nobody = Person(server.url)
    assert await refusal(await nobody.http.post("/api/days/today/knister", json={})) == "no_session"
    assert (await get(nobody, "/today"))["streak"] == 0


async def test_two_devices_at_the_same_time(ann: Person) -> None:
    phone = await ann.device()
    tables = await asyncio.gather(*(begin(device, "knaster") for device in (ann, phone, ann, phone)))
    assert len({table.code for table in tables}) == 1
