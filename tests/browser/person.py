"""A person in front of the page, who sees and clicks only visible elements."""

import re
import time
from collections.abc import Callable
from random import Random
from typing import Any

from playwright.sync_api import APIResponse, Locator, Page, WebSocketRoute, expect

TIMEOUT_MS = 300_000
"""Timeout in milliseconds that is long enough for busy machines."""
LOOK_MS = 20
"""Milliseconds after a change of the page until it is compared, because looking takes processor time."""
REFRESH_S = """() => {
  const all = (selector) =>
    [...document.querySelectorAll(`main ${selector}`)].filter((e) => !e.disabled && e.checkVisibility());
  const lever = all('[data-testid=lever]')[0];
  return {
    busy: document.querySelector('[data-testid=turn][aria-busy=true]') !== null,
    over: document.querySelector('[data-testid=results]') !== null,
    ended: all('[data-testid=to-results], [data-testid=end-turn]').length,
    lever: lever !== undefined && lever.getAttribute('aria-disabled') !== 'true',
    faces: all('[data-testid^=face-]').length,
    confirm: all('[data-testid=confirm]').length,
    pencilled: all('[data-testid=enter]').length,
    actions: all('[data-action]').filter((e) => e.dataset.testid !== 'lever').map((e) => e.dataset.action),
    picks: all('[data-pick]').filter((e) => e.ariaPressed !== 'true').map((e) => e.dataset.pick),
    dice: all('button[data-testid^=die-]').map((e) => e.dataset.testid),
    text: document.querySelector('main')?.textContent ?? '',
  };
}"""

CHANGE = f"""([before, selector, seconds]) => new Promise(async (done, fail) => {{
  const look = {REFRESH_S};
  const words = (seen) => JSON.stringify({{...seen, busy: false}});
  const compare = () => {{
    const now = look();
    return !now.busy && words(now) !== words(before);
  }};
  if (selector === null) {{
    if (compare()) return done('changed');
  }} else {{
    const find = () => [...document.querySelectorAll(selector)].find((e) => !e.disabled && e.checkVisibility());
    const isInView = (element) => {{
      const box = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
    }};
    let target = find();
    if (target === undefined) return fail(new Error(`${{selector}} is gone`));
    for (let looks = 0; !isInView(target); looks++) {{
      if (looks === 20) return done('covered');
      await new Promise((again) => setTimeout(again, 50));
      target = find();
      if (target === undefined) return done('changed');
    }}
    before ??= look();
    queueMicrotask(() => target.click());
  }}
  let looking = null;
  const end = (how) => {{
    observer.disconnect();
    clearTimeout(looking);
    clearTimeout(timer);
    done(how);
  }};
  const observer = new MutationObserver(() => {{
    looking ??= setTimeout(() => {{
      looking = null;
      if (compare()) end('changed');
    }}, {LOOK_MS});
  }});
  const timer = setTimeout(() => end('unchanged'), 1000 * seconds);
  observer.observe(document.body, {{subtree: true, childList: true, attributes: true, characterData: true}});
}})"""
"""Wait until the page has changed. With a selector, click its element before, if it is in view within a second: sheets
that change hands move.
"""
MOUSE = 8
"""Number of steps per game that use real mouse events; the other steps skip the mouse movement, which is slow."""
SETTLED_MS = 60_000
"""Milliseconds after which a layout is wrong that is not right yet."""
CHANGE_SECONDS = 5
"""Time in seconds to wait for a change of the page."""
WAIT_SECONDS = 0.2
"""Time in seconds to wait for a change while nobody can act, because another person's page may change."""

