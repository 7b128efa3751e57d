"""Photos of filled grids, drawn as a whole with their truth: pages seen by a camera."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from knobel.engines.shared.arrays import Array
from knobel_lab.reader.paper.glyphs import INK, SIDE, Glyphs

CELL = 72
"""Side of a cell of the page in pixels."""
MARGIN = 1.0
"""Paper around the grid, in cells."""
FOCUS = 3.0
"""Distance of the camera in longer sides of the page."""


@dataclass(frozen=True)
class View:
    """How a page is photographed."""

    size: int = 1280
    """Longer side of the photo in pixels."""
    tilt: float = 15
    """Angle in degrees from above."""
    turn: float = 5
    """Turn of the page in degrees, clockwise."""
    blur: float = 1.0
    """Deviation of the blur in thousandths of the photo's longer side."""
    light: float = 1.0
    """Brightness in shares of a bright room's; noise grows as it gets darker."""


@dataclass(frozen=True)
class Photo:
    """A drawn photo and its contents."""

    picture: Array
    """RGB, uint8."""
    texts: tuple[tuple[str, ...], ...]
    """Contents of the cells, row by row, in the direction of the writing; an empty text is an empty cell."""
    corners: Array
    """Corners of the grid in the photo, clockwise from the upper left one, shape (4, 2)."""


def some_view(random: np.random.Generator) -> View:
    """Return a view as a careful person takes it."""
    return View(
        size=int(random.choice((960, 1280, 1920))),
        tilt=random.uniform(0, 30),
        turn=random.normal(0, 6) + 90 * int(random.choice(4, p=(0.85, 0.05, 0.05, 0.05))),
        blur=random.uniform(0.2, 1.4),
        light=random.uniform(0.4, 1.0),
    )


def draw_grid(random: np.random.Generator, glyphs: Glyphs, view: View, shape: tuple[int, int] = (5, 5)) -> Photo:
    """Return a photo of a grid of the numbers 1 to 12, some cells empty, in the writing of one person."""
    rows, columns = shape
    texts = tuple(tuple(some_text(random) for _ in range(columns)) for _ in range(rows))
    height, width = (round((count + 2 * MARGIN) * CELL) for count in shape)
    ink = np.asarray(grid_ink(random, shape), float) / 255
    write = writer(random, glyphs)
    for row, line in enumerate(texts):
        for column, text in enumerate(line):
            if text:
                middle = (np.array([column, row]) + 0.5 + MARGIN + random.normal(0, 0.05, 2)) * CELL
                paste(ink, write(text), middle)
    paper = random.uniform(190, 250) * np.array([1, random.uniform(0.96, 1), random.uniform(0.88, 1)])
    colour = np.array([(20, 20, 25), (25, 35, 110), (90, 90, 95)][random.integers(3)])
    page = paper + (colour - paper) * (ink * random.uniform(0.75, 1.0))[..., None]
    picture, to_picture = photographed(random, page.clip(0, 255).astype(np.uint8), view)
    inner = MARGIN * CELL
    grid = np.array([(inner, inner), (width - inner, inner), (width - inner, height - inner), (inner, height - inner)])
    return Photo(picture, texts, moved(to_picture, grid))


def photographed(random: np.random.Generator, page: Array, view: View) -> tuple[Array, Array]:
    """Return the photo of a page on a table, and the projective map from the page to it, shape (3, 3).

    :param page: RGB, shape (height, width, 3), uint8, as the photo
    """
    height, width = page.shape[:2]
    lay = Image.fromarray(page)
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], float)
    seen = projected(corners - (width / 2, height / 2), view, max(width, height))
    span = seen.max(0) - seen.min(0)
    scale = view.size * random.uniform(0.75, 0.9) / span.max()
    frame = (
        np.array([view.size, round(view.size * 0.75)])
        if span[0] >= span[1]
        else np.array([round(view.size * 0.75), view.size])
    )
    scale = min(scale, 0.95 * (frame / span).min())
    seen = (seen - (seen.max(0) + seen.min(0)) / 2) * scale + frame / 2
    # A larger page would be sampled coarsely.
    factor = min(1.0, float(np.linalg.norm(seen[1] - seen[0])) / width)
    lay = lay.resize(
        (round(width * factor), round(height * factor)),
        Image.Resampling.BOX if factor < 1 else Image.Resampling.BICUBIC,
    )
    to_page = homography(seen, corners * factor)
    table = np.full((frame[1], frame[0], 3), random.uniform(40, 150) * np.array([1, 0.85, 0.7]))
    table += random.normal(0, 6, table.shape)
    picture = Image.fromarray(table.clip(0, 255).astype(np.uint8))
    size = (int(frame[0]), int(frame[1]))
    where = Image.new("L", lay.size, 255).transform(size, Image.Transform.PERSPECTIVE, to_page.ravel()[:8].tolist())
    picture.paste(
        lay.transform(size, Image.Transform.PERSPECTIVE, to_page.ravel()[:8].tolist(), Image.Resampling.BICUBIC),
        mask=where,
    )
    picture = picture.filter(ImageFilter.GaussianBlur(view.blur * view.size / 1000))
    shade = 1 + np.outer(np.linspace(-1, 1, frame[1]), [1]) * random.normal(0, 0.08)
    shade = shade + np.linspace(-1, 1, frame[0])[None] * random.normal(0, 0.08)
    lit = np.asarray(picture, float) * (shade * view.light)[..., None]
    lit += random.normal(0, 1.5 + 4 * (1 - view.light), lit.shape)
    return lit.clip(0, 255).astype(np.uint8), homography(corners, seen)


