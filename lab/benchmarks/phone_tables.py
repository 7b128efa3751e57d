"""Measures a table of phones without a server: how soon all show a change, and their memory.

    python -m benchmarks.phone_tables
    python -m benchmarks.phone_tables --phones 3 --rounds 5
    python -m benchmarks.phone_tables --against FOLDER

The page must be built. A folder of static files is served. Eight phones (contexts of Chromium) play Knister. In each
round one of them rolls, and then all enter: in every other round one after the other, and in the others all at the same
moment. A change is shown when the frame is drawn that follows the message to a page.

- `roll`, `entry`: milliseconds from the command of one phone until the last of all phones shows it.
- `together`: milliseconds from the moment at which all tap until the last phone shows the last entry.
- `processor_ms`: milliseconds of processor time for a change, with all frames of its animations: of the host's tab
  (`host`) without its worker, of the worker, of a guest's tab on average, and of the process that all tabs share
  (`browser`).
- `guest_mb`: memory of the tabs of guests without the interpreter, after garbage was collected (median and maximum).
  Memory of several processes counts in parts (PSS). `private`: memory of no other process, which Chromium itself shows
  as that of a tab. `scripts`: the objects of the page's scripts. `blank`: a tab with an empty page of the folder.
- `interpreters`: the number of guests that have loaded the interpreter.

With `--against`, a second table of phones uses another folder, such as one that `knobel site` of an earlier version
wrote. The tables play their rounds in turns, so that other work on the machine slows both. Figures of the second one
follow as `before`.
"""

import math
import os
import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Browser, sync_playwright
from tests.browser.conftest import BROWSER_ARGUMENTS, browser_path
from tests.browser.person import Person
from tests.browser.test_offline import AT_ONCE, serving, serving_site
from tests.browser.test_phone_tables import NO_CAMERA, seat

from benchmarks.offline import command_line, descendants
from benchmarks.shared import script

ARGUMENTS = [each for each in BROWSER_ARGUMENTS if not each.startswith("--js-flags")]
"""Tests do not let the browser optimize code; phones do."""
WAIT_S = 60
WORKER = "DedicatedWorker"
LOOK_S = 0.4
"""How often to look, which costs the tabs time."""
PAUSE_S = 0.15
"""Before taps at the same moment."""
TIMES = """
window.now = () => performance.timeOrigin + performance.now();
Object.assign(window, {changes: 0, shownAt: 0, sentAt: 0});
const read = (text) => {
  if (!text.startsWith('{"type":"state"')) return;
  requestAnimationFrame(() => setTimeout(() => {
    window.changes += 1;
    window.shownAt = now();
  }));
};
const create = RTCPeerConnection.prototype.createDataChannel;
RTCPeerConnection.prototype.createDataChannel = function (...more) {
  const channel = create.apply(this, more);
  let parts = '';
  channel.addEventListener('message', ({data}) => {
    if (data[0] === '!') return;
    parts += data.slice(1);
    if (data[0] === '+') return;
    read(parts);
    parts = '';
  });
  return channel;
};
const told = Worker.prototype.postMessage;
const own = new Map();
Worker.prototype.postMessage = function (message, ...more) {
  if (message?.kind === 'start')
    this.addEventListener('message', ({data}) => data.kind === 'message' && own.get(data.socket) && read(data.data));
  if (message?.kind === 'open') own.set(message.socket, message.person === 'you');
  return told.call(this, message, ...more);
};
window.tapAt = (selector, at) => setTimeout(() => {
  window.sentAt = now();
  document.querySelector(selector).click();
}, at - now());
"""
"""Notes on each phone when it shows a change."""
LEVER = "[data-testid=lever]"
PLACE = "main [data-action]:not([data-testid=lever])"


LOOK = """(selector) => [
  window.changes, window.shownAt, window.sentAt,
  [...document.querySelectorAll(selector)].some((each) => !each.disabled),
]"""


