"""Answers to exercises belong to the person, own mistakes come before exercises, and each day has one of each game."""

import json
from typing import Any

import pytest

from knobel.coach.exercises import daily_exercise, shipped_exercises
from knobel.presentation.practice_messages import GivenAnswer
from knobel.server.database.store import Store
from knobel.server.practice.exercises import store as answers
from knobel.server.practice.exercises.store import ExerciseAnswerStore
from tests.server.client import Person, Server
from tests.server.practice.test_store import add_person

GAME = "knoeffel"
TODAY, YESTERDAY = "2025-03-14", "2025-03-13"


def given(key: str, time: int, *, right: bool = True, day: str = "") -> dict[str, Any]:
    return {"key": key, "right": right, "time": time, "day": day}


async def send(person: Person, *added: dict[str, Any], game: str = GAME) -> int:
    found = await person.http.post(f"/api/practice/answers?game={game}", json={"answers": added})
    return int(found.status_code)


async def test_answers_of_two_devices_are_united_and_leave_with_the_person(server: Server) -> None:
    keys = [each.key for each in shipped_exercises(GAME)]
    ann = await Person(server.url).arrive("Ann")
    phone = await ann.device()
    first, second = given(keys[0], 1, right=False), given(keys[1], 2)
    assert await send(ann, first, second) == 204
    assert await send(phone, given(keys[2], 1), second) == 204
    # What an older page sends with its question counts, too, and only once.
    asked = await phone.http.post(f"/api/practice/exercise?game={GAME}", json={"answers": [first, second]})
    training = asked.json()
    assert sum(theme["answered"] for theme in training["themes"]) == 3
    assert training["exercise"]["key"] in (keys[0], keys[2]), "they are due first"
    exported = (await ann.http.get("/api/person")).json()["exercises"]
    assert [(each["game"], each["key"], each["time"], each["right"]) for each in exported] == [
        *sorted([(GAME, keys[0], 1, False), (GAME, keys[2], 1, True)]),
        (GAME, keys[1], 2, True),
    ]
    assert await send(ann, game="chess") == 404
    for wrong in ({"key": "x"}, {"key": "a" * 17}, {"time": -1}, {"time": 2**53}, {"day": "today"}):
        assert await send(ann, first | wrong) == 400
    ben = await Person(server.url).arrive("Ben")
    assert (await ben.http.get("/api/person")).json()["exercises"] == []
    assert (await ann.http.delete("/api/person")).status_code == 204
    await ann.arrive()
    assert (await ann.http.get("/api/person")).json()["exercises"] == []


async def test_an_exercise_of_the_day_counts_for_the_streak(server: Server) -> None:
    daily = daily_exercise(GAME, TODAY)
    assert daily is not None
    ann = await Person(server.url).arrive("Ann")
    asked = await ann.http.post(f"/api/practice/exercise?game={GAME}&day={TODAY}", json={"answers": []})
    assert asked.json()["exercise"]["key"] == daily.key
    await send(ann, given("aa", 1, day=YESTERDAY), given("bb", 3))
    await send(ann, given(daily.key, 2, right=False, day=TODAY), given(daily.key, 4, day=TODAY))
    found = (await ann.http.get(f"/api/practice/day?day={TODAY}")).json()
    assert found == {"day": TODAY, "streak": 2, "solved": {GAME: False}}
    today = (await ann.http.get("/api/practice/day")).json()
    assert today["solved"] == {}
    for path in ("day?day=2026-02-30", "day?day=soon"):
        assert (await ann.http.get(f"/api/practice/{path}")).json()["reason"] == "malformed"
    asked = await ann.http.post(f"/api/practice/exercise?game={GAME}&day=2026-13-01", json={"answers": []})
    assert asked.json()["reason"] == "malformed"


async def test_own_mistakes_of_a_theme_come_before_exercises(ann: Person) -> None:
    # A game that requires no compiling.
    code = await ann.open_table(game=GAME, options={"columns": 1}, seats=1)
    table = await ann.join(code)
    await table.do("start")
    await table.play()
    (played,) = (await ann.http.get("/api/play")).json()["games"]
    own = f"table={code}&first={played['first']}"
    assert (await ann.http.post(f"/api/play/review?{own}")).status_code == 204
    record = (await ann.http.get(f"/api/play/record?{own}")).text.splitlines()

    async def training(game: str, theme: str = "") -> dict[str, Any]:
        query = f"game={game}&theme={theme}"
        found = await ann.http.post(f"/api/practice/exercise?{query}", json={"answers": []})
        return dict(found.json())

    first = await training(GAME)
    due = first["due"]
    themes = [each["theme"] for each in first["themes"]]
    by_theme = [await training(GAME, theme) for theme in themes]
    assert due > 1
    assert sum(each["due"] for each in by_theme) <= due
    assert any(each["question"] for each in by_theme)
    assert all((each["question"] is None) == (each["due"] == 0) for each in by_theme)
    assert (await training("knister"))["question"] is None
    for left in range(due, 0, -1):
        found = await training(GAME)
        assert (found["due"], found["exercise"]) == (left, None)
        event = found["question"]["event"]
        then = json.loads(record[event])["move"]
        answer = await ann.http.post(f"/api/practice?{own}&event={event}&action={then}")
        assert not answer.json()["right"]
    last = await training(GAME)
    assert (last["due"], last["question"]) == (0, None)
    assert last["exercise"] is not None
    assert last["next"] is not None, "the mistakes come back"


async def test_of_too_many_answers_the_oldest_are_deleted(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "MAX_ANSWERS", 3)
    await add_person(store)
    stored = ExerciseAnswerStore(store)
    added = [GivenAnswer(key="aa", right=True, time=time) for time in (5, 1, 4)]
    assert [each.time for each in await stored.add("ann", GAME, added)] == [1, 4, 5]
    assert [each.time for each in await stored.add("ann", GAME, [*added, added[0]])] == [1, 4, 5]
    await stored.add("ann", "knister", added)
    assert [each.time for each in await stored.add("ann", GAME, [GivenAnswer(key="bb", right=True, time=9)])] == [
        4, 5, 9
    ]  # fmt: skip
    assert [each.time for each in await stored.of("ann", GAME)] == [4, 5, 9]
    assert len(await stored.of("ann", "knister")) == 3
