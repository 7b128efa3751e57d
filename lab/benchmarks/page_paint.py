"""The paint of the pages that people open first, on a slow network and a slow processor.

    python -m benchmarks.page_paint
    python -m benchmarks.page_paint --pages home game --windows 360x640 1280x720
    python -m benchmarks.page_paint --against FOLDER

People play on a server. Each page is then opened by a new browser without any kept file, at 1.6 Mbit/s with a latency
of 150 ms and the processor throttled four times, with motion. Prints for each page and window the *largest contentful
paint* in milliseconds, the largest *cumulative layout shift*, and the bytes of the visit's files. Other work on the
machine slows the paint.

`first` is the home page of a newcomer; all others are opened by a player who comes back.

With `--against` a second server sends another page, such as that of an earlier version (`src/knobel/server/page` of its
checkout). The two are visited in turns, so that other work slows both, and the medians of the other one are printed as
well.
"""

import statistics
import tempfile
from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright
from tests.browser.conftest import BROWSER_ARGUMENTS, browser_path
from tests.browser.populated import TOKEN, Populated, open_page, populate
from tests.browser.test_installation import versioned_page
from tests.server.client import running

from benchmarks.shared import script
from knobel.server.http.page_files import FOLDER

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


@contextmanager
def opened(browser: Browser, page: Path, pages: list[str]) -> Iterator[tuple[str, Populated]]:
    """Start a server that sends a page, and let people play on it. Yield its address and what they left."""
    changed = {"knobel.server.app.PageFiles": partial(versioned_page, page.resolve())}
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder), changed, operator_token=TOKEN) as server,
    ):
        world = populate(server.url)
        if "lesson" in pages:
            # The first lesson waits for the coach, and later ones find its review.
            context = browser.new_context()
            world.enter(context, server.url)
            open_page(context.new_page(), server.url, world.address(NAMES["lesson"]))
            context.close()
        yield server.url, world


def measure(options: Namespace) -> None:
    with sync_playwright() as playwright, ExitStack() as stack:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=BROWSER_ARGUMENTS)
        folders = [FOLDER, *([options.against] if options.against else [])]
        servers = [stack.enter_context(opened(browser, folder, options.pages)) for folder in folders]
        for name in options.pages:
            for window in options.windows:
                visits = [[visit(browser, *server, name, window) for server in servers] for _ in range(options.visits)]
                paints, *others = zip(*visits, strict=True)
                script.report({"page": name, "window": "×".join(map(str, window)), **figures(paints, *others)})
        browser.close()


def figures(paints: Sequence[dict[str, Any]], others: Sequence[dict[str, Any]] = ()) -> dict[str, Any]:
    """Return the figures of the visits of a page, and the median of the visits of another version of it."""
    largest, before = [sorted(round(paint["largest"]) for paint in each) for each in (paints, others)]
    return {
        "largest paint, ms: median": round(statistics.median(largest)),
        **({"largest paint, ms: before": round(statistics.median(before))} if before else {}),
        "largest paint, ms: all": ", ".join(map(str, largest)),
        "layout shift": round(max(paint["shift"] for paint in paints), 4),
        "kB": round(max(paint["bytes"] for paint in paints) / 1000, 1),
    }


def size(text: str) -> tuple[int, int]:
    """Return the width and height of a window."""
    width, height = text.split("x")
    return int(width), int(height)


def main() -> None:
    parser = script.parser(__doc__)
    parser.add_argument("--pages", nargs="+", choices=NAMES, default=list(NAMES))
    parser.add_argument("--windows", nargs="+", type=size, default=[(390, 844)], metavar="WIDTHxHEIGHT")
    parser.add_argument("--visits", type=int, default=5, help="visits of each page in each window")
    parser.add_argument("--against", type=Path, metavar="FOLDER", help="folder of another page, visited in turns")
    measure(parser.parse_args())


if __name__ == "__main__":
    main()
