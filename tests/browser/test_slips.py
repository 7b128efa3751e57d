"""A slip costs nothing: what is pencilled in by touch, mouse or keyboard is entered by no other tap."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Arrive

WAYS: dict[str, Callable[[Locator], None]] = {
    "touch": Locator.tap,
    "mouse": Locator.click,
    "keyboard": lambda place: place.press("Enter"),
}


@pytest.mark.parametrize("game", ["knoeffel", "kniffeliger"])
def test_a_wrong_row_is_let_go_again(game: str, arrive: Arrive) -> None:
    ann = arrive(None, width=360, height=640, touch=True)
    ann.open_table(settings={"game": game, "seats": 2}, bots=["random"], start=True)
    ann.click("lever")
    places = ann.page.locator("main [data-place]")
    places.first.wait_for()
    log, lever, open_places = ann.find("log"), ann.find("lever"), places.count()
    before = log.inner_text()
    for way in WAYS.values():
        way(places.nth(0))
        expect(places.nth(0)).to_have_attribute("data-pencilled", "")
        way(places.nth(5))
        expect(places.nth(5)).to_have_attribute("data-pencilled", "")
        expect(ann.page.locator("[data-pencilled]")).to_have_count(1)
        ann.page.keyboard.press("Escape")
        expect(ann.find("enter")).to_be_hidden()
    assert (places.count(), log.inner_text()) == (open_places, before)
    # The dice may still be thrown again.
    expect(lever).to_be_enabled()
