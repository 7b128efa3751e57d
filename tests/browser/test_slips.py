"""Accidental taps do no harm: another tap does not enter a number pencilled by touch, mouse or keyboard."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Arrive
from tests.slow import slow_except

WAYS: dict[str, Callable[[Locator], None]] = {
    "touch": Locator.tap,
    "mouse": Locator.click,
    "keyboard": lambda place: place.press("Enter"),
}
COUNT_TUMBLING = """() => {
  let tumbled = 0;
  addEventListener("animationstart", ({animationName}) => {
    tumbled += animationName.endsWith("tumble");
    document.documentElement.setAttribute("data-tumbled", tumbled);
  });
}"""


@pytest.mark.parametrize("game", slow_except("kniffeliger", games=("knoeffel", "kniffeliger")))
def test_a_selected_row_can_be_deselected(game: str, arrive: Arrive) -> None:
    ann = arrive(None, width=360, height=640, touch=True)
    ann.open_table(settings={"game": game, "seats": 2}, bots=["random"], start=True)
    ann.page.evaluate(COUNT_TUMBLING)
    ann.click("lever")
    places = ann.page.locator("main [data-place]")
    places.first.wait_for()
    # The first roll of a turn is animated too.
    expect(ann.page.locator("html")).to_have_attribute("data-tumbled", "5")
    ann.page.emulate_media(reduced_motion="reduce")
    # A zero is not highlighted as an offer, because it would be a strike.
    expect(places.filter(has_text="—").first).to_have_css("background-color", "rgba(0, 0, 0, 0)")
    expect(places.filter(has_text=re.compile("[1-9]")).first).not_to_have_css("background-color", "rgba(0, 0, 0, 0)")
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
    # The dice may still be rolled again.
    expect(lever).to_be_enabled()
