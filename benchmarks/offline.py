"""Measures the page without a server in a browser: transferred sizes, cold start, and decisions of bots.

Run: python -m benchmarks.offline --slowdowns 1 4 6 --decisions 60

The page must be built, on Linux. `KNOBEL_BROWSER` names the browser. For a slowdown of 4, the processes that draw the
page and run its worker are stopped three quarters of the time; the slowdown of the developer tools leaves out workers.
"""

import contextlib
import gzip
import os
import signal
import statistics
import tempfile
import threading
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from benchmarks import script
from knobel.cli.site import site
from knobel.games import GAMES
from knobel.server.api.page_files import FOLDER

DECISIONS = """
import json, random, time, knobel
from knobel.bots import plain
from knobel.core import Chance, Decide, Move, Over
def measure(name, count):
    game, rng, times = knobel.make(name), random.Random(1), []
    plain.prepare(game)
    while len(times) < count:
        state = game.start(max(game.min_seats, 2))
        while not isinstance(turn := game.turn(state), Over) and len(times) < count:
            if isinstance(turn, Chance):
                state = game.apply(state, game.sample(state, rng))
                continue
            seat, began = turn.seats[0], time.perf_counter()
            action = plain.choose(game, game.view(state, seat), seat, "advanced", rng)
            times.append(time.perf_counter() - began)
            state = game.apply(state, Move(seat, action))
    return sorted(times)
"""


class Quiet(SimpleHTTPRequestHandler):
    """Serves files without a log."""

    def log_message(self, *_: Any) -> None:
        pass


class Slowdown(threading.Thread):
    """Stops the browser's renderers, which are descendants of this process, for a part of the time."""

    def __init__(self, factor: float, period_s: float = 0.02) -> None:
        super().__init__(daemon=True)
        self.over = False
        self._running_s = period_s / factor
        self._stopped_s = period_s - self._running_s

    def run(self) -> None:
        while not self.over and self._stopped_s > 0:
            renderers = [pid for pid in descendants(os.getpid()) if b"--type=renderer" in command_line(pid)]
            for pause, kind in ((self._stopped_s, signal.SIGSTOP), (self._running_s, signal.SIGCONT)):
                for pid in renderers:
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(pid, kind)
                time.sleep(pause)


def descendants(pid: int) -> list[int]:
    """Return the processes that a process has started, and those that these have."""
    found = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in map(int, task.read_text().split()):
            found += [child, *descendants(child)]
    return found


def command_line(pid: int) -> bytes:
    """Return the command line of a process; empty if it has ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def sizes() -> None:
    """Print what is transferred: by a server that compresses text, as all do."""
    total = 0
    for file in sorted(FOLDER.glob("assets/python-*/*")):
        raw = file.read_bytes()
        sent = len(gzip.compress(raw, 9)) if file.suffix == ".mjs" else len(raw)
        total += sent
        print(f"{file.name:28} {len(raw):>10,} bytes, transferred {sent:>10,}")
    print(f"{'offline pack':28} transferred {total / 1e6:.2f} MB")


def start(browser: Browser, url: str, slowdown: float, decisions: int) -> None:
    """Print times of a cold start and of decisions at a slowdown of the processor."""
    context = browser.new_context(viewport={"width": 360, "height": 640}, locale="en-GB")
    page = context.new_page()
    slow = Slowdown(slowdown)
    slow.start()
    began = time.perf_counter()
    page.goto(url)
    page.get_by_test_id("play-bot-knister").wait_for(timeout=120_000)
    shown = time.perf_counter()
    page.get_by_test_id("play-bot-knister").click(timeout=120_000)
    page.get_by_test_id("turn").wait_for(timeout=240_000)
    table = time.perf_counter()
    [worker] = page.workers
    print(f"slowdown {slowdown:g}: page {shown - began:.1f} s, table of the first game {table - shown:.1f} s later")
    worker.evaluate("(code) => self.python.runPython(code) && null", DECISIONS + "\n1")
    for game in GAMES:
        times = worker.evaluate(
            "([game, count]) => JSON.parse(self.python.runPython(`json.dumps(measure('${game}', ${count}))`))",
            [game, decisions],
        )
        p95 = times[int(0.95 * len(times))]
        print(f"  {game:14} median {1000 * statistics.median(times):6.1f} ms, p95 {1000 * p95:6.1f} ms")
    slow.over = True
    slow.join()
    context.close()


def main() -> None:
    arguments = script.parser(__doc__)
    arguments.add_argument("--slowdowns", type=float, nargs="+", default=[1, 4, 6])
    arguments.add_argument("--decisions", type=int, default=60)
    options = arguments.parse_args()
    sizes()
    with tempfile.TemporaryDirectory() as folder:
        site(Path(folder) / "knobel")
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=os.environ.get("KNOBEL_BROWSER"), args=["--no-sandbox"]
            )
            for slowdown in options.slowdowns:
                start(browser, f"http://127.0.0.1:{server.server_port}/knobel/", slowdown, options.decisions)
            browser.close()
        server.shutdown()


if __name__ == "__main__":
    main()
