"""Dice that were fixed before the game: a contribution of the browser, the log, the results and the check."""

import re
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Route, expect

from knobel.seeded_dice import commitment
from tests.browser.conftest import Arrive
from tests.browser.person import Person, play_on, play_to_the_end
from tests.dice_records import FORGERIES, NOT_PROVEN, RECORD, SHOWN, WITHOUT_PROOF, DiceOf, dice_in
from tests.slow import slow_except

RECORDS = Path(__file__).parents[1] / "golden" / "dice"


def left_out(true: DiceOf) -> DiceOf:
    """Roll the dice again without the browser's bytes, as if they had come too late. The commitment is the same."""
    return replace(true, contributions=tuple(value and commitment(value) for value in true.contributions))


def other_seed(true: DiceOf) -> DiceOf:
    return replace(true, seed="5a" * 32)


def test_a_game_from_its_start_to_the_check_of_its_dice(arrive: Arrive) -> None:
    ann = arrive("/", width=360, height=640)
    ann.play_alone("knister")
    ann.wait_for_game()
    table = ann.page.url
    play_on([ann], 25)
    play_to_the_end([ann], Random(1))
    expect(ann.find("own-check")).to_contain_text("all rolls follow from the hash that it showed before the first roll")
    whole = ann.page.locator("main").get_by_test_id("copy-hash").first.get_attribute("data-hash")
    assert whole is not None
    assert re.fullmatch("[0-9a-f]{64}", whole)
    ann.click("results-more")
    # The log names the hash under "Details" only.
    details = ann.find("log").get_by_test_id("log-details").first
    expect(details.get_by_test_id("whole-hash")).to_be_hidden()
    details.locator("summary").click()
    expect(details.get_by_test_id("whole-hash")).to_have_text(whole)
    expect(details.get_by_test_id("copy-hash")).to_have_attribute("data-hash", whole)
    ann.click("verify")
    expect(ann.find("verified").get_by_role("heading")).to_have_text("All 25 rolls are right")
    expect(ann.find("verified")).to_contain_text("1 of 1")
    expect(ann.find("whole-hash")).to_have_text(whole)
    expect(ann.find("own-check")).to_contain_text("Compared on this device")

    # The browser detects a server that knows the seed, and exchanges the whole record for one in which every roll
    # follows from the header.
    forgers = [left_out]

    def answer(route: Route) -> None:
        answered = route.fetch()
        route.fulfill(response=answered, body=forgers[-1](dice_in(answered.text())).record())

    ann.page.route("**/record", answer)
    ann.page.goto(table)
    expect(ann.find("own-check")).to_contain_text("the dice were fixed without it")
    expect(ann.find("own-check")).to_have_class(re.compile("problem"))
    # It is not hidden among all else.
    expect(ann.find("own-check")).to_be_visible()
    ann.click("verify")
    forgers.append(other_seed)
    ann.page.reload()
    expect(ann.find("own-check")).to_contain_text("another hash than this device showed")


def choose(person: Person, name: str, text: str) -> None:
    person.find("verify-file").set_input_files({"name": name, "mimeType": "text/plain", "buffer": text.encode()})


@pytest.mark.slow
def test_forged_records_are_recognised(arrive: Arrive) -> None:
    ann = arrive("/verify", width=360, height=640)
    for name, make in FORGERIES.items():
        choose(ann, name, make())
        expect(ann.find("not-verified"), name).to_be_visible()
        # The result of the next file is another element.
        choose(ann, "true", RECORD)
        expect(ann.find("verified"), name).to_contain_text(SHOWN)
    for name, make in WITHOUT_PROOF.items():
        choose(ann, name, make())
        expect(ann.find("no-proof"), name).to_contain_text("This record has no proof.")
        choose(ann, "true", RECORD)
        expect(ann.find("verified"), name).to_be_visible()
    for name, make in NOT_PROVEN.items():
        choose(ann, name, make())
        expect(ann.find("verified").locator(".problem"), name).to_contain_text("Not proven")


@pytest.mark.parametrize("game", slow_except("knoeffel", games=("knoeffel", "knaster")))
def test_the_limits_of_records_of_version_1_are_explained(game: str, arrive: Arrive) -> None:
    ann = arrive("/verify", width=360, height=640)
    choose(ann, "old", (RECORDS / f"{game}.jsonl").read_text(encoding="utf-8"))
    expect(ann.find("own-check")).to_contain_text("could therefore still choose the rolls")
    expect(ann.find("own-check")).to_have_class(re.compile("problem"))
    choose(ann, "other", "no record")
    expect(ann.find("not-verified")).to_contain_text("This isn’t the record of a game")
