"""Statistics of a person's own games, and practice of mistakes with increasing intervals."""

import json

import pytest
from sqlalchemy import insert

from knobel.bots import levels as bots
from knobel.presentation.coach_messages import SeatSkill
from knobel.presentation.leitner import BOX_INTERVALS_MS, DAY_MS, FALL, LEARNED_BOX
from knobel.server.database import schema
from knobel.server.database.store import Entry, Log, ResultRow, Store
from knobel.server.practice import store as practice
from knobel.server.practice.store import Card, PracticeStore
from tests.server.client import Person


async def test_games_and_mistakes_of_a_person(ann: Person, ben: Person) -> None:
    assert (await ann.http.get("/api/play")).json() == {"games": [], "due": 0, "next": None}
    assert (await ann.http.get("/api/practice")).json()["question"] is None
    # A game that requires no compiling.
    code = await ann.open_table(game="knoeffel", options={"columns": 1}, seats=1)
    table = await ann.join(code)
    await table.do("start")
    await table.play()
    (game,) = (await ann.http.get("/api/play")).json()["games"]
    assert (game["table"], game["game"], game["skill"]) == (code, "knoeffel", None)
    own = f"table={code}&first={game['first']}"
    for path in ("record", "review"):
        method = ann.http.get if path == "record" else ann.http.post
        assert (await method(f"/api/play/{path}?table={code}&first=99")).json()["reason"] == "no_game"
    assert (await ben.http.get(f"/api/play/record?{own}")).json()["reason"] == "no_game", "it is Ann's"
    # A person's games stay in the statistics after the person has left the table.
    await table.do("stand")
    record = (await ann.http.get(f"/api/play/record?{own}")).text.splitlines()
    assert json.loads(record[0])["seats"] == ["Ann"]
    answer = await ann.http.post(f"/api/play/review?{own}")
    assert answer.status_code == 204, answer.text
    play = (await ann.http.get("/api/play")).json()
    (game,) = play["games"]
    assert 0 < game["skill"]["accuracy"] < 100
    assert game["skill"]["kinds"]["keep"]["lost"] > 0, "who enters at once gives away rolls"
    (seat,) = (await ann.http.post("/api/coach/review", content="\n".join(record))).json()["seats"]
    lost = sum(kind["lost"] for kind in game["skill"]["kinds"].values())
    assert lost == pytest.approx(-seat["ledger"]["decisions"], abs=1e-3), "one number, as in the review"
    assert game["skill"]["luck"] == seat["ledger"]["luck"]
    assert seat["decisions"] == sum(kind["decisions"] for kind in game["skill"]["kinds"].values())
    report = (await ann.http.get("/api/play/themes?game=knoeffel")).json()
    assert (report["games"], report["trend"]) == (1, None)
    assert {each["theme"]: each["lost"] for each in report["themes"]} == pytest.approx(game["skill"]["themes"])
    assert report["themes"][0]["levels"].keys() == bots.LEVELS.keys()
    assert not any(each["weakness"] for each in report["themes"]), "one game shows nothing"
    assert (await ann.http.get("/api/play/themes?game=nothing")).json()["themes"] == []
    answer = await ben.http.post("/api/practice/exercise?game=knoeffel&theme=bonus", json={"answers": []})
    assert answer.json()["exercise"]["theme"] == "bonus"
    wrong = {"answers": [{"key": "x" * 17, "right": True, "time": 1}]}
    assert (await ann.http.post("/api/practice/exercise?game=knoeffel", json=wrong)).status_code == 400
    assert play["due"] > 1, "who takes the first thing there is makes mistakes"
    asked = (await ann.http.get("/api/practice")).json()
    question = asked["question"]
    position = question["position"]
    then = json.loads(record[question["event"]])["move"]
    assert then in [choice["action"] for choice in position["choices"]]
    where = f"{own}&event={question['event']}"
    assert (await ben.http.post(f"/api/practice?{where}&action={then}")).json()["reason"] == "not_found"
    wrong = (await ann.http.post(f"/api/practice?{where}&action=x")).json()
    assert wrong["reason"] == "bad_record"
    verdict = (await ann.http.post(f"/api/practice?{where}&action={then}")).json()
    assert (verdict["right"], verdict["then"]) == (False, then)
    assert verdict["decision"]["sentences"]["de"]
    after = (await ann.http.get("/api/practice")).json()
    assert (after["due"], after["next"]) == (asked["due"] - 1, verdict["again"])
    question = after["question"]
    where = f"{own}&event={question['event']}"
    lines = "\n".join(record[: question["event"]])
    found = (await ann.http.post("/api/coach/assess", content=lines)).text.splitlines()[-1]
    best = json.loads(found)["choices"][0]["action"]
    verdict = (await ann.http.post(f"/api/practice?{where}&action={best}")).json()
    assert verdict["right"]
    kept = (await ann.http.get("/api/person")).json()["practice"]
    assert sorted({card["box"] for card in kept}) == [0, 1]


