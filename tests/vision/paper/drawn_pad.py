"""Pads with numbers that are drawn for tests."""

import numpy as np
import zxingcpp
from PIL import Image, ImageDraw, ImageFont

from knobel.engines.shared.arrays import Array
from knobel.vision.paper.pad_form import read_form

NUMBERS = ((2, 7, 12, 5, 4), (3, 10, 6, 8, 9), (11, 4, 7, 7, 2), (5, 6, 9, 10, 3), (8, 12, 4, 11, 6))
SIZE = 80
LINK = "https://knobel.example/paper?game=knoeffel&columns=2&pad=1cGC_TUQJfVhvcHC_p-QJ1_krsrhmJ0inmtoPMJuoNrnNmMJiwNr"
"""As in web/tests/padForm.test.ts."""
LEFT, TOP, WIDTH, HEIGHT = 140, 120, 800, 1000
"""Where the marks are, in pixels."""
MODULE = 3


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


def draw_printed_pad() -> Array:
    """Return a picture of a printed pad of Knöffel with the numbers 1 to 26."""
    image = Image.new("RGB", (WIDTH + 300, HEIGHT + 260), (235, 233, 228))
    draw = ImageDraw.Draw(image)
    code = np.array(
        zxingcpp.write_barcode_to_image(zxingcpp.create_barcode(LINK, zxingcpp.QRCode), add_quiet_zones=False)
    )
    side = len(code) * MODULE
    # The middle of the finder pattern in the upper right corner is a mark.
    corner = LEFT + WIDTH + 7 * MODULE // 2 - side, TOP - 7 * MODULE // 2
    image.paste(Image.fromarray(code).resize((side, side), Image.Resampling.NEAREST), corner)
    for x, y in ((LEFT, TOP), (LEFT, TOP + HEIGHT), (LEFT + WIDTH, TOP + HEIGHT)):
        for modules, colour in ((7, 20), (5, 235), (3, 20)):
            half = modules * MODULE // 2
            draw.rectangle((x - half, y - half, x + half, y + half), (colour,) * 3)
    font = ImageFont.load_default(40)
    for number, (left, top, right, bottom) in enumerate(read_form(LINK).cells, 1):
        box = (LEFT + left * WIDTH, TOP + top * HEIGHT, LEFT + right * WIDTH, TOP + bottom * HEIGHT)
        draw.rectangle(box, outline=(90, 90, 90), width=2)
        draw.text(((box[0] + box[2]) / 2, (box[1] + box[3]) / 2), str(number), (30, 30, 90), font, anchor="mm")
    return np.array(image)
