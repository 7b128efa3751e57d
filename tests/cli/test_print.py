"""`knobel print` writes one file with everything in it. Its drawing is tested in a browser."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

import knobel
from knobel.cli.print_pads import paper_path
from tests.cli.conftest import Run, fails


def data_in(document: str) -> dict[str, Any]:
    found = re.search(r'<script id="pads" type="application/json">(.*?)</script>', document)
    assert found
    read: dict[str, Any] = json.loads(found[1])
    return read


@pytest.mark.parametrize("name", list(knobel.GAMES))
def test_the_file_has_the_blank_sheet_of_the_game(run: Run, tmp_path: Path, name: str) -> None:
    file = tmp_path / "pads.html"
    ran = run("print", name, "--paper", "A5", "-o", str(file), "--url", "https://knobel.example/", "--language", "it")
    assert (ran.status, ran.out, ran.err) == (0, "", "")
    document = file.read_text()
    assert document.startswith('<!doctype html>\n<html lang="it">')
    assert not re.search(r'(src|href)="(?!data:)', document), "it loads no other file"
    data = data_in(document)
    game = knobel.make(name)
    assert data["sheet"] == json.loads(json.dumps(game.sheet(game.start(game.min_seats), 0)))
    assert data["link"] == f"https://knobel.example/paper?game={name}"
    assert (data["paper"], data["per_page"], data["colour"], data["rules"]) == ("A5", 2, True, True)
    fails(run("print", name, "-o", str(file), "--url", "https://knobel.example"), "already exists")


def test_options_are_in_the_sheet_and_in_the_link(run: Run) -> None:
    options = (
        "--option",
        "columns=3",
        "--option",
        "five_is_full_house=true",
        "--mono",
        "--no-rules",
        "--per-page",
        "6",
    )
    data = data_in(run("print", "knoeffel", *options, "--url", "http://192.0.2.7:8000").out)
    assert len(data["sheet"]["columns"]) == 3
    assert data["link"] == "http://192.0.2.7:8000/paper?game=knoeffel&columns=3&five_is_full_house=true"
    assert (data["per_page"], data["colour"], data["rules"]) == (6, False, False)


def test_the_link_has_only_unusual_options() -> None:
    layout = "bkgyrgyrkbrkbgybgyrkyrkbg"
    assert paper_path(knobel.make("knapp_daneben", layout=layout)) == f"/paper?game=knapp_daneben&layout={layout}"
    assert paper_path(knobel.make("kniffeliger", cross_out="open")) == "/paper?game=kniffeliger"


def test_mistakes_are_explained(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    fails(run("print", "knister", "--url", "knobel.example"), "--url is an address such as https://knobel.example")
    fails(run("print", "knistr"), "did you mean knister")
    fails(run("print", "knister", "--paper", "A3"), "A3")
    monkeypatch.setattr("knobel.server.limits.addresses.lan_address", lambda: None)
    fails(run("print", "knister"), "in no network: name the server")
    monkeypatch.setattr("knobel.server.http.page_files.FOLDER", tmp_path)
    fails(run("print", "knister", "--url", "http://192.0.2.7"), "has not been built")
