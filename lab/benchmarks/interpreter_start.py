"""Measures how the Python interpreter starts in the browser, for games without a server.

    python -m benchmarks.interpreter_start
    python -m benchmarks.interpreter_start before=/tmp/before after=/tmp/after --slowdowns 1 4 --starts 5

Each folder was written by `knobel site`; without one, the page of this checkout is measured. The page must be built,
on Linux. `KNOBEL_BROWSER` names the browser. For a slowdown of 4, the processes that draw the page and run its worker
get a quarter of one processor; the slowdown of the developer tools leaves out workers.

Each folder has a browser profile on disk. First visits, until the service worker has kept all files, fill it with what
a browser keeps: files, compiled code and, where there is one, the snapshot of the interpreter. Then a new browser with
this profile opens the page without a network, several times; the folders take turns. Prints for each folder and
slowdown the medians, with the smallest and the largest, in seconds:

- `start`: from the message that starts the interpreter until the worker is ready for a table;
- `start, processor`: the processor time of all processes of the browser in this time; the page is drawn meanwhile;
- `page`: from opening the address until the games are shown;
- `open`: from opening the address until the worker is ready;
- `until idle, processor`: the processor time of all processes of the browser from its start until they rest;
- `table`, `table, processor`: then, from the first of three clicks until a table with a bot is shown;
- `first`: the `start` of the first visit, in which files come from this machine, and of the ones after it.
"""

import argparse
import contextlib
import os
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, Playwright, sync_playwright
from tests.browser.conftest import browser_path
from tests.browser.test_offline import Quiet
from tests.browser.waits import PACK_KEPT

from benchmarks.offline import ENGINE_ARGUMENTS, TIMEOUT_MS, Slowdown, command_line, descendants, processor_share
from benchmarks.shared import script
from knobel.cli.site import site as write_site

REST_S, RESTING_S = 2.0, 0.06
"""The browser rests if it uses no more than this processor time in such a time."""
FILLED = 3
"""Visits that fill the profile: browsers keep compiled code from the second use of a file on."""
NOTE = """
const post = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (message, ...more) {
  if (message?.kind === 'start') {
    window.noted('start');
    this.addEventListener('message', ({data}) => { if (data.kind === 'ready') window.noted('ready'); });
  }
  return post.call(this, message, ...more);
};
"""
"""Reports when the interpreter is started and when it is ready."""

TICKS = os.sysconf("SC_CLK_TCK")


def used_s() -> float:
    """Return the processor time of all processes of the browser, with those that have ended, in seconds."""
    used = 0
    for pid in descendants(os.getpid()):
        if b"chrom" not in command_line(pid):
            continue
        with contextlib.suppress(OSError):
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            used += sum(map(int, fields[11:15]))
    return used / TICKS


@contextlib.contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Serve a folder. Yield its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def opened(playwright: Playwright, profile: Path) -> BrowserContext:
    """Start a browser with a profile on disk."""
    context = playwright.chromium.launch_persistent_context(
        profile,
        executable_path=browser_path(),
        args=ENGINE_ARGUMENTS,
        viewport={"width": 360, "height": 640},
        locale="en-GB",
    )
    context.set_default_timeout(TIMEOUT_MS)
    context.add_init_script(NOTE)
    return context


def wait_for_rest(page: Page) -> None:
    """Wait until the browser rests."""
    while True:
        last = used_s()
        page.wait_for_timeout(1000 * REST_S)
        if used_s() - last <= RESTING_S:
            break


def visit(playwright: Playwright, profile: Path, url: str, slowdown: float, *, kept: bool) -> dict[str, float]:
    """Open the page in a new browser and wait until it rests. Return the seconds.

    :param kept: without a network.
    """
    before = used_s()
    context = opened(playwright, profile)
    context.set_offline(kept)
    page, marks = context.pages[0], dict[str, tuple[float, float]]()
    page.expose_function("noted", lambda name: marks.setdefault(name, (time.perf_counter(), used_s())))
    slow = Slowdown(slowdown)
    slow.start()
    began = time.perf_counter()
    page.goto(url)
    page.get_by_test_id("play-knister").wait_for()
    shown = time.perf_counter()
    while "ready" not in marks and time.perf_counter() < began + TIMEOUT_MS / 1000:
        page.wait_for_timeout(10)
    if not kept:
        page.evaluate(PACK_KEPT)
    wait_for_rest(page)
    whole = used_s() - before
    clicked, clicked_used = time.perf_counter(), used_s()
    for button in ("play-knister", "choose-bots", "bots-start"):
        page.get_by_test_id(button).click()
    page.get_by_test_id("turn").wait_for()
    table, table_used = time.perf_counter() - clicked, used_s() - clicked_used
    slow.over = True
    slow.join()
    if not kept:
        # Browsers keep compiled code only after a while.
        wait_for_rest(page)
    context.close()
    (start, start_used), (ready, ready_used) = marks["start"], marks["ready"]
    return {
        "start": ready - start,
        "start, processor": ready_used - start_used,
        "page": shown - began,
        "open": ready - began,
        "until idle, processor": whole,
        "table": table,
        "table, processor": table_used,
    }


def spread(values: list[float]) -> list[float]:
    """Return the median, the smallest and the largest."""
    return [round(value, 2) for value in (statistics.median(values), min(values), max(values))]


def compare(playwright: Playwright, folders: Mapping[str, Path], slowdown: float, options: argparse.Namespace) -> None:
    """Report the figures of each folder at a slowdown of the processor."""
    with tempfile.TemporaryDirectory() as profiles, contextlib.ExitStack() as stack:
        urls = {name: stack.enter_context(serving(folder)) for name, folder in folders.items()}

        def start(name: str, *, kept: bool) -> dict[str, float]:
            return visit(playwright, Path(profiles, name), urls[name], slowdown if kept else 1, kept=kept)

        first = {name: [start(name, kept=False)["start"] for _ in range(FILLED)] for name in folders}
        starts: dict[str, list[dict[str, float]]] = {name: [] for name in folders}
        for _ in range(options.starts):
            for name, found in starts.items():
                found.append(start(name, kept=True))
        for name, found in starts.items():
            figures = {key: spread([each[key] for each in found]) for key in found[0]}
            script.report(
                {
                    "folder": name,
                    "processor": processor_share(slowdown),
                    **figures,
                    "first": [round(value, 1) for value in first[name]],
                }
            )


def main() -> None:
    arguments = script.parser(__doc__)
    arguments.add_argument("folder", nargs="*", metavar="NAME=FOLDER")
    arguments.add_argument("--slowdowns", type=float, nargs="+", default=[1, 4])
    arguments.add_argument("--starts", type=int, default=5)
    options = arguments.parse_args()
    with tempfile.TemporaryDirectory() as own, sync_playwright() as playwright:
        folders = {name: Path(folder) for name, _, folder in (each.partition("=") for each in options.folder)}
        if not folders:
            folders = {"this": Path(own, "site")}
            write_site(folders["this"])
        for slowdown in options.slowdowns:
            compare(playwright, folders, slowdown, options)


if __name__ == "__main__":
    main()
