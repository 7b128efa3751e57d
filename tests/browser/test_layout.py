"""The whole game on one screen: at every size, at both ends of a game, nothing to scroll, nothing that jumps."""

from typing import Any

import pytest
from playwright.sync_api import TimeoutError as TooLong

from knobel.games import GAMES
from tests.browser.conftest import Arrive
from tests.browser.person import Person
from tests.browser.targets import TOO_SMALL

SIZES = [(360, 640), (390, 664), (768, 1024), (1024, 768), (1280, 720), (1366, 768), (1920, 1080)]
SIDEWAYS = (740, 360)
LAST_ROUND = {"knister": 25, "knaster": 14, "knapp_daneben": 25, "knoeffel": 26, "kniffeliger": 14}
"""A round in which much is on the sheet."""

# The person's own browser plays on by the same wire as the page, until they decide in the round that is asked for.
PLAY_ON = """([code, round]) => new Promise((done, fail) => {
  const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/api/tables/${code}/live`);
  let position = null, sent = null, n = 0;
  socket.onclose = () => fail(new Error('the line was lost'));
  socket.onmessage = ({data}) => {
    const message = JSON.parse(data);
    if (message.type === 'rejected') return fail(new Error(data));
    if (message.id && message.id === sent) sent = null;
    if (message.type === 'state' && message.position) position = message.position;
    if (!position || sent) return;
    const {turn, seat, choices, info, at} = position;
    const rolls = turn.kind === 'chance' && turn.may_roll && turn.seat === seat;
    if (turn.kind === 'over' || (choices.length && info.round >= round)) {
      socket.onclose = null;
      socket.close();
      return done(turn.kind);
    }
    const entry = choices.findLast(({action}) => !/^[kf][1-6]*$/.test(action));
    const wish = rolls ? {type: 'roll', at, dice: null} : entry && {type: 'move', at, action: entry.action};
    if (wish) socket.send(JSON.stringify({...wish, id: sent = `on-${code}-${++n}`}));
  };
})"""

# What must be seen at once, and does not lie wholly inside the window or is cut off by what it lies in.
OUTSIDE = """() => {
  const wanted = ['turn', 'lever'].map((id) => `[data-testid=${id}]`);
  wanted.push('.tray', '[data-testid^=die-]', '[data-testid^=score-]', '.board .paper', '.board [data-cell]');
  wanted.push('.board td', '.board th');
  const edge = {x: innerWidth + 0.5, y: innerHeight + 0.5};
  const inside = ({left, top, right, bottom}) => left >= -0.5 && top >= -0.5 && right <= edge.x && bottom <= edge.y;
  const found = [];
  for (const selector of wanted) {
    const all = [...document.querySelectorAll(selector)].filter((e) => e.checkVisibility());
    for (const e of all) if (!inside(e.getBoundingClientRect())) found.push(`outside: ${e.outerHTML.slice(0, 90)}`);
  }
  for (const selector of ['[data-testid=turn]', '[data-testid=lever]', '.board .paper'])
    if (!document.querySelector(selector)) found.push(`missing: ${selector}`);
  for (const selector of ['.board', '.players', '.halves', '[data-testid=turn]', '[data-testid=todo]'])
    for (const e of document.querySelectorAll(selector))
      if (e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1)
        found.push(`cut off: ${selector} ${e.scrollWidth}x${e.scrollHeight} in ${e.clientWidth}x${e.clientHeight}`);
  if (scrollX || scrollY) found.push('scrolled');
  return found.slice(0, 8);
}"""

# Where everything lies that has to stay there during a turn.
PLACES = """() => Object.fromEntries([...document.querySelectorAll(
    'h1, [data-testid=turn], [data-testid=lever], .tray, .paper, .board .cell, .board tr, [data-testid^=player-]'
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
            person.page.wait_for_function(f"() => ({look})().length === 0", timeout=10_000)
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


@pytest.mark.parametrize(("seats", "stage"), [(1, "start"), (4, "end")])
@pytest.mark.parametrize("game", GAMES)
def test_all_is_in_view_at_every_size(game: str, seats: int, stage: str, arrive: Arrive) -> None:
    seats = max(seats, GAMES[game].min_seats)
    ann = arrive(locale="de-DE")
    code = ann.open_table(settings=settings(game, seats, hints=seats == 1), bots=["random"] * (seats - 1), start=True)
    if stage == "end":
        ann.page.evaluate(PLAY_ON, [code, LAST_ROUND[game]])
    ann.page.locator(".board .paper").wait_for()
    ann.settle()
    assert outside(ann, [*SIZES, SIDEWAYS]) == []


@pytest.mark.parametrize("size", [(360, 640), (1280, 720)])
@pytest.mark.parametrize("game", GAMES)
def test_nothing_jumps_in_a_turn(game: str, size: tuple[int, int], arrive: Arrive) -> None:
    ann = arrive(width=size[0], height=size[1])
    seats = max(1, GAMES[game].min_seats)
    ann.open_table(settings=settings(game, seats), bots=["random"] * (seats - 1), start=True)
    places: list[dict[str, list[float]]] = []

    def look() -> None:
        ann.settle()
        places.append(ann.page.evaluate(PLACES))

    ann.find("lever").wait_for()
    look()
    ann.click("lever")
    ann.page.locator("main [data-action], main [data-pick]").first.wait_for()
    look()
    ann.page.locator("main [data-place]").first.click()
    look()
    if game in ("knoeffel", "kniffeliger"):
        ann.click("enter")
        look()
    for after in places[1:]:
        assert moved(places[0], after) == []
    assert ann.page.evaluate("() => scrollY") == 0