class Table:
    """The phones at a table, the host first."""

    def __init__(self, phones: Sequence[Person]) -> None:
        self.phones = phones

    def look(self, selector: str) -> list[tuple[int, float, float, bool]]:
        """Return for each phone the number of changes, the times of the last one and of the tap, and if it can tap."""
        return [tuple(phone.page.evaluate(LOOK, selector)) for phone in self.phones]

    def has(self, phone: Person, selector: str) -> bool:
        """True if an element is there and can be pressed."""
        found = "(selector) => [...document.querySelectorAll(selector)].some((each) => !each.disabled)"
        return bool(phone.page.evaluate(found, selector))

    def tap(self, phones: Sequence[Person], selector: str) -> float:
        """Tap on these phones at the same moment. Return the milliseconds until the last one shows the last change."""
        before = self.look(selector)
        at = (time.time() + (PAUSE_S if len(phones) > 1 else 0)) * 1000
        for phone in phones:
            phone.page.evaluate("([selector, at]) => void window.tapAt(selector, at)", [selector, at])
        deadline = time.monotonic() + WAIT_S
        tapped = [self.phones.index(phone) for phone in phones]
        # All phones have the state in which nobody of these waits, and no further change comes.
        while True:
            time.sleep(LOOK_S)
            after = self.look(selector)
            if all(new[0] > old[0] for new, old in zip(after, before, strict=True)) and not any(
                after[each][3] for each in tapped
            ):
                break
            assert time.monotonic() < deadline, [phone.look()["text"][:200] for phone in self.phones]
        return max(each[1] for each in after) - min(after[each][2] for each in tapped)

    def waiting(self) -> list[Person]:
        """Return the phones whose person can enter."""
        return [phone for phone in self.phones if self.has(phone, PLACE)]


class Processors:
    """Processor time of the parts of a browser. Unlike the time until a frame, it depends on no other load."""

    def __init__(self, pids: Sequence[int], host: int) -> None:
        """`pids` are the processes of the browser, and `host` is that of the host's tab."""
        commands = {pid: command_line(pid) for pid in pids}
        self._tabs = [pid for pid in pids if b"--type=renderer" in commands[pid]]
        self._shared = [pid for pid in pids if b"headless" in commands[pid] and pid not in self._tabs]
        self._host = host
        self._since = self._now()

    def _now(self) -> dict[str, float]:
        times = defaultdict[str, float](float)
        for pid in self._shared:
            times["browser"] += sum(times_of(pid).values())
        for pid in self._tabs:
            threads = times_of(pid)
            if pid == self._host:
                times["worker"] += threads.pop(WORKER)
            times["host" if pid == self._host else "guest"] += sum(threads.values()) / (
                1 if pid == self._host else len(self._tabs) - 1
            )
        return times

    def spent(self) -> dict[str, float]:
        """Return the milliseconds since the last call."""
        before, self._since = self._since, self._now()
        return {part: used - before[part] for part, used in self._since.items()}


def times_of(pid: int) -> dict[str, float]:
    """Return the processor time of a process in milliseconds, by the names of its threads."""
    times: dict[str, float] = {}
    for task in Path(f"/proc/{pid}/task").iterdir():
        with suppress(OSError):
            name = (task / "comm").read_text().strip()
            times[name] = times.get(name, 0) + int((task / "schedstat").read_text().split()[0]) / 1e6
    return times


@dataclass
class Changes:
    """Milliseconds until all phones showed each change, and the processor time of all of them."""

    times: list[float] = field(default_factory=list)
    spent: dict[str, float] = field(default_factory=dict)


def play(table: Table, rounds: int, rng: Random, processors: Processors) -> Iterator[dict[str, Changes]]:
    """Play rounds of Knister. Yield the changes by kind after each of them."""
    changes = {name: Changes() for name in ("roll", "entry", "together")}

    def tap(name: str, phones: Sequence[Person], selector: str) -> None:
        processors.spent()
        changes[name].times.append(table.tap(phones, selector))
        spent = changes[name].spent
        for part, used in processors.spent().items():
            spent[part] = spent.get(part, 0) + used

    for number in range(rounds):
        deadline = time.monotonic() + WAIT_S
        while not (rollers := [phone for phone in table.phones if table.has(phone, LEVER)]):
            assert time.monotonic() < deadline
            time.sleep(LOOK_S)
        tap("roll", rollers[:1], LEVER)
        while len(table.waiting()) < len(table.phones):
            assert time.monotonic() < deadline, "not all can enter"
            time.sleep(LOOK_S)
        if number % 2:
            tap("together", table.phones, PLACE)
        else:
            for phone in rng.sample(list(table.phones), len(table.phones)):
                tap("entry", [phone], PLACE)
        yield changes


def figures(times: Sequence[float]) -> dict[str, float]:
    """Return number, median, 99th percentile and maximum."""
    last = round(max(times), 1)
    return {"n": len(times), "p50": round(statistics.median(times), 1), "p99": percentile(times, 0.99), "max": last}


