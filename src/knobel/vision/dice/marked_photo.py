"""Photos with marks at the dice that were read."""

from collections.abc import Iterable
from typing import Any

from knobel.engines.shared.arrays import Array
from knobel.vision.dice.reader import ReadDie
from knobel.vision.photos import pillow

MARK_COLOUR = 255, 0, 200


def marked_photo(picture: Array, dice: Iterable[ReadDie]) -> Any:
    """Return an image of Pillow with a box and the value at each die.

    :raises BadSetup: if Pillow is not installed.
    """
    image_module, drawing, fonts, _ = pillow()
    image = image_module.fromarray(picture)
    canvas = drawing.Draw(image)
    for die in dice:
        left, top, right, bottom = die.box
        canvas.rectangle((left, top, right, bottom), outline=MARK_COLOUR, width=max(1, round(die.size / 16)))
        font = fonts.load_default(max(10, round(die.size / 2)))
        canvas.text((right, top), str(die.value), fill=MARK_COLOUR, font=font, stroke_width=1, stroke_fill=(0, 0, 0))
    return image
