"""How often the dice reader takes other things for dice.

    python -m benchmarks.dice_things --pictures 96
    python -m benchmarks.dice_things --pictures 96 --font NotoColorEmoji.ttf

The rolls of the games (`dice_rolls`) are drawn with pens, keys, batteries, coins, buttons, fruit and beads beside the
dice, and tables with these things alone. With `--font` the things are pictures of a font instead, which no training has
seen. Then follow white dice whose pips lie in the far corners. Each is read without and with the number of dice. No
training has seen any of these pictures. Other weights are read with `KNOBEL_DATA`.
"""

import argparse
import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from benchmarks.dice_reader import is_right, match
from benchmarks.dice_rolls import FIRST_SEED, KINDS
from benchmarks.shared import script
from knobel.engines.shared.arrays import Array
from knobel.vision.dice.reader import read_picture
from knobel_lab.reader.drawing.scene import draw, table_setting

SIGNS = "🍓🔑🗝🔋🪙🖊🖋🔘🐞🍪🍒🍇🫐🍉🍊🍎🍋🥝🌰🍩🍄⚽🎱🏀🀄🃏🧩💊🔩📎✂📌📱⌚🧵🧶🎯🐚🥚🍬🍭🧀🪨💎🎮🧂"
"""Pictures of the font."""
SIGN_PIXELS = 109
"""The only size of NotoColorEmoji."""
Drawn = tuple[Array, Array]


def drawn(number: int, *, count: int | None = None, things: float = 0, corners: float = 0) -> Drawn:
    """Return a picture of a roll of a game and the truth about its dice."""
    dice, ground, light = KINDS[number % len(KINDS)]
    setting = table_setting(dice if count is None else count, ground, light, clear=True)
    return draw(FIRST_SEED + number, replace(setting, things=things, corners=corners))


def with_signs(number: int, font: ImageFont.FreeTypeFont, *, count: int | None = None) -> Drawn:
    """Return a roll with two to five pictures of a font pasted beside the dice, as large as these or up to twice."""
    picture, truth = drawn(number, count=count)
    rng = np.random.default_rng(FIRST_SEED + number)
    image = Image.fromarray(picture)
    usual = float(truth[:, 7].mean()) if len(truth) else float(rng.uniform(30, 100))
    placed = [(float(x), float(y), float(size)) for x, y, size in truth[:, [0, 1, 7]]]
    for _ in range(int(rng.integers(2, 6))):
        side = min(200.0, usual * rng.uniform(0.9, 2.0))
        for _ in range(30):
            x, y = rng.uniform(side / 2, 640 - side / 2, 2)
            if all(math.hypot(x - a, y - b) > 0.75 * (side + c) for a, b, c in placed):
                placed.append((x, y, side))
                paste(image, sign(rng, font, side), x, y, rng)
                break
    return np.asarray(image), truth


def sign(rng: np.random.Generator, font: ImageFont.FreeTypeFont, side: float) -> Image.Image:
    """Return a picture of the font, turned, with transparent surroundings."""
    plain = Image.new("RGBA", (160, 160))
    ImageDraw.Draw(plain).text((12, 16), SIGNS[int(rng.integers(len(SIGNS)))], font=font, embedded_color=True)
    whole = plain.crop(plain.getbbox()).rotate(float(rng.uniform(0, 360)), Image.Resampling.BICUBIC, expand=True)
    factor = side / max(whole.size)
    return whole.resize((max(4, round(whole.width * factor)), max(4, round(whole.height * factor))))


def paste(image: Image.Image, thing: Image.Image, x: float, y: float, rng: np.random.Generator) -> None:
    """Put a thing on a picture, with a shadow and the brightness of its surroundings."""
    left, top = round(x - thing.width / 2), round(y - thing.height / 2)
    alpha = thing.getchannel("A").filter(ImageFilter.GaussianBlur(0.6))
    shadow = alpha.filter(ImageFilter.GaussianBlur(3)).point(lambda value: value * 0.4)
    image.paste((0, 0, 0), (left + 3, top + 3), shadow)
    light = rng.uniform(0.55, 1.0)
    image.paste(thing.convert("RGB").point(lambda value: value * light), (left, top), alpha)


def report(name: str, pictures: Iterator[Drawn]) -> None:
    """Report false dice, and how many readings are right and sure, without and with the number of dice."""
    kept = list(pictures)
    for is_known in (False, True):
        false, missed, other, right, sure, sure_right = 0, 0, 0, 0, 0, 0
        for picture, truth in kept:
            boxes = [(*(float(each) for each in row[:4]), int(row[4])) for row in truth]
            reading = read_picture(picture, counts=[len(boxes)] if is_known and boxes else ())
            pairs = match(reading.dice, boxes)  # type: ignore[arg-type]
            false += sum(k is None for _, k in pairs)
            missed += sum(j is None for j, _ in pairs)
            other += sum(j is not None and k is not None and reading.dice[j].value != boxes[k][4] for j, k in pairs)
            correct = is_right(reading, boxes, 1)  # type: ignore[arg-type]
            right += correct
            sure += reading.is_sure
            sure_right += correct and reading.is_sure
        if is_known and not any(len(truth) for _, truth in kept):
            continue
        line = {"pictures of": name, "number of dice": "known" if is_known else "unknown", "pictures": len(kept)}
        errors = {"false dice": false, "missed": missed, "another value": other}
        script.report({**line, "right": right, **errors, "sure": sure, "of them right": sure_right})


def main(arguments: Sequence[str] | None = None) -> None:
    parser = script.parser(__doc__)
    parser.add_argument("--pictures", type=int, default=96)
    parser.add_argument("--first", type=int, default=40_000, help="number of the first picture")
    parser.add_argument("--font", type=Path, help="a font with coloured pictures of 109 pixels")
    options: argparse.Namespace = parser.parse_args(arguments)
    numbers = range(options.first, options.first + options.pictures)
    if options.font:
        font = ImageFont.truetype(options.font, SIGN_PIXELS)
        report("a roll beside pictures of a font", (with_signs(number, font) for number in numbers))
        report("pictures of a font alone", (with_signs(number, font, count=0) for number in numbers))
        return
    report("a roll beside things", (drawn(number, things=1) for number in numbers))
    report("things alone", (drawn(number, count=0, things=1) for number in numbers))
    report("a roll with pips in the far corners", (drawn(number, corners=1) for number in numbers))


if __name__ == "__main__":
    main()
