"""Cost of reading printed pads on the page: processor time of a picture, and of a sheet until it is taken.

Chromium gets a video in place of a camera. The processor time is that of all threads of the process that shows the
page, so that other work on the machine does not matter; with a quarter of a processor everything takes four times as
long. The pictures until a sheet is taken are counted, and one that was begun before the sheet was in view.

    python -m benchmarks.paper_camera_cost
"""

import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright
from tests.browser.conftest import BROWSER_ARGUMENTS, browser_path
from tests.browser.person import Person
from tests.browser.printed_pads import blank, filled, on_table
from tests.browser.test_paper_camera import filming, same_numbers
from tests.server.client import running

from benchmarks.camera_cost import COUNT, pictures, renderers
from benchmarks.shared import script

SECONDS = 10
WATCH = """() => {
  new MutationObserver(() => {
    if (document.querySelector('[data-testid=paper-read]')) window.until ??= window.pictures;
  }).observe(document.body, {childList: true, subtree: true});
}"""
"""Keeps the number of pictures when the first sheet is taken."""
SHARES = {"all": 1, "a quarter": 4}


def page_seconds(video: Path) -> float:
    """Return the processor time of all threads of the page."""
    threads = [thread for process in renderers(video) for thread in (process / "task").iterdir()]
    return sum(int((thread / "schedstat").read_text().split()[0]) for thread in threads) / 1e9


def main() -> None:
    script.parser(__doc__).parse_args()
    with tempfile.TemporaryDirectory() as name, running(Path(name)) as server, sync_playwright() as playwright:
        folder = Path(name)
        browser = playwright.chromium.launch(executable_path=browser_path(), args=BROWSER_ARGUMENTS)
        pad = blank(browser, folder, "knister")
        pads = [filled(pad, sheet) for sheet in same_numbers(2)]
        empty = Image.new("RGB", (1280, 960), (150, 120, 90))
        scenes = {"no pad": empty, "a pad": on_table(pads[:1], 3), "two pads": on_table(pads, 2)}
        for scene, picture in scenes.items():
            with filming(browser, folder, [picture]) as context:
                ann = Person(context.new_page(), server.url)
                ann.go("/paper?game=knister")
                ann.page.evaluate(COUNT)
                ann.page.evaluate(WATCH)
                video = folder / "pads.mjpeg"
                begin = page_seconds(video)
                ann.click("paper-camera")
                if scene != "no pad":
                    ann.find("paper-read").wait_for()
                first, until = page_seconds(video) - begin, 1 + ann.page.evaluate("window.until ?? 0")
                ann.page.wait_for_timeout(1000 * SECONDS)
                seconds, read = page_seconds(video), pictures(ann.page)
                ann.page.wait_for_timeout(1000 * SECONDS)
                seconds, read = page_seconds(video) - seconds, pictures(ann.page) - read
                for share, factor in SHARES.items():
                    each = factor * seconds / max(read, 1)
                    script.report(
                        {
                            "picture": f"{scene}, {picture.width} x {picture.height}",
                            "share of a processor": share,
                            "s a picture": f"{each:.2f}",
                            "pictures until a sheet is taken": until if scene != "no pad" else "",
                            "s until a sheet is taken": f"{until * each:.1f}" if scene != "no pad" else "",
                            "s until the first one, with the start": f"{factor * first:.1f}",
                        }
                    )
        browser.close()


if __name__ == "__main__":
    main()