async def test_cards_move_from_box_to_box(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1_000 * DAY_MS
    monkeypatch.setattr(practice, "now_ms", lambda: now)
    result = ResultRow(3, 0, "knister", "{}", "ann", "Ann", 50, 1, now, True)
    await store.append(Log("AAAAAA"), [Entry(0, 1, "{}")], [result])
    await add_person(store)
    cards = PracticeStore(store)
    assert await cards.lacks_skills("AAAAAA", 3)
    bot = SeatSkill(1, 1, 1, {}, {8: ""}, {}, {})
    skill = SeatSkill(0, 50.0, 1.0, {"enter": (2, 3.0)}, {4: "straights", 6: ""}, {}, {})
    await cards.store_skills("AAAAAA", 3, [skill, bot])
    assert await cards.count_due("ann") == (2, None)
    # Practice of one game and one theme asks only about its mistakes.
    assert await cards.count_due("ann", "knister", "straights") == (1, None)
    assert await cards.count_due("ann", "knaster") == (0, None)
    assert await cards.next_due_card("ann", "knister", "straights") == Card("AAAAAA", 3, 4, 0, 0)
    assert await cards.due_card("ann", "AAAAAA", 3, 6) == Card("AAAAAA", 3, 6, 0, 0)
    assert await cards.due_card("ann", "AAAAAA", 3, 8) is None
    assert not await cards.lacks_skills("AAAAAA", 3)
    card = await cards.next_due_card("ann")
    assert card == Card("AAAAAA", 3, 4, 0, 0)
    for box in range(1, LEARNED_BOX):
        assert await cards.record_answer("ann", card, right=True) == now + BOX_INTERVALS_MS[box]
        now += BOX_INTERVALS_MS[box]
        await cards.record_answer("ann", Card("AAAAAA", 3, 6, 0, 0), right=False)
        card = await cards.next_due_card("ann")
        assert card == Card("AAAAAA", 3, 4, 0, box)
    again = now + BOX_INTERVALS_MS[LEARNED_BOX - 1 - FALL]
    assert await cards.record_answer("ann", card, right=False) == again
    assert await cards.count_due("ann") == (0, now + BOX_INTERVALS_MS[0]), "the other one"
    assert await cards.record_answer("ann", Card("AAAAAA", 3, 4, 0, LEARNED_BOX - 1), right=True) is None
    assert await cards.count_due("ann") == (0, now + BOX_INTERVALS_MS[0]), "the other one"
    # After another review, obsolete mistakes are removed and the others keep their place in the schedule.
    await cards.store_skills("AAAAAA", 3, [SeatSkill(0, 60.0, 1.0, {}, {4: "", 10: "diagonals"}, {}, {})])
    assert await cards.next_due_card("ann") == Card("AAAAAA", 3, 10, 0, 0)
    assert await cards.count_due("ann") == (1, None)
    (game,) = await cards.list_games("ann")
    assert game.skill is not None
    assert (game.skill.accuracy, game.skill.kinds) == (60.0, {})


async def test_a_game_names_the_other_people(store: Store) -> None:
    rows = [
        ResultRow(3, seat, "knister", "{}", person, name, 50, 3, 1_000, True)
        for seat, (person, name) in enumerate([("ben", "Ben"), ("ann", "Ann"), ("cleo", "Cleo")])
    ]
    alone = ResultRow(9, 0, "knister", "{}", "ann", "Ann", 40, 1, 2_000, True)
    await store.append(Log("AAAAAA"), [Entry(0, 1, "{}")], [*rows, alone])
    assert [game.others for game in await PracticeStore(store).list_games("ann")] == [["Ben", "Cleo"], []]


async def add_person(store: Store) -> None:
    await store.write((insert(schema.people), [{"id": "ann", "name": "Ann", "seen": 1}]))
