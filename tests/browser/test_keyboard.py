"""Games by keyboard alone, with visible focus and announced changes: beginning and end, or all with KNOBEL_WHOLE=1."""

from random import Random
from typing import Any

import pytest

from tests.browser.conftest import Arrive
from tests.browser.person import TIMEOUT_MS, Person, play_on
from tests.browser.test_games import agree_with_the_record
from tests.browser.transcripts import LISTEN
from tests.slow import WHOLE

ARROWS = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")
FOCUS = """() => {
  const e = document.activeElement;
  const style = getComputedStyle(e);
  return {
    testid: e.dataset.testid ?? null, action: e.dataset.action ?? null, place: e.matches('[data-place]'),
    tag: e.tagName,
    visible: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0,
  };
}"""


class Typist:
    """A person without a mouse."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.announced: set[str] = set()

    def press(self, key: str) -> dict[str, Any]:
        """Press a key and return the element that has the focus afterwards."""
        self.person.page.keyboard.press(key)
        focus: dict[str, Any] = self.person.page.evaluate(FOCUS)
        return focus

    def tab_to(self, **wanted: object) -> None:
        """Press Tab until the expected element has the focus, and check that the focus is visible."""
        focus = self.person.page.evaluate(FOCUS)
        for _ in range(120):
            if all(focus[key] == value for key, value in wanted.items()):
                break
            focus = self.press("Tab")
        else:
            pytest.fail(f"the keyboard does not reach {wanted}")
        assert focus["visible"], f"the focus does not show on {focus}"

    def do(self, key: str) -> None:
        """Press a key that changes the game, and wait for the change."""
        before = self.person.look()
        self.press(key)
        assert self.person.wait_for_change(before, TIMEOUT_MS / 1000), f"{key} did nothing:\n{before['text']}"
        self.announced.add(self.person.find("announcements").inner_text())


def test_knister_by_keyboard(arrive: Arrive) -> None:
    ann = arrive()
    typist, rng = Typist(ann), Random(1)
    typist.tab_to(testid="play-knister")
    typist.press("Enter")
    typist.tab_to(testid="choose-alone")
    typist.press("Enter")
    ann.page.locator("[data-testid=lever]:enabled").wait_for()
    parts = [25] if WHOLE else [3, 3]
    for part, rounds in enumerate(parts):
        if part:
            play_on([ann], 26 - rounds)
        ann.page.evaluate(LISTEN)
        for number in range(rounds):
            if number > 0:
                # While no entry is possible, the sheet has the focus.
                assert ann.page.evaluate("() => document.activeElement.matches('main [role=grid]')")
            if number == 1:
                typist.press("p")
                ann.page.wait_for_function("() => /you -?[0-9]+ points?\\./.test(window.heard.at(-1))")
            # Through the protocol, the dice of the target round have been rolled.
            if number or not part:
                typist.do("r")
            if number == 0:
                typist.tab_to(place=True)
            # After an entry the player continues from the same place.
            ann.page.wait_for_function("() => document.activeElement.matches('[data-place]')")
            for _ in range(rng.randrange(4)):
                typist.press(rng.choice(ARROWS))
            typist.do(rng.choice(("Enter", "Space")))
    agree_with_the_record(ann)
    assert len(typist.announced) > 4
    (score,) = ann.results()
    outcome = f"{score} points"
    ann.page.wait_for_function("(words) => window.heard.join(' ').includes(words)", arg=outcome)
    heard = ann.page.evaluate("() => window.heard.join(' ')")
    for words in ("You roll", "Write", "You enter"):
        assert words in heard
