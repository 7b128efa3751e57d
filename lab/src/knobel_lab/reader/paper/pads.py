"""Drawn photos of printed pads that are filled by hand, to measure their reader: nothing here is for training.

The pads are those that `knobel print` writes, as Chromium draws them. They are filled with handwritten digits, bent,
seen in perspective from any side, in uneven light, blurred and noisy, and compressed as JPEG.
"""

import json
import math
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import torch
from PIL import Image
from PIL.ImageFilter import GaussianBlur
from torch.nn.functional import grid_sample

from knobel.cli import main
from knobel.cli.paper import possible_numbers
from knobel.engines.shared.arrays import Array
from knobel.vision.paper.pad_form import PadForm, read_form
from knobel.vision.paper.settings import CELL_SHARE, CROP
from knobel_lab.reader.paper.cells import STRUCK, CellSource

SCALE = 3
"""Pixels of a drawn page in a pixel of a style sheet."""
CIRCLED, EMPTY_SHARE, STRUCK_SHARE = 0.4, 0.04, 0.12
CIRCLE_ROOM = 0.65
"""Size of a number in a circle."""
INKS = (40, 40, 45), (25, 40, 120), (90, 90, 95), (20, 20, 25)
CELL = CROP * CELL_SHARE
FRAME = 2000, 1500
MEASURE = """(pad) => {
  const {left, top} = pad.getBoundingClientRect();
  const [[x0, y0], [x1, y1]] = ['top-left', 'bottom-right'].map((mark) => {
    const box = pad.querySelector(`[data-mark=${mark}]`).getBoundingClientRect();
    return [(box.left + box.right) / 2 - left, (box.top + box.bottom) / 2 - top];
  });
  return [x0, y0, x1, y1, pad.querySelector('.code').dataset.link];
}"""
"""The middles of two marks, in pixels from the corner of the pad, and the link."""


@dataclass(frozen=True)
class BlankPad:
    """A printed pad without any writing."""

    picture: Array
    """RGB, shape (height, width, 3), uint8."""
    form: PadForm
    marks: tuple[float, float, float, float]
    """x and y of the middle of the upper left and of the lower right mark, in pixels."""

    def box(self, box: Sequence[float]) -> list[float]:
        """Return a box of the form in pixels."""
        left, top, right, bottom = self.marks
        width, height = right - left, bottom - top
        return [left + box[0] * width, top + box[1] * height, left + box[2] * width, top + box[3] * height]


def blank_pad(browser: Any, folder: Path, game: str, *options: str) -> BlankPad:
    """Return a pad as `knobel print` prints it; it is kept in a folder.

    :param browser: of Playwright
    :param options: of the command
    """
    name = "_".join((game, *options)).replace("/", "")
    picture, facts = folder / f"{name}.png", folder / f"{name}.json"
    if not facts.exists():
        folder.mkdir(parents=True, exist_ok=True)
        page = browser.new_page(device_scale_factor=SCALE)
        page.emulate_media(media="print")
        with tempfile.TemporaryDirectory() as temporary:
            file = Path(temporary) / "pads.html"
            try:
                main(["print", game, *options, "-o", str(file), "--url", "https://knobel.example"])
            except SystemExit as end:
                if end.code:
                    raise
            page.goto(file.as_uri())
            page.locator("[data-fit]").wait_for()
            pad = page.locator(".pad").first
            pad.screenshot(path=str(picture))
            facts.write_text(json.dumps(pad.evaluate(MEASURE)))
        page.close()
    *marks, link = json.loads(facts.read_text())
    with Image.open(picture) as image:
        return BlankPad(np.array(image.convert("RGB")), read_form(link), tuple(SCALE * each for each in marks))