LAST_ROUND = {"knister": 25, "knaster": 14, "knapp_daneben": 25, "knoeffel": 26, "kniffeliger": 14}
"""A round near the end of each game, or its last round."""
LAYOUT_SHIFTS = """() => {
  const playing = () => document.querySelector('[data-testid=turn]') !== null;
  const note = (text) =>
    sessionStorage.setItem('unrest', JSON.stringify([...JSON.parse(sessionStorage.unrest ?? '[]'), text]));
  addEventListener('scroll', ({target}) => {
    if (playing() && !(target instanceof Element && target.closest('.talk')))
      note(`scrolled: ${target.nodeName} ${target.className ?? `by ${scrollY} of ${document.body.scrollHeight}`}, `
        + `focus on ${document.activeElement?.outerHTML.slice(0, 120)}`);
  }, {capture: true, passive: true});
  new PerformanceObserver((list) => {
    for (const {value, hadRecentInput, sources} of list.getEntries())
      if (value > 0.01 && !hadRecentInput && playing())
        note(`shifted by ${value}: ${sources.map(({node}) => node?.outerHTML?.slice(0, 120))}`);
  }).observe({type: 'layout-shift'});
}"""
"""Record for the rest of the session every scrolling during play, except of the log, and every layout shift above 0.01.

Browsers compute the score of layout shifts. Changes after clicks by script count, because browsers do not treat these
as input.
"""
PLAY_BY_PROTOCOL = """([code, round]) => {
  const root = document.querySelector('base')?.href ?? location.href.replace(/api\\/health.*/, '');
  const socket = new WebSocket(`${root.replace('http', 'ws')}api/tables/${code}/live`);
  let position = null, sent = null, n = 0, real = false;
  const throwing = ({dice}) => Array.from({length: dice}, () => 1 + Math.floor(6 * Math.random()));
  window.playedOn = new Promise((done, fail) => {
    socket.onclose = () => fail(new Error('the line was lost'));
    socket.onmessage = ({data}) => {
      const message = JSON.parse(data);
      if (message.type === 'rejected') return fail(new Error(data));
      if (message.id && message.id === sent) sent = null;
      if (message.type === 'state' && message.position) position = message.position;
      if (message.table) real = message.table.settings.dice === 'real';
      if (!position || sent) return;
      const {turn, seat, choices, info, at} = position;
      if (turn.kind === 'over' || info.round >= round) {
        socket.onclose = null;
        socket.close();
        return done();
      }
      const entry = choices.findLast(({action}) => !/^[kf][1-6]*$/.test(action));
      const wish = turn.may_roll && turn.seat === seat ? {type: 'roll', at, dice: real ? throwing(turn) : null}
        : entry && {type: 'move', at, action: entry.action};
      if (wish) socket.send(JSON.stringify({...wish, id: sent = `on-${code}-${++n}`}));
    };
  });
}"""
"""Play through the protocol of the page until the game is in that round or over."""

FOLLOW = """(path) => {
  const link = document.body.appendChild(Object.assign(document.createElement('a'), {href: path}));
  link.click();
  link.remove();
}"""
STARTED = "() => document.querySelector('main > *') && !document.querySelector('[data-testid=starting]')"


