"""On a phone, the keyboard reaches and scrolls every region that is larger than its box."""

from random import Random

import pytest

from knobel.games import GAMES
from tests.browser.axe import evaluate_with_axe
from tests.browser.conftest import Arrive
from tests.browser.person import LAST_ROUND, Person, play_to_the_end

pytestmark = pytest.mark.slow

WIDE_NAME = "W" * 24

# Axe ignores regions whose content is only slightly larger than the box, because hardly anything is hidden there.
UNREACHABLE = """async () => {
  const {violations} = await axe.run(document, {runOnly: {type: 'rule', values: ['scrollable-region-focusable']}});
  const scrolling = [...document.querySelectorAll('body *')].filter((e) => e.checkVisibility() && e.clientWidth > 1
    && [['overflowX', 'Width'], ['overflowY', 'Height']].some(([overflow, size]) =>
      /auto|scroll/.test(getComputedStyle(e)[overflow]) && e[`scroll${size}`] > e[`client${size}`] + 1));
  const focusable = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, summary, [tabindex="0"]';
  const out = scrolling.filter((e) => !e.matches(focusable) && !e.querySelector(focusable));
  const nameless = scrolling.filter((e) => e.tabIndex === 0 && !e.hasAttribute('aria-label')
    && !e.hasAttribute('aria-labelledby'));
  const html = (e) => e.outerHTML.slice(0, 160);
  return {
    scrolling: scrolling.length,
    problems: [
      ...violations.flatMap(({nodes}) => nodes.map((node) => `axe: ${node.html.slice(0, 160)}`)),
      ...out.map((e) => `out of reach: ${html(e)}`),
      ...nameless.map((e) => `without a name: ${html(e)}`),
    ],
  };
}"""


def unreachable(person: Person, *, scrolling: int = 0) -> list[str]:
    """Return the regions that the keyboard cannot scroll. At least the given number of regions must scroll."""
    person.page.set_viewport_size({"width": 390, "height": 844})
    person.settle()
    found = evaluate_with_axe(person.page, UNREACHABLE)
    assert found["scrolling"] >= scrolling, found
    problems: list[str] = found["problems"]
    return problems


def test_a_crowd_at_home_is_scrolled_by_keyboard(arrive: Arrive) -> None:
    for _ in range(6):
        person = arrive(None)
        person.ask("POST", "/api/session", {"name": WIDE_NAME})
        person.go("/")
    people = person.find("people")
    person.page.wait_for_function("() => document.querySelectorAll('[data-testid=people] li').length >= 6")
    assert unreachable(person, scrolling=1) == []
    people.focus()
    person.page.keyboard.press("End")
    person.page.wait_for_function("() => document.querySelector('[data-testid=people]').scrollTop > 0")


def test_seats_of_a_large_table_are_scrolled_by_keyboard(arrive: Arrive) -> None:
    ann, ben = arrive(None), arrive(None)
    ann.open_table(settings={"game": "knister", "seats": 30, "public": True}, bots=["random"] * 24)
    ben.go(f"/t/{ann.code}")
    ben.find("seats").wait_for()
    assert unreachable(ann, scrolling=1) == []
    assert unreachable(ben, scrolling=1) == []


def test_a_game_and_its_end_are_scrolled_by_keyboard(arrive: Arrive) -> None:
    ann, rng = arrive(None, locale="de-DE"), Random(3)
    for game, seats in (("knister", 12), ("kniffeliger", 8)):
        new = {"settings": {"game": game, "seats": seats}, "bots": ["random"] * (seats - 1), "start": True}
        ann.open_table(**new, until=LAST_ROUND[game])
        ann.wait_for_game()
        assert unreachable(ann) == []
        if GAMES[game].simultaneous:
            ann.click("howto")
            assert unreachable(ann, scrolling=1) == []
            ann.page.keyboard.press("Escape")
            play_to_the_end([ann], rng)
            assert unreachable(ann, scrolling=1) == []
