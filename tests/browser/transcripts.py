"""Transcripts of a screen reader: the texts of the page in a game of each kind, played by keyboard alone.

    python -m tests.browser.transcripts [GAME…]

It writes the snapshots with which `test_transcripts.py` compares. Each line has the keys that do more than move the
focus, the texts of live regions, and the element that then has the focus with the name that the browser reports to
assistive technology. The dice follow from the labels of the rolls, and a second player, where a game needs one, takes
the first legal action, so that all transcripts of a game are equal.
"""

import asyncio
import contextlib
import sys
from collections.abc import Sequence
from operator import itemgetter
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from knobel.games import GAMES
from tests.browser.conftest import BROWSER_ARGUMENTS, browser_path
from tests.browser.person import Person
from tests.server.client import Person as Player
from tests.server.client import running

FOLDER = Path(__file__).parent / "transcripts_of_games"
STEPS = 60
"""Number of steps after which a transcript ends, if the game is not over before."""
LISTEN = """() => {
  window.heard = [];
  const hear = (node) => {
    const element = node instanceof Element ? node : node.parentElement;
    const region = element?.closest('[aria-live], [role=alert], [role=status]');
    const text = region?.innerText?.replace(/\\s+/g, ' ').trim();
    if (text && window.heard.at(-1) !== text) window.heard.push(text);
  };
  new MutationObserver((list) => {
    for (const {target, addedNodes} of list) [target, ...addedNodes].forEach(hear);
  }).observe(document.body, {subtree: true, childList: true, characterData: true});
}"""
CALL_ME = """(name) => fetch('/api/session', {
  method: 'PATCH', headers: {'content-type': 'application/json'}, body: JSON.stringify({name})})"""
FOCUS = """() => {
  const e = document.activeElement;
  const {x, y, width, height} = e.getBoundingClientRect();
  return {place: e.matches('[data-place]'), at: [x + width / 2, y + height / 2]};
}"""
SHORTER: dict[str, dict[str, Any]] = {"knoeffel": {"columns": 1}}
OVER = "The game is over."
POSSIBLE = ("over", "ended", "pencilled", "confirm", "lever", "actions", "picks")
"""What a person sees who can do something, or whose game is over."""
WAYS = {"ArrowLeft": (-1, 0), "ArrowRight": (1, 0), "ArrowUp": (0, -1), "ArrowDown": (0, 1)}