class Person:
    """A page and the person in front of it; `problems` are the errors of its console and of its requests."""

    def __init__(self, page: Page, server: str) -> None:
        self.page = page
        self.server = server
        self.problems: list[str] = []
        self.over = False
        """True if the game was over at the last step."""
        self._steps = 0
        self._listeners: dict[str, Callable[[Any], None]] = {
            "pageerror": lambda error: self.problems.append(f"page error: {error}"),
            "console": lambda message: self._heard(message.type, message.text),
            "request": lambda request: self._asked(request.url),
        }
        for event, listen in self._listeners.items():
            page.on(event, listen)  # type: ignore[call-overload]

    def leave(self) -> None:
        """Stop to note problems of the page, which another person uses from now on."""
        for event, listen in self._listeners.items():
            self.page.remove_listener(event, listen)

    def use_fragile_line(self) -> None:
        """Use connections that `cut_line` cuts, until `mend_line`, from the next page on."""
        self._line: WebSocketRoute | None = None
        self._cut = False

        def dial(route: WebSocketRoute) -> None:
            if self._cut:
                route.close(code=4000, reason="cut")
                return
            server = route.connect_to_server()

            def hear(message: str | bytes) -> None:
                self._line = route
                route.send(message)

            server.on_message(hear)

        self.page.route_web_socket("**/api/**", dial)

    def cut_line(self) -> None:
        """Cut the connection as soon as the page has received something over it, and prevent new ones."""
        while self._line is None:
            self.page.wait_for_timeout(LOOK_MS)
        self._cut = True
        self._line.close(code=4000, reason="cut")
        self._line = None

    def mend_line(self) -> None:
        """Allow connections again."""
        self._cut = False

    def _heard(self, kind: str, text: str) -> None:
        # The browser reports lost connections and refused requests as errors.
        offline = ("WebSocket connection", "ERR_INTERNET_DISCONNECTED", "ERR_CONNECTION_REFUSED")
        lost = (*offline, "400", "401", "403", "404", "409")
        if kind in ("error", "warning") and not any(word in text for word in lost):
            self.problems.append(f"console {kind}: {text}")

    def _asked(self, url: str) -> None:
        if not url.startswith((self.server, self.server.replace("http", "ws"), "data:", "blob:")):
            self.problems.append(f"asked elsewhere: {url}")

    def go(self, path: str) -> None:
        self.page.goto(self.server + path)
        self.page.wait_for_function(STARTED)

    def follow(self, path: str) -> None:
        """Go to another page as links do, without loading the page again."""
        self.page.evaluate(FOLLOW, path)

    def find(self, testid: str) -> Locator:
        return self.page.get_by_test_id(testid)

    def click(self, testid: str) -> None:
        self.find(testid).click()

    def unfold(self, testid: str) -> None:
        """Open a card of which only the title shows."""
        card = self.find(testid)
        card.locator("summary").first.wait_for()
        if card.get_attribute("open") is None:
            card.locator("summary").first.click()

    def choose(self, game: str, kind: str) -> None:
        """Open the play sheet of a game on the home page and take one of its choices: alone, bots, turns or table."""
        self.click(f"play-{game}")
        self.click(f"choose-{kind}")

    def come_back(self) -> None:
        """Open the home page as a person who has finished a game before."""
        if not self.page.url.startswith(self.server):
            self.page.goto(f"{self.server}/api/health")
        self.page.evaluate("() => localStorage.setItem('knobel.finished', '1')")
        self.go("/")

    def play_deal(self, game: str) -> None:
        """Begin or continue the deal of the day in a game from the home page, where one game leads."""
        self.find(f"play-{game}").wait_for()
        if not self.find(f"deal-{game}").count():
            self.click(f"play-{game}")
        self.page.locator(f"[data-testid=deal-{game}], [data-testid=choose-day]").click()

    def play_alone(self, game: str) -> None:
        """Begin a game alone from the home page."""
        self.choose(game, "alone")

    def play_bot(self, game: str) -> None:
        """Begin a game against a bot from the home page."""
        self.choose(game, "bots")
        self.click("bots-start")

    def join(self, code: str) -> None:
        """Go to a table or a cup by its code."""
        self.click("open-join")
        self.find("join-code").fill(code)
        self.click("join-submit")

    def myself(self) -> dict[str, Any]:
        """Id of the person at the server. Two people may have the same name."""
        who: dict[str, Any] = self.page.evaluate("() => fetch('/api/session').then((answer) => answer.json())")
        return who

    def name(self) -> str:
        """Name of the person."""
        return str(self.myself()["name"])

    def look(self) -> dict[str, Any]:
        seen: dict[str, Any] = self.page.evaluate(REFRESH_S)
        return seen

    @property
    def code(self) -> str:
        """Code of the table that the person is at."""
        match = re.search(r"/t/([A-Z]{6})(-[\w-]{22})?$", self.page.url)
        assert match, self.page.url
        return match[1]

    def ask(self, method: str, path: str, data: Any = None, **more: Any) -> APIResponse:
        """Send a request with the person's cookies.

        It is repeated where the server closed the connection, which it does after some seconds without a request.
        """
        return self.page.request.fetch(f"{self.server}{path}", method=method, data=data, max_retries=2, **more)

    def open_table(self, *, until: int | None = None, **new: Any) -> str:
        """Open a table through the protocol and go there, immediately or when its game has reached that round."""
        self.ask("POST", "/api/session")
        opened = self.ask("POST", "/api/tables", new)
        assert opened.ok, opened.text()
        code: str = opened.json()["code"]
        if until is not None:
            self.play_by_protocol(code, until)
            self.page.evaluate("() => window.playedOn")
        self.go(f"/t/{code}")
        return code

    def play_by_protocol(self, code: str, number: int) -> None:
        """Leave the page, and play through the protocol until the game is in that round or over."""
        self.page.goto(f"{self.server}/api/health")
        self.page.evaluate(PLAY_BY_PROTOCOL, [code, number])

    def wait_for_change(self, before: dict[str, Any], seconds: float = CHANGE_SECONDS) -> bool:
        """True if the page changed within the time limit."""
        return bool(self.page.evaluate(CHANGE, [before, None, seconds]) == "changed")

    def settle(self) -> None:
        """Wait until no request is running and the page has not changed for a moment."""
        seen, deadline = self.look(), time.monotonic() + TIMEOUT_MS / 1000
        while time.monotonic() < deadline:
            self.page.wait_for_timeout(250)
            before, seen = seen, self.look()
            if seen == before and not seen["busy"]:
                return

    def press(self, selector: str) -> bool:
        """Click the element of a selector and wait for a change of the page; True if it changed."""
        self._steps += 1
        if self._steps > MOUSE:
            how = self.page.evaluate(CHANGE, [None, selector, CHANGE_SECONDS])
            if how != "covered":
                return bool(how == "changed")
        before = self.look()
        self.page.locator(selector).first.click()
        return self.wait_for_change(before)

    def step(self, rng: Random) -> bool:
        """Do one possible action, if there is any; the person rolls, keeps dice and chooses at random."""
        seen = self.look()
        self.over = seen["over"]
        if self.over or seen["busy"]:
            return False
        if seen["ended"]:
            # It disappears automatically after a while.
            done = "[data-testid=to-results], [data-testid=end-turn]"
            self.page.evaluate("(done) => document.querySelector(done)?.click()", done)
        elif seen["pencilled"]:
            self.press(by_testid("enter"))
        elif seen["confirm"] and not seen["actions"]:
            self.press(by_testid("confirm"))
        elif seen["faces"]:
            self.press(by_testid(f"face-{rng.randint(1, 6)}"))
        elif seen["actions"] and not (seen["lever"] and rng.random() < 0.4):
            self.press(f'main [data-action="{rng.choice(seen["actions"])}"]')
        elif seen["picks"]:
            self.press(f'main [data-pick="{rng.choice(seen["picks"])}"]')
        elif seen["lever"]:
            kept = seen["dice"] and rng.random() < 0.5
            self.press(by_testid(rng.choice(seen["dice"]) if kept else "lever"))
        else:
            return False
        return True

    def play_until_asked(self, rng: Random) -> bool:
        """Play until the person has to decide; False if the game ended before that."""
        while not ((seen := self.look())["actions"] or seen["picks"]):
            if seen["over"]:
                return False
            if not self.step(rng):
                self.wait_for_change(seen, WAIT_SECONDS)
        return True

    def wait_for_game(self) -> None:
        """Wait until a game or its results are visible."""
        self.page.locator("[data-testid=turn], [data-testid=results]").first.wait_for()

    def watch_layout_shifts(self) -> None:
        """Record every scrolling and layout shift during play until the person leaves the page."""
        self.wait_for_game()
        self.settle()
        self.page.evaluate(LAYOUT_SHIFTS)

    def unrest(self) -> list[str]:
        """Recorded scrolling and layout shifts."""
        found: list[str] = self.page.evaluate("() => JSON.parse(sessionStorage.unrest ?? '[]').slice(0, 9)")
        return found

    def round(self) -> int:
        """Number of the round in the head of the table."""
        words = self.page.locator(".bar .round").inner_text()
        number = re.search(r"\d+", words)
        return int(number[0]) if number else 0

    def results(self) -> list[int]:
        """Scores on the page after the game, by seat."""
        expect(self.find("results")).to_be_visible(timeout=TIMEOUT_MS)
        # While the points are counted up, which a key ends, the final ones are only in the name of the headline.
        self.page.keyboard.press("Shift")
        expect(self.find("results-headline")).not_to_have_attribute("aria-label", re.compile("."), timeout=TIMEOUT_MS)
        count = self.page.locator('[data-testid^="result-"]').count()
        points = [self.find(f"result-{seat}").locator(".score").inner_text() for seat in range(count)]
        # There is no ranking of one.
        return [int(text.split()[0]) for text in points or [self.find("results-headline").inner_text()]]


