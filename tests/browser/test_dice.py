"""Dice that were fixed before the game: a contribution of the browser, the log, the results and the check."""

import re
from pathlib import Path
from random import Random

from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.person import play_to_the_end

RECORDS = Path(__file__).parents[1] / "golden" / "dice"


def test_a_game_from_its_start_to_the_check_of_its_dice(arrive: Arrive) -> None:
    ann = arrive("/", width=360, height=640)
    ann.click("play-solo-knister")
    ann.wait_for_game()
    play_to_the_end([ann], Random(1))
    expect(ann.page.locator("main")).to_contain_text("Hash of the dice: ")
    ann.click("verify")
    expect(ann.find("verified")).to_contain_text("All 25 rolls are right.")
    expect(ann.find("verified")).to_contain_text("1 of 1")


def test_a_forged_record_is_recognised(arrive: Arrive, tmp_path: Path) -> None:
    ann = arrive("/verify", width=360, height=640)
    record = (RECORDS / "knoeffel.jsonl").read_text()
    roll = re.search(r'"roll": \[(\d)', record)
    assert roll is not None
    ann.find("verify-file").set_input_files(RECORDS / "knoeffel.jsonl")
    expect(ann.find("verified")).to_contain_text("rolls are right")
    forged, other = tmp_path / "forged.jsonl", tmp_path / "other.txt"
    forged.write_text(record.replace(roll[0], f'"roll": [{int(roll[1]) % 6 + 1}', 1))
    ann.find("verify-file").set_input_files(forged)
    expect(ann.find("not-verified")).to_contain_text("Roll 1 is wrong")
    other.write_text("no record")
    ann.find("verify-file").set_input_files(other)
    expect(ann.find("not-verified")).to_have_text("This is not the record of a game.")
