"""Events around a game: reloads, lost connections, late arrivals, undo, takeovers."""

from random import Random

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import GRACE_SECONDS, Arrive
from tests.browser.person import Person, play_rounds


def numbers(person: Person) -> list[str]:
    """Return the numbers in the cells of the person's own sheet."""
    return person.page.locator("main [data-cell] .number").all_inner_texts()


@pytest.mark.slow
def test_three_people_one_reloads_one_is_lost_and_one_comes_late(arrive: Arrive) -> None:
    ann = arrive(None)
    code = ann.open_table(settings={"game": "knister", "seats": 3})
    ben, cem = arrive(f"/t/{code}"), arrive(width=360, height=740, new=True)
    cem.use_fragile_line()
    cem.go(f"/t/{code}")
    ben.click("join")
    cem.click("join")
    ann.click("start")
    rng = Random(3)
    people = [ann, ben, cem]
    for person in people:
        person.find("turn").wait_for()
    play_rounds(people, rng, 1)

    before = numbers(ben)
    ben.page.reload()
    ben.find("turn").wait_for()
    expect(ben.page.locator("main [data-cell] .number")).to_have_count(len(before))
    assert numbers(ben) == before

    dee = arrive(f"/t/{code}")
    dee.find("players").wait_for()
    assert not dee.look()["actions"]
    assert not dee.look()["lever"]

    cem.cut_line()
    expect(cem.find("reconnecting")).to_be_visible()
    ann.page.wait_for_timeout(1000 * GRACE_SECONDS)
    expect(ann.find("player-2")).to_contain_text("away, bot plays")
    play_rounds([ann, ben], rng, 2)
    cem.mend_line()
    expect(cem.find("reconnecting")).to_be_hidden()
    expect(ann.find("player-2")).not_to_contain_text("away")
    assert len(numbers(cem)) >= 1
    play_rounds([ann, ben, cem], rng, 3)
    for seat in range(3):
        (score,) = {person.find(f"score-{seat}").inner_text() for person in (ann, ben)}
        for person in (cem, dee):
            expect(person.find(f"score-{seat}")).to_have_text(score)


def test_a_late_comer_takes_over_a_bot_and_an_entry_is_taken_back(arrive: Arrive) -> None:
    ann = arrive(None)
    code = ann.open_table(settings={"game": "knister", "seats": 2}, bots=["random"], start=True)
    # A person who arrives during a game is asked for a name first.
    ben = arrive(f"/t/{code}")
    expect(ben.find("welcome-dialog")).to_contain_text(ann.name())
    # A name that is in use is refused, and nobody sits down under another one.
    ben.find("name-input").fill(ann.name())
    ben.click("welcome-takeover")
    expect(ben.find("welcome-dialog").get_by_role("alert")).to_be_visible()
    ben.find("name-input").fill("Benedetta")
    ben.click("welcome-takeover")
    expect(ann.find("player-1")).to_contain_text("Benedetta")

    ann.click("lever")
    entries = {cell: ann.page.locator(f"main [data-action={cell}]") for cell in ("a1", "c3")}
    entries["c3"].click()
    expect(ann.find("undo")).to_be_enabled()
    assert len(numbers(ann)) == 1
    ann.click("undo")
    entries["a1"].click()
    ben.page.locator("main [data-action=d4]").click()
    # After the next roll it can not be taken back any more.
    ben.click("lever")
    expect(entries["c3"]).to_be_visible()
    expect(ann.find("undo")).to_be_hidden()


@pytest.mark.slow
def test_colours_are_picked_and_the_layout_is_drawn(arrive: Arrive) -> None:
    ann = arrive(width=360, height=640)
    ann.choose("knapp_daneben", "table")
    ann.click("table-more")
    ann.click("edit-settings")
    dialog = ann.find("settings-dialog")
    ann.find("setup-seats").fill("5")
    dialog.locator("summary").click()
    layout = ann.find("setup-option-layout")
    before = layout.get_attribute("data-layout") or ""
    for circle in ("a1", "b1"):
        layout.locator(f"[data-circle={circle}]").click()
    expect(layout).to_have_attribute("data-layout", before[1] + before[0] + before[2:])
    ann.click("settings-save")
    ann.click("colour-g")
    expect(ann.find("colour-g")).to_have_attribute("aria-pressed", "true")
    ben = arrive(f"/t/{ann.code}")
    ben.click("join")
    expect(ben.find("seat-0")).to_contain_text("Green")
    ben.click("colour-g")
    expect(ben.find("refusal")).to_have_text("Somebody else has already picked this colour.")
    ben.click("colour-r")
    expect(ben.find("seat-1")).to_contain_text("Red")
    eve = arrive(f"/t/{ann.code}")
    eve.click("join")
    eve.click("colour-y")
    expect(ann.find("seat-2")).to_contain_text("Yellow")
    # Empty seats are removed, and everybody keeps their colour.
    ann.click("start")
    for person, colour in ((ann, "Green"), (ben, "Red"), (eve, "Yellow")):
        expect(person.page.locator(".board .paper .flag")).to_contain_text(colour)
