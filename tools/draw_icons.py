"""Draw the icons of the installed page from `web/public/icon.svg`: `python -m tools.draw_icons`.

A maskable icon fills its whole square, because the device cuts it into its own shape: everything within a circle of
80 % of the width stays visible (https://www.w3.org/TR/appmanifest/#icon-masks). iOS cuts its icon too.
"""

import io
import os
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

PUBLIC = Path(__file__).resolve().parents[1] / "web" / "public"
ROUNDED = ' rx="14"'
"""The corners of the icon, which a maskable icon does not have."""
SIZES = (192, 512)
IOS_SIZE = 180
COLOURS = 64
"""Enough for the few colours of the icon and their edges; makes the files a third as large."""


def draw(browser: Browser, svg: str, size: int) -> bytes:
    """Return a picture as PNG, `size` pixels wide and high."""
    page = browser.new_page(viewport={"width": size, "height": size})
    page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block }}</style>{svg}")
    shot = Image.open(io.BytesIO(page.screenshot(omit_background=True)))
    page.close()
    file = io.BytesIO()
    shot.quantize(COLOURS, Image.Quantize.FASTOCTREE).save(file, "PNG", optimize=True)
    return file.getvalue()


def main() -> None:
    """Write all icons."""
    svg = (PUBLIC / "icon.svg").read_text(encoding="utf-8")
    maskable = svg.replace(ROUNDED, "", 1)
    icons = PUBLIC / "icons"
    icons.mkdir(exist_ok=True)
    (icons / "maskable.svg").write_text(maskable, encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ["KNOBEL_BROWSER"])
        for size in SIZES:
            (icons / f"any-{size}.png").write_bytes(draw(browser, svg, size))
            (icons / f"maskable-{size}.png").write_bytes(draw(browser, maskable, size))
        (icons / f"ios-{IOS_SIZE}.png").write_bytes(draw(browser, maskable, IOS_SIZE))
        browser.close()


if __name__ == "__main__":
    main()
