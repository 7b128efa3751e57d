"""`knobel paper`: the numbers and the points of a sheet in a photo, and one line for each mistake."""

import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import knobel
from knobel.cli.paper import FoundSheet, describe, lines, pad_sheet
from knobel.filled_sheets import score_sheets
from knobel.vision.paper.pad_form import read_form
from knobel.vision.paper.pads import ReadPad
from knobel.vision.paper.reading import ReadCell
from tests.cli.conftest import Run, fails
from tests.vision.paper.drawn_pad import LINK, NUMBERS, draw_pad, draw_printed_pad

pytestmark = pytest.mark.usefixtures("quick_reader")

TEXTS = [str(number) for row in NUMBERS for number in row]
POINTS = 5
"""Those of `NUMBERS` in Knister."""


@pytest.fixture(scope="module")
def photo(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the file of a photo of a pad."""
    path = tmp_path_factory.mktemp("photos") / "pad.png"
    Image.fromarray(draw_pad()).save(path)
    return str(path)


def test_a_sheet_is_read_and_its_points_are_counted(run: Run, photo: str) -> None:
    (sheet,) = json.loads(run("paper", "--photo", photo, "--game", "knister", "--json").out)["sheets"]
    assert [cell["text"] for cell in sheet["cells"]] == TEXTS
    assert (sheet["rows"], sheet["columns"], sheet["points"]) == (5, 5, POINTS)
    assert sum(line["points"] for line in sheet["lines"]) == POINTS
    out = run("paper", "--photo", photo, "--game", "knister").out
    assert out.startswith(f"sheet 1: 5 x 5, {POINTS} points\n")
    assert out.count("?") == sum(not cell["sure"] for cell in sheet["cells"])
    assert "points" not in run("paper", "--photo", photo).out


def test_a_printed_pad_says_its_game(run: Run, tmp_path: Path) -> None:
    Image.fromarray(np.rot90(draw_printed_pad(), 2)).save(path := tmp_path / "pad.png")
    (sheet,) = json.loads(run("paper", "--photo", str(path), "--json").out)["sheets"]
    assert (sheet["game"], sheet["options"]["columns"]) == ("knoeffel", 2)
    texts = {cell["place"]: cell["text"] for cell in sheet["cells"]}
    # Of the numbers 1 to 26, the dice cannot give most.
    assert (texts["1s.1"], texts["1s.2"], texts["5s.2"]) == ("1", "2", "10")
    assert sheet["points"] == sum(line["points"] for line in sheet["lines"]) > 0
    assert run("paper", "--photo", str(path)).out.startswith(f"sheet 1: knoeffel, {sheet['points']} points\n")


def test_the_line_that_a_total_lacks_is_named() -> None:
    # Five sevens in the diagonal are 20 points; the players forgot to double it.
    written = dict.fromkeys(("a1", "b2", "c3", "d4", "e5"), "7") | {"total": "10"}
    scored = score_sheets(knobel.make("knister"), [written]).sheets[0]
    sheet = FoundSheet("knister", {}, (), [], [], [], scored)
    assert "  total: 10 is not right, but 20: diag is missing" in lines(1, sheet)
    (wrong,) = describe(sheet)["contradictions"]
    assert wrong == {"place": "total", "kind": "sum", "written": "10", "expected": (20,), "because": "diag"}


@pytest.mark.parametrize("text", ["-", "7"])
def test_only_a_number_is_compared_as_total(text: str) -> None:
    form = read_form(LINK)
    empty, total = (ReadCell(0, 0, ((each, 1.0),), is_sure=True, corners=()) for each in ("", text))
    sheet = pad_sheet(ReadPad(form, (), (empty,) * len(form.cells), total, None))
    assert sheet.scored is not None
    assert [each.written for each in sheet.scored.contradictions] == [text] * text.isdigit()


def test_circles_are_those_of_the_game(run: Run, photo: str) -> None:
    (sheet,) = json.loads(run("paper", "--photo", photo, "--game", "knaster", "--json").out)["sheets"]
    assert sheet["points"] == 0


def test_a_photo_without_a_sheet_says_so(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "empty.png"
    Image.fromarray(np.full((300, 400, 3), 200, np.uint8)).save(path)
    assert run("paper", "--photo", str(path)).out.startswith("no sheet found: ")


def test_mistakes_are_one_line(run: Run, photo: str, tmp_path: Path) -> None:
    fails(run("paper"), "--photo is missing")
    fails(run("paper", "--photo", str(tmp_path / "none.jpg")), "no such file")
    fails(run("paper", "--photo", __file__), "not a picture")
    fails(run("paper", "--photo", photo, "--game", "knoeffel"), "leave out --game, or choose one of knister, knaster")
    fails(run("paper", "--photo", photo, "--option", "a=b"), "name it with --game")
