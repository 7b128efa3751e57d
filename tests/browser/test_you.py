"""The page *You*: devices, blocked people, stored data, and erasure."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from knobel import notation
from tests.browser.conftest import Arrive
from tests.browser.person import Person
from tests.browser.qr_codes import read_text
from tests.browser.test_print import MODULES, pages_of
from tests.tables.test_what_if import played


def open_account(person: Person) -> None:
    person.page.locator("[data-testid=open-settings]:visible").click()
    person.click("open-you")
    person.unfold("you-devices")
    expect(person.find("devices").get_by_text("this device")).to_be_visible()


def test_another_device_comes_and_all_that_is_kept_goes(arrive: Arrive, tmp_path: Path) -> None:
    ann = arrive()
    ann.play_alone("knister")
    ann.wait_for_game()
    code, myself = ann.code, ann.myself()
    open_account(ann)
    ann.click("transfer-make")
    link = ann.find("share-link").input_value()
    phone = arrive(link.removeprefix(ann.server), width=360, height=740)
    expect(phone.find("transfer-accept")).to_have_text(f"Continue as {myself['name']}")
    phone.click("transfer-accept")
    # The running game goes on there.
    phone.find("turn").wait_for()
    assert phone.code == code
    assert phone.myself() == myself
    ann.page.reload()
    ann.click("device-remove")
    expect(ann.find("device-remove")).to_be_hidden()
    phone.go("/")
    assert phone.myself()["id"] != myself["id"]
    assert ann.myself() == myself

    ann.unfold("you-data")
    with ann.page.expect_download() as download:
        ann.click("download")
    download.value.save_as(tmp_path / "kept.json")
    assert json.loads((tmp_path / "kept.json").read_text())["person"]["name"] == myself["name"]
    ann.click("forget")
    ann.click("forget-confirm")
    ann.find("game-knister").wait_for()
    assert ann.myself()["id"] != myself["id"]


@pytest.mark.slow
def test_a_recovery_sheet_restores_a_person_on_a_new_device(arrive: Arrive) -> None:
    ann = arrive()
    open_account(ann)
    myself = ann.myself()["id"]
    ann.unfold("you-recovery")
    ann.click("recovery-make")
    expect(ann.find("recovery-sheet")).to_be_focused()
    words = ann.find("recovery-words").locator("li").all_inner_texts()
    link = read_text(ann.find("recovery-sheet").get_by_role("img").evaluate(MODULES))
    assert [len(pages_of(ann.page.pdf(format=paper))) for paper in ("A4", "Letter")] == [1, 1]
    ann.page.emulate_media(media="print")
    expect(ann.find("recovery-sheet")).to_contain_text("keep it safe")
    expect(ann.find("recovery-sheet")).to_be_visible()
    expect(ann.page.get_by_role("heading", level=1)).to_be_hidden()
    ann.page.emulate_media(media="screen")
    ann.click("recovery-done")
    expect(ann.find("recovery-words")).to_be_hidden()

    phone = arrive("/restore", width=360, height=740)
    phone.find("restore-words").fill(" ".join(["Abandonn", *words[1:]]))
    phone.page.keyboard.press("Tab")
    phone.page.keyboard.press("Enter")
    expect(phone.find("restore-problem")).to_contain_text(
        "“abandonn” isn’t in the list of words. Do you mean “abandon”?"
    )
    phone.find("restore-words").fill("\n".join(word.upper() for word in words))
    phone.click("restore-find")
    phone.click("restore-accept")
    phone.find("game-knister").wait_for()
    assert phone.myself()["id"] == myself

    other = arrive(link.removeprefix(ann.server))
    other.find("restore-accept").wait_for()
    assert other.page.url == f"{ann.server}/restore", "the secret leaves the address"
    ann.click("recovery-revoke")
    ann.click("recovery-revoke-confirm")
    expect(ann.find("recovery-state")).to_contain_text("no spare key yet")
    other.click("restore-accept")
    expect(other.find("restore-problem")).to_contain_text("isn’t valid")


@pytest.mark.slow
def test_messages_of_blocked_people_are_hidden(arrive: Arrive) -> None:
    ann = arrive(None)
    code = ann.open_table(settings={"game": "knister", "seats": 2})
    ben = arrive(f"/t/{code}")
    for person in (ann, ben):
        person.click("tab-chat")

    def say(text: str) -> None:
        ben.find("chat-text").fill(text)
        ben.click("chat-send")
        expect(ben.find("chat-lines")).to_contain_text(text)

    say("<b>Boo</b>")
    expect(ann.find("chat-lines")).to_contain_text("<b>Boo</b>")
    ann.click("block-open")
    ann.find("block-dialog").get_by_role("button", name=re.compile("^Block")).click()
    expect(ann.find("block-dialog").get_by_role("button", name="Unblock")).to_be_visible()
    ann.page.keyboard.press("Escape")
    expect(ann.find("chat-lines")).not_to_contain_text("Boo")
    say("Boo again")
    open_account(ann)
    ann.unfold("you-blocked")
    ann.find("blocked").get_by_role("button").click()
    expect(ann.find("blocked")).to_contain_text("You haven’t blocked anybody")
    ann.go(f"/t/{code}")
    ann.click("tab-chat")
    expect(ann.find("chat-lines")).to_contain_text("Boo again")


@pytest.mark.slow
def test_logging_out_warns_of_data_loss(arrive: Arrive) -> None:
    ann = arrive()
    open_account(ann)
    person = ann.myself()
    ann.unfold("you-data")
    ann.click("log-out")
    expect(ann.find("log-out-dialog")).to_contain_text(f"nobody can play as {person['name']} any more")
    ann.click("log-out-confirm")
    ann.find("game-knister").wait_for()
    open_account(ann)
    assert ann.myself()["id"] != person["id"]


@pytest.mark.slow
def test_games_of_a_file_are_brought_back(arrive: Arrive, tmp_path: Path) -> None:
    lines = map(json.loads, notation.dumps(played("knister", 2)).splitlines())
    timed = (line | ({"time": 1_700_000_000_000 + number} if number else {}) for number, line in enumerate(lines))
    game = {"record": "".join(json.dumps(line) + "\n" for line in timed)}
    file, wrong = tmp_path / "knobel.json", tmp_path / "wrong.json"
    file.write_text(json.dumps({"person": {"name": "P1"}, "games": [game, {"record": "{}", "seat": 0}]}))
    wrong.write_text("[]")
    ann = arrive()
    open_account(ann)
    ann.unfold("you-data")
    ann.find("bring-file").set_input_files(wrong)
    expect(ann.find("bring-problem")).to_contain_text("isn’t a file of")
    for outcome in ("1 game brought back.", "1 was there already."):
        ann.find("bring-file").set_input_files(file)
        expect(ann.find("bring-outcome").locator("p")).to_have_text(outcome)
        expect(ann.find("bring-outcome")).to_contain_text("Game 2: This isn’t a game record")
    ann.go("/play")
    ann.unfold("games")
    expect(ann.find("my-games")).to_contain_text("Knister")
