"""Quick reactions between two pages, and what tells a player whose page is not in view that it is their turn."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.person import Person

# Reactions are shown for a moment: record them when they appear.
REMEMBER_REACTIONS = """() => {
  window.reactions = [];
  new MutationObserver(() => {
    for (const mark of document.querySelectorAll('[data-testid^=reaction-]')) {
      const [who, sign] = [mark.dataset.testid.slice('reaction-'.length), mark.textContent];
      if (!window.reactions.some((seen) => seen[0] === who && seen[1] === sign)) window.reactions.push([who, sign]);
    }
  }).observe(document.body, {subtree: true, childList: true, characterData: true});
}"""
LOOK_AWAY = """() => {
  document.hasFocus = () => false;
  dispatchEvent(new Event('blur'));
}"""
LOOK_BACK = """() => {
  delete document.hasFocus;
  dispatchEvent(new Event('focus'));
}"""


def sit_together(ann: Person, ben: Person) -> None:
    """Begin a game of two people."""
    ann.open_table(settings={"game": "knister", "seats": 2})
    ben.page.goto(ann.page.url)
    ben.click("join")
    expect(ann.find("seat-1")).to_contain_text(ben.name())
    # Before the game too.
    expect(ann.find("react")).to_be_visible()
    ann.click("start")
    for person in (ann, ben):
        person.find("turn").wait_for()
        person.page.evaluate(REMEMBER_REACTIONS)


@pytest.mark.slow
def test_a_reaction_is_shown_beside_the_name(arrive: Arrive) -> None:
    ann, ben = arrive(None, width=360, height=640), arrive(None, width=1280, height=720)
    ann.go("/")
    ben.go("/")
    sit_together(ann, ben)
    who = ann.myself()["id"]
    width = ann.page.evaluate("() => document.documentElement.scrollWidth")
    ann.click("react")
    for name in ("thumbs_up", "clap", "laugh", "wow", "oh_no", "luck"):
        expect(ann.find(f"react-{name}")).to_be_in_viewport(ratio=1)
    expect(ann.find("react-thumbs_up")).to_be_focused()
    assert ann.page.evaluate("() => document.documentElement.scrollWidth") == width
    ann.page.keyboard.press("Escape")
    expect(ann.find("react")).to_be_focused()
    ann.click("react")
    ann.click("react-clap")
    expect(ann.find("react-clap")).to_have_count(0)
    for person in (ann, ben):
        person.page.wait_for_function("(seen) => JSON.stringify(window.reactions) === seen", arg=f'[["{who}","👏"]]')

    # Ben does not want to see any more.
    ben.page.locator("[data-testid=open-settings]:visible").click()
    ben.find("quick-reactions").uncheck()
    ben.page.keyboard.press("Escape")
    expect(ben.find("react")).to_have_count(0)
    ann.click("react")
    ann.click("react-luck")
    ann.page.wait_for_function("() => window.reactions.length === 2")
    ben.click("tab-chat")
    ann.find("tab-chat").click()
    ann.find("chat-text").fill("good game")
    ann.find("chat-text").press("Enter")
    expect(ben.find("chat-lines")).to_contain_text("good game")
    assert ben.page.evaluate("() => window.reactions.length") == 1
    # The log does not have them.
    ben.click("tab-log")
    expect(ben.find("log")).not_to_contain_text("👏")


def test_the_title_names_the_own_turn_on_an_unwatched_page(arrive: Arrive) -> None:
    ann = arrive(None)
    ann.open_table(settings={"game": "knister", "seats": 1}, start=True)
    ann.find("lever").wait_for()
    expect(ann.page).to_have_title("Knister · Knobel")
    ann.page.evaluate(LOOK_AWAY)
    expect(ann.page).to_have_title("● Your turn · Knister · Knobel")
    ann.page.evaluate(LOOK_BACK)
    expect(ann.page).to_have_title("Knister · Knobel")
