"""The whole game on one screen: at every size, at both ends of a game, nothing to scroll, nothing that jumps."""

from random import Random
from typing import Any

import pytest
from playwright.sync_api import TimeoutError as TooLong

from knobel.games import GAMES
from tests.browser.conftest import Arrive
from tests.browser.person import LAST_ROUND, Person
from tests.browser.targets import TOO_SMALL

SIZES = [(360, 640), (390, 664), (768, 1024), (1024, 768), (1280, 720), (1366, 768), (1920, 1080)]
PHONES = SIZES[:2]
SIDEWAYS = (740, 360)

# What must be seen at once, and does not lie wholly inside the window or is cut off by what it lies in.
OUTSIDE = """() => {
  const wanted = ['turn', 'lever'].map((id) => `[data-testid=${id}]`);
  wanted.push('.tray', '[data-testid^=die-]', '[data-testid^=score-]', '.board .paper', '.board [role$=cell]');
  wanted.push('.board [role$=header]');
  const edge = {x: innerWidth + 0.5, y: innerHeight + 0.5};
  const inside = ({left, top, right, bottom}) => left >= -0.5 && top >= -0.5 && right <= edge.x && bottom <= edge.y;
  const found = [];
  for (const selector of wanted) {
    const all = [...document.querySelectorAll(selector)].filter((e) => e.checkVisibility());
    for (const e of all) if (!inside(e.getBoundingClientRect())) found.push(`outside: ${e.outerHTML.slice(0, 90)}`);
  }
  for (const selector of ['[data-testid=turn]', '[data-testid=lever]', '.board .paper', '.board [role$=cell]'])
    if (!document.querySelector(selector)) found.push(`missing: ${selector}`);
  // What only ears shall have is a pixel wide.
  for (const selector of ['.board', '.players', '.words', '.halves', '[data-testid=turn]', '[data-testid=todo]'])
    for (const e of document.querySelectorAll(selector))
      if (e.clientWidth > 1 && (e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1))
        found.push(`cut off: ${selector} ${e.scrollWidth}x${e.scrollHeight} in ${e.clientWidth}x${e.clientHeight}`);
  // No word is torn apart but at a hyphen.
  for (const text of document.querySelectorAll('.board .label span, .bar h1')) {
    const range = document.createRange();
    for (const {0: word, index} of text.textContent.matchAll(/[^\\s\\u00ad]+/g)) {
      // A hyphen belongs to what follows it.
      range.setStart(text.firstChild, index + (text.textContent[index - 1] === '\\u00ad'));
      range.setEnd(text.firstChild, index + word.length);
      const parts = [...range.getClientRects()].filter(({width}) => width > 2);
      if (parts.some(({top}) => Math.abs(top - parts[0].top) > 2)) found.push(`torn apart: ${word}`);
    }
  }
  for (const e of document.querySelectorAll('.screen *')) {
    const written = [...e.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    if (written && e.clientWidth !== 1 && e.checkVisibility() && parseFloat(getComputedStyle(e).fontSize) < 11)
      found.push(`too small to read: ${e.textContent} ${getComputedStyle(e).fontSize} ${e.className}`);
  }
  if (scrollX || scrollY) found.push('scrolled');
  return found.slice(0, 8);
}"""

# Where everything lies that has to stay there during a turn.
PLACES = """() => Object.fromEntries([...document.querySelectorAll(
    'h1, [data-testid=turn], [data-testid=lever], .tray, .paper, .board .cell, .board .entries, [data-testid^=player-]'
  )].map((e, i) => {
    const {x, y, width, height} = e.getBoundingClientRect();
    return [`${i} ${e.dataset.testid ?? e.tagName}`, [x, y, width, height]];
  }))"""


