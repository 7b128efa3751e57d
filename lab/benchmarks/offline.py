"""Measures the page without a server in a browser: transferred sizes, starts, bots, the coach, and memory.

    python -m benchmarks.offline
    python -m benchmarks.offline knister --slowdowns 4 --decisions 60

The page must be built, on Linux. `KNOBEL_BROWSER` names the browser. For a slowdown of 4, the processes that draw the
page and run its worker get a quarter of one processor; the slowdown of the developer tools leaves out workers.

Prints the bytes of the interpreter and of each engine. Then, for each game and slowdown, in seconds unless a name says
otherwise:

- `first visit`, `kept`: the time until the page is shown, from there until a table with a bot is shown, from there
  until the engine decides, and from there until the coach has prepared its hints between moves; first with an empty
  browser, then with the files that its service worker has kept. Files come from this machine, so that no network is
  measured.
- `decision, ms`: decisions of a `master` against another, and the 95th percentile of the plain bots that play without
  an engine.
- `first hint`, `hint`: the first hint of a visit, which was prepared, and later ones in a game of two, until the first
  and until the last assessment is there.
- `review`: whole reviews of a game of one seat, or of the fewest that the game allows, and of four.
- `first mistake`: in the review of four seats, until the first mistake of any seat is there, and until the first of
  each seat is.
- `tab, MB`: the memory of the process of the tab after all this, where memory of several processes counts in parts.
"""

import argparse
import contextlib
import gzip
import json
import os
import signal
import statistics
import tempfile
import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from tests.browser.conftest import BROWSER_ARGUMENTS, browser_path
from tests.browser.test_offline import AT_ONCE, COACHED, LOADED, PREPARED, serving_site
from tests.browser.waits import PACK_KEPT

from benchmarks.coach_ledger import play
from benchmarks.shared import script
from knobel.engines.wasm.image import games_with_modules
from knobel.games import make
from knobel.notation import dumps

TIMEOUT_MS = 600_000
BURST_S, CHECK_S, SEARCH_S = 0.005, 0.001, 0.5
"""Time that may be used after a pause, and intervals at which its use is checked and renderers are searched."""
ENGINE_ARGUMENTS = [argument for argument in BROWSER_ARGUMENTS if not argument.startswith("--js-flags")]
"""The browser optimizes code, unlike in tests."""
HINTS_PREPARED = """async () => {
  const prepared = () => self.python.runPython(`
import gc
from knobel.offline.coach_preparation import CoachPreparation
[found] = [each for each in gc.get_objects() if isinstance(each, CoachPreparation)]
bool(found._done)`);
  while (!prepared()) await new Promise((done) => setTimeout(done, 1000));
}"""
"""Resolves when the coach has prepared its hints in the game of the only table."""
IN_WORKER = """
import json, random, time, knobel
from knobel.bots import plain
from knobel.bots.levels import LevelBot
from knobel.coach.grades import GRADE_MARKS
from knobel.core import Chance, Decide, Move, Over
from knobel.notation import load
from knobel.offline.coach import hint
from knobel.offline.service import Service

def decisions(name, choose, count):
    game, rng, times = knobel.make(name), random.Random(1), []
    while len(times) < count:
        state = game.start(2)
        while not isinstance(turn := game.turn(state), Over) and len(times) < count:
            if isinstance(turn, Chance):
                state = game.apply(state, game.sample(state, rng))
                continue
            seat, began = turn.seats[0], time.perf_counter()
            action = choose(game, game.view(state, seat), seat, rng)
            if len(game.legal(state, seat)) > 1:
                times.append(time.perf_counter() - began)
            state = game.apply(state, Move(seat, action))
    return times

def bots(name, count):
    game = knobel.make(name)
    plain.prepare(game)
    return [decisions(name, each.choose, count) for each in (LevelBot("master"), plain.PlainBot())]

def hints(text, count):
    record, lines, places = load(text.splitlines())[0], text.splitlines(keepends=True), []
    game, state = record.game, record.game.start(len(record.seats))
    for number, event in enumerate(record.events):
        turn = game.turn(state)
        if isinstance(turn, Decide) and 0 in turn.seats and len(game.legal(state, 0)) > 1:
            places.append(number)
        state = game.apply(state, event)
    times = []
    for number in places[::max(len(places) // count, 1)]:
        began = time.perf_counter()
        times.append([time.perf_counter() - began for _ in hint("".join(lines[:1 + number]), 0, {})])
    return [list(each) for each in zip(*times)]

def review(text):
    began, service = time.perf_counter(), Service(games=[load(text.splitlines())[0].game.name])
    step, first, found = json.loads(service.request(1, "POST", "/api/coach/review", text))["answer"], {}, ""
    while not step["done"]:
        found += step["text"]
        for each in json.loads(step["mistakes"] or "[]"):
            first.setdefault(each["seat"], time.perf_counter() - began)
        step = json.loads(service.go_on(1))["answer"]
    assert step["status"] == 200, step
    whole = time.perf_counter() - began
    for each in json.loads(found + step["text"])["decisions"]:
        if each["grade"] in GRADE_MARKS:
            first.setdefault(each["seat"], whole)
    return whole, [first[seat] for seat in sorted(first)]
"""


