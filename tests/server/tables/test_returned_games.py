"""Games of a person's exported data are brought back, to the same server or another one."""

import asyncio
import json
import re
from pathlib import Path
from typing import Any

from tests.server.client import Person, Server, play_together, running, tell

BOTH_ORDERS = [[True, False], [False, True]]


async def bring_back(person: Person, game: dict[str, Any], **changed: Any) -> Any:
    """Send a game of a file; return whether it was stored, or the reason of the refusal."""
    answer = await person.http.post(
        f"/api/records/return?seat={changed.get('seat', game['seat'])}", content=changed.get("record", game["record"])
    )
    return answer.json().get("stored", answer.json().get("reason"))


async def exported(person: Person) -> Any:
    return (await person.http.get("/api/person")).json()


async def played(server: Server) -> tuple[Person, Any]:
    """Return a person who played with another one, with their exported data."""
    ann, ben = [await Person(server.url).arrive(name) for name in ("Ann", "Ben")]
    await play_together(await ann.open_table(game="knister", seats=2), ann, ben)
    return ann, await exported(ann)


def events_of(record: str) -> list[dict[str, Any]]:
    """Return the events with their times, without the labels by which the dice of the server can be checked."""
    events = [json.loads(line) for line in record.splitlines()[1:]]
    return [{name: value for name, value in event.items() if name not in ("label", "sha256")} for event in events]


async def test_games_come_back_once_and_unranked(server: Server) -> None:
    ann, before = await played(server)
    (game,) = before["games"]
    assert await bring_back(ann, game) is False, "it is there"
    eva = await Person(server.url).arrive("Eva")
    assert [await bring_back(eva, game) for _ in range(2)] == [True, False]
    after = await exported(eva)
    (result,), (copy,) = after["results"], after["games"]
    (original,) = before["results"]
    for name in ("game", "options", "score", "seats", "seat", "time"):
        assert result[name] == original[name]
    assert (original["ranked"], result["ranked"]) == (True, False)
    header = json.loads(copy["record"].splitlines()[0])
    assert header["seats"][copy["seat"]] == "Eva"
    assert set(header["seats"]) == {"Eva", "N. N."}, "the names of others stay away"
    assert header["dice"] == "real", "the server does not vouch for the dice"
    assert events_of(copy["record"]) == events_of(game["record"])
    assert await bring_back(eva, copy) is False, "a copy of the copy is the same game"
    play = (await eva.http.get("/api/play")).json()
    assert [each["score"] for each in play["games"]] == [original["score"]]
    await eva.http.delete("/api/person")
    assert await bring_back(ann, copy) is False


async def test_bad_games_are_refused_with_a_reason(server: Server) -> None:
    _, data = await played(server)
    eva = await Person(server.url).arrive("Eva")
    (game,) = data["games"]
    lines = game["record"].splitlines()
    unfinished = "\n".join(lines[:8])
    untimed = "\n".join(json.dumps({k: v for k, v in json.loads(line).items() if k != "time"}) for line in lines)
    late = re.sub('"time": ?', '"time": 9', game["record"])
    illegal = re.sub(r'"roll": ?\[', '"roll": [9, ', game["record"], count=1)
    cases = {unfinished: "game_running", lines[0]: "game_running", untimed: "bad_record", late: "bad_record"}
    cases |= {illegal: "bad_record", "": "bad_record", "nonsense": "bad_record"}
    for record, reason in cases.items():
        assert await bring_back(eva, game, record=record) == reason, record[:200]
    assert await bring_back(eva, game, seat=2) == "no_seat"
    assert (await exported(eva))["games"] == []
    assert await bring_back(eva, game) is True, "the others are taken"


def test_games_come_back_to_another_server(tmp_path: Path) -> None:
    async def story(old: Server, new: Server) -> None:
        _, data = await played(old)
        ann = await Person(new.url).arrive("Ann")
        for game in data["games"]:
            assert list(await asyncio.gather(bring_back(ann, game), bring_back(ann, game))) in BOTH_ORDERS
        assert len((await exported(ann))["results"]) == 1
        (result,) = (await exported(ann))["results"]
        replay = await ann.http.get(f"/api/play/record?table={result['table']}&first={result['first']}")
        assert replay.status_code == 200

    with running(tmp_path / "old") as old, running(tmp_path / "new") as new:
        tell(story(old, new))
