"""The paint of the pages that people open first, on a slow network and a slow processor.

    python -m benchmarks.page_paint
    python -m benchmarks.page_paint --pages home game --windows 360x640 1280x720

People play on a server. Each page is then opened by a new browser without any kept file, at 1.6 Mbit/s with a latency
of 150 ms and the processor throttled four times, with motion. Prints for each page and window the *largest contentful
paint* in milliseconds, the largest *cumulative layout shift*, and the bytes of the visit's files. Other work on the
machine slows the paint.

`first` is the home page of a newcomer; all others are opened by a player who comes back.
"""

import statistics
import tempfile
from argparse import Namespace
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright
from tests.browser.conftest import BROWSER_ARGUMENTS, browser_path
from tests.browser.populated import TOKEN, Populated, open_page, populate
from tests.server.client import running

from benchmarks.shared import script

SLOW = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 90_000}
"""A slow mobile network, in milliseconds and bytes a second."""
THROTTLED = 4
"""How many times slower the processor is."""
NAMES = {
    "first": "home",
    "home": "home",
    "day": "day",
    "lobby": "table before the start",
    "game": "table",
    "end": "table at the end",
    "lesson": "replay with a lesson",
}
"""The name of each measured page in the list of `populated`."""
SHOWN = {
    "first": "[data-testid=first-round]",
    "home": "[data-testid=deals] .button",
    "day": "[data-testid^=card-]",
    "lobby": "[data-testid=seats]",
    "game": "[data-testid=turn]",
    "end": "[data-testid=results]",
    "lesson": "[data-testid=lesson]",
}
"""The visible part when the page has loaded."""
PAINT = """() => {
  window.paint = {largest: 0, shift: 0, bytes: 0};
  const watch = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({type, buffered: true});
  watch('largest-contentful-paint', ({startTime}) => (window.paint.largest = startTime));
  watch('layout-shift', ({value, hadRecentInput}) => (window.paint.shift += hadRecentInput ? 0 : value));
  for (const type of ['navigation', 'resource'])
    watch(type, ({transferSize}) => (window.paint.bytes += transferSize));
}"""
REST_MS = 3000
"""Pause in which the page finishes loading and moving."""


def visit(browser: Browser, server: str, world: Populated, name: str, window: tuple[int, int]) -> dict[str, Any]:
    """Return the figures of one visit of a page."""
    context = browser.new_context(
        viewport={"width": window[0], "height": window[1]}, locale="de-DE", reduced_motion="no-preference"
    )
    if name != "first":
        world.enter(context, server)
    page = context.new_page()
    page.add_init_script(f"({PAINT})()")
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", SLOW)
    session.send("Emulation.setCPUThrottlingRate", {"rate": THROTTLED})
    page.goto(server + world.address(NAMES[name]))
    page.locator(SHOWN[name]).first.wait_for()
    page.wait_for_timeout(REST_MS)
    paint: dict[str, Any] = page.evaluate("window.paint")
    context.close()
    return paint


def measure(options: Namespace) -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder), operator_token=TOKEN) as server,
        sync_playwright() as playwright,
    ):
        world = populate(server.url)
        browser = playwright.chromium.launch(executable_path=browser_path(), args=BROWSER_ARGUMENTS)
        if "lesson" in options.pages:
            # The first lesson waits for the coach, and later ones find its review.
            context = browser.new_context()
            world.enter(context, server.url)
            open_page(context.new_page(), server.url, world.address(NAMES["lesson"]))
            context.close()
        for name in options.pages:
            for window in options.windows:
                paints = [visit(browser, server.url, world, name, window) for _ in range(options.visits)]
                largest = sorted(round(paint["largest"]) for paint in paints)
                script.report(
                    {
                        "page": name,
                        "window": "×".join(map(str, window)),
                        "largest paint, ms: median": round(statistics.median(largest)),
                        "largest paint, ms: all": ", ".join(map(str, largest)),
                        "layout shift": round(max(paint["shift"] for paint in paints), 4),
                        "kB": round(max(paint["bytes"] for paint in paints) / 1000, 1),
                    }
                )
        browser.close()


def size(text: str) -> tuple[int, int]:
    """Return the width and height of a window."""
    width, height = text.split("x")
    return int(width), int(height)


def main() -> None:
    parser = script.parser(__doc__)
    parser.add_argument("--pages", nargs="+", choices=NAMES, default=list(NAMES))
    parser.add_argument("--windows", nargs="+", type=size, default=[(390, 844)], metavar="WIDTHxHEIGHT")
    parser.add_argument("--visits", type=int, default=5, help="visits of each page in each window")
    measure(parser.parse_args())


if __name__ == "__main__":
    main()