class Slowdown(threading.Thread):
    """Limits the processor time of the browser's renderers, which are descendants of this process.

    They get a share of one processor, independently of other work on the machine: the time that they may use grows
    steadily, and they are stopped when they have used more.
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
    """Return the descendants of a process."""
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


def processor_share(slowdown: float) -> str:
    """Return the name of the share of a processor that a slowdown leaves."""
    return "all" if slowdown <= 1 else f"1/{slowdown:g}"


def memory_mb() -> float:
    """Return the memory of the largest renderer in MB."""
    sizes = [0]
    for pid in descendants(os.getpid()):
        if b"--type=renderer" in command_line(pid):
            with contextlib.suppress(OSError):
                text = Path(f"/proc/{pid}/smaps_rollup").read_text()
                sizes.append(next(int(line.split()[1]) for line in text.splitlines() if line.startswith("Pss:")))
    return round(1024 * max(sizes) / 1e6)


def report_sizes(site: Path) -> None:
    """Report the transferred bytes, from a server that compresses nothing but the loader."""
    pack = json.loads((site / "offline.json").read_text(encoding="utf-8"))

    def size(path: str) -> int:
        content = (site / path).read_bytes()
        return len(gzip.compress(content, 9) if path.endswith(".mjs") else content)

    script.report({"part": "interpreter and rules", "bytes": sum(map(size, pack["files"]))})
    script.report({"part": "coach", "bytes": size(pack["coach"])})
    for game, files in pack["engines"].items():
        script.report({"engine": game, "module": size(files["module"]), "arrays": size(files["image"])})


def visit(context: BrowserContext, url: str, game: str) -> tuple[Page, Mapping[str, float]]:
    """Begin a game against a bot. Return the page and the seconds of each step until hints are prepared."""
    page, times = context.new_page(), [time.perf_counter()]
    page.goto(url)
    page.get_by_test_id(f"play-{game}").wait_for()
    times.append(time.perf_counter())
    for button in (f"play-{game}", "choose-bots", "bots-start"):
        page.get_by_test_id(button).click()
    page.get_by_test_id("turn").wait_for()
    times.append(time.perf_counter())
    [worker] = page.workers
    worker.evaluate(LOADED, game)
    worker.evaluate(PREPARED, [game, "{}"])
    times.append(time.perf_counter())
    worker.evaluate(COACHED)
    worker.evaluate(HINTS_PREPARED)
    times.append(time.perf_counter())
    steps = zip(("page", "table", "engine", "hints"), times, times[1:], strict=False)
    return page, {name: round(end - began, 1) for name, began, end in steps}


def p95(times: Sequence[float]) -> float:
    return sorted(times)[int(0.95 * len(times))]


def measure(browser: Browser, url: str, game: str, slowdown: float, options: argparse.Namespace) -> None:
    """Report the figures of a game at a slowdown of the processor."""
    context = browser.new_context(viewport={"width": 360, "height": 640}, locale="en-GB", reduced_motion="reduce")
    context.set_default_timeout(TIMEOUT_MS)
    context.add_init_script(AT_ONCE)
    slow = Slowdown(slowdown)
    slow.start()
    page, first = visit(context, url, game)
    page.evaluate(PACK_KEPT)
    page.close()
    page, kept = visit(context, url, game)
    [worker] = page.workers
    worker.evaluate("(code) => self.python.runPython(code) && null", IN_WORKER + "\n1")

    def ask(call: str, *arguments: object) -> Any:
        code = f"json.dumps({call}(*json.loads({json.dumps(arguments)!r})))"
        return json.loads(worker.evaluate("(code) => self.python.runPython(code)", code))

    rules = make(game)
    records = {seats: dumps(play(rules, ["casual"] * seats, "1")[0]) for seats in (max(rules.min_seats, 1), 2, 4)}
    master, plain = ask("bots", game, options.decisions)
    shown, whole = ask("hints", records[2], options.hints)
    (alone, _), (together, mistakes) = (ask("review", records[seats]) for seats in (max(rules.min_seats, 1), 4))
    memory = memory_mb()
    slow.over = True
    slow.join()
    context.close()
    script.report(
        {
            "processor": processor_share(slowdown),
            "game": game,
            "first visit": first,
            "kept": kept,
            "decision, ms": {
                "median": round(1000 * statistics.median(master), 1),
                "p95": round(1000 * p95(master), 1),
                "plain, p95": round(1000 * p95(plain), 1),
            },
            "first hint": {"first": round(shown[0], 2), "whole": round(whole[0], 2)},
            "hint, p95": {"first": round(p95(shown[1:]), 2), "whole": round(p95(whole[1:]), 2)},
            "review": {"one seat": round(alone, 1), "four seats": round(together, 1)},
            "first mistake": {"any seat": round(min(mistakes), 1), "each seat": [round(each, 1) for each in mistakes]},
            "tab, MB": memory,
        }
    )


def main() -> None:
    arguments = script.parser(__doc__)
    arguments.add_argument("game", nargs="*", default=list(games_with_modules()))
    arguments.add_argument("--slowdowns", type=float, nargs="*", default=[1, 4, 6], help="without a number: only sizes")
    arguments.add_argument("--decisions", type=int, default=60)
    arguments.add_argument("--hints", type=int, default=12)
    options = arguments.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        serving_site(Path(folder)) as address,
        sync_playwright() as playwright,
    ):
        report_sizes(Path(folder) / "some" / "games")
        for slowdown in options.slowdowns:
            for game in options.game:
                browser = playwright.chromium.launch(executable_path=browser_path(), args=ENGINE_ARGUMENTS)
                measure(browser, f"{address}/", game, slowdown, options)
                browser.close()


if __name__ == "__main__":
    main()
