"""The coach on the page: me or the dice at the end of a game, and a review beside its replay."""

from random import Random

from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.person import play_to_the_end
from tests.browser.test_pages import inspect


def test_a_game_is_reviewed(arrive: Arrive) -> None:
    ann = arrive(None, locale="it-IT", width=390, height=664)
    # Nothing has to be compiled for it.
    settings = {"game": "knoeffel", "options": {"columns": 1}, "seats": 2}
    ann.open_table(settings=settings, bots=["random"], start=True, until=13)
    play_to_the_end([ann], Random(5))
    ann.click("ask-coach")
    expect(ann.find("fortune")).to_contain_text("fortuna ai dadi")
    assert [ann.find("fortune").locator("li").count(), ann.problems] == [2, []]

    ann.click("replay")
    ann.click("ask-coach")
    ann.click("next-mistake")
    step = int(ann.find("replay-slider").input_value())
    assert step > 0
    expect(ann.find("judgement").locator(".played")).to_have_count(1)
    expect(ann.find("why")).not_to_be_empty()
    ann.page.keyboard.press("ArrowRight")
    expect(ann.find("replay-slider")).to_have_value(str(step + 1))
    ann.click("previous-mistake")
    expect(ann.find("replay-slider")).to_have_value(str(step))
    assert inspect(ann, "review") == []
