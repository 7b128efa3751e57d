"""Dice that were fixed before the game: a contribution of the browser, the log, the results and the check."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Route, WebSocketRoute, expect

from knobel.seeded_dice import commitment
from tests.browser.conftest import Arrive
from tests.browser.person import Person, play_on, play_to_the_end
from tests.dice_records import FORGERIES, NOT_PROVEN, RECORD, SHOWN, WITHOUT_PROOF, DiceOf, dice_in
from tests.slow import slow_except

RECORDS = Path(__file__).parents[1] / "golden" / "dice"


def test_a_game_from_its_start_to_the_check_of_its_dice(arrive: Arrive) -> None:
    ann = arrive("/", width=360, height=640)
    ann.play_alone("knister")
    ann.wait_for_game()
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
    copied = details.get_by_test_id("copy-hash")
    expect(copied).to_have_attribute("data-hash", whole)
    ann.click("verify")
    expect(ann.find("verified").get_by_role("heading")).to_have_text("All 25 rolls are right")
    expect(ann.find("verified")).to_contain_text("1 of 1")
    expect(ann.find("whole-hash")).to_have_text(whole)
    expect(ann.find("own-check")).to_contain_text("Compared on this device")


def test_the_browser_sends_nothing_under_a_hash_that_does_not_cover_its_promise(arrive: Arrive) -> None:
    """The server shows the hash of a seed, as in version 1, to choose another seat's bytes when it has read these."""
    ann, sent = arrive(None, new=True, width=360, height=640), list[str]()

    def dial(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def forge(message: str | bytes) -> None:
            said = json.loads(message)
            dice = (said.get("position") or {}).get("dice")
            if dice:
                dice |= {"commitment": commitment("5a" * 32), "message": None}
            route.send(json.dumps(said))

        def hear(message: str | bytes) -> None:
            sent.append(json.loads(message)["type"])
            server.send(message)

        server.on_message(forge)
        route.on_message(hear)

    ann.page.route_web_socket("**/api/**", dial)
    ann.go("/")
    ann.play_alone("knister")
    ann.wait_for_game()
    # The dice are fixed without the browser.
    play_on([ann], 2)
    assert "roll" in sent
    assert "contribute" not in sent
    (kept,) = ann.page.evaluate(
        "JSON.parse(Object.entries(localStorage).find(([key]) => key.endsWith('dice'))[1]).games"
    )
    assert (kept["own"]["sent"], kept["own"]["refused"]) == (False, True)


def left_out(true: DiceOf) -> DiceOf:
    """Roll the dice again without the browser's bytes, as if they had come too late. The commitment is the same."""
    return replace(true, contributions=tuple(value and commitment(value) for value in true.contributions))


FORGERS: dict[str, tuple[Callable[[DiceOf], DiceOf | None], str]] = {
    "left out": (left_out, "the dice were fixed without it"),
    "other bytes": (lambda true: replace(true, contributions=("ab" * 16,)), "another hash than this device showed"),
    "other seed": (lambda true: replace(true, seed="5a" * 32), "another hash than this device showed"),
    "version 1": (lambda true: replace(true, version=1), "another hash than this device showed"),
    "other bytes, true hash": (
        lambda true: replace(true, contributions=("ab" * 16,), commitment=true.header()["dice"]["commitment"]),
        "isn’t the one that was fixed",
    ),
    "other moves": (lambda true: replace(true, moves=99), "Compared on this device"),
    "no proof": (lambda _: None, "but the record has no proof for it"),
}


@pytest.mark.parametrize(
    "exchanged", [["other seed"], pytest.param(list(FORGERS), marks=pytest.mark.slow)], ids=["one", "all"]
)
def test_the_browser_detects_a_server_that_exchanges_the_record(exchanged: list[str], arrive: Arrive) -> None:
    """The server knows the seed, and writes whole records in which every roll follows from the header."""
    ann, forgers = arrive("/", width=360, height=640), [FORGERS["left out"][0]]

    def answer(route: Route) -> None:
        answered = route.fetch()
        forged = forgers[-1](dice_in(answered.text()))
        route.fulfill(response=answered, body=WITHOUT_PROOF["no dice"]() if forged is None else forged.record())

    ann.page.route("**/record", answer)
    ann.play_alone("knister")
    ann.wait_for_game()
    play_on([ann], 25)
    play_to_the_end([ann], Random(1))
    expect(ann.find("own-check")).to_contain_text(FORGERS["left out"][1])
    expect(ann.find("own-check")).to_have_class(re.compile("problem"))
    # It is not hidden among all else.
    expect(ann.find("own-check")).to_be_visible()
    ann.click("verify")
    for forge, text in map(FORGERS.__getitem__, exchanged):
        forgers.append(forge)
        ann.page.reload()
        said = ann.page.locator("[data-testid=own-check], [data-testid=not-verified]")
        expect(said).to_contain_text(text)


def choose(person: Person, name: str, text: str) -> None:
    person.find("verify-file").set_input_files({"name": name, "mimeType": "text/plain", "buffer": text.encode()})


@pytest.mark.parametrize("step", [12, pytest.param(1, marks=pytest.mark.slow)])
def test_forged_records_are_recognised(step: int, arrive: Arrive) -> None:
    ann = arrive("/verify", width=360, height=640)
    for name, make in islice(FORGERIES.items(), 0, None, step):
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
