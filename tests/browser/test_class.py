"""A class: the teacher leads without playing, and everybody looks at the projector."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.person import Person

OVERFLOW = """() => {
  const {scrollWidth, scrollHeight} = document.documentElement;
  return [scrollWidth - innerWidth, scrollHeight - innerHeight];
}"""
READABLE = 1 / 16
"""Minimum height of letters that are legible from the last row of a room, as a part of the picture's height."""


def fits(wall: Person) -> None:
    for width, height in ((1280, 720), (1024, 768), (1920, 1080), (390, 844), (768, 1024)):
        wall.page.set_viewport_size({"width": width, "height": height})
        assert wall.page.evaluate(OVERFLOW) == [0, 0], (width, height)
        for felt in wall.page.locator(".felt").all():
            box = felt.bounding_box()
            assert box is not None
            assert box["height"] >= height / 4, (width, height)
    wall.page.set_viewport_size({"width": 1280, "height": 720})


@pytest.mark.slow
def test_a_teacher_leads_and_the_class_uses_the_projector(arrive: Arrive) -> None:
    teacher = arrive()
    teacher.choose("knister", "table")
    teacher.click("table-more")
    teacher.click("edit-settings")
    teacher.find("setup-seats").fill("200")
    teacher.find("settings-dialog").locator("summary").click()
    teacher.find("setup-rolls").select_option("host")
    teacher.click("settings-save")
    expect(teacher.find("whose")).to_have_count(0)
    teacher.click("lead")
    expect(teacher.find("whose")).to_have_text("You host this table and don’t play.")
    with teacher.page.context.expect_page() as opened:
        teacher.click("share-more")
        teacher.click("to-projector")
    wall = Person(opened.value, teacher.server)
    expect(wall.find("projector-code")).to_have_text(teacher.code)
    expect(wall.find("here")).to_have_text("0 are here")
    fits(wall)

    ben = arrive(width=360, height=740)
    ben.join(teacher.code.lower())
    ben.click("join")
    expect(wall.find("here")).to_have_text("1 is here")
    expect(wall.find("projector-names")).to_have_text(ben.name())
    name = wall.find("projector-names").locator(".name").bounding_box()
    assert name is not None
    assert name["height"] >= READABLE * 720
    for seat in range(1, 9):
        teacher.click(f"seat-bot-{seat}")
    expect(wall.find("here")).to_have_text("9 are here")
    teacher.click("start")
    expect(wall.find("placed")).to_have_text("The dice are about to roll")
    expect(ben.find("todo")).to_have_text("The dice are about to roll")
    expect(teacher.find("todo")).to_contain_text("Everybody is ready: roll!")
    expect(teacher.find("leaders")).to_contain_text(ben.name())
    expect(wall.find("projector-next")).to_have_accessible_name("Next roll coming up")
    teacher.click("lever")
    # Bots place immediately; the table waits for one person.
    expect(teacher.find("todo")).to_contain_text(f"Waiting for {ben.name()}")
    expect(teacher.find("missing").locator("li")).to_have_count(0)
    teacher.click("players-all")
    teacher.page.locator("[data-testid=players-dialog] [data-testid=player-0]").click()
    expect(teacher.page.locator(".board .paper")).to_be_visible()
    teacher.click("players-all")
    teacher.page.locator("[data-testid=players-dialog] [data-testid=player-0]").click()
    expect(teacher.find("missing")).to_contain_text("8 of 9 done")
    expect(wall.find("placed")).to_have_text("8 of 9 done")
    expect(wall.find("round")).to_have_text("Round 1 of 25")
    expect(wall.find("projector-dice")).to_have_attribute("aria-label", re.compile(r"^Dice: [1-6], [1-6]$"))
    die = wall.page.locator("[data-testid=projector-dice] .die").first.bounding_box()
    code = wall.find("projector-code").bounding_box()
    assert die is not None
    assert code is not None
    assert min(die["height"] / 2, code["height"]) >= READABLE * 720
    # Nobody is ahead yet: the page has space for the instructions to join.
    expect(wall.page.locator(".qr")).to_be_in_viewport(ratio=1)
    fits(wall)
    wall.page.emulate_media(color_scheme="dark")
    fits(wall)
    ben.page.locator("main [data-action]").first.click()
    expect(teacher.find("todo")).to_contain_text("Everybody is ready: roll!")
    expect(wall.find("placed")).to_have_text("9 of 9 done")
    assert not wall.problems, wall.problems
