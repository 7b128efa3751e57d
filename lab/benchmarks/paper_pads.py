"""Accuracy of the reader of printed pads on drawn photos of them, filled by hand.

The pads are those that `knobel print` writes, drawn by Chromium (`KNOBEL_BROWSER`). They and the photos are kept in a
folder, so that another reader reads the same photos. The digits are those of no training: see
`knobel_lab.reader.paper.pads`. Needs Pillow, PyTorch and zxing-cpp, and a folder with the fonts and digits that
docs/paper-reader.md lists. With `--breaks` one thing in turn gets worse in the photos of each pad, and what the page
says to the person with the camera is counted.

    python -m benchmarks.paper_pads DIGITS --pads 200 --folder PADS
    python -m benchmarks.paper_pads DIGITS --pads 4 --folder PADS --breaks
"""

import json
import math
import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image
from playwright.sync_api import sync_playwright

from benchmarks.paper_grids import worse_views
from benchmarks.shared import script
from knobel import GAMES
from knobel.cli.paper import possible_numbers
from knobel.engines.shared.arrays import Array
from knobel.vision.paper.pad_form import PadForm
from knobel.vision.paper.pads import ReadPad, read_pads
from knobel.vision.paper.reading import ReadCell
from knobel_lab.reader.paper.cells import CellSource
from knobel_lab.reader.paper.glyphs import Glyphs, load_glyphs
from knobel_lab.reader.paper.grids import View, photographed
from knobel_lab.reader.paper.pads import BlankPad, blank_pad, contents, fill, photograph

FORMS = ("--per-page", "1"), ("--per-page", "2"), ("--per-page", "4", "--mono"), ("--per-page", "6", "--language", "de")
"""Options of the printed pads."""
TURNS = 0, 180, 90, 270
COLUMNS = (
    "pads", "found", "cells", "right", "asked", "wrong and not asked", "pads right", "pads right after one tap",
    "pads with at most one cell asked", "no sheet found", "too small", "hold still",
)  # fmt: skip
"""The last three are what the page says in place of reading the pad."""
EASY = View(size=1920, blur=0.5)
WORSE: dict[str, tuple[Any, ...]] = {
    "blur": (1, 1.5, 2),
    "tilt": (30, 45, 60),
    "light": (0.4, 0.2, 0.1),
    "size": (1280, 960, 640),
}
"""Fields of `View` and the values that they take. Codes need sharper pictures than grids."""
DOUBTFUL, SMALL = 0.3, 16
"""The page takes no live sheet of which more is doubtful, and says that cells of fewer pixels are too small."""


