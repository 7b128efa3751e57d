"""What a person's device has reviewed and assessed, as it is noted at the server."""

import json
from collections.abc import Sequence
from typing import Any

from tests.server.client import Person


def skill(seat: int, mistakes: Sequence[int]) -> dict[str, Any]:
    """Return the skill of a seat, with the events of its mistakes."""
    kinds = {"enter": {"decisions": 13, "lost": 20.5}}
    return {
        "seat": seat,
        "accuracy": 61.25,
        "luck": -3.5,
        "kinds": kinds,
        "themes": {"bonus": 4.0},
        "mistakes": dict.fromkeys(map(str, mistakes), "bonus"),
    }


async def test_a_device_notes_what_it_reviewed(ann: Person, ben: Person) -> None:
    code = await ann.open_table(game="knoeffel", options={"columns": 1}, seats=1)
    table = await ann.join(code)
    await table.do("start")
    await table.play()
    (game,) = (await ann.http.get("/api/play")).json()["games"]
    own = f"table={code}&first={game['first']}"
    record = (await ann.http.get(f"/api/play/record?{own}")).text.splitlines()
    events = [json.loads(line) for line in record]
    move = next(number for number, event in enumerate(events) if "move" in event)
    roll = next(number for number, event in enumerate(events) if "roll" in event)
    # No mistake is a roll, an event after the end, or a move of nobody.
    for wrong in (roll, len(record), 2**40, -1):
        answer = await ann.http.post(f"/api/play/skill?{own}", json=[skill(0, [wrong])])
        assert (answer.status_code, answer.json()["reason"]) == (400, "malformed"), wrong
    assert (await ann.http.post(f"/api/play/skill?{own}", json=[skill(0, range(6))])).status_code == 400
    # Who did not play the game, a seat of another, and a game that does not exist change nothing.
    answers = [
        await ben.http.post(f"/api/play/skill?{own}", json=[skill(0, [move])]),
        await ann.http.post(f"/api/play/skill?{own}", json=[skill(1, [move])]),
        await ann.http.post(f"/api/play/skill?table={code}&game=2", json=[skill(0, [move])]),
    ]
    assert [answer.status_code for answer in answers] == [204] * 3
    assert (await ann.http.get("/api/play")).json() == {"games": [game], "due": 0, "next": None}
    answer = await ann.http.post(f"/api/play/skill?table={code}&game=1", json=[skill(0, [move])])
    assert answer.status_code == 204, answer.text
    play = (await ann.http.get("/api/play")).json()
    assert (play["games"][0]["skill"]["accuracy"], play["games"][0]["skill"]["luck"]) == (61.25, -3.5)
    assert play["due"] == 1
    # The mistake is practised, and the device says whether the answer was right.
    where = f"{own}&event={move}&right="
    assert (await ben.http.put(f"/api/practice?{where}true")).json()["reason"] == "not_found"
    noted = (await ann.http.put(f"/api/practice?{where}true")).json()
    assert noted["then"] == events[move]["move"]
    assert (await ann.http.get("/api/practice")).json() == {"due": 0, "next": noted["again"], "question": None}
