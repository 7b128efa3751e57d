"""Statistics of a person's games on the page, and practice of the person's mistakes."""

import re
from random import Random

import pytest
from playwright.sync_api import expect

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


def test_games_and_mistakes_of_a_person(arrive: Arrive) -> None:
    ann = arrive(locale="it-IT", width=390, height=844)
    ann.click("to-play")
    expect(ann.find("no-games")).to_be_visible()
    # A level that requires no compiling.
    code = ann.open_table(settings={"game": "knoeffel", "options": {"columns": 1}, "seats": 1}, start=True, until=13)
    play_to_the_end([ann], Random(5))
    ann.go("/play")
    ann.click("review-games")
    expect(ann.find("figures").locator("div")).to_have_count(4)
    given = ann.find("figures").locator("dd").nth(2).inner_text()
    ann.page.get_by_role("button", name="Punti regalati").click()
    expect(ann.page.locator(".chosen strong")).to_contain_text(given)
    by_kind = ann.page.locator(".kinds .number").all_inner_texts()
    figures = [float(re.search(r"[\d.]+,\d", text)[0].replace(".", "").replace(",", ".")) for text in by_kind]  # type: ignore[index]
    assert sum(figures) == pytest.approx(float(given.replace(",", ".")), abs=0.2)
    assert inspect(ann, "play") == []
    # The same value as the player's own moves in the review.
    ann.go(f"/t/{code}")
    ann.click("ask-coach")
    assert ann.find("fortune").locator("dd .figure").nth(2).inner_text().lstrip("-−") == given
    ann.go("/play")
    ann.find("my-games").get_by_role("button").first.click()
    expect(ann.find("replay-slider")).to_be_visible()
    ann.go("/practice")
    asked = ann.find("my-play")
    expect(asked).to_be_visible()
    assert inspect(ann, "practice") == []
    answer_wrongly(ann, Random(1))
    expect(ann.find("judgement").locator("li.played")).to_have_count(1)
    assert uncovered(ann, [(360, 640), (390, 844), (1280, 720)]) == []
    assert inspect(ann, "verdict") == []
    ann.click("retry")
    expect(ann.find("judgement")).to_have_count(0)
    ann.page.reload()
    # The first answer counts: the page asks about another mistake.
    expect(asked).to_be_visible()
