"""The coach in a browser: its answers are those of a server, and are stored on the device."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from knobel.coach import reasons
from knobel.engines.shared.memory import provide
from knobel.engines.wasm.image import games_with_modules
from knobel.offline import practice
from knobel.offline.service import Service
from knobel.presentation import coach_jobs
from knobel.presentation.leitner import BOX_INTERVALS_MS
from knobel.presentation.practice_messages import MAX_MISTAKES
from tests.engines.wasm.shipped import forget_engines, shipped_memory
from tests.offline.answers import answers
from tests.offline.host import load
from tests.offline.page import Page

GAMES = games_with_modules()
ONE, *_ = GAMES
pytestmark = pytest.mark.usefixtures("engines_of_the_page")


def new_page(game: str = ONE) -> Page:
    """Return a page that can load the engine of a game."""
    page = Page(Service(games=[game]))
    page.add_engine = lambda service: load(service, game)
    return page


def decide(page: Page, code: str) -> None:
    """Let a new game at a table go on to the owner's first decision."""
    page.connect(code)
    while not page.position["choices"]:
        page.send("roll", at=page.position["at"])


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_answers_are_those_of_a_server_to_the_last_digit(game: str) -> None:
    on_server = answers(game, 2, 1)
    provide(game, shipped_memory(game))
    forget_engines()
    assert answers(game, 2, 1) == on_server


def test_games_with_an_engine_have_a_coach() -> None:
    page = new_page()
    assert {info["name"] for info in page.request("GET", "/api/games") if info["coach"]} == {ONE}
    for game, helped in ((ONE, True), ("knoeffel", False)):
        decide(page, page.open(game, coach=True))
        assert page.table["settings"]["coach"] is helped
    record = Page(Service()).request
    code = page.open("knoeffel")
    page.connect(code)
    page.play()
    assert page.request("GET", f"/api/tables/{code}/games/1/review") == "no_coach"
    assert record("POST", "/api/coach/review", page.request("GET", f"/api/tables/{code}/record")) == "no_coach"
    assert page.request("POST", "/api/coach/review", "") == "bad_record"
    assert page.request("POST", "/api/coach/review", "{}\n") == "bad_record"


def test_an_engine_that_cannot_be_loaded_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    page = Page(Service(games=[ONE]))
    decide(page, page.open(ONE, coach=True))
    hint = f"/api/tables/{page.table['code']}/hint?at={page.position['at']}"
    assert page.request("POST", hint) == "not_loaded"
    assert all(entry["kind"] != "hint" for entry in page.log)
    monkeypatch.setattr("knobel.offline.requests.find_spec", lambda _: None)
    assert Page(Service(games=[ONE])).request("GET", "/api/play") == "not_loaded"


