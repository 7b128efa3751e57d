"""The deals of the day, on a server whose clock is moved."""

import asyncio
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx

from knobel import seeded_dice
from knobel.games import GAMES
from knobel.server.deals.calendar import bounds, shifted
from knobel.server.runtime.clock import now_ms
from tests.server.client import Person, Server, Table, told

DAY = (datetime.now(UTC) + timedelta(days=2)).date().isoformat()
"""The first day of the tests: after today, so that the moved clock never goes back."""


def at(day: str, hour: float) -> int:
    """Return the error of a clock, in seconds, that shows an hour of a day now."""
    return round((bounds(day)[0] - now_ms()) / 1000 + 3600 * hour)


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
        async with asyncio.timeout(60):
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

    server = Server(tmp_path, {"deal_interval_s": 0.2})
    server.set_clock(at(DAY, 12))
    server.start()
    try:
        asyncio.run(told(story, server))
    finally:
        assert not server.stop()


def test_bad_requests(server: Server) -> None:
    async def story(server: Server) -> None:
        ann = await Person(server.url).arrive("Ann")
        assert await refusal(await ann.http.get("/api/days/2026-02-29")) == "no_deal"
        assert await refusal(await ann.http.get("/api/days/9999-01-01")) == "no_deal"
        assert await refusal(await ann.http.get("/api/days/2001-01-01")) == "no_deal"
        assert await refusal(await ann.http.get("/api/days/today/chess")) == "no_deal"
        assert await refusal(await ann.http.post("/api/days/today/knister", json={"ranked": 3})) == "malformed"
        nobody = Person(server.url)
        assert await refusal(await nobody.http.post("/api/days/today/knister", json={})) == "no_session"
        assert (await get(nobody, "/today"))["streak"] == 0

    asyncio.run(told(story, server))


def test_two_devices_at_once(server: Server) -> None:
    async def story(server: Server) -> None:
        ann = await Person(server.url).arrive("Ann")
        phone = await ann.device()
        tables = await asyncio.gather(*(begin(device, "knaster") for device in (ann, phone, ann, phone)))
        assert len({table.code for table in tables}) == 1

    asyncio.run(told(story, server))
