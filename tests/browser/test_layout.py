"""The complete game fits on the screen at every size, at the start and end of a game, without scrolling or jumping."""

from random import Random
from typing import Any

import pytest
from playwright.sync_api import TimeoutError as TooLong
from playwright.sync_api import expect

from knobel.games import GAMES
from tests.browser.conftest import Arrive
from tests.browser.person import LAST_ROUND, Person
from tests.browser.targets import TOO_SMALL
from tests.slow import slow_except

SIZES = [(360, 640), (390, 664), (768, 1024), (1024, 768), (1280, 720), (1366, 768), (1920, 1080)]
PHONES = SIZES[:2]
SIDEWAYS = (740, 360)

# Find required elements that are not completely inside the window, or cut off by their container.
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
  for (const row of document.querySelectorAll('.board .line'))
    for (const e of row.querySelectorAll('.pencil, .still svg'))
      if (e.getBoundingClientRect().bottom > row.getBoundingClientRect().bottom + 4)
        found.push(`below its row: ${row.textContent}`);
  for (const e of document.querySelectorAll('.board .label .long'))
    if (parseFloat(getComputedStyle(e).fontSize) < 13)
      found.push(`too small a label: ${e.textContent} ${getComputedStyle(e).fontSize}`);
  if (scrollX || scrollY) found.push('scrolled');
  return found.slice(0, 8);
}"""

# Return the positions of all elements that must not move during a turn.
PLACES = """() => Object.fromEntries([...document.querySelectorAll(
    'h1, [data-testid=turn], [data-testid=lever], .tray, .paper, .board .cell, .board .line, [data-testid^=player-]'
  )].map((e, i) => {
    const {x, y, width, height} = e.getBoundingClientRect();
    return [`${i} ${e.dataset.testid ?? e.tagName}`, [x, y, width, height]];
  }))"""


def outside(person: Person, sizes: list[tuple[int, int]]) -> list[str]:
    """Return the problems of a table at these sizes, after its layout has settled at each."""
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
    """Return the elements that moved by more than a pixel."""
    assert list(before) == list(after)
    apart = {key: max(abs(a - b) for a, b in zip(before[key], after[key], strict=True)) for key in before}
    return [f"{key} by {distance:.0f}" for key, distance in apart.items() if distance > 1]


def settings(game: str, seats: int, **more: object) -> dict[str, Any]:
    return {"game": game, "seats": seats, **more}


@pytest.mark.parametrize("seats", [pytest.param(1, marks=pytest.mark.slow), 4])
@pytest.mark.parametrize("game", slow_except("knoeffel"))
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

    In Kniffeliger, a person with crossed-out rows may have a full sheet earlier, and then has no turn in the last
    round.
    """
    while True:
        person.open_table(**new, until=LAST_ROUND[game])
        person.wait_for_game()
        if person.play_until_asked(Random(game)):
            return


