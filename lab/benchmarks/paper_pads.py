"""Accuracy of the reader of printed pads on drawn photos of them, filled by hand.

The pads are those that `knobel print` writes, drawn by Chromium (`KNOBEL_BROWSER`). They and the photos are kept in a
folder, so that another reader reads the same photos. The digits are those of no training: see
`knobel_lab.reader.paper.pads`. Needs Pillow, PyTorch and zxing-cpp, and a folder with the fonts and digits that
docs/paper-reader.md lists.

    python -m benchmarks.paper_pads DIGITS --pads 200 --folder PADS
"""

import json
import os
from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

import numpy as np
from PIL import Image
from playwright.sync_api import sync_playwright

from benchmarks.shared import script
from knobel import GAMES
from knobel.cli.paper import possible_numbers
from knobel.engines.shared.arrays import Array
from knobel.vision.paper.pads import read_pads
from knobel.vision.paper.reading import ReadCell
from knobel_lab.reader.paper.cells import CellSource
from knobel_lab.reader.paper.glyphs import load_glyphs
from knobel_lab.reader.paper.pads import BlankPad, blank_pad, contents, fill, photograph

FORMS = ("--per-page", "1"), ("--per-page", "2"), ("--per-page", "4", "--mono"), ("--per-page", "6", "--language", "de")
"""Options of the printed pads."""
TURNS = 0, 180, 90, 270


def main() -> None:
    parser = script.parser(__doc__)
    parser.add_argument("digits", type=Path, help="a folder with digits and fonts")
    parser.add_argument("--folder", type=Path, default=Path("pads"), help="folder for the printed pads and the photos")
    parser.add_argument("--games", nargs="+", choices=GAMES, default=GAMES)
    parser.add_argument("--pads", type=int, default=200, help="number of pads of each game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--quality", type=float, default=1.0, help="0 for perfect photos, above 1 for worse ones")
    parser.add_argument("--faults", type=Path, help="folder for the photos of pads that were not found or read wrongly")
    arguments = parser.parse_args()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ["KNOBEL_BROWSER"], args=["--no-sandbox"])
        blanks = {
            game: [blank_pad(browser, arguments.folder, game, *form) for form in FORMS] for game in arguments.games
        }
        browser.close()
    photos = DrawnPhotos(arguments.digits, arguments.folder / "photos", arguments.seed, arguments.quality)
    for game, forms in blanks.items():
        counts = Counter[str]()
        for number in range(arguments.pads):
            blank = forms[number % len(forms)]
            turn = TURNS[number // len(forms) % len(TURNS)]
            photo, texts = photos.draw(blank, number, turn)
            counts["pads"] += 1
            pads = read_pads(photo, possible_numbers)
            if len(pads) != 1 or pads[0].form != blank.form:
                keep_fault(arguments.faults, f"{game}{number}_missed", photo, [])
                continue
            counts["found"] += 1
            counts["found upside down"] += turn == 180
            read = pads[0].cells
            contained = [cell.candidates[0][0] for cell in read]
            right = [text == each for text, each in zip(texts, contained, strict=True)]
            asked = [not cell.is_sure for cell in read]
            counts["cells"] += len(texts)
            counts["right"] += sum(right)
            counts["asked"] += sum(asked)
            counts["wrong and not asked"] += sum(
                not is_right and not is_asked for is_right, is_asked in zip(right, asked, strict=True)
            )
            counts["pads right"] += all(right)
            # A tap corrects a cell that is asked for.
            wrong = [is_asked for is_right, is_asked in zip(right, asked, strict=True) if not is_right]
            counts["pads right after one tap"] += len(wrong) <= 1 and all(wrong)
            faults = [(cell, text) for cell, text, is_right in zip(read, texts, right, strict=True) if not is_right]
            if faults:
                keep_fault(arguments.faults, f"{game}{number}", photo, faults)
            counts["pads with at most one cell asked"] += sum(asked) <= 1 and sum(asked) >= len(wrong)
        script.report({"game": game, **counts})


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
