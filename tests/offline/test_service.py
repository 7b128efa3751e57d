import json
from random import Random

import pytest

from knobel.games import GAMES
from knobel.notation import load
from knobel.offline.service import Service
from knobel.record_checks import check_record
from tests.offline.page import Page


@pytest.mark.parametrize("game", GAMES)
def test_a_game_against_a_bot_leaves_a_record_that_can_be_checked(game: str) -> None:
    page = Page(Service())
    code = page.open(game, bots=("random",))
    page.connect(code)
    position = page.play()
    text = page.request("GET", f"/api/tables/{code}/games/1/record")
    record, state = load(text.splitlines(), finished=True)
    assert position["scores"] == list(record.game.scores(state)) == page.stored[code]["summary"]["scores"]
    assert check_record(text.encode()).rolls > 0
    steps = page.request("GET", f"/api/tables/{code}/replay").splitlines()
    assert json.loads(steps[-1])["at"] == len(record.events)
    assert page.request("POST", "/api/records/replay", text).count("\n") == len(steps)
    assert page.rejected == []


def test_a_stored_table_continues_where_it_was() -> None:
    page, rng = Page(Service()), Random(1)
    code = page.open("knister", bots=("random",))
    page.connect(code)
    for _ in range(20):
        page.step(rng)
    again = Page(Service())
    assert again.service.load(json.dumps(page.stored[code]))
    again.connect(code)
    assert again.position == page.position
    again.play()
    assert again.stored[code]["summary"]["state"] == "over"
    assert again.stored[code]["seed"] is None


def test_a_game_goes_on_without_its_seed() -> None:
    page = Page(Service())
    code = page.open("knister")
    stored = {**page.stored[code], "seed": None}
    again = Page(Service())
    assert again.service.load(json.dumps(stored))
    again.connect(code)
    again.play()
    assert "new_seed" in [entry["kind"] for entry in again.log]


def test_people_at_one_device_do_not_see_each_others_entries_of_a_round() -> None:
    page = Page(Service())
    code = page.open("knister", guests=("Bea",))
    page.connect(code)
    page.send("roll", at=page.position["at"])
    page.send("move", at=page.position["at"], action="a1")
    assert page.position["sheets"][0]["grid"][0][0] > 0
    page.connect(code, "you-2")
    assert page.position["seat"] == 1
    assert page.position["sheets"][0]["grid"][0][0] == 0
    assert "a1" not in [entry["action"] for entry in page.log]
    page.send("move", at=page.position["at"], action="b2")
    page.send("roll", at=page.position["at"])
    assert page.position["sheets"][0]["grid"][0][0] > 0


def test_real_dice_are_typed_in_and_entries_taken_back() -> None:
    page = Page(Service())
    code = page.open("knaster", dice="real")
    page.connect(code)
    page.send("roll", at=page.position["at"], dice=[3, 4])
    page.send("move", at=page.position["at"], action="c3")
    assert page.position["can_undo"]
    page.send("undo", at=page.position["at"])
    assert page.position["sheets"][0]["grid"][2][2] == 0
    assert page.position["choices"]


def test_entries_are_corrected_without_a_server() -> None:
    page = Page(Service())
    code = page.open("knister", dice="real")
    page.connect(code)
    page.send("roll", at=page.position["at"], dice=[3, 4])
    page.send("move", at=page.position["at"], action="c3")
    path = f"/api/tables/{code}/correction"
    asked = {"game": 1, "entry": {"number": 1, "seat": 0}}
    before = page.request("POST", path, asked)["position"]
    assert len(before["choices"]) == 25
    changes = [{"number": 1, "dice": [6, 6]}]
    preview = page.request("POST", path, {"game": 1, "changes": changes})
    assert (preview["conflict"], [entry["number"] for entry in preview["entries"]]) == (None, [1, 1])
    page.send("correct", game=1, changes=changes)
    assert page.position["sheets"][0]["grid"][2][2] == 12
    assert page.log[-1]["was"] == [3, 4]
    assert page.request("POST", path, "{}") == "malformed"


def test_a_command_that_arrives_twice_is_executed_once() -> None:
    page = Page(Service())
    page.connect(page.open("knister"))
    at = page.position["at"]
    page.send("roll", at=at)
    entries = len(page.log)
    page.ids -= 1
    page.send("roll", at=at)
    assert len(page.log) == entries
    assert page.rejected == []


def test_impossible_requests_are_refused() -> None:
    page = Page(Service())
    code = page.open("knister")
    page.connect(code)
    page.send("move", at=page.position["at"], action="a1")
    page.send("say", to="table", text="hello")
    assert page.rejected == ["roll_first", "chat_hidden"]
    assert page.request("GET", f"/api/tables/{code}/replay") == "game_running"
    assert page.request("GET", "/api/tables/0ABCDE/record") == "no_table"
    assert page.request("GET", "/api/scores/knister") == "needs_server"
    assert page.request("POST", "/api/records/replay", "{}") == "bad_record"
    assert page.request("POST", "/api/tables", "{}") == "malformed"
    page.connect("0ABCDE")
    assert page.closed == [[1, 4004, "no_table"]]
    assert not page.service.load(json.dumps({**page.stored[code], "lines": ["{}"]}))


def test_a_recorded_game_is_continued_from_a_position() -> None:
    page = Page(Service())
    code = page.open("knoeffel")
    page.connect(code)
    page.play()
    record = page.request("GET", f"/api/tables/{code}/record")
    opened = page.request("POST", "/api/records/what-if?at=10&seat=0", record)
    page.connect(opened["code"])
    assert page.table["what_if"]
    assert page.request("POST", "/api/records/position", "\n".join(record.splitlines()[:3]))["at"] == 2


def test_filled_sheets_are_scored() -> None:
    sheet = {"name": "Ann", "cells": {"kn.1": "20", "4s.1": "7"}}
    found = Page(Service()).request("POST", "/api/records/sheets", json.dumps({"game": "knoeffel", "sheets": [sheet]}))
    assert found["position"]["scores"] == [50]
    assert [each["place"] for each in found["sheets"][0]["contradictions"]] == ["4s.1"]