def contents(form: PadForm, random: np.random.Generator) -> list[str]:
    """Return possible contents of the cells of a pad."""
    texts = []
    is_grid = form.blocks[0].rows == 5
    for possible in possible_numbers(form):
        if random.random() < EMPTY_SHARE:
            texts.append("")
        elif is_grid:
            number = str(random.integers(1, 7, 2).sum())
            is_circled = form.game == "knaster" and random.random() < CIRCLED
            texts.append(f"({number})" if is_circled else number)
        elif random.random() < STRUCK_SHARE:
            texts.append("-")
        else:
            texts.append(str(random.choice(sorted(set(possible) - {0}))))
    return texts


def fill(pad: BlankPad, texts: Sequence[str], source: CellSource, random: np.random.Generator) -> Array:
    """Return the picture of a pad with these contents in its cells."""
    n = len(texts)
    numbers = [text.strip("()-") for text in texts]
    slots = torch.tensor([digits_of(number) for number in numbers])
    circled = torch.tensor([text.startswith("(") for text in texts])
    struck = torch.tensor([STRUCK if text == "-" else 0 for text in texts])
    middle = torch.full((n, 1, 1), CROP / 2)
    height = source.uniform(n, 0.7, 0.86) * CELL
    ink, marks = torch.zeros(n, CROP, CROP), torch.zeros(n, CROP, CROP)
    has = torch.tensor([bool(number) for number in numbers])
    if bool(has.any()):
        ink[has] = source.ink_of(slots[has], height[has], middle[has], middle[has])
    if "-" in texts:
        source.draw_corrections(marks, struck, slots, height, middle, middle)
    if bool(circled.any()):
        source.draw_circles(marks, circled)
    picture = pad.picture.astype(np.float32)
    colour = np.array(INKS[random.integers(len(INKS))], np.float32)
    strength = random.uniform(0.65, 1.0)
    for k, box in enumerate(pad.form.cells):
        left, top, right, bottom = pad.box(box)
        size = min(bottom - top, right - left)
        aside = (right - left - size) / 2
        x, y = (left + right) / 2 + random.uniform(-aside, aside) * 0.7, (top + bottom) / 2
        stamp(picture, marks[k].numpy(), x, y, size / CELL_SHARE, colour, strength)
        # Numbers are drawn large and shrunk, so that small ones keep their shape.
        room = CIRCLE_ROOM if circled[k] or pad.form.game == "knapp_daneben" else 1.0
        side = size / CELL_SHARE * random.uniform(0.6, 0.95) * room
        x, y = (each + random.normal(0, 0.05) * size * room for each in (x, y))
        stamp(picture, ink[k].numpy(), x, y, side, colour, strength)
    return np.clip(picture, 0, 255).astype(np.uint8)


def digits_of(number: str) -> list[int]:
    """Return the digits of hundreds, tens and units, -1 where there is none."""
    return [-1] * (3 - len(number)) + [int(digit) for digit in number]


def stamp(picture: Array, ink: Array, x: float, y: float, side: float, colour: Array, strength: float) -> None:
    """Draw ink into a square about a place of a picture."""
    size = round(side)
    big = Image.fromarray((ink * 255).astype(np.uint8)).resize((size, size), Image.Resampling.BICUBIC)
    layer = np.asarray(big, np.float32)[..., None] / 255 * strength
    top, left = round(y - side / 2), round(x - side / 2)
    y0, x0 = max(top, 0), max(left, 0)
    part = picture[y0 : top + size, x0 : left + size]
    layer = layer[y0 - top : y0 - top + part.shape[0], x0 - left : x0 - left + part.shape[1]]
    part[:] = np.minimum(part, part * (1 - layer) + colour * layer)


