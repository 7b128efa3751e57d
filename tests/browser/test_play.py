"""Statistics of a person's games on the page, and practice of the person's mistakes."""

import re
from random import Random

import pytest
from playwright.sync_api import expect

from knobel.presentation.practice_messages import MAX_MISTAKES
from tests.browser.conftest import Arrive
from tests.browser.person import Person, play_to_the_end
from tests.browser.test_pages import inspect
from tests.browser.test_review import uncovered


def answer_wrongly(ann: Person, rng: Random) -> None:
    """Answer questions at random until an answer is wrong, so that it can be tried again."""
    for _ in range(10):
        # A second tap enters the pencilled number.
        while not ann.find("judgement").count():
            ann.step(rng)
            ann.settle()
        if ann.find("retry").count():
            return
        ann.click("next")
        expect(ann.find("judgement")).to_have_count(0)
    pytest.fail("ten random answers were right")


@pytest.mark.slow
def test_games_and_mistakes_of_a_person(arrive: Arrive) -> None:
    ann = arrive(locale="it-IT", width=390, height=844)
    ann.come_back()
    ann.click("to-play")
    expect(ann.find("no-games")).to_be_visible()
    expect(ann.find("example").get_by_role("img")).to_have_count(0)
    # A level that requires no compiling.
    code = ann.open_table(settings={"game": "knoeffel", "options": {"columns": 1}, "seats": 1}, start=True, until=13)
    play_to_the_end([ann], Random(5))
    ann.go("/play")
    ann.click("review-games")
    expect(ann.find("sentence")).to_contain_text("Precisione: ")
    ann.unfold("games")
    expect(ann.find("figures").locator("div")).to_have_count(2)
    given = ann.find("figures").locator("dd").nth(0).inner_text()
    ann.unfold("losses")
    ann.find("practise-theme").first.wait_for()
    expect(ann.find("insight").first.locator("li")).to_have_count(3)
    by_kind = ann.page.locator(".kinds .number").all_inner_texts()
    figures = [float(re.search(r"[\d.]+,\d", text)[0].replace(".", "").replace(",", ".")) for text in by_kind]  # type: ignore[index]
    assert sum(figures) == pytest.approx(float(given.replace(",", ".")), abs=0.2)
    assert inspect(ann, "play") == []
    # The same value as the player's own moves in the review.
    ann.go(f"/t/{code}")
    ann.click("results-more")
    ann.click("ask-coach")
    ann.click("all")
    assert ann.find("fortune").locator("dd .figure").nth(2).inner_text().lstrip("-−") == given
    ann.go("/play")
    ann.unfold("games")
    ann.find("my-games").get_by_role("button").first.click()
    expect(ann.find("replay-slider")).to_be_visible()
    ann.go("/practice")
    asked = ann.find("my-play")
    expect(asked).to_be_visible()
    assert inspect(ann, "practice") == []
    answer_wrongly(ann, Random(1))
    expect(ann.find("judgement").locator("li.played")).to_have_count(1)
    assert uncovered(ann, [(360, 640), (390, 844), (1280, 720)]) == []
    assert inspect(ann, "verdict", again=True) == []
    ann.click("retry")
    expect(ann.find("judgement")).to_have_count(0)
    ann.page.reload()
    # The first answer counts: the page asks about another mistake.
    expect(asked).to_be_visible()
    # A theme is practised with own mistakes that are due, then with shipped exercises.
    ann.go("/play")
    ann.unfold("losses")
    ann.find("practise-theme").first.click()
    for _ in range(MAX_MISTAKES + 1):
        answer_wrongly(ann, Random(2))
        ann.click("next")
        expect(ann.find("judgement")).to_have_count(0)
        if ann.find("training-progress").count():
            break
    expect(ann.find("training-progress").locator("li")).to_have_count(1)


