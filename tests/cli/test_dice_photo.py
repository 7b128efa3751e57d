"""`knobel dice --photo` and `knobel train dice`: output, marks, and one line for each mistake."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tests.cli.conftest import Run, fails
from tests.vision.dice.test_reader import PICTURES

pytestmark = pytest.mark.usefixtures("quick_reader")

VALUES = [2, 6, 4, 4, 4]


@pytest.fixture(scope="module")
def photo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file with a drawn photo that shows `VALUES`."""
    path = tmp_path_factory.mktemp("photos") / "roll.png"
    with Image.open(PICTURES / "sure.jpg") as image:
        image.save(path)
    return path


def test_values_boxes_and_marks(run: Run, photo: Path, tmp_path: Path) -> None:
    out = run("dice", "--photo", str(photo)).out
    assert out.startswith("5 dice: 2 6 4 4 4, sum 20\n")
    assert "not sure" not in out
    marked = tmp_path / "marked.png"
    read = json.loads(run("dice", "--photo", str(photo), "--json", "--marked", str(marked)).out)
    assert (read["width"], read["height"], read["sure"]) == (640, 640, True)
    assert 0.9 < read["probability"] <= 1
    assert [die["value"] for die in read["dice"]] == VALUES
    for die in read["dice"]:
        left, top, right, bottom = die["box"]
        assert left < die["x"] < right
        assert top < die["y"] < bottom
        assert 0.5 < die["probability"] <= 1
    with Image.open(marked) as image, Image.open(photo) as original:
        assert image.size == original.size
        assert (np.asarray(image) != np.asarray(original)).any()
    fails(run("dice", "--photo", str(photo), "--marked", str(marked)), "already exists")


def test_photos_are_turned_upright(run: Run, photo: Path, tmp_path: Path) -> None:
    turned = tmp_path / "turned.png"
    with Image.open(photo) as image:
        exif = Image.Exif()
        exif[0x0112] = 6  # to be turned by 90 degrees
        image.transpose(Image.Transpose.ROTATE_90).save(turned, exif=exif)
    read = json.loads(run("dice", "--photo", str(turned), "--json").out)
    assert [die["value"] for die in read["dice"]] == VALUES


def test_a_reading_that_may_be_wrong_is_named(run: Run) -> None:
    path = PICTURES / "unsure.jpg"
    assert "not sure, probability 0." in run("dice", "--photo", str(path)).out
    assert json.loads(run("dice", "--photo", str(path), "--json").out)["sure"] is False


def test_another_number_of_dice_than_expected_is_named(run: Run, photo: Path) -> None:
    assert "not sure" not in run("dice", "--photo", str(photo), "--count", "5").out
    assert run("dice", "--photo", str(photo), "--count", "6").out.endswith("not sure, not 6 dice: check the dice\n")
    assert json.loads(run("dice", "--photo", str(photo), "--count", "6", "--json").out)["sure"] is False
    assert run("dice", "--photo", str(photo), "--count", "0").status == 2
    fails(run("dice", "--count", "5", "game.jsonl"), "--count needs a photo")


def test_dice_that_are_too_small_are_named(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "small.png"
    with Image.open(PICTURES / "colours.jpg") as image:
        image.resize((160, 160), Image.Resampling.BOX).save(path)
    assert "not sure, the dice are too small to be read reliably" in run("dice", "--photo", str(path)).out
    read = json.loads(run("dice", "--photo", str(path), "--json").out)
    assert (read["sure"], read["too_small"]) == (False, True)


def test_no_dice(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "empty.png"
    Image.new("L", (40, 30), 200).save(path)
    assert run("dice", "--photo", str(path)).out == "no dice found\n"


def test_sixteen_bits_are_not_cut_off(run: Run, photo: Path, tmp_path: Path) -> None:
    path = tmp_path / "grey.png"
    with Image.open(photo) as image:
        Image.fromarray(np.asarray(image.convert("L")).astype(np.uint16) * 257).save(path)
    read = json.loads(run("dice", "--photo", str(path), "--json").out)
    assert [die["value"] for die in read["dice"]] == VALUES


@pytest.mark.parametrize("side", [10_001, 14_000])
def test_huge_pictures_are_refused(run: Run, tmp_path: Path, side: int) -> None:
    path = tmp_path / "huge.png"
    Image.new("1", (side, side)).save(path)
    fails(run("dice", "--photo", str(path)), "the picture has more than 100 million pixels")


def test_bad_photos_and_arguments(run: Run, photo: Path, tmp_path: Path) -> None:
    broken, text = tmp_path / "broken.png", tmp_path / "text.jpg"
    broken.write_bytes(photo.read_bytes()[:5000])
    text.write_text("no picture")
    for path in (broken, text):
        fails(run("dice", "--photo", str(path)), f"{path}: not a picture, or a broken one")
    heic = tmp_path / "IMG_0001.jpg"
    heic.write_bytes(bytes([0, 0, 0, 24]) + b"ftypmif1" + bytes(4) + b"mif1heic" + bytes(100))
    fails(run("dice", "--photo", str(heic)), f"{heic}: the photo is in HEIC format, .* save it as JPEG")
    heic.write_bytes(bytes([0, 0, 0, 24]) + b"ftypmp42" + bytes(4) + b"mp42isom" + b"heic" * 9)
    fails(run("dice", "--photo", str(heic)), f"{heic}: not a picture, or a broken one")
    fails(run("dice", "--photo", str(tmp_path / "absent.png")), "cannot read")
    fails(run("dice", "--photo", str(photo), "game.jsonl"), "leave the other files")
    fails(run("dice", "--marked", "out.png", "game.jsonl"), "--marked needs a photo")
    fails(run("dice", "--photo", str(photo), "--marked", str(tmp_path / "none" / "out.png")), "cannot write")
    fails(run("dice"), "FILE is missing")


def test_missing_packages_are_named(run: Run, photo: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "PIL", None)
    fails(run("dice", "--photo", str(photo)), "photos need Pillow: .*photos")
    for module in ("knobel_lab.reader.training", "knobel_lab.reader.networks"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    monkeypatch.setitem(sys.modules, "torch", None)
    fails(run("train", "dice", "--hours", "0.1"), "training the reader needs PyTorch: .*reader")


def test_options_of_training_fit_what_is_trained(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    fails(run("train", "dice", "--games", "10"), "--hours")
    fails(run("train", "knister", "--hours", "1"), "--hours and --workers are for readers")
    (tmp_path / "dice.npz").write_bytes(b"")
    fails(run("train", "dice"), "already exists")
