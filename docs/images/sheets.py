"""Takes the pictures of sheets that the rules show, in English and German, with a server and a browser as `take.py`."""

import os
import shutil
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import sync_playwright

from knobel.games import GAMES

DOCS = Path(__file__).parents[1]
TARGETS = {"en-GB": DOCS / "images", "de-DE": DOCS / "de" / "images"}


def main() -> None:
    """Take one picture a game and language: the sheet that the page explains the game with."""
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "knobel", "serve", "--port", "0"]
        command += ["--database", str(Path(folder) / "knobel.db")]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server, sync_playwright() as playwright:
            assert server.stdout is not None
            address = server.stdout.readline().split()[-1]
            browser = playwright.chromium.launch(
                executable_path=os.environ.get("KNOBEL_BROWSER") or shutil.which("chromium"), args=["--no-sandbox"]
            )
            for locale, target in TARGETS.items():
                target.mkdir(parents=True, exist_ok=True)
                page = browser.new_context(
                    viewport={"width": 1000, "height": 1000}, device_scale_factor=2, locale=locale
                ).new_page()
                for game in GAMES:
                    page.goto(f"{address}/rules/{game}")
                    sheet = page.locator(".howto figure > :first-child")
                    sheet.wait_for()
                    picture = Image.open(BytesIO(sheet.screenshot()))
                    picture.save(target / f"sheet-{game}.webp", quality=80, method=6)
            browser.close()
            server.terminate()


if __name__ == "__main__":
    main()
