"""Corrections of rolls and entries on the page, where real dice lie on the table."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.person import Person


def roll(person: Person, *faces: int) -> None:
    for face in faces:
        person.click(f"face-{face}")
    person.click("confirm")


def enter(person: Person, cell: str) -> None:
    person.page.locator(f"main [data-action={cell}]").click()
    expect(person.page.locator(f"main [data-action={cell}]")).to_have_count(0)


@pytest.mark.slow
def test_a_host_corrects_a_roll_and_a_guest_an_entry(arrive: Arrive) -> None:
    ann = arrive(None)
    code = ann.open_table(settings={"game": "knister", "seats": 2, "dice": "real"})
    ben = arrive(f"/t/{code}")
    ben.click("join")
    ann.click("start")
    roll(ann, 1, 2)
    enter(ann, "a1")
    enter(ben, "b2")
    roll(ben, 3, 4)
    expect(ben.page.locator("main [data-action=c3]")).to_be_visible()

    # Ben moves his entry of the first round; it is the same as a tap on the line in the log.
    ben.find("log-correct").first.press("Enter")
    dialog = ben.find("correct-dialog")
    expect(dialog.get_by_role("heading")).to_be_focused()
    ben.find("correct-sheet").locator("[data-cell=c3]").click()
    expect(ben.find("correct-changes")).to_contain_text("c3")
    ben.click("correct-save")
    expect(dialog).to_have_count(0)
    expect(ann.find("log")).to_contain_text("c3")

    # Ben has entered in the open round, so that the correction of its roll takes his entry back.
    enter(ben, "d4")
    ann.click("correct")
    ann.find("correct-entry").first.click()
    expect(ann.find("correct-dialog").get_by_test_id("face-6")).to_be_visible()
    for key in ("6", "6", "Enter"):
        ann.page.keyboard.press(key)
    expect(ann.find("correct-again")).to_contain_text(ben.name())
    ann.click("correct-save")
    expect(ann.find("correct-dialog")).to_have_count(0)
    for person in (ann, ben):
        expect(person.find("log").locator("li").last).to_contain_text("6")
        enter(person, "e5")
    expect(ann.page.locator("[data-testid^=sheet-] [data-cell=e5]").first).to_contain_text("12")