def test_the_exercise_of_the_day_is_one_tap_from_home(arrive: Arrive) -> None:
    ann = arrive(None, width=360, height=640)
    ann.come_back()
    ann.click("to-exercise")
    expect(ann.find("exercise-day").get_by_role("listitem")).to_have_count(5)
    assert uncovered(ann, [(360, 640), (1280, 720)]) == []
    assert inspect(ann, "exercise of the day", again=True) == []
    # A game whose coach requires no compiling.
    ann.page.get_by_role("link", name="Knöffel").press("Enter")
    expect(ann.page.get_by_role("heading", level=1)).to_have_text("Exercise of the day: Knöffel")
    rng = Random(3)
    while not ann.find("judgement").count():
        ann.step(rng)
        ann.settle()
    expect(ann.find("exercise-day").get_by_role("link")).to_have_count(4)
    # The server has the answer, and another visit does not ask again.
    ann.page.wait_for_function("localStorage.getItem('knobel.exercises.knoeffel') === '[]'")
    ann.go("/practice?day=today&game=knoeffel")
    expect(ann.find("exercise-day").get_by_role("link")).to_have_count(4)
    # One day is no row.
    expect(ann.find("exercise-streak")).to_have_count(0)
    shared = ann.find("exercise-share").get_attribute("data-text") or ""
    assert shared.count("⬜") == 4


def test_ratings_of_a_person(arrive: Arrive) -> None:
    """The server's answers are replaced, so that the test need not play forty games."""
    course = [
        {"time": 10**12 + i, "points": 60 + 5 * (i % 3), "without_luck": 63.0 + i % 4, "mean": 64.2, "error": 1.1}
        for i in range(40)
    ]
    shared = {"standard": True, "limit": 2.4, "engine": "5e1d0c77aa", "people": 40, "levels": []}
    knister = shared | {"game": "knister", "options": {}, "games": 40, "mean": 64.2, "error": 1.06, "course": course}
    levels = [{"level": "advanced", "mean": 59.7}, {"level": "expert", "mean": 65.9}]
    few = shared | {"game": "knaster", "options": {}, "games": 1, "mean": 80.0, "error": None, "course": course[:1]}
    found = {
        "ratings": [
            few | {"provisional": True, "percentile": None},
            knister | {"provisional": False, "percentile": 72, "levels": levels},
        ],
        "unrated": 2,
        "ladder": [{"game": "knister", "games": 3, "mu": 27.41, "sigma": 6.12}],
    }
    played = {"table": "AAAAAA", "score": 60, "seats": 1, "time": 10**12, "skill": None}
    games = [played | {"first": first, "game": game} for first, game in enumerate(("knister", "knaster"))]
    ann = arrive(locale="de-DE", width=360, height=640)
    ann.page.route("**/api/play/ratings", lambda route: route.fulfill(json=found))
    ann.page.route("**/api/play", lambda route: route.fulfill(json={"games": games, "due": 0, "next": None}))
    ann.go("/play")
    # One sentence and the titles of what some want: all fits on a phone.
    assert ann.page.evaluate("() => document.querySelector('main').innerText.split(/\\s+/).length") < 40
    ann.unfold("rating")
    rating = ann.find("rating")
    expect(rating.locator("li")).to_have_count(2)
    expect(rating.locator("li").nth(0)).to_contain_text("64,2 ± 1,1")
    expect(rating.locator("li").nth(1)).to_have_text(
        re.compile(r"Knaster.*1 gewertete Partie.*80,0\s\?\s?\(noch unsicher\)")
    )
    expect(rating.get_by_role("status")).to_have_text("2 Partien werden gleich noch gewertet.")
    assert inspect(ann, "ratings") == []
    rating.get_by_role("button", name="Knister").press("Enter")
    expect(ann.find("play-game")).to_have_value("knister")
    expect(ann.find("rating-levels").locator(".name")).to_have_text(["Bot (Experte)", "Du", "Bot (fortgeschritten)"])
    expect(rating).to_contain_text(re.compile(r"72\s% der 40 anderen"))
    expect(ann.find("rating-course").locator("tbody tr")).to_have_count(40)
    expect(ann.find("ladder")).to_contain_text("27,4 ± 6,1")
    ann.find("rating-how").locator("summary").press("Enter")
    expect(ann.find("rating-how").get_by_role("link")).to_have_attribute("href", "/docs/rating/")
    expect(ann.find("rating-how")).to_contain_text("5e1d0c77")
    assert inspect(ann, "rating", again=True) == []
    ann.find("play-game").select_option("knaster")
    expect(rating).to_contain_text("bis zehn Partien gewertet sind und der Fehler höchstens 2,4 Punkte beträgt")
