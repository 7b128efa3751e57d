"""The guided first round on a real sheet at a real table."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from knobel.games import GAMES, make
from tests.browser.conftest import Arrive
from tests.browser.person import Person, by_testid
from tests.slow import slow_except

FOLDERS = Path(__file__).parents[2] / "web" / "src" / "games"
GUIDED = [game for game in GAMES if (FOLDERS / game / "guide.ts").exists()]
CUT = """() => {
  const board = document.querySelector('.board');
  const {height} = document.querySelector('[data-testid=guide]').getBoundingClientRect();
  return [board.scrollHeight - board.clientHeight, document.documentElement.scrollWidth - innerWidth, height];
}"""
"""Return the hidden height of the sheet, the excess width of the page, and the height of the guide."""


def begin(person: Person, game: str) -> None:
    """Start a first game, alone if the game allows it, otherwise against a bot."""
    person.page.evaluate("() => localStorage.setItem('knobel.level', 'random')")
    if make(game).min_seats == 1:
        person.play_alone(game)
    else:
        person.play_bot(game)


def step(person: Person) -> str:
    """Return the number of the current step and the number of steps."""
    return person.find("guide-step").locator("b [aria-hidden]").inner_text()


def follow_guide(person: Person) -> None:
    """Do the task of the step until the next step is shown."""
    before = step(person)
    about = person.page.locator("html").get_attribute("data-guide")
    if person.find("guide-next").count():
        person.click("guide-next")
    elif about == "lever":
        person.click("lever")
    elif about == "dice" and person.page.locator(".tray .offered button").count():
        person.page.locator(".tray .offered button").first.click()
        person.page.locator(".board [data-action]").first.click()
    elif about == "dice":
        person.click("die-0")
        person.click("lever")
    else:
        person.page.locator(".board [data-action]").first.click()
        if person.find("enter").count():
            person.click("enter")
    if before.split("/")[0] != before.split("/")[1]:
        expect(person.find("guide-step").locator("b [aria-hidden]")).not_to_have_text(before)


@pytest.mark.parametrize("game", slow_except("kniffeliger", games=GUIDED))
def test_a_newcomer_is_guided_through_a_round(game: str, arrive: Arrive) -> None:
    ann = arrive(width=360, height=640, locale="it-IT" if game == "knoeffel" else "de-DE")
    begin(ann, game)
    ann.click("guide-offer")
    ann.find("guide-step").wait_for()
    seen = []
    while ann.find("guide-step").count():
        cut, wide, height = ann.page.evaluate(CUT)
        assert (cut, wide) <= (0, 0), ann.find("guide-step").inner_text()
        seen.append((step(ann), height))
        follow_guide(ann)
    assert [number for number, _ in seen] == [f"{n}/5" for n in range(1, 6)]
    assert len({height for _, height in seen}) == 1, "nothing moves from step to step"
    expect(ann.find("guide")).to_have_count(0)
    expect(ann.find("turn")).to_be_visible()


def test_the_guide_is_offered_once_and_can_be_left_and_reopened(arrive: Arrive) -> None:
    ann = arrive(width=390, height=844, scheme="dark")
    begin(ann, "knister")
    ann.click("guide-offer")
    ann.click("lever")
    ann.click("guide-leave")
    expect(ann.find("guide")).to_have_count(0)
    expect(ann.page.locator("html[data-guide]")).to_have_count(0)
    ann.go("/")
    begin(ann, "knister")
    ann.find("turn").wait_for()
    expect(ann.find("guide-offer")).to_have_count(0)
    ann.click("howto")
    ann.find("howto-dialog").locator(by_testid("guide-start")).click()
    expect(ann.find("howto-dialog")).to_be_hidden()
    assert step(ann) == "1/5"
    # The rules lead to a table with a guide.
    ann.go("/rules/kniffeliger")
    ann.page.evaluate("() => localStorage.setItem('knobel.level', 'random')")
    ann.click("guide-start")
    expect(ann.page.locator(".players").get_by_text("Bot")).to_have_count(1)
    assert step(ann) == "1/5"


@pytest.mark.slow
def test_a_declined_guide_is_not_offered_again(arrive: Arrive) -> None:
    ann = arrive()
    begin(ann, "knister")
    ann.find("guide-offer").wait_for()
    ann.click("lever")
    ann.page.locator(".board [data-action]").first.click()
    ann.click("lever")
    ann.page.locator(".board [data-action]").first.wait_for()
    ann.go("/")
    begin(ann, "knister")
    ann.find("turn").wait_for()
    expect(ann.find("guide-offer")).to_have_count(0)


@pytest.mark.slow
def test_by_keyboard_and_ear(arrive: Arrive) -> None:
    ann = arrive()
    begin(ann, "knoeffel")
    heard = ann.find("announcements")
    ann.find("guide-offer").focus()
    ann.page.keyboard.press("Enter")
    expect(heard).to_contain_text("Step 1 of 5: Five dice, up to three rolls")
    # The pressed button has disappeared, so the focus moves to the guide.
    expect(ann.find("guide")).to_be_focused()
    ann.page.keyboard.press("r")
    expect(heard).to_contain_text("Step 2 of 5")
    ann.page.keyboard.press("1")
    ann.page.keyboard.press("r")
    expect(heard).to_contain_text("Step 3 of 5")
    ann.page.keyboard.press("ArrowDown")
    ann.page.keyboard.press("Enter")
    ann.page.keyboard.press("Enter")
    expect(heard).to_contain_text("Step 4 of 5")
    ann.find("guide").focus()
    ann.page.keyboard.press("Tab")
    expect(ann.find("guide-next")).to_be_focused()
    ann.page.keyboard.press("Enter")
    expect(heard).to_contain_text("Step 5 of 5")
    ann.page.keyboard.press("Enter")
    expect(ann.find("guide")).to_have_count(0)
    expect(ann.page.locator("h1")).to_be_focused()