def test_hints_are_prepared_in_steps_when_the_coach_is_loaded(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    steps: list[int] = []

    def preparation(_game: object) -> Iterator[None]:
        for each in range(3):
            steps.append(each)
            yield

    monkeypatch.setattr(reasons, "preparation", preparation)
    page = new_page()
    page.connect(page.open(ONE, guests=("Bea",), coach=True))
    page.service.tick()
    assert steps == []
    waits = [json.loads(page.service.add_coach(str(tmp_path)))["wait"]]
    while waits[-1] == 0:
        waits.append(json.loads(page.service.tick())["wait"])
    # The first step loads the coach, the last one finds that nothing is left.
    assert (steps, waits) == ([0, 1, 2], [*[0] * 5, None])
    page.connect(page.open(ONE, guests=("Bea",), coach=False))
    assert json.loads(page.service.tick())["wait"] is None


def test_a_hint_is_given_once_and_noted() -> None:
    page = new_page()
    code = page.open(ONE, guests=("Bea",), coach=True)
    decide(page, code)
    path = f"/api/tables/{code}/hint?at={page.position['at']}"
    lines = [json.loads(line) for line in page.request("POST", path).splitlines()]
    assert [line["effort"] for line in lines] == ["quick", "master"]
    assert {choice["action"] for choice in lines[1]["choices"]} == {
        choice["action"] for choice in page.position["choices"]
    }
    hinted = [entry for entry in page.log if entry["kind"] == "hint"]
    page.request("POST", path)
    assert [entry["seat"] for entry in hinted] == [0]
    assert [entry for entry in page.log if entry["kind"] == "hint"] == hinted
    # The other person at the device has a sheet of their own.
    *_, (status, text) = page.steps("POST", path, person="you-2")
    assert (status, json.loads(text.splitlines()[0])["seat"]) == (200, 1)
    assert page.request("POST", path.replace("at=", "at=9")) == "stale"


def test_a_comparison_goes_on_until_it_is_stopped() -> None:
    page = new_page()
    code = page.open(ONE, coach=True)
    decide(page, code)
    one, other = (choice["action"] for choice in page.position["choices"][:2])
    path = f"/api/tables/{code}/compare?at={page.position['at']}&action={one}&other={other}"
    for status, text in page.steps("POST", path):
        assert status == 200
        if text.count("\n") > 1:
            break
    found = [json.loads(line) for line in text.splitlines()]
    assert [each["action"] for each in found[0]["actions"]] == [one, other]
    assert found[0]["samples"] < found[1]["samples"]
    assert json.loads(page.service.cancel(page.ids))["answer"] is None
    assert json.loads(page.service.go_on(page.ids))["answer"]["done"]
    record = page.request("GET", f"/api/tables/{code}/record")
    path = f"/api/coach/compare?seat=0&action={one}&other=nothing"
    assert page.request("POST", path, record) == "bad_record"
    judged = page.request("POST", f"/api/coach/judge?seat=0&action={one}", record)
    assert judged["played"]["action"] == one


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the time of practice, which a test can change."""
    time = [1_000]
    monkeypatch.setattr(practice, "now_ms", lambda: time[0])
    return time


def reviewed(page: Page) -> tuple[str, int]:
    """Play a game with bad moves and let the coach review it. Return its table and its first event."""
    code = page.open(ONE)
    page.connect(code)
    page.play()
    [game] = page.request("GET", "/api/play")["games"]
    assert (game["table"], game["skill"], game["score"]) == (code, None, page.position["scores"][0])
    page.request("POST", f"/api/play/review?table={code}&first={game['first']}")
    return code, game["first"]


def test_a_review_is_stored_and_used_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coach_jobs, "SLICE_S", 0)
    page = new_page()
    code, first = reviewed(page)
    assert page.shares == sorted(page.shares)
    assert all(0 < share < 1 for share in page.shares)
    [stored] = page.reviews.values()
    monkeypatch.setattr(coach_jobs, "review_step", lambda *_, **__: pytest.fail("it is stored"))
    path = f"/api/tables/{code}/games/1/review"
    review = page.request("GET", path)
    assert review == json.loads(stored["data"])
    assert review["engine"]
    assert any(decision["sentences"] for decision in review["decisions"])
    # Each mistake was told as soon as it was found.
    wrong = [each for each in review["decisions"] if each["grade"] in ("inaccuracy", "mistake", "blunder")]
    assert page.mistakes == wrong[: len(page.mistakes)]
    assert page.mistakes
    # Another visit of the page reads what the browser stores, and does not believe an older engine.
    again = new_page()
    again.stored, again.reviews, again.skills = page.stored, page.reviews, page.skills
    assert again.request("GET", path) == review
    [game] = again.request("GET", "/api/play")["games"]
    assert game["skill"]["accuracy"] == page.request("GET", "/api/play")["games"][0]["skill"]["accuracy"]
    assert again.request("GET", f"/api/play/record?table={code}&first={first}").count("\n") > 20
    assert again.request("GET", f"/api/play/record?table={code}&first=0") == "no_game"
    stale = new_page()
    stale.stored = page.stored
    stale.reviews = {key: {**review, "stamp": "another"} for key, review in page.reviews.items()}
    monkeypatch.setattr(coach_jobs, "review_step", lambda *_, **__: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        stale.request("GET", path)


def test_mistakes_are_practised(now: list[int]) -> None:
    page = new_page()
    code, first = reviewed(page)
    cards = page.request("GET", "/api/play")["due"]
    assert 0 < cards <= MAX_MISTAKES
    assert page.request("GET", f"/api/play/themes?game={ONE}")["games"] == 1
    training = page.request("POST", f"/api/practice/exercise?game={ONE}&theme=", {"answers": []})
    assert (training["due"], training["exercise"]) == (cards, None), "own mistakes come first"
    assert training["question"] == page.request("GET", "/api/practice")["question"]
    asked = page.request("GET", "/api/practice")
    question = asked["question"]
    assert (asked["due"], question["table"], question["first"]) == (cards, code, first)
    assert question["position"]["seat"] == 0
    answer = f"/api/practice?table={code}&first={first}&event={question['event']}&action="
    decision = page.request("GET", f"/api/tables/{code}/games/1/review")
    best = next(each for each in decision["decisions"] if each["event"] == question["event"])["better"]["action"]
    verdict = page.request("POST", answer + best)
    assert (verdict["right"], verdict["again"]) == (True, 1_000 + BOX_INTERVALS_MS[1])
    assert verdict["then"] in {choice["action"] for choice in question["position"]["choices"]}
    assert page.request("POST", answer + best) == "not_found"
    # A wrong answer begins again, also after another visit of the page.
    now[0] = verdict["again"]
    again = new_page()
    again.stored, again.reviews, again.skills = page.stored, page.reviews, page.skills
    record = again.request("GET", f"/api/play/record?table={code}&first={first}").splitlines()
    for _ in range(cards):
        event = again.request("GET", "/api/practice")["question"]["event"]
        then = json.loads(record[event])["move"]
        verdict = again.request("POST", f"/api/practice?table={code}&first={first}&event={event}&action={then}")
        assert (verdict["right"], verdict["again"]) == (False, now[0] + BOX_INTERVALS_MS[0])
    # Then come exercises, and answers to them are stored.
    given = {"key": "0" * 12, "right": True, "time": 1}
    training = again.request("POST", f"/api/practice/exercise?game={ONE}&theme=", {"answers": [given]})
    assert (training["due"], training["question"], training["next"]) == (0, None, now[0] + BOX_INTERVALS_MS[0])
    assert training["exercise"]["theme"] in {each["theme"] for each in training["themes"]}
    assert list(again.answers) == [(ONE, given["key"], 1)]
    nothing = {"due": 0, "next": now[0] + BOX_INTERVALS_MS[0], "question": None}
    assert again.request("GET", "/api/practice") == nothing


def test_tables_of_older_pages_are_read_once() -> None:
    page = new_page()
    code = page.open(ONE)
    page.connect(code)
    page.play()
    old = new_page()
    stored = page.stored[code]
    old.stored = {
        code: {**stored, "summary": {**stored["summary"], "results": None}},
        "0BROKE": {**stored, "code": "0BROKE", "lines": ["{"], "summary": {**stored["summary"], "results": None}},
    }
    [game] = old.request("GET", "/api/play")["games"]
    assert game["table"] == code