class Listener:
    """A person who hears the page and uses only a keyboard."""

    def __init__(self, person: Person, rng: Random) -> None:
        self.person, self.rng = person, rng
        self.keys: list[str] = []
        """Keys since the last line that do more than move the focus; the way depends on the sizes of letters."""
        self.lines: list[str] = []
        person.settle()
        person.page.evaluate(LISTEN)

    def press(self, key: str) -> dict[str, Any]:
        if key not in (*WAYS, "Tab"):
            self.keys.append(key.upper() if len(key) == 1 else key)
        self.person.page.keyboard.press(key)
        focus: dict[str, Any] = self.person.page.evaluate(FOCUS)
        return focus

    def note(self) -> None:
        """Record the keys, the texts announced until the next step is possible, and the element that has the focus."""
        self.person.settle()
        while not any(self.person.look()[what] for what in POSSIBLE):
            self.person.settle()
        said: list[str] = self.person.page.evaluate("() => window.heard.splice(0)")
        focus = self.person.page.locator(":focus")
        name = focus.aria_snapshot().splitlines()[0].removeprefix("- ").rstrip(":") if focus.count() else "the page"
        self.lines.append(f"{' '.join(self.keys)}: {' '.join(said) or '—'} · {name}")
        self.keys.clear()

    def on(self, selector: str) -> bool:
        """True if the element has the focus."""
        return bool(self.person.page.evaluate("(wanted) => document.activeElement.matches(wanted)", selector))

    def reach(self, selector: str) -> None:
        """Move the focus to an element: by arrow keys if it is a place on the sheet, otherwise by Tab."""
        target = self.person.page.locator(selector).first
        if target.evaluate("(e) => e.matches('[data-place]')"):
            focus = self.person.page.evaluate(FOCUS)
            if not focus["place"]:
                focus = self.press("ArrowDown")
            for _ in range(60):
                if focus["place"]:
                    break
                focus = self.press("Tab")
            box = target.bounding_box()
            assert box is not None
            x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
            for number in range(100):
                if self.on(selector):
                    return
                dx, dy = x - focus["at"][0], y - focus["at"][1]
                key = max(WAYS, key=lambda way: WAYS[way][0] * dx + WAYS[way][1] * dy)
                # If many places are taken, the direct way may lead in circles; going right reaches all places.
                before, focus = focus, self.press(key if number < 10 else "ArrowRight")
                if focus == before:
                    focus = self.press("ArrowRight")
        for _ in range(150):
            if self.on(selector):
                return
            self.press("Tab")
        raise AssertionError(f"the keyboard does not reach {selector}")

    def step(self) -> bool:
        """Do one action; False if the game is over."""
        seen = self.person.look()
        if seen["over"]:
            return False
        if seen["ended"] or seen["pencilled"]:
            self.press("Enter")
        elif seen["confirm"] and not seen["actions"]:
            self.reach("[data-testid=confirm]")
            self.press("Enter")
        elif seen["lever"] and not (seen["actions"] and self.rng.random() < 0.5):
            for die in range(len(seen["dice"])):
                if self.rng.random() < 0.4:
                    self.press(str(die + 1))
            self.press("r")
        elif seen["actions"] or seen["picks"]:
            kind, wanted = ("action", seen["actions"]) if seen["actions"] else ("pick", seen["picks"])
            self.reach(f'main [data-{kind}="{self.rng.choice(wanted)}"]')
            self.press("Enter")
        else:
            self.person.page.wait_for_timeout(50)
            return True
        self.note()
        return True


def steady_roll(_seed: str, label: str, count: int, _contributions: Sequence[str] = ()) -> tuple[int, ...]:
    """Return faces that follow from the label of a roll."""
    return tuple(Random(label).choices(range(1, 7), k=count))


STEADY = {"knobel.seeded_dice.roll": steady_roll}
"""What is changed in the server: its dice cannot be checked, so that transcripts end before the results."""


class Companion(Thread):
    """A second player, who takes the first legal action."""

    def __init__(self, server: str, code: str) -> None:
        super().__init__(daemon=True)
        self.server, self.code = server, code
        self.seated = Event()

    def run(self) -> None:
        asyncio.run(self._play())

    async def _play(self) -> None:
        person = await Player(self.server).arrive("Ada")
        table = await person.join(self.code)
        await table.do("sit")
        self.seated.set()
        await table.until(lambda: table.position)
        table.choose = itemgetter(0)
        with contextlib.suppress(Exception):  # the game ends with the transcript
            await table.play()


def transcript(browser: Browser, server: str, game: str) -> list[str]:
    """Return the transcript of the beginning of a game."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB")
    person = Person(context.new_page(), server)
    person.go("/")
    person.page.evaluate(CALL_ME, "Ann")
    seats = GAMES[game]().min_seats
    code = person.open_table(
        settings={
            "game": game,
            "seats": seats,
            "options": SHORTER.get(game, {}),
            "undo": False,
            "hints": True,
            "public": True,
        },
        start=seats == 1,
    )
    if seats > 1:
        companion = Companion(server, code)
        companion.start()
        companion.seated.wait()
        person.find("start").click()
    person.find("turn").wait_for()
    listener = Listener(person, Random(game))
    while len(listener.lines) < STEPS and OVER not in "".join(listener.lines[-1:]) and listener.step():
        pass
    context.close()
    assert not person.problems, person.problems
    return listener.lines


def main() -> None:
    """Play and write the snapshots."""
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=BROWSER_ARGUMENTS)
        for game in sys.argv[1:] or GAMES:
            with TemporaryDirectory() as folder, running(Path(folder), STEADY) as server:
                lines = transcript(browser, server.url, game)
            (FOLDER / f"{game}.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        browser.close()


if __name__ == "__main__":
    main()