def outside(person: Person, sizes: list[tuple[int, int]]) -> list[str]:
    """What is wrong with a table at these sizes, once it has settled down at each."""
    found = []
    for width, height in sizes:
        person.page.set_viewport_size({"width": width, "height": height})
        look = f"() => [...({OUTSIDE})(), ...({TOO_SMALL if (width, height) != SIDEWAYS else '() => []'})()]"
        try:
            person.page.wait_for_function(f"() => ({look})().length === 0")
        except TooLong:
            found += [f"{width}x{height}: {problem}" for problem in person.page.evaluate(look)]
    return found


def moved(before: dict[str, list[float]], after: dict[str, list[float]]) -> list[str]:
    """What lies elsewhere than before, by more than a pixel."""
    assert list(before) == list(after)
    apart = {key: max(abs(a - b) for a, b in zip(before[key], after[key], strict=True)) for key in before}
    return [f"{key} by {distance:.0f}" for key, distance in apart.items() if distance > 1]


def settings(game: str, seats: int, **more: object) -> dict[str, Any]:
    return {"game": game, "seats": seats, **more}


@pytest.mark.parametrize("seats", [1, 4])
@pytest.mark.parametrize("game", GAMES)
def test_all_is_in_view_at_every_size(game: str, seats: int, arrive: Arrive) -> None:
    ann, seats = arrive(None, locale="de-DE"), max(seats, GAMES[game].min_seats)
    bots, alone = ["random"] * (seats - 1), seats <= GAMES[game].min_seats
    new: dict[str, Any] = {
        "settings": settings(game, seats, hints=alone, coach=alone, pace="quick"),
        "bots": bots,
        "start": True,
    }
    ann.open_table(**new)
    ann.find("turn").wait_for()
    assert ann.play_until_asked(Random(seats))
    ann.settle()
    assert outside(ann, [*SIZES, SIDEWAYS]) == []
    open_in_last_round(ann, new, game)
    ann.settle()
    assert outside(ann, [*SIZES, SIDEWAYS]) == []


def open_in_last_round(person: Person, new: dict[str, Any], game: str) -> None:
    """Open a table in whose last round the person has something to decide.

    Whose rows were crossed out in Kniffeliger may have a full sheet before, and no turn in the last round.
    """
    while True:
        person.open_table(**new, until=LAST_ROUND[game])
        person.wait_for_game()
        if person.play_until_asked(Random(game)):
            return


def test_many_columns_are_in_view_on_phones(arrive: Arrive) -> None:
    ann = arrive(None, locale="de-DE")
    for columns in (3, 4):
        new = settings("knoeffel", 4, options={"columns": columns}, hints=True)
        ann.open_table(settings=new, bots=["random"] * 3, start=True)
        ann.play_until_asked(Random(columns))
        ann.settle()
        assert outside(ann, PHONES) == []


@pytest.mark.parametrize("game", GAMES)
def test_nothing_jumps_in_a_turn(game: str, arrive: Arrive) -> None:
    ann = arrive(None)
    seats = max(1, GAMES[game].min_seats)
    for width, height in ((360, 640), (1280, 720)):
        ann.page.set_viewport_size({"width": width, "height": height})
        ann.open_table(settings=settings(game, seats, coach=True), bots=["random"] * (seats - 1), start=True)
        ann.find("lever").wait_for()
        assert jumps(ann, game in ("knoeffel", "kniffeliger")) == []
        assert ann.page.evaluate("() => scrollY") == 0


def jumps(person: Person, pencilled: bool) -> list[str]:
    """What lies elsewhere at some moment of a turn than at its begin."""
    places: list[dict[str, list[float]]] = []

    def look() -> None:
        person.settle()
        places.append(person.page.evaluate(PLACES))

    look()
    person.click("lever")
    person.page.locator("main [data-action], main [data-pick]").first.wait_for()
    look()
    person.page.locator("main [data-place]").first.click()
    look()
    if pencilled:
        person.click("enter")
        look()
    return [problem for after in places[1:] for problem in moved(places[0], after)]
