"""In how many pictures without a grid the reader of paper finds one.

They are drawn: dice and things on tables, some of them ruled; writing, boxes, bars, ruled and squared paper, from
the drawings of paper without their grids; and rough surfaces. The folder has the fonts and the handwritten digits that
docs/paper-reader.md lists. Squared paper and cloth show squares, but no sheet, as hardly a number is in them.

    python -m benchmarks.paper_without_grid DIGITS --pictures 500
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
from PIL import Image

from benchmarks.shared import script
from knobel.engines.shared.arrays import Array
from knobel.vision.paper.reading import read_grids
from knobel_lab.reader.drawing.scene import draw, table_setting
from knobel_lab.reader.paper.glyphs import load_glyphs
from knobel_lab.reader.paper.sheets import SheetSource

FIRST_SEED = 50_000_000_000_000
GROUNDS = "felt", "wood", "paper", "cloth"
SIDE = 640
BATCH = 4


def tables(count: int) -> Iterator[Array]:
    """Yield pictures of dice and things on tables."""
    for k in range(count):
        yield draw(FIRST_SEED + k, replace(table_setting(5, GROUNDS[k % len(GROUNDS)]), things=1.0))[0]


def papers(count: int, digits: Path) -> Iterator[Array]:
    """Yield pictures of paper with writing and lines, but no grid."""
    source = SheetSource(load_glyphs(digits, is_test=True), FIRST_SEED, without_grid=1.1)
    for k in range(0, count, BATCH):
        for picture in source.draw(min(BATCH, count - k), SIDE).pictures[:, 0].byte().numpy():
            yield np.repeat(picture[:, :, None], 3, 2)


def surfaces(count: int) -> Iterator[Array]:
    """Yield pictures of rough surfaces."""
    random = np.random.default_rng(FIRST_SEED)
    for _ in range(count):
        rough = np.zeros((480, 640))
        for octave in range(random.integers(1, 5)):
            side = int(random.integers(4, 160)) >> octave
            coarse = Image.fromarray(random.normal(0, 0.5**octave, (max(2, side), max(2, side))).astype(np.float32))
            rough += np.asarray(coarse.resize((640, 480), Image.Resampling.BICUBIC))
        picture = random.uniform(60, 200) * (1 + random.uniform(0.05, 0.4) * rough)
        yield np.repeat(picture.clip(0, 255).astype(np.uint8)[:, :, None], 3, 2)


def main() -> None:
    parser = script.parser(__doc__)
    parser.add_argument("digits", type=Path)
    parser.add_argument("--pictures", type=int, default=500)
    arguments = parser.parse_args()
    part = arguments.pictures // 5
    kinds = {
        "tables": tables(2 * part),
        "papers": papers(2 * part, arguments.digits),
        "surfaces": surfaces(arguments.pictures - 4 * part),
    }
    for kind, pictures in kinds.items():
        found = [(bool(read_grids(picture, [(5, 5)])), bool(read_grids(picture))) for picture in pictures]
        of_games, of_any_size = map(sum, zip(*found, strict=True))
        script.report({"kind": kind, "pictures": len(found), "with a grid of 5 × 5": of_games, "any grid": of_any_size})


if __name__ == "__main__":
    main()