def by_testid(name: str) -> str:
    return f'[data-testid="{name}"]'


def act(people: list[Person], rng: Random) -> None:
    """Let all people act who can; if nobody can, wait for a change."""
    seen = people[0].look()
    acted = [person.step(rng) for person in people]
    if not any(acted):
        people[0].wait_for_change(seen, WAIT_SECONDS)


def play_to_the_end(people: list[Person], rng: Random, seconds: float = 4 * TIMEOUT_MS / 1000) -> None:
    """Let all people act when they can, until all of them see the results."""
    deadline = time.monotonic() + seconds
    waiting = people
    while waiting:
        assert time.monotonic() < deadline, "\n\n".join(person.look()["text"] for person in waiting)
        act(waiting, rng)
        waiting = [person for person in waiting if not person.over]


def play_rounds(people: list[Person], rng: Random, number: int) -> None:
    """Let all people act when they can, until all of them see the round of that number or a later one."""
    while any(person.round() < number for person in people):
        act(people, rng)


def play_on(people: list[Person], number: int) -> None:
    """Let all people leave the page, play until the game is in that round or over, and return."""
    links, code = [person.page.url for person in people], people[0].code
    for person in people:
        person.play_by_protocol(code, number)
    for person in people:
        person.page.evaluate("() => window.playedOn")
    for person, link in zip(people, links, strict=True):
        person.go(link.removeprefix(person.server))
