"""Time from a tap until its effect is painted on the page.

    python -m benchmarks.interaction --rate 6

A script plays each game against a bot by touch, on a phone with animated dice: first at the full speed of the
processor, then throttled by that rate. The browser traces every interaction (Event Timing: from its first event to the
next paint) and the processor time of the page's main thread meanwhile. Prints one JSON object; for either speed:

- `slower`: the measured slowdown of a piece of work, which is usually larger than the rate;
- `next_paint_ms`: the 98th percentile of the interactions by wall clock (*interaction to next paint*), and
  `median_ms`;
- `processor_ms`: the same in processor time, independent of other work on the machine; the throttled value is that of
  full speed times the rate, because a browser throttles itself by burning processor time;
- `shifted`: *cumulative layout shift*.
"""

import json
import statistics
import tempfile
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Browser, CDPSession, sync_playwright
from tests.browser.conftest import BROWSER_ARGUMENTS, browser_path
from tests.browser.person import Person
from tests.server.client import running

from benchmarks.shared import script
from knobel.games import GAMES

TRACED = ["devtools.timeline", "disabled-by-default-devtools.timeline", "loading"]
AT_REST_MS = 300
"""Pause after each tap for all its effects; looking at the page during this time would disturb them."""
ON_GLASS_MS = 70
"""Time for which the finger stays on the glass."""
WORK = """() => {
  const begin = performance.now();
  let x = 0;
  for (let i = 0; i < 700000; i += 1) x = (31 * x + i) % 1000003;
  return performance.now() - begin + 0 * x;
}"""
AT_REST = "() => document.getAnimations().every(({playState}) => playState !== 'running')"


class Thumb(Person):
    """A finger that taps when the dice lie still, and then leaves the page alone until all effects are over."""

    def press(self, selector: str) -> bool:
        box = self.page.locator(selector).first.bounding_box()
        assert box is not None
        at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        self.page.wait_for_function(AT_REST, polling=AT_REST_MS)
        self.page.wait_for_timeout(AT_REST_MS)
        self.devtools.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
        self.page.wait_for_timeout(ON_GLASS_MS)
        self.devtools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        self.page.wait_for_timeout(AT_REST_MS)
        return True

    def slow_down(self, rate: float) -> float:
        """Throttle the browser by that rate, and return the measured slowdown, which is usually larger."""
        whole = self.working()
        self.devtools.send("Emulation.setCPUThrottlingRate", {"rate": rate})
        return self.working() / whole

    def working(self) -> float:
        """Return the milliseconds of a piece of work."""
        return statistics.median(float(self.page.evaluate(WORK)) for _ in range(25))

    @cached_property
    def devtools(self) -> CDPSession:
        return self.page.context.new_cdp_session(self.page)


def traced(browser: Browser, address: str, game: str, rate: float, steps: int) -> tuple[float, list[dict[str, Any]]]:
    """Return the measured slowdown and the browser's trace of a number of steps of a game."""
    context = browser.new_context(
        viewport={"width": 360, "height": 640}, is_mobile=True, has_touch=True, reduced_motion="no-preference"
    )
    person = Thumb(context.new_page(), address)
    person.go("/")
    person.open_table(settings={"game": game, "seats": 2, "hints": True}, bots=["random"], start=True)
    person.find("turn").wait_for()
    slower = person.slow_down(rate)
    browser.start_tracing(page=person.page, categories=TRACED)
    rng, done = Random(game), 0
    while done < steps and not person.over:
        done += person.step(rng)
    person.settle()
    trace: list[dict[str, Any]] = json.loads(browser.stop_tracing())["traceEvents"]
    context.close()
    return slower, trace


def interactions(trace: list[dict[str, Any]]) -> Iterable[tuple[float, float]]:
    """Return the milliseconds of each interaction, by wall clock and in processor time of the page's main thread."""
    longest: dict[int, dict[str, Any]] = {}
    for event in trace:
        if event["name"] == "EventTiming" and event["ph"] == "b" and (number := timing(event)["interactionId"]):
            longest[number] = max(longest.get(number, event), event, key=lambda one: float(timing(one)["duration"]))
    tasks = [event for event in trace if event["name"] == "RunTask" and event["pid"] == event["tid"]]
    for event in longest.values():
        begin, milliseconds = event["ts"], float(timing(event)["duration"])
        # Then the new frame leaves this thread; the field is missing if nothing visible changed.
        committed = timing(event).get("commitFinishTime", timing(event)["processingEnd"])
        end = begin + 1000 * (committed - timing(event)["timeStamp"])
        meanwhile = (
            task["tdur"]
            for task in tasks
            if task["pid"] == event["pid"] and task["ts"] < end and task["ts"] + task["dur"] > begin
        )
        yield milliseconds, sum(meanwhile) / 1000


def timing(event: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = event["args"]["data"]
    return found


def figures(slower: float, trace: list[dict[str, Any]], *, whole: bool) -> dict[str, Any]:
    """Return the figures of a trace."""
    clock, processor = map(sorted, zip(*interactions(trace), strict=True))
    nearly_all = int(0.98 * (len(clock) - 1))
    shifts = [event["args"]["data"] for event in trace if event["name"] == "LayoutShift"]
    return {
        "slower": round(slower, 1),
        "interactions": len(clock),
        "median_ms": round(statistics.median(clock)),
        "next_paint_ms": round(clock[nearly_all]),
        **(
            {"processor_ms": [round(statistics.median(processor), 1), round(processor[nearly_all], 1)]} if whole else {}
        ),
        "shifted": sum(shift["score"] for shift in shifts if not shift["had_recent_input"]),
    }


def main() -> None:
    """Play all games and print the figures."""
    parser = script.parser(__doc__)
    parser.add_argument("games", nargs="*", default=list(GAMES), help="which games; all")
    parser.add_argument("--rate", type=float, default=6, help="how many times slower the processor is")
    parser.add_argument("--steps", type=int, default=60, help="what a person does in a game")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=BROWSER_ARGUMENTS)
        for game in wanted.games:
            speeds = {
                f"rate {rate:g}": figures(*traced(browser, server.url, game, rate, wanted.steps), whole=rate == 1)
                for rate in (1, wanted.rate)
            }
            script.report({"game": game} | speeds)
        browser.close()


if __name__ == "__main__":
    main()