# The others' sheets beside the player's own are complete and separate, and their letters are legible.
BESIDE = """() => {
  const papers = [...document.querySelectorAll('[data-testid=others] .paper')];
  const boxes = [document.querySelector('.board .paper'), ...papers].map((paper) => paper.getBoundingClientRect());
  const found = [];
  boxes.forEach((a, i) => boxes.slice(i + 1).forEach((b) => {
    if (a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom) found.push('sheets overlap');
  }));
  papers.forEach((sheet, i) => {
    const slot = sheet.closest('.slot').getBoundingClientRect();
    const paper = boxes[i + 1];
    if (paper.height > slot.height + 1 || paper.width > slot.width + 1) found.push(`cut off: ${paper.height}`);
  });
  for (const {right, bottom} of boxes) if (right > innerWidth || bottom > innerHeight) found.push('outside');
  for (const written of document.querySelectorAll('[data-testid=others] :is(.number, .pencil, .letter, .label span)'))
    if (parseFloat(getComputedStyle(written).fontSize) < 11) found.push(`too small to read: ${written.textContent}`);
  return found.slice(0, 6);
}"""
# The others' sheets below the player's own show only names and cells, complete and legible.
BELOW = """() => {
  const below = document.querySelector('[data-testid=below]');
  const edge = below.getBoundingClientRect();
  const found = [];
  for (const cell of below.querySelectorAll('.paper, .cell, .name')) {
    const {top, bottom, right, left, width} = cell.getBoundingClientRect();
    if (top < edge.top || bottom > edge.bottom + 0.5 || right > innerWidth || left < 0 || width < 8)
      found.push(cell.outerHTML.slice(0, 90));
  }
  if (below.querySelectorAll('.cell').length % 25) found.push('cells are missing');
  for (const written of below.querySelectorAll('.number, .name'))
    if (parseFloat(getComputedStyle(written).fontSize) < 11) found.push(`too small to read: ${written.textContent}`);
  if (edge.top < document.querySelector('.board .paper').getBoundingClientRect().bottom) found.push('sheets overlap');
  return found.slice(0, 6);
}"""
SHOWN = {"knister": 4, "knaster": 4, "knapp_daneben": 2, "knoeffel": 2, "kniffeliger": 0}
"""Number of other players, of four, whose sheets are shown beside the player's own at 1280x720."""


def badly_beside(person: Person, game: str, seats: int) -> list[str]:
    """Return the problems of the others' sheets beside the player's own on large screens."""
    found = []
    for width, height in ((1280, 720), (1366, 768), (1920, 1080)):
        person.page.set_viewport_size({"width": width, "height": height})
        person.settle()
        shown = person.page.locator("[data-testid=others] .paper").count()
        problems = person.page.evaluate(BESIDE)
        if shown < min(seats - 1, SHOWN.get(game, 0)):
            problems.append(f"only {shown} sheets")
        found += [f"{width}x{height}: {problem}" for problem in problems]
    return found


@pytest.mark.parametrize("game", slow_except("knister", games=("knister", "knaster", "knapp_daneben")))
def test_small_sheets_of_others_are_below_a_pad_on_phones(game: str, arrive: Arrive) -> None:
    ann = arrive(None, width=390, height=844, locale="de-DE")
    ann.open_table(settings=settings(game, 4, hints=True), bots=["random"] * 3, start=True, until=LAST_ROUND[game] // 2)
    ann.play_until_asked(Random(4))
    ann.settle()
    assert outside(ann, [(390, 844)]) == []
    assert ann.page.locator("[data-testid=below] .paper").count() == 3
    assert ann.page.evaluate(BELOW) == []
    ann.click("glance-2")
    expect(ann.find("sheet-dialog")).to_be_visible()


@pytest.mark.parametrize("columns", [pytest.param(3, marks=pytest.mark.slow), 4])
def test_many_columns_are_in_view_on_phones(columns: int, arrive: Arrive) -> None:
    ann = arrive(None, locale="de-DE")
    new = settings("knoeffel", 4, options={"columns": columns}, hints=True)
    ann.open_table(settings=new, bots=["random"] * 3, start=True)
    ann.play_until_asked(Random(columns))
    ann.settle()
    assert outside(ann, PHONES) == []


@pytest.mark.parametrize(("width", "height"), [(360, 640), pytest.param(1280, 720, marks=pytest.mark.slow)])
@pytest.mark.parametrize("game", slow_except("kniffeliger"))
def test_nothing_jumps_in_a_turn(game: str, width: int, height: int, arrive: Arrive) -> None:
    ann = arrive(None, width=width, height=height)
    seats = max(1, GAMES[game].min_seats)
    ann.open_table(settings=settings(game, seats, coach=True), bots=["random"] * (seats - 1), start=True)
    ann.find("lever").wait_for()
    assert jumps(ann, game in ("knoeffel", "kniffeliger")) == []
    assert ann.page.evaluate("() => scrollY") == 0


def jumps(person: Person, pencilled: bool) -> list[str]:
    """Return the elements that are at another place at some moment of a turn than at its start."""
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
