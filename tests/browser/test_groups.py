"""A group on the page: founded by keyboard, joined by its code, played in with one tap, left."""

from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.test_keyboard import Typist
from tests.browser.test_pages import inspect


def test_a_group_plays_together(arrive: Arrive) -> None:
    ann, ben = arrive(None), arrive("/", width=360, height=640)
    typist = Typist(ann)
    ann.come_back()
    typist.tab_to(testid="to-groups")
    typist.press("Enter")
    ann.find("group-title").wait_for()
    typist.tab_to(testid="group-title")
    ann.page.keyboard.type("The Millers")
    typist.press("Enter")
    expect(ann.page.get_by_role("heading", level=1)).to_have_text("The Millers")
    code = ann.find("share-code").inner_text()

    ben.go(f"/group/{code}")
    ben.click("group-join")
    ben.find("group-season").wait_for()
    expect(ben.find("group-about")).to_contain_text("2 members")

    # Ann sees him after a moment, and one key opens a table for both.
    expect(ann.find("group-people")).to_contain_text(ben.name())
    assert inspect(ann, "group") == []
    typist.tab_to(testid="group-start")
    expect(ann.find("group-start")).to_have_text("Open a table for 2")
    typist.press("Enter")
    ann.find("start").wait_for()
    expect(ben.find("group-tables")).to_contain_text(ann.name())
    # He is invited, too.
    ben.click("app-accept")
    ben.click("join")
    ann.click("start")
    ann.wait_for_game()
    table = ann.code
    for person in (ann, ben):
        person.play_by_protocol(table, 26)
    for person in (ann, ben):
        person.page.evaluate("() => window.playedOn")

    ann.go(f"/group/{code}")
    expect(ann.find("group-table").locator("tbody tr")).to_have_count(2)
    expect(ann.find("group-records")).to_contain_text("Knister")
    ann.click("group-points")
    expect(ann.find("group-table")).to_contain_text(ben.name())
    assert inspect(ann, "group with a season", again=True) == []

    ann_name = ann.name()
    # The home page leads to it, until Ben leaves.
    ben.go("/")
    ben.go("/")
    ben.find("own-groups").get_by_role("link").click()
    # While the host is away, he takes the group over.
    ann.page.goto("about:blank")
    expect(ben.find("group-about")).to_contain_text(ann_name)
    ben.find("group-settings").locator("summary").first.click()
    ben.click("group-take-over")
    ben.click("group-confirm-confirm")
    expect(ben.find("group-dissolve")).to_be_visible()
    ann.go(f"/group/{code}")
    expect(ann.find("group-about")).to_contain_text(ben.name())
    ben.click("group-leave")
    ben.click("group-confirm-confirm")
    expect(ben.find("my-groups")).to_have_count(0)
    expect(ann.find("group-about")).to_contain_text("one member")