def memory(phone: Person) -> dict[str, float]:
    """Return the memory of a phone's tab in MB, after garbage was collected."""
    session = phone.page.context.new_cdp_session(phone.page)
    for _ in range(2):
        session.send("HeapProfiler.collectGarbage")
    time.sleep(1)
    scripts = session.send("Runtime.getHeapUsage")["usedSize"]
    sizes = dict.fromkeys(("Pss", "Private_Clean", "Private_Dirty"), 0)
    for line in Path(f"/proc/{renderer(phone)}/smaps_rollup").read_text().splitlines():
        name, _, size = line.partition(":")
        if name in sizes:
            sizes[name] = int(size.split()[0])
    private = sizes["Private_Clean"] + sizes["Private_Dirty"]
    return {"pss": sizes["Pss"] / 1000, "private": private / 1000, "scripts": scripts / 1e6}


def renderer(phone: Person) -> int:
    """Return the process of a phone's tab: the one that works when its page does."""
    pids = [pid for pid in descendants(os.getpid()) if b"--type=renderer" in command_line(pid)]
    before = {pid: sum(times_of(pid).values()) for pid in pids}
    phone.page.evaluate("() => { for (const end = performance.now() + 300; performance.now() < end;); }")
    return max(pids, key=lambda pid: sum(times_of(pid).values()) - before[pid])


def memories(phones: Sequence[Person]) -> dict[str, dict[str, float]]:
    """Return median and maximum of each kind of memory of the phones' tabs."""
    sizes = [memory(phone) for phone in phones]
    return {
        kind: {"median": round(statistics.median(each), 1), "max": round(max(each), 1)}
        for kind in sizes[0]
        if (each := [size[kind] for size in sizes])
    }


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value that this share of the values does not exceed."""
    return round(sorted(values)[math.ceil(share * len(values)) - 1], 1)


def open_table(browser: Browser, address: str, count: int) -> list[Person]:
    """Open a table of Knister, seat the guests, and start the game. Return the phones, the host's first."""
    phones = []
    for _ in range(count):
        context = browser.new_context(viewport={"width": 360, "height": 640}, has_touch=True, locale="en-GB")
        context.set_default_timeout(WAIT_S * 1000)
        for text in (AT_ONCE, NO_CAMERA, TIMES):
            context.add_init_script(text)
        phones.append(Person(context.new_page(), address))
    host, *guests = phones
    host.go("/")
    host.choose("knister", "table")
    host.click("table-more")
    host.click("edit-settings")
    host.find("setup-seats").fill(str(count))
    host.click("settings-save")
    host.click("phones-invite")
    for guest in guests:
        seat(host, guest)
    host.click("start")
    for phone in phones:
        phone.wait_for_game()
    return phones


def report_of(changes: dict[str, Changes]) -> dict[str, Any]:
    """Return the figures of all kinds of changes."""
    made = {name: found for name, found in changes.items() if found.times}
    return {
        **{f"{name}_ms": figures(found.times) for name, found in made.items()},
        "processor_ms": {
            name: {part: round(used / len(found.times), 1) for part, used in found.spent.items()}
            for name, found in made.items()
        },
    }


def main() -> None:
    parser = script.parser(__doc__)
    parser.add_argument("--phones", type=int, default=8)
    parser.add_argument("--rounds", type=int, default=24, help="number of rounds, at most 24")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--against", type=Path, metavar="FOLDER", help="folder of another page, which plays in turns")
    given = parser.parse_args()
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        addresses = [stack.enter_context(serving_site(Path(folder)))]
        if given.against:
            addresses.append(stack.enter_context(serving(given.against)))
        tables, games = [], []
        for address in addresses:
            others = descendants(os.getpid())
            browser = playwright.chromium.launch(executable_path=browser_path(), args=ARGUMENTS)
            stack.callback(browser.close)
            phones = open_table(browser, address, given.phones)
            # The next host loads the interpreter meanwhile.
            time.sleep(20)
            pids = [pid for pid in descendants(os.getpid()) if pid not in others]
            processors = Processors(pids, max(pids, key=lambda pid: times_of(pid).get(WORKER, 0)))
            tables.append(phones)
            games.append(play(Table(phones), given.rounds, Random(given.seed), processors))
        *_, ended = zip(*games, strict=True)
        blank = Person(browser.new_context().new_page(), addresses[0])
        blank.page.goto(f"{addresses[0]}/offline.json")
        _, *guests = tables[0]
        script.report(
            {
                "phones": given.phones,
                "rounds": given.rounds,
                **report_of(ended[0]),
                **({"before": report_of(ended[1])} if given.against else {}),
                "guest_mb": memories([guest for guest in guests if not guest.page.workers]),
                "blank_mb": memories([blank]),
                "interpreters": sum(bool(guest.page.workers) for guest in guests),
                "load": round(os.getloadavg()[0], 1),
            }
        )


if __name__ == "__main__":
    main()