def photograph(pads: Sequence[Array], turn: float, random: np.random.Generator, quality: float = 1.0) -> bytes:
    """Return a photo of pads that lie side by side, as JPEG.

    :param turn: degrees by which the camera is turned, about
    :param quality: 0 for a sharp view from above, 1 for a usual one, more for worse ones
    """
    width, height = FRAME
    table = random.uniform(30, 200) * (1 + 0.1 * np.array([random.normal(), random.normal(), random.normal()]))
    paper = np.full(
        (max(pad.shape[0] for pad in pads) + 80, sum(pad.shape[1] + 80 for pad in pads), 3), np.nan, np.float32
    )
    x = 40
    for pad in pads:
        y = 40 + random.integers(-30, 31)
        paper[y : y + pad.shape[0], x : x + pad.shape[1]] = pad
        x += pad.shape[1] + 80
    paper[np.isnan(paper[..., 0])] = table
    # Shrunk before it is sampled, so that thin lines do not flicker.
    angle = math.radians(turn + random.normal(0, 8) * quality)
    c, s = abs(math.cos(angle)), abs(math.sin(angle))
    fit = min(width / (paper.shape[1] * c + paper.shape[0] * s), height / (paper.shape[1] * s + paper.shape[0] * c))
    fit *= random.uniform(0.72, 0.9)
    if fit < 1:
        size = round(paper.shape[1] * fit * 1.2), round(paper.shape[0] * fit * 1.2)
        small = Image.fromarray(np.clip(paper, 0, 255).astype(np.uint8)).resize(size, Image.Resampling.BOX)
        fit, paper = 1 / 1.2, np.asarray(small, np.float32)
    h, w = paper.shape[:2]
    yy, xx = np.mgrid[0:height, 0:width].astype(np.float32)
    u, v = (xx - width / 2) / fit, (yy - height / 2) / fit
    u, v = u * math.cos(angle) + v * math.sin(angle), v * math.cos(angle) - u * math.sin(angle)
    depth = 1 + quality * (random.uniform(-0.2, 0.2) * u / w + random.uniform(-0.2, 0.2) * v / h)
    u, v = u / depth, v / depth
    bend, phase = quality * abs(random.normal(0, 0.006)), random.uniform(0, 6)
    bent = bend * h * np.sin(math.pi * u / w * random.uniform(0.7, 1.6) + phase)
    u, v = u + w / 2, v + bent + h / 2
    picture = sample(paper, u, v, table)
    light = 1 + quality * (random.normal(0, 0.15) * (xx / width - 0.5) + random.normal(0, 0.15) * (yy / height - 0.5))
    if random.random() < 0.5 * quality:
        side = (xx - width * random.uniform(0.2, 0.8)) * math.cos(t := random.uniform(0, 6.3)) + (
            yy - height / 2
        ) * math.sin(t)
        light = light * (1 - random.uniform(0.1, 0.5) / (1 + np.exp(np.clip(-side / random.uniform(3, 80), -50, 50))))
    picture *= (light * random.uniform(0.5, 1.0))[..., None]
    picture *= random.uniform(0.9, 1.0, 3)
    blur = GaussianBlur(quality * random.uniform(0.0, 1.2))
    image = Image.fromarray(np.clip(picture, 0, 255).astype(np.uint8)).filter(blur)
    noise = quality * random.uniform(0.5, 5) * random.standard_normal((height, width, 1), np.float32)
    noisy = np.asarray(image, np.float32) + noise
    stored = BytesIO()
    Image.fromarray(np.clip(noisy, 0, 255).astype(np.uint8)).save(stored, "JPEG", quality=int(random.integers(70, 95)))
    return stored.getvalue()


def sample(picture: Array, u: Array, v: Array, outside: Array) -> Array:
    """Return the colours of a picture at places; outside of it another one."""
    h, w = picture.shape[:2]
    places = torch.from_numpy(np.stack((2 * u / (w - 1) - 1, 2 * v / (h - 1) - 1), -1).astype(np.float32))
    planes = torch.from_numpy(picture.transpose(2, 0, 1)[None].astype(np.float32))
    seen: Array = (
        grid_sample(planes, places[None], padding_mode="border", align_corners=True)[0].numpy().transpose(1, 2, 0)
    )
    is_outside = (abs(places) > 1).any(-1).numpy()
    seen[is_outside] = outside
    return seen
