"""A first game of Knister: the time from `git clone` to the first move, and the bytes of a first visit.

    python -m benchmarks.first_game time
    python -m benchmarks.first_game time --source https://host/knobel.git
    python -m benchmarks.first_game bytes
    python -m benchmarks.first_game bytes --page FOLDER

`time` follows the README: it clones the repository into an empty folder, runs `make setup`, starts the server, opens
the page in a browser, and begins a game, rolls and enters the sum. uv, npm and pip find nothing in their caches. Prints
the seconds of each step by wall clock, and the processor time of all of them together, which does not depend on other
work on the machine. The start of the browser is not counted.

`bytes` opens the home page in a new browser, waits until nothing is loaded any more, and plays two rounds. All bytes
that the server sends are counted, headers, WebSockets and the service worker's files included. Prints the bytes of the
visit and of the visit with the game: over HTTPS or on the same machine, where browsers accept Brotli and service
workers (`secure`), and over plain HTTP (`plain`). With `--page` the server sends another page, such as that of an
earlier version.
"""

import os
import subprocess
import tempfile
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from time import monotonic

from playwright.sync_api import Browser, Page, sync_playwright
from tests.browser.conftest import BROWSER_ARGUMENTS, browser_path
from tests.browser.test_installation import versioned_page
from tests.server.client import running

from benchmarks.results import ROOT
from benchmarks.shared import script
from benchmarks.shared.counting_proxy import CountingProxy
from knobel.server.http.page_files import FOLDER

REST_MS = 3000
"""Pause in which the page and the service worker finish loading."""


@contextmanager
def browser() -> Iterator[Browser]:
    """Start a browser."""
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=browser_path(), args=BROWSER_ARGUMENTS)
        yield started
        started.close()


def play(page: Page, rounds: int) -> None:
    """Begin a game alone from the home page, and play rounds until the next can begin."""
    page.get_by_test_id("play-knister").click()
    page.get_by_test_id("choose-alone").click()
    for _ in range(rounds):
        page.locator("[data-testid=lever]:not([aria-disabled=true])").click()
        page.locator("main [data-action]:not([data-testid=lever])").first.click()
    page.locator("[data-testid=lever]:not([aria-disabled=true])").wait_for()


def without_caches(folder: Path) -> dict[str, str]:
    """Return the environment with empty caches, without a virtual environment."""
    env = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "VIRTUAL_ENV"}}
    caches = {"UV_CACHE_DIR": "uv", "PIP_CACHE_DIR": "pip", "npm_config_cache": "npm", "NUMBA_CACHE_DIR": "numba"}
    return env | {name: str(folder / cache) for name, cache in caches.items()}


def measure_time(options: Namespace) -> None:
    figures: dict[str, float] = {}
    before = os.times()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        env, checkout = without_caches(folder / "caches"), folder / "knobel"
        for step, command, where in (
            ("clone", ["git", "clone", "--quiet", options.source, str(checkout)], folder),
            ("make setup", ["make", "setup"], checkout),
        ):
            began = monotonic()
            subprocess.run(command, cwd=where, env=env, check=True, stdout=subprocess.DEVNULL)
            figures[step] = monotonic() - began
        began = monotonic()
        command = [str(checkout / ".venv/bin/knobel"), "serve", "--port", "0", "--database", str(folder / "knobel.db")]
        with subprocess.Popen(command, cwd=folder, env=env, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            address = server.stdout.readline().split()[-1]
            figures["server"] = monotonic() - began
            try:
                with browser() as started:
                    page, began = started.new_page(), monotonic()
                    page.goto(address)
                    play(page, 1)
                    figures["page and move"] = monotonic() - began
            finally:
                server.terminate()
    spent = os.times()
    processor = spent.children_user + spent.children_system - before.children_user - before.children_system
    rounded = {step: round(seconds, 1) for step, seconds in figures.items()}
    script.report({**rounded, "total": round(sum(figures.values()), 1), "processor": round(processor, 1)})


def visit(started: Browser, address: str, proxy: CountingProxy) -> dict[str, int]:
    """Return the bytes after the home page and after two rounds."""
    context = started.new_context(viewport={"width": 360, "height": 640}, locale="de-DE")
    page = context.new_page()
    page.goto(address)
    page.get_by_test_id("game-knister").wait_for()
    page.wait_for_timeout(REST_MS)
    home = proxy.received
    play(page, 2)
    page.wait_for_timeout(REST_MS)
    context.close()
    return {"home": home, "with_two_rounds": proxy.received}


def measure_bytes(options: Namespace) -> None:
    changed = {"knobel.server.app.PageFiles": partial(versioned_page, options.page.resolve())}
    figures = {}
    with tempfile.TemporaryDirectory() as folder, running(Path(folder), changed) as server, browser() as started:
        # Browsers trust only addresses of the machine itself without HTTPS, which 0.0.0.0 is not for them.
        for kind, host in (("secure", "127.0.0.1"), ("plain", "0.0.0.0")):
            proxy = CountingProxy(server.port)
            figures[kind] = visit(started, f"http://{host}:{proxy.port}", proxy)
            proxy.close()
    script.report(figures)


def main() -> None:
    parser = script.parser(__doc__)
    kinds = parser.add_subparsers(required=True)
    timing = kinds.add_parser("time")
    timing.add_argument("--source", default=f"file://{ROOT}", help="the repository to clone")
    timing.set_defaults(measure=measure_time)
    counting = kinds.add_parser("bytes")
    counting.add_argument("--page", type=Path, default=FOLDER, help="folder of the page")
    counting.set_defaults(measure=measure_bytes)
    options = parser.parse_args()
    options.measure(options)


if __name__ == "__main__":
    main()
