"""The file with all that a device has stored: to another device, to a server and back."""

import copy
from typing import Any

import pytest

from knobel.offline.service import Service
from tests.offline.page import Page

PATH = "/api/device-file"


def new_page() -> Page:
    return Page(Service())


def written(page: Page) -> dict[str, Any]:
    """Return the file of a device."""
    found: dict[str, Any] = page.request("GET", f"{PATH}?name=Ann")
    return found


def bring(page: Page, file: object) -> tuple[int, int, int]:
    """Bring a file to a device; return how much was stored, known and refused."""
    found = page.request("POST", PATH, file)
    return found["stored"], found["known"], found["refused"]


@pytest.fixture(scope="module")
def played() -> Page:
    """Return a device with a finished game, an unfinished one, and a deal of the day."""
    page = new_page()
    page.connect(page.open("knister", bots=("random",)))
    page.play()
    page.open("knoeffel")
    page.connect(page.request("POST", "/api/days/today/knaster", {"name": "Ann"})["code"])
    page.play()
    [code, *_] = page.stored
    key, skill = f"{code} 3", {"accuracy": 91.5, "luck": 1.0, "kinds": {}}
    page.skills[key] = {"key": key, "skill": skill, "cards": [{"event": 9, "box": 2, "due": 5, "theme": None}]}
    return page


def test_everything_arrives_once_at_another_device(played: Page) -> None:
    file, other = written(played), new_page()
    assert bring(other, file) == (3, 2, 0)
    assert other.stored == played.stored
    assert (other.tries, other.skills) == (played.tries, played.skills)
    before = copy.deepcopy((other.stored, other.tries, other.skills))
    assert bring(other, file) == bring(played, written(other)) == (0, 5, 0)
    assert (other.stored, other.tries, other.skills) == before
    assert other.request("GET", "/api/days/today")["streak"] == 1
    # The unfinished game goes on.
    running = next(code for code, each in other.stored.items() if each["summary"]["state"] == "playing")
    other.connect(running)
    other.play()
    assert bring(new_page(), written(other)) == (3, 3, 0)
    assert bring(other, file) == (0, 5, 0)


def test_a_game_that_went_on_elsewhere_replaces_its_beginning() -> None:
    first, second = new_page(), new_page()
    code = first.open("knister")
    bring(second, written(first))
    second.connect(code)
    second.play()
    assert bring(first, written(second)) == (1, 1, 0)
    assert first.stored[code] == second.stored[code]
    second.stored = copy.deepcopy(second.stored)
    # A game that went on differently stays as it is here.
    second.stored[code]["lines"][-1] = second.stored[code]["lines"][-2]
    assert bring(first, written(second))[2] == 1
    assert first.stored[code] != second.stored[code]


def test_games_of_a_server_become_games_of_the_device(played: Page) -> None:
    file = written(played)
    del file["device"]
    assert [sorted(game) for game in file["games"]] == [["record", "seat"]] * 2
    # The device that played them knows them.
    assert bring(played, file) == (0, 2, 0)
    other = new_page()
    assert bring(other, file) == (2, 0, 0)
    assert bring(other, file) == (0, 2, 0)
    results = sorted(
        (result["game"], result["score"]) for each in other.stored.values() for result in each["summary"]["results"]
    )
    assert results == sorted((r["game"], r["score"]) for t in played.stored.values() for r in t["summary"]["results"])


def test_answers_to_exercises_of_both_devices_are_united() -> None:
    def answer(page: Page, key: str, time: int) -> None:
        given = {"key": key, "right": True, "time": time, "day": "2026-11-27"}
        assert page.request("POST", "/api/practice/answers?game=knister", {"answers": [given]}) == ""

    one, other = new_page(), new_page()
    answer(one, "aa", 1)
    answer(one, "aa", 1)
    answer(other, "bb", 2)
    file = written(one)
    assert len(file["exercises"]) == 1
    # A server's file has the same form; what is damaged is left out.
    file = {"person": {"name": "Ann"}, "games": [], "exercises": [*file["exercises"], {}, None, {"game": "chess"}]}
    bring(other, file)
    bring(other, written(other))
    assert sorted(other.answers) == [("knister", "aa", 1), ("knister", "bb", 2)]
    again = new_page()
    again.answers = other.answers
    day = again.request("GET", "/api/practice/day?day=2026-11-27")
    assert (day["streak"], day["solved"]) == (1, {"knister": True})
    assert again.request("GET", "/api/practice/day?day=soon") == "malformed"
    assert again.request("POST", "/api/practice/answers?game=knister", {"answers": [{}]}) == "malformed"
    assert again.request("POST", "/api/practice/answers?game=chess", {"answers": []}) == "no_game"


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"person": {}}', '{"games": []}', "PK\x03\x04", "[" * 9000])
def test_other_files_change_nothing(text: str, played: Page) -> None:
    before = copy.deepcopy(played.stored)
    assert played.request("POST", PATH, text) == "malformed"
    assert played.stored == before


def test_damaged_parts_are_left_out(played: Page) -> None:
    file = written(played)
    first, second, third = file["device"]["tables"]
    first["lines"][4] = "{"
    second["code"] = "ABCDEF"
    third["lines"] = []
    file["games"] = [{"record": "?"}, {"record": "", "seat": 7}, *file["games"]]
    file["device"]["skills"][0]["skill"] = {"accuracy": "high"}
    file["device"]["reviews"] = [{"key": f"{first['code']} 3", "stamp": "", "data": "{}"}]
    file["device"]["tries"] = [{"key": "tomorrow/chess", "table": None, "over": True, "points": 9}]
    other = new_page()
    assert bring(other, file) == (2, 0, 5)
    assert other.skills == other.reviews == other.tries == {}


def test_the_first_result_of_a_day_stays() -> None:
    pages = [new_page(), new_page()]
    for seed, page in enumerate(pages):
        page.connect(page.request("POST", "/api/days/today/knister", {"name": "Ann"})["code"])
        page.play(seed)
    points = [page.request("GET", "/api/days/today/knister")["you"]["points"] for page in pages]
    bring(pages[0], written(pages[1]))
    assert pages[0].request("GET", "/api/days/today/knister")["you"]["points"] == points[0]
    assert len(pages[0].stored) == 2
