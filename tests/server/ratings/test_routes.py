"""Ratings of people after games on the server's dice without help, as the page requests them."""

import asyncio
import sqlite3
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from tests.server.client import TIMEOUT_S, Person, Server, play_together, running, tell

pytest.importorskip("openskill")

OPTIONS = {"ladder": True}
SETTINGS = {"rating_delay_s": 0.05}
# A game that requires no compiling.
SETUP: dict[str, Any] = {"game": "knoeffel", "options": {"columns": 1}}


async def ratings_of(person: Person, games: int) -> dict[str, Any]:
    """Return a person's ratings as soon as that many games are rated."""
    async with asyncio.timeout(TIMEOUT_S):
        while True:
            found: dict[str, Any] = (await person.http.get("/api/play/ratings")).json()
            if sum(rating["games"] for rating in found["ratings"]) == games and not found["unrated"]:
                return found
            await asyncio.sleep(0.1)


async def rated_game(one: Person, other: Person) -> str:
    code = await one.open_table(seats=2, **SETUP)
    await play_together(code, one, other)
    return code


async def test_a_game_is_rated_for_everybody_in_it(ann: Person, ben: Person, server: Server) -> None:
    nothing: dict[str, Any] = {"ratings": [], "unrated": 0, "ladder": []}
    assert (await ann.http.get("/api/play/ratings")).json() == nothing
    code = await rated_game(ann, ben)
    found = {person: await ratings_of(person, 1) for person in (ann, ben)}
    review = (await ann.http.get(f"/api/tables/{code}/review")).json()
    for person, seat in zip((ann, ben), review["seats"], strict=True):
        (rating,) = found[person]["ratings"]
        (point,) = rating["course"]
        assert point["points"] == seat["ledger"]["final"]
        assert point["without_luck"] == pytest.approx(seat["result_without_luck"], abs=1e-4)
        assert (rating["game"], rating["options"]["columns"], rating["standard"]) == ("knoeffel", 1, False)
        assert (rating["mean"], rating["error"], rating["games"]) == (point["without_luck"], None, 1)
        assert (rating["provisional"], rating["percentile"], rating["levels"]) == (True, None, [])
        assert rating["engine"] == sha256(review["engine"].encode()).hexdigest()
        (standing,) = found[person]["ladder"]
        assert (standing["game"], standing["games"]) == ("knoeffel", 1)
        exported = (await person.http.get("/api/person")).json()
        (result,) = exported["results"]
        assert result["luck"] == pytest.approx(point["points"] - point["without_luck"])
        assert (exported["ratings"][0]["mean"], len(exported["ladder"])) == (rating["mean"], 1)
    # Another device of a person has the same ratings; a deleted person has none, and the others keep theirs.
    assert (await (await ann.device()).http.get("/api/play/ratings")).json() == found[ann]
    assert (await ben.http.delete("/api/person")).status_code < 300
    assert (await (await Person(server.url).arrive()).http.get("/api/play/ratings")).json() == nothing
    assert (await ann.http.get("/api/play/ratings")).json() == found[ann]


async def test_games_with_help_do_not_count(ann: Person) -> None:
    for helped in (True, False):
        code = await ann.open_table(seats=1, **SETUP, coach=helped)
        table = await ann.join(code)
        await table.do("start")
        if helped:
            await table.do("roll", at=table.at)
            answer = await ann.http.post(f"/api/tables/{code}/hint?at={table.at}")
            assert answer.status_code == 200, answer.text
        await table.play()
        await table.close()
    found = await ratings_of(ann, 1)
    assert len(found["ratings"][0]["course"]) == 1


def test_a_game_is_rated_after_a_restart(tmp_path: Path) -> None:
    async def played(server: Server) -> None:
        await rated_game(await Person(server.url).arrive("Ann"), await Person(server.url).arrive("Ben"))

    with running(tmp_path) as server:
        tell(played(server))
        server.kill()
    with running(tmp_path, {"rating_sweep_s": 0.1}):
        file, luck = tmp_path / "knobel.db", None
        for _ in range(int(TIMEOUT_S / 0.1)):
            with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as connection:
                rated = connection.execute("SELECT luck, engine FROM results").fetchall()
                luck = connection.execute("SELECT count(*) FROM ratings").fetchone()[0]
            if luck == 2:
                break
            asyncio.run(asyncio.sleep(0.1))
        assert luck == 2
        assert all(points is not None and engine for points, engine in rated)
