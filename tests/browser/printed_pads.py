"""Photos of printed pads that are filled in, and the answers to what the page asks about them."""

import re
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont
from playwright.sync_api import Browser, FilePayload

import knobel
from knobel.filled_sheets import score_sheets
from tests.browser.person import Person
from tests.browser.test_print import written

SCALE = 2
RING = "\u202f◯"
"""What stands on a button after a number in a circle."""
PLACES = """(pad) => Object.fromEntries(
  [...pad.querySelectorAll('[data-cell], [data-field]:not([data-field^="total."])')].map((place) => {
    const {left, top, right, bottom} = place.getBoundingClientRect(), own = pad.getBoundingClientRect();
    const name = place.dataset.cell ?? place.dataset.field;
    return [name, [left - own.left, top - own.top, right - own.left, bottom - own.top]];
  }))"""
"""Where the places of a pad are, in pixels of a style sheet."""


def contents(game: str) -> dict[str, str]:
    """Return what is written on a sheet of a game."""
    possible = score_sheets(knobel.make(game), [{}]).possible
    places = [place for place in possible if not place.startswith("free")]
    if game in ("knoeffel", "kniffeliger"):
        return {place: str(max(possible[place])) for place in places}
    circled = 3 if game == "knaster" else len(places) + 1
    return {place: f"{2 + 7 * i % 11}{'o' if i % circled == circled - 1 else ''}" for i, place in enumerate(places)}


def blank(browser: Browser, folder: Path, game: str) -> tuple[Image.Image, dict[str, list[float]]]:
    """Return the picture of a printed pad, and the boxes of its places in pixels."""
    page = browser.new_page(device_scale_factor=SCALE)
    page.emulate_media(media="print")
    page.goto(written(folder, game, "--per-page", "2", "--mono"))
    page.locator("[data-fit]").wait_for()
    pad = page.locator(".pad").first
    boxes = {name: [SCALE * each for each in box] for name, box in pad.evaluate(PLACES).items()}
    with Image.open(BytesIO(pad.screenshot())) as image:
        picture = image.convert("RGB")
    page.close()
    return picture, {name.removesuffix(".0") if game == "kniffeliger" else name: box for name, box in boxes.items()}


def filled(pad: tuple[Image.Image, dict[str, list[float]]], texts: dict[str, str]) -> Image.Image:
    """Return the picture of a pad with these contents."""
    picture, places = pad[0].copy(), pad[1]
    assert places.keys() == texts.keys()
    draw = ImageDraw.Draw(picture)
    for name, text in texts.items():
        left, top, right, bottom = places[name]
        x, y, size = (left + right) / 2, (top + bottom) / 2, min(bottom - top, right - left, 90)
        share = 0.42 if text.endswith("o") else 0.6
        draw.text((x, y), text.strip("o"), (30, 40, 110), ImageFont.load_default(size * share), anchor="mm")
        if text.endswith("o"):
            radius = size * 0.46
            draw.ellipse((x - radius, y - radius, x + radius, y + radius), outline=(30, 40, 110), width=3)
    return picture


def on_table(pads: list[Image.Image], turn: float) -> Image.Image:
    """Return a photo of pads side by side, turned by some degrees."""
    table = Image.new("RGB", (sum(pad.width + 200 for pad in pads) + 200, pads[0].height + 400), (150, 120, 90))
    for number, pad in enumerate(pads):
        table.paste(pad, (200 + number * (pad.width + 200), 200))
    return table.rotate(turn, fillcolor=(150, 120, 90))


def photo(picture: Image.Image) -> FilePayload:
    """Return a file with a picture, to choose on the page."""
    picture.save(content := BytesIO(), "JPEG", quality=90)
    return {"name": "pad.jpg", "mimeType": "image/jpeg", "buffer": content.getvalue()}


def answer(ann: Person, texts: dict[str, str]) -> None:
    """Say what stands in the place that is asked for: the likeliest contents, or in a grid the right number."""
    cell = re.search(r"[a-e][1-5]", ann.find("todo").inner_text())
    wanted = texts[cell[0]].replace("o", RING) if cell else ""
    likely = ann.find("paper-question").get_by_role("button", name=wanted, exact=bool(wanted)).first
    if likely.count():
        likely.click()
    else:
        # Nobody used a free roll.
        ann.click(f"sum-{wanted.removesuffix(RING) or 0}")
