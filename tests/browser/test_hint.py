"""The coach's help during a game: where to look, the best move, and the reason."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.test_layout import PLACES, moved
from tests.browser.test_pages import inspect


@pytest.mark.slow
def test_each_tap_reveals_more_of_a_hint(arrive: Arrive) -> None:
    ann = arrive(None, width=360, height=640)
    # A level that requires no compiling.
    ann.open_table(settings={"game": "knoeffel", "options": {"columns": 1}, "seats": 1, "coach": True}, start=True)
    expect(ann.find("lever")).to_be_visible()
    assert ann.find("hint").count() == 0, "there is nothing to decide yet"
    ann.click("lever")
    expect(ann.find("hint")).to_be_visible()
    ann.settle()
    before = ann.page.evaluate(PLACES)
    ann.page.keyboard.press("h")
    expect(ann.find("hint")).to_have_accessible_name("Show the move")
    expect(ann.find("todo")).not_to_contain_text("coach")
    assert ann.page.locator(".advised, [data-advised]").count() == 0
    ann.find("hint").click()
    expect(ann.find("todo")).to_contain_text("The coach says:")
    expect(ann.page.locator("[aria-live]", has_text="The coach says:")).to_have_count(1)
    ann.settle()
    assert moved(before, ann.page.evaluate(PLACES)) == []
    ann.find("hint").click()
    expect(ann.find("hint-why").locator("tbody tr").first).to_contain_text("points")
    assert inspect(ann, "hint") == []
    ann.click("look-closer")
    expect(ann.find("closer-difference")).to_contain_text("±")
    assert inspect(ann, "hint-closer", again=True) == []
    ann.page.keyboard.press("Escape")
    assert ann.page.locator("main [data-worth]").count() > 10, "every place is tinted by its worth"
    assert inspect(ann, "hint-worth", again=True) == []
    # The hint was for this decision only.
    ann.click("lever")
    expect(ann.find("todo")).not_to_contain_text("The coach says:")
    expect(ann.find("hint")).to_have_accessible_name("Hint")
