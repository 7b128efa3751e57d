"""One's own play on the page: what the coach says of one's games, and practising on one's mistakes."""

from random import Random

from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.person import play_to_the_end
from tests.browser.test_pages import inspect


def test_ones_games_and_mistakes(arrive: Arrive) -> None:
    ann = arrive(locale="it-IT", width=390, height=844)
    ann.click("to-play")
    expect(ann.find("no-games")).to_be_visible()
    # Nothing has to be compiled for it.
    ann.open_table(settings={"game": "knoeffel", "options": {"columns": 1}, "seats": 1}, start=True, until=13)
    play_to_the_end([ann], Random(5))
    ann.go("/play")
    ann.click("review-games")
    expect(ann.find("figures").locator("div")).to_have_count(4)
    assert inspect(ann, "play") == []
    ann.find("my-games").get_by_role("button").first.click()
    expect(ann.find("replay-slider")).to_be_visible()
    ann.go("/practice")
    asked = ann.find("my-play")
    expect(asked).to_be_visible()
    assert inspect(ann, "practice") == []
    ann.step(Random(1))
    if ann.find("verdict").count() == 0:
        # What is pencilled in is entered by a second tap.
        ann.step(Random(1))
    expect(ann.find("judgement").locator(".played")).to_have_count(1)
    assert inspect(ann, "verdict") == []
    ann.click("next")
    expect(ann.find("verdict")).not_to_be_visible()
