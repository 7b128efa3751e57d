"""Measures the page without a server in a browser: transferred sizes, cold start, and decisions of bots.

Run: python -m benchmarks.offline --slowdowns 1 4 6 --decisions 60

The page must be built, on Linux. `KNOBEL_BROWSER` names the browser. For a slowdown of 4, the processes that draw the
page and run its worker get a quarter of one processor; the slowdown of the developer tools leaves out workers.
"""

import contextlib
import gzip
import os
import signal
import statistics
import tempfile
import threading
import time
from collections.abc import Iterable
from pathlib import Path
from random import Random

from playwright.sync_api import Browser, sync_playwright
from tests.browser.conftest import BROWSER_ARGUMENTS, browser_path
from tests.browser.person import Person, play_rounds
from tests.browser.test_offline import AT_ONCE, serving_site

from benchmarks import script
from knobel.games import GAMES
from knobel.server.http.page_files import FOLDER

BURST_S, CHECK_S, SEARCH_S = 0.005, 0.001, 0.5
"""Time that may be used after a pause, and intervals at which its use is checked and renderers are searched."""
DECISIONS = """
import json, random, time, knobel
from knobel.bots import plain
from knobel.core import Chance, Move, Over
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
def moves_a_second(name, seconds=2):
    game, rng, moves, began = knobel.make(name), random.Random(1), 0, time.perf_counter()
    while time.perf_counter() < began + seconds:
        state = game.start(max(game.min_seats, 2))
        while not isinstance(turn := game.turn(state), Over):
            if isinstance(turn, Chance):
                state = game.apply(state, game.sample(state, rng))
                continue
            seat = turn.seats[0]
            state = game.apply(state, Move(seat, rng.choice(game.legal(state, seat))))
            moves += 1
    return moves / (time.perf_counter() - began)
"""


class Slowdown(threading.Thread):
    """Limits the processor time of the browser's renderers, which are descendants of this process.

    They get a share of one processor, whatever else the machine does: the time that they may use grows steadily, and
    they are stopped when they have used more.
    """

    def __init__(self, factor: float) -> None:
        super().__init__(daemon=True)
        self.over = False
        self._factor = factor

    def run(self) -> None:
        searched = last = time.perf_counter()
        used: dict[int, float] = {}
        left_s = 0.0
        while self._factor > 1 and not self.over:
            now = time.perf_counter()
            if now >= searched:
                searched = now + SEARCH_S
                found = [pid for pid in descendants(os.getpid()) if b"--type=renderer" in command_line(pid)]
                used = {pid: used.get(pid, processor_s(pid)) for pid in found}
            left_s = min(left_s + (now - last) / self._factor, BURST_S)
            last = now
            for pid, before in used.items():
                used[pid] = max(processor_s(pid), before)
                left_s -= used[pid] - before
            send(used, signal.SIGSTOP if left_s < 0 else signal.SIGCONT)
            time.sleep(CHECK_S)
        send(used, signal.SIGCONT)


def send(pids: Iterable[int], kind: signal.Signals) -> None:
    """Send a signal to processes, of which some may have ended."""
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, kind)


def processor_s(pid: int) -> float:
    """Return the processor time of all threads of a process in seconds."""
    nanoseconds = 0
    for task in Path(f"/proc/{pid}/task").glob("*/schedstat"):
        with contextlib.suppress(OSError):
            nanoseconds += int(task.read_text().split()[0])
    return nanoseconds / 1e9


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
    context = browser.new_context(viewport={"width": 360, "height": 640}, locale="en-GB", reduced_motion="reduce")
    context.add_init_script(AT_ONCE)
    page = context.new_page()
    slow = Slowdown(slowdown)
    slow.start()
    began = time.perf_counter()
    page.goto(url)
    page.get_by_test_id("play-knister").wait_for(timeout=120_000)
    shown = time.perf_counter()
    page.get_by_test_id("play-knister").click(timeout=120_000)
    page.get_by_test_id("choose-bots").click(timeout=120_000)
    page.get_by_test_id("bots-start").click(timeout=120_000)
    page.get_by_test_id("turn").wait_for(timeout=240_000)
    table = time.perf_counter()
    play_rounds([Person(page, url)], Random(1), 2)
    played = time.perf_counter()
    print(
        f"slowdown {slowdown:g}: page {shown - began:.1f} s, table of the first game {table - shown:.1f} s later, "
        f"first round with the bot's first move {played - table:.1f} s later"
    )
    [worker] = page.workers
    worker.evaluate("(code) => self.python.runPython(code) && null", DECISIONS + "\n1")
    for game in GAMES:
        times, moves = worker.evaluate(
            "(call) => JSON.parse(self.python.runPython(call))",
            f"json.dumps([measure({game!r}, {decisions}), moves_a_second({game!r})])",
        )
        p95 = times[int(0.95 * len(times))]
        print(
            f"  {game:14} decision: median {1000 * statistics.median(times):6.1f} ms, p95 {1000 * p95:6.1f} ms; "
            f"rules: {moves:6,.0f} moves a second"
        )
    slow.over = True
    slow.join()
    context.close()


def main() -> None:
    arguments = script.parser(__doc__)
    arguments.add_argument("--slowdowns", type=float, nargs="+", default=[1, 4, 6])
    arguments.add_argument("--decisions", type=int, default=60)
    options = arguments.parse_args()
    sizes()
    with (
        tempfile.TemporaryDirectory() as folder,
        serving_site(Path(folder)) as address,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=browser_path(), args=BROWSER_ARGUMENTS)
        for slowdown in options.slowdowns:
            start(browser, f"{address}/", slowdown, options.decisions)
        browser.close()


if __name__ == "__main__":
    main()
