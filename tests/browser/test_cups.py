"""A cup at the pace of its host, who uses only a keyboard, with a projector and the device of a player."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.person import Person
from tests.browser.test_keyboard import Typist
from tests.browser.test_pages import inspect

Arrive = Callable[..., Person]


def test_a_lesson(arrive: Arrive) -> None:
    host, ann = arrive(None, locale="de-DE"), arrive()
    host.go("/cup")
    host.find("cup-title").wait_for()
    typist = Typist(host)
    typist.tab_to(testid="cup-title")
    host.page.keyboard.type("Klasse 4b")
    typist.tab_to(tag="SUMMARY")
    typist.press("Enter")
    host.find("cup-pace").select_option(index=1)
    typist.tab_to(testid="cup-deals")
    for _ in range(3):
        typist.press("ArrowDown")
    typist.tab_to(testid="cup-open")
    typist.press("Enter")
    code = host.find("share-code").inner_text()
    assert len(code) == 5

    # The code alone leads there.
    ann.join(code.lower())
    ann.click("cup-enter")
    expect(ann.find("cup-row")).to_contain_text(ann.name())
    host.page.goto(f"{host.server}/cup/{code}/projector")
    expect(host.page.get_by_role("listitem")).to_have_text([ann.name()])
    found = inspect(host, "cup-projector")
    host.click("cup-next")
    ann.click("cup-play")
    expect(ann.page).to_have_url(re.compile("/t/"))
    table = ann.code
    ann.play_by_protocol(table, 26)
    ann.page.evaluate("() => window.playedOn")
    ann.go(f"/t/{table}")
    (points,) = ann.results()

    # The results lead back to the cup, which shows them everywhere.
    ann.click("to-cup")
    expect(ann.find("cup-points")).to_have_text(str(points))
    expect(ann.find("cup-row")).to_contain_text(str(points))
    expect(host.page.get_by_role("listitem")).to_contain_text(str(points))
    found += inspect(ann, "cup")
    ann.page.get_by_role("link", name="Compare: Sheet 1").click()
    expect(ann.find("compare-sheets").locator("> section")).to_have_count(1)
    slider = ann.find("compare-round")
    slider.focus()
    slider.press("Home")
    slider.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuetext", "After round 1")
    found += inspect(ann, "cup-deal")
    host.go(f"/cup/{code}")
    host.find("cup-csv").wait_for()
    found += inspect(host, "cup-host", again=True)

    # The host ends the cup and deletes it: everybody sees it, and the game stays.
    ann.go(f"/cup/{code}/projector")
    expect(ann.find("projector-code")).to_have_text(code)
    for what in ("cup-end", "cup-delete"):
        typist.tab_to(testid=what)
        typist.press("Enter")
        found += inspect(host, what, again=True)
        typist.tab_to(testid=f"{what}-confirm")
        typist.press("Enter")
        host.find(f"{what}-dialog").wait_for(state="hidden")
    expect(host.page).to_have_url(f"{host.server}/cup")
    expect(host.find("cup-open")).to_be_visible()
    expect(host.find("my-cups")).to_have_count(0)
    expect(ann.page.get_by_role("status")).to_contain_text("no such cup")
    assert ann.ask("GET", f"/api/tables/{table}/record").ok
    assert found == []
