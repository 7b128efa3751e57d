"""People who played together: one tap on the home page opens a table and invites them."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.person import play_on
from tests.browser.test_pages import inspect


@pytest.mark.slow
def test_one_tap_invites_the_people_of_the_last_game_again(arrive: Arrive) -> None:
    ann, ben = arrive(None, width=390, height=844), arrive(width=1280, height=720)
    code = ann.open_table(settings={"game": "knister", "seats": 2})
    ann.find("start").wait_for()
    ben.go(f"/t/{code}")
    ben.click("join")
    ann.click("start")
    ann.wait_for_game()
    play_on([ann, ben], 26)
    for person in (ann, ben):
        expect(person.find("results")).to_be_visible()
    expect(ann.find("companions")).to_have_count(0)

    # The invitation waits for Ben, who is away, until he declines it.
    name = ben.name()
    ben.page.goto("about:blank")
    ann.go("/")
    ann.click("invite-0")
    expect(ann.find("invited")).to_contain_text(name)
    ben.go("/")
    expect(ben.find("app-bar")).to_contain_text("Knister")
    ben.click("app-decline")
    expect(ben.find("app-bar")).to_have_count(0)
    ben.go("/")
    ben.find("companions").wait_for()
    expect(ben.find("app-bar")).to_have_count(0)

    ann.go("/")
    expect(ann.find("own-knister")).to_contain_text("best")
    expect(ann.find("companions")).to_contain_text(name)
    assert inspect(ann, "companions") == []
    ann.page.set_viewport_size({"width": 390, "height": 844})
    ann.click("invite-0")
    expect(ann.find("invited")).to_contain_text(name)
    expect(ann.find("start")).to_be_visible()
    expect(ben.find("app-bar")).to_contain_text("Knister")
    # By another way to the table, too, nothing remains to be answered.
    ben.go(ann.page.url.removeprefix(ann.server))
    expect(ben.find("app-bar")).to_have_count(0)
    ben.click("join")
    expect(ann.find("seat-1")).to_contain_text(name)