def main() -> None:
    parser = script.parser(__doc__)
    parser.add_argument("digits", type=Path, help="a folder with digits and fonts")
    parser.add_argument("--folder", type=Path, default=Path("pads"), help="folder for the printed pads and the photos")
    parser.add_argument("--games", nargs="+", choices=GAMES, default=GAMES)
    parser.add_argument("--pads", type=int, default=200, help="number of pads of each game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--quality", type=float, default=1.0, help="0 for perfect photos, above 1 for worse ones")
    parser.add_argument("--breaks", action="store_true", help="make one thing in turn worse")
    parser.add_argument("--faults", type=Path, help="folder for the photos of pads that were not found or read wrongly")
    arguments = parser.parse_args()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ["KNOBEL_BROWSER"], args=["--no-sandbox"])
        blanks = {
            game: [blank_pad(browser, arguments.folder, game, *form) for form in FORMS] for game in arguments.games
        }
        browser.close()
    if arguments.breaks:
        pads = list(filled_pads(blanks, load_glyphs(arguments.digits, is_test=True), arguments.pads, arguments.seed))
        for name, view in worse_views(EASY, WORSE).items():
            counts = Counter[str]()
            for number, (form, texts, page) in enumerate(pads):
                photo, _ = photographed(np.random.default_rng((arguments.seed, number)), page, view)
                counts += count(read_pads(photo, possible_numbers), form, texts)
            script.report({"view": name, **{column: counts[column] for column in COLUMNS}})
        return
    photos = DrawnPhotos(arguments.digits, arguments.folder / "photos", arguments.seed, arguments.quality)
    for game, forms in blanks.items():
        total = Counter[str]()
        for number in range(arguments.pads):
            blank = forms[number % len(forms)]
            turn = TURNS[number // len(forms) % len(TURNS)]
            photo, texts = photos.draw(blank, number, turn)
            found = read_pads(photo, possible_numbers)
            counts = count(found, blank.form, texts)
            total += counts
            total["found upside down"] += counts["found"] * (turn == 180)
            if not counts["found"]:
                keep_fault(arguments.faults, f"{game}{number}_missed", photo, [])
            elif not counts["pads right"]:
                faults = [
                    (cell, text) for cell, text in zip(found[0].cells, texts, strict=True) if content(cell) != text
                ]
                keep_fault(arguments.faults, f"{game}{number}", photo, faults)
        script.report({"game": game, **{column: total[column] for column in ("found upside down", *COLUMNS[:-3])}})


def count(pads: Sequence[ReadPad], form: PadForm, texts: Sequence[str]) -> Counter[str]:
    """Return how the photo of a pad with these contents is read; the columns are `COLUMNS`."""
    if len(pads) != 1 or pads[0].form != form:
        return Counter({"pads": 1, "no sheet found": 1})
    cells = pads[0].cells
    wrong = [cell for cell, text in zip(cells, texts, strict=True) if content(cell) != text]
    asked = sum(not cell.is_sure for cell in cells)
    is_unclear = asked > DOUBTFUL * len(cells)
    is_small = any(math.dist(*cell.corners[:2]) < SMALL for cell in cells)
    return Counter(
        {
            "pads": 1,
            "found": 1,
            "cells": len(cells),
            "right": len(cells) - len(wrong),
            "asked": asked,
            "wrong and not asked": sum(cell.is_sure for cell in wrong),
            "pads right": not wrong,
            # A tap corrects a cell that is asked for.
            "pads right after one tap": len(wrong) <= 1 and not any(cell.is_sure for cell in wrong),
            "pads with at most one cell asked": len(wrong) <= asked <= 1,
            "too small": is_unclear and is_small,
            "hold still": is_unclear and not is_small,
        }
    )


def content(cell: ReadCell) -> str:
    """Return the likeliest content of a cell."""
    return cell.candidates[0][0]


def filled_pads(
    blanks: Mapping[str, Sequence[BlankPad]], glyphs: Glyphs, pads: int, seed: int
) -> Iterator[tuple[PadForm, list[str], Array]]:
    """Yield the forms, contents and pictures of filled pads of each game."""
    source = CellSource(glyphs, seed)
    for place, forms in enumerate(blanks.values()):
        for number in range(pads):
            random = np.random.default_rng((seed, place, number))
            blank = forms[number % len(forms)]
            texts = contents(blank.form, random)
            yield blank.form, texts, fill(blank, texts, source, random)


class DrawnPhotos:
    """Photos of filled pads, each drawn from its own seed when it is first asked for."""

    def __init__(self, digits: Path, folder: Path, seed: int, quality: float) -> None:
        self.digits, self.folder, self.seed, self.quality = digits, folder, seed, quality

    @cached_property
    def source(self) -> CellSource:
        """Draws what is written."""
        return CellSource(load_glyphs(self.digits, is_test=True), 0)

    def draw(self, blank: BlankPad, number: int, turn: int) -> tuple[Array, list[str]]:
        """Return the photo of a pad, shape (height, width, 3), uint8, and the contents of its cells."""
        file = self.folder / f"{blank.form.game}_{number}_seed_{self.seed}_quality_{self.quality}.jpg"
        truth = file.with_suffix(".json")
        if not truth.exists():
            self.folder.mkdir(parents=True, exist_ok=True)
            random = np.random.default_rng((self.seed, list(GAMES).index(blank.form.game), number))
            self.source.random.manual_seed(int(random.integers(2**62)))
            texts = contents(blank.form, random)
            file.write_bytes(photograph([fill(blank, texts, self.source, random)], turn, random, self.quality))
            truth.write_text(json.dumps(texts))
        with Image.open(file) as image:
            return np.array(image), json.loads(truth.read_text())


def keep_fault(folder: Path | None, name: str, photo: Array, cells: Sequence[tuple[ReadCell, str]]) -> None:
    """Save a photo, and each cell that was read wrongly with its contents, for a look at them."""
    if folder is None:
        return
    folder.mkdir(parents=True, exist_ok=True)
    image = Image.fromarray(photo)
    image.save(folder / f"{name}.png")
    for k, (cell, text) in enumerate(cells):
        xs, ys = zip(*cell.corners, strict=True)
        around = (max(xs) - min(xs)) / 3
        box = (round(min(xs) - around), round(min(ys) - around), round(max(xs) + around), round(max(ys) + around))
        read = " ".join(f"{each or 'empty'}={share:.2f}" for each, share in cell.candidates)
        file = f"{name} {k} {text or 'empty'} read {read}.png"
        image.crop(box).resize((240, 240)).save(folder / file)


if __name__ == "__main__":
    main()
