"""Writes `docs/transcripts.md`: the texts of a screen reader in each game, played by keyboard alone.

    python -m tests.browser.transcripts [GAME…]

Texts of live regions are recorded when they appear. After each step the element with the focus is recorded with the
name that the browser reports to assistive technology.
"""

import re
import sys
import textwrap
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from knobel.games import GAMES
from tests.browser.conftest import BROWSER_ARGUMENTS, browser_path
from tests.browser.person import Person
from tests.server.client import running

PAGE = Path(__file__).parents[2] / "docs" / "transcripts.md"
INTRODUCTION = """# Screen reader transcripts

The output of a screen reader in one complete game of each kind, played by keyboard against a random bot. Each line
begins with the keys pressed. The announcement of the page follows in bold, then the focused element as the browser
exposes it to assistive technology. Dice and choices are random.

Keys: R rolls the dice, 1 to 5 keep or choose a die, arrow keys move on the sheet, Enter enters, P reads all scores, Tab
moves to the next element.

Written by `python -m tests.browser.transcripts`.
"""
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
WAYS = {"ArrowLeft": (-1, 0), "ArrowRight": (1, 0), "ArrowUp": (0, -1), "ArrowDown": (0, 1)}
SIGNS = {"ArrowLeft": "←", "ArrowRight": "→", "ArrowUp": "↑", "ArrowDown": "↓"}


class Listener:
    """A person who hears the page and uses only a keyboard."""

    def __init__(self, person: Person, rng: Random) -> None:
        self.person, self.rng = person, rng
        self.keys: list[str] = []
        self.lines: list[str] = []
        person.page.evaluate(LISTEN)
        self.note()

    def press(self, key: str) -> dict[str, Any]:
        self.keys.append(key)
        self.person.page.keyboard.press(key)
        focus: dict[str, Any] = self.person.page.evaluate(FOCUS)
        return focus

    def note(self) -> None:
        """Record the pressed key, the texts announced since then, and the element that has the focus."""
        self.person.settle()
        said: list[str] = self.person.page.evaluate("() => window.heard.splice(0)")
        focus = self.person.page.locator(":focus")
        name = focus.aria_snapshot().splitlines()[0].removeprefix("- ").rstrip(":") if focus.count() else "the page"
        keys = " ".join(self._folded()) or "(the game begins)"
        spoken = " ".join(f"**{text}**" for text in said) or "—"
        self.lines.append(f"{keys}: {spoken} · {name}")
        self.keys.clear()

    def _folded(self) -> list[str]:
        found: list[list[Any]] = []
        for key in self.keys:
            sign = SIGNS.get(key, key.upper() if len(key) == 1 else key)
            if found and found[-1][0] == sign:
                found[-1][1] += 1
            else:
                found.append([sign, 1])
        return [f"`{sign}`" if times == 1 else f"`{sign}` ×{times}" for sign, times in found]

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
                    self.keys.pop()
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


def transcript(browser: Browser, server: str, game: str) -> list[str]:
    """Return the transcript of a game against a bot that plays at random."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB", reduced_motion="reduce")
    person = Person(context.new_page(), server)
    person.go("/")
    person.page.evaluate(CALL_ME, "Ann")
    person.open_table(
        settings={"game": game, "seats": 2, "options": SHORTER.get(game, {}), "undo": False, "hints": True},
        bots=["random"],
        start=True,
    )
    person.find("turn").wait_for()
    listener = Listener(person, Random(game))
    while listener.step():
        pass
    context.close()
    assert not person.problems, person.problems
    return listener.lines


def written(game: str, lines: list[str]) -> str:
    """Return a game's part of the page."""
    items = [
        textwrap.fill(line, 120, initial_indent="- ", subsequent_indent="  ", break_on_hyphens=False) for line in lines
    ]
    return f"## {GAMES[game].titles['en']}\n\n" + "\n".join(items) + "\n"


def main() -> None:
    """Play, record and write the page."""
    games = sys.argv[1:] or list(GAMES)
    with TemporaryDirectory() as folder, running(Path(folder)) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=BROWSER_ARGUMENTS)
        parts = {game: written(game, transcript(browser, server.url, game)) for game in games}
        browser.close()
    known = (
        dict(re.findall(r"^(## [^\n]+\n)(.*?)(?=^## |\Z)", PAGE.read_text(), re.MULTILINE | re.DOTALL))
        if PAGE.exists()
        else {}
    )
    for game in GAMES:
        heading = f"## {GAMES[game].titles['en']}\n"
        parts.setdefault(game, heading + known[heading] if heading in known else "")
    PAGE.write_text("\n".join([INTRODUCTION, *(parts[game].strip() + "\n" for game in GAMES if parts[game])]))


if __name__ == "__main__":
    main()