def some_text(random: np.random.Generator) -> str:
    """Return the contents of a cell: the sum of two dice, rarely nothing."""
    return "" if random.random() < 0.05 else str(random.integers(1, 7, 2).sum())


def grid_ink(random: np.random.Generator, shape: tuple[int, int]) -> Image.Image:
    """Return the lines of a grid, printed or drawn by hand."""
    rows, columns = shape
    width, height = (round((count + 2 * MARGIN) * CELL) for count in (columns, rows))
    image = Image.new("L", (width, height))
    canvas = ImageDraw.Draw(image)
    wobble = 0.02 * CELL * int(random.integers(2))
    dark, thickness = int(random.uniform(90, 255)), int(random.integers(1, 5))
    for count, length, swap in ((columns, rows, False), (rows, columns, True)):
        for k in range(count + 1):
            ends = [(k + MARGIN, MARGIN), (k + MARGIN, length + MARGIN)]
            line = np.array([end[::-1] if swap else end for end in ends]) * CELL + random.normal(0, 1, (2, 2)) * wobble
            canvas.line([tuple(point) for point in line], fill=dark, width=thickness)
    return image


def writer(random: np.random.Generator, glyphs: Glyphs) -> Callable[[str], Array]:
    """Return a function that writes numbers in the style of one person."""
    by_hand = np.flatnonzero(glyphs.is_handwriting)
    font = glyphs.fonts[random.choice(by_hand)] if random.random() < 0.4 else None
    # Of a set, no two digits are of the same person; the height and the pen are at least the same.
    height, thin, slant = random.uniform(0.42, 0.7) * CELL, random.uniform(0.3, 0.55), random.normal(0, 0.08)

    def write(text: str) -> Array:
        parts = []
        for digit in map(int, text):
            index = random.choice(glyphs.written[digit]) if font is None else font[digit]
            side = height * SIDE / INK * max(1.0, float(glyphs.widths[index])) * random.normal(1, 0.05)
            image = Image.fromarray(glyphs.pictures[index]).resize((round(side),) * 2, Image.Resampling.BICUBIC)
            image = image.transform(
                image.size, Image.Transform.AFFINE, (1, slant, -slant * side / 2, 0, 1, 0), Image.Resampling.BICUBIC
            )
            shown = ((np.asarray(image, float) / 255 - thin) / 0.3 + 0.5).clip(0, 1)
            columns = np.flatnonzero(shown.max(0) > 0.3)
            parts.append(shown[:, columns[0] : columns[-1] + 1] if len(columns) else shown)
        tallest = max(len(part) for part in parts)
        gap = np.zeros((tallest, max(1, round(random.uniform(0.02, 0.2) * height))))
        row: list[Array] = []
        for part in parts:
            above = (tallest - len(part)) // 2
            row += [np.pad(part, ((above, tallest - len(part) - above), (0, 0))), gap]
        number = np.concatenate(row[:-1], 1)
        widest = 0.85 * CELL
        if number.shape[1] > widest:
            image = Image.fromarray((number * 255).astype(np.uint8))
            number = np.asarray(image.resize((round(widest), round(tallest * widest / number.shape[1]))), float) / 255
        return number

    return write


def paste(ink: Array, number: Array, middle: Array) -> None:
    """Add the ink of a number to a page."""
    height, width = number.shape
    left, top = round(middle[0] - width / 2), round(middle[1] - height / 2)
    part = ink[top : top + height, left : left + width]
    np.maximum(part, number, out=part)


def projected(points: Array, view: View, longest: float) -> Array:
    """Return where a camera sees points of the page, whose middle is at 0."""
    turn, tilt = math.radians(view.turn), math.radians(view.tilt)
    x = points[:, 0] * math.cos(turn) - points[:, 1] * math.sin(turn)
    y = points[:, 0] * math.sin(turn) + points[:, 1] * math.cos(turn)
    depth = FOCUS * longest - y * math.sin(tilt)
    return np.stack([x, y * math.cos(tilt)], 1) * (FOCUS * longest / depth)[:, None]


def homography(start: Array, end: Array) -> Array:
    """Return the projective map of four points to four others, shape (3, 3)."""
    rows, right = [], []
    for (x, y), (u, v) in zip(start, end, strict=True):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        right += [u, v]
    return np.append(np.linalg.solve(np.array(rows), np.array(right)), 1).reshape(3, 3)


def moved(matrix: Array, points: Array) -> Array:
    """Return the images of points in a projective map."""
    mapped = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    return np.asarray(mapped[:, :2] / mapped[:, 2:])
