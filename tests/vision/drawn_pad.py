"""A pad with numbers that is drawn for tests."""

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from knobel.engines.shared.arrays import Array

NUMBERS = ((2, 7, 12, 5, 4), (3, 10, 6, 8, 9), (11, 4, 7, 7, 2), (5, 6, 9, 10, 3), (8, 12, 4, 11, 6))
SIZE = 80


def draw_pad() -> Array:
    """Return a picture of a pad with `NUMBERS`."""
    image = Image.new("RGB", (640, 560), (225, 222, 215))
    canvas = ImageDraw.Draw(image)
    font = ImageFont.load_default(46)
    for k in range(6):
        canvas.line((100, 70 + k * SIZE, 500, 70 + k * SIZE), fill=(60, 60, 70), width=3)
        canvas.line((100 + k * SIZE, 70, 100 + k * SIZE, 470), fill=(60, 60, 70), width=3)
    for row, numbers in enumerate(NUMBERS):
        for column, number in enumerate(numbers):
            place = 140 + column * SIZE, 110 + row * SIZE
            canvas.text(place, str(number), fill=(30, 30, 90), font=font, anchor="mm")
    return np.array(image)
