"""Uploaded records are replayed and continued as games."""

import json
from typing import Any

from knobel import notation
from tests.server.client import Person
from tests.tables.test_what_if import played

RECORD = notation.dumps(played("knister", 2))


async def test_records_are_replayed_like_games_of_tables(ann: Person) -> None:
    answer = await ann.http.post("/api/records/replay", content=RECORD)
    head, *steps = map(json.loads, answer.text.splitlines())
    assert (head["game"], head["names"], head["seat"]) == ("knister", ["P0", "P1"], None)
    assert len(steps) == len(RECORD.splitlines())
    assert {step["entry"]["name"] for step in steps if step["entry"]["kind"] == "move"} == {"P0", "P1"}
    # A record of an unfinished game is accepted too.
    answer = await ann.http.post("/api/records/replay", content="".join(RECORD.splitlines(keepends=True)[:4]))
    assert json.loads(answer.text.splitlines()[-1])["at"] == 3
    for path in ("replay", "what-if?at=1&seat=0"):
        answer = await ann.http.post(f"/api/records/{path}", content=RECORD[:-1] + "x")
        problem = answer.json()
        assert (answer.status_code, problem["reason"]) == (400, "bad_record")
        assert problem["message"].startswith(f"line {len(RECORD.splitlines())}: not JSON")


async def test_a_game_is_played_on_differently(ann: Person) -> None:
    answer = await ann.http.post("/api/records/what-if?at=46&seat=1&level=random&same_dice=true", content=RECORD)
    assert answer.status_code == 201, answer.text
    opened = answer.json()
    assert opened["key"], "it is private"
    table = await ann.join(opened["code"])
    assert table.table["what_if"]
    assert [seat["kind"] for seat in table.table["seats"]] == ["bot", "person"]
    assert "what_if" in [entry["kind"] for entry in table.log]
    await table.play()
    rolls = [entry["dice"] for entry in table.log if entry["kind"] == "roll"]
    assert rolls == [json.loads(line)["roll"] for line in RECORD.splitlines() if '"roll"' in line]
    scores = (await ann.http.get("/api/scores/knister")).json()
    assert scores["mine"] == []
    kept = (await ann.http.get("/api/person")).json()
    assert [game["table"] for game in kept["games"]] == [opened["code"]], "all that is kept of somebody"
    # A rematch is a normal game.
    await table.do("start")
    assert not table.table["what_if"]


async def test_games_that_cannot_be_continued(ann: Person) -> None:
    end = len(RECORD.splitlines()) - 1
    for query, reason in (
        (f"at={end}&seat=0", "over"),
        (f"at={end + 1}&seat=0", "bad_setup"),
        ("at=0&seat=2", "no_seat"),
        ("at=0&seat=0&level=divine", "unknown_level"),
        ("at=-1&seat=0", "malformed"),
    ):
        answer = await ann.http.post(f"/api/records/what-if?{query}", content=RECORD)
        assert answer.json()["reason"] == reason, query


async def test_a_game_on_paper_is_entered(ann: Person) -> None:

    async def position(*lines: dict[str, object], game: str = "knister") -> dict[str, Any]:
        head = {"knobel": 2, "game": game, "seats": ["Ann", "Ben"]}
        record = "".join(json.dumps(line) + "\n" for line in (head, *lines))
        answer = await ann.http.post("/api/records/position", content=record)
        found: dict[str, Any] = answer.json()
        return found

    begun = await position()
    assert (begun["turn"]["kind"], begun["turn"]["may_roll"], begun["seat"]) == ("chance", True, 0)
    rolled: dict[str, object] = {"roll": [3, 4], "noted": "sum"}
    found = await position(rolled)
    assert (found["at"], found["seat"], len(found["choices"])) == (1, 0, 25)
    found = await position(rolled, {"seat": 0, "move": "c3"})
    assert (found["at"], found["seat"], len(found["choices"])) == (2, 1, 25)
    forbidden = await position(rolled, {"seat": 0, "move": "c3"}, {"seat": 1, "move": "f9"})
    assert (forbidden["reason"], forbidden["rule"]) == ("bad_record", "unknown_action")
    assert forbidden["message"].startswith("line 4: ")
    assert (await position({"roll": [3, 7]}))["rule"] == "dice_face"
    last = [json.loads(line) for line in RECORD.splitlines()[1:]]
    over = await position(*last)
    assert (over["turn"]["kind"], over["seat"], over["choices"]) == ("over", None, [])
    # Data that the record does not contain is in the response's steps.
    lines = [json.dumps({"knobel": 2, "game": "knister", "seats": ["Ann", "Ben"]}), json.dumps(rolled)]
    answer = await ann.http.post("/api/records/replay", content="\n".join(lines))
    assert [json.loads(line)["noted"] for line in answer.text.splitlines()[1:]] == [None, "sum"]


async def test_filled_sheets_are_scored(ann: Person) -> None:

    async def score(**request: object) -> Any:
        return (await ann.http.post("/api/records/sheets", json={"game": "knister", **request})).json()

    row = {f"{column}1": "8" for column in "abcde"} | {"row1": "8", "b2": "13"}
    found = await score(sheets=[{"name": "Ann", "cells": row}, {"name": "Ben", "cells": {}}])
    assert [result["score"] for result in found["position"]["results"]] == [10, 0]
    assert found["sheets"][0]["lines"] == [{"place": "row1", "points": 10, "shows": "five"}]
    wrong = [(each["place"], each["kind"]) for each in found["sheets"][0]["contradictions"]]
    assert wrong == [("b2", "impossible"), ("row1", "sum")]
    for bad, reason in (
        ({"sheets": []}, "bad_setup"),
        ({"sheets": [{"name": "Ann", "cells": {"f1": "7"}}]}, "malformed"),
        ({"sheets": [{"name": "Ann", "cells": {}}] * 13}, "too_many"),
        ({"sheets": [{"name": "Ann", "cells": {}}], "options": {"dice": 3}}, "bad_setup"),
    ):
        assert (await score(**bad))["reason"] == reason


async def test_names_that_are_not_unicode_are_refused(ann: Person) -> None:
    """They are refused at the beginning, and not during the response."""
    bad = RECORD + '{"x": "\\udc00"}\n'
    for path in ("records/replay", "records/position", "records/what-if?at=1&seat=0", "coach/review", "coach/assess"):
        answer = await ann.http.post(f"/api/{path}", content=bad)
        assert (answer.status_code, answer.json()["reason"]) == (400, "bad_record"), path
        assert "lone surrogate" in answer.json()["message"]


async def test_an_answer_is_the_same_compressed_or_not(ann: Person) -> None:
    table = await ann.join(await ann.open_table(game="knister", seats=1, start=True))
    await table.play()
    for path, method in (
        (f"/api/tables/{table.code}/record", "GET"),
        (f"/api/tables/{table.code}/replay", "GET"),
        ("/api/records/replay", "POST"),
        ("/api/person", "GET"),
    ):
        content = RECORD if method == "POST" else None
        answers = [
            await ann.http.request(method, path, content=content, headers={"accept-encoding": coding})
            for coding in ("gzip", "identity")
        ]
        assert [answer.headers.get("content-encoding") for answer in answers] == ["gzip", None]
        assert answers[0].text == answers[1].text
        if path == "/api/person":
            assert answers[0].json()["person"]["name"] == "Ann"
