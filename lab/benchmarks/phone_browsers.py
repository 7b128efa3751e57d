"""Plays a game at a table of phones without a server, with Chromium and another browser at one table.

    python -m benchmarks.phone_browsers
    python -m benchmarks.phone_browsers --browsers firefox-private
    xvfb-run python -m benchmarks.phone_browsers --browsers webkit

The page must be built. The other browsers are driven as in `benchmarks.offline_browsers`. A folder of static files is
served, and the web server ended before the game, unless a private window cannot keep the page. Chromium, whose camera
is on as that of a host is (a camera of the browser for tests), and the other browser are the host and the guest, and
then the other way round. Both play Knister to the end. Prints the results of both, whether the guest came back without
a code after its page was loaded again in the game, if the server had ended, and the messages of the consoles. A browser
that cannot connect to others is named as such.
"""

import contextlib
import re
import tempfile
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import sync_playwright
from tests.browser.conftest import browser_path
from tests.browser.person import Person, play_rounds, play_to_the_end
from tests.browser.test_offline import AT_ONCE, serving_site
from tests.browser.waits import PACK_KEPT

from benchmarks import offline_browsers
from benchmarks.offline_browsers import Tab, Visitor, firefox
from benchmarks.phone_tables import ARGUMENTS, WAIT_S
from benchmarks.shared import script

BROWSERS: dict[str, Callable[[], AbstractContextManager[Tab]]] = {
    **offline_browsers.BROWSERS,
    "firefox-private": partial(firefox, private=True),
}
CAMERA = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"]
PAUSE_S = 20
CAN = "() => [navigator.userAgent, typeof RTCPeerConnection === 'function']"
KEEPS = "() => 'serviceWorker' in navigator"
LINK = "() => document.querySelector('[data-testid=share-link]')?.value ?? ''"
PASTE = """(text) => {
  const field = document.querySelector('[data-testid=phones-paste]');
  field.value = text;
  field.dispatchEvent(new Event('input', {bubbles: true}));
}"""
SHOWN = "(testid) => document.querySelector(`[data-testid=${testid}]`)?.textContent ?? ''"


class Other(Visitor):
    """A person who plays in another browser."""

    def round(self) -> int:
        text = str(self.page.evaluate("() => document.querySelector('.bar .round')?.textContent ?? ''"))
        return int(found[0]) if (found := re.search(r"\d+", text)) else 0


def awaited(person: Person, function: str, argument: Any = None) -> Any:
    """Return the first result of a function of the page that is not empty."""
    deadline = time.monotonic() + WAIT_S
    while not (found := person.page.evaluate(function, argument)):
        assert time.monotonic() < deadline, person.page.evaluate("() => document.body.innerText.slice(0, 600)")
        time.sleep(0.1)
    return found


def meet(host: Person, guest: Person) -> None:
    """Seat a guest at the table of a host, by links that are copied."""
    guest.page.goto(awaited(host, LINK))
    # The page with the code replaces that of before.
    awaited(guest, "() => location.hash.startsWith('#/phones/')")
    host.page.evaluate(PASTE, awaited(guest, LINK))
    host.click("phones-accept")
    awaited(guest, SHOWN, "seats")


def play(host: Person, guest: Person) -> dict[str, Any]:
    """Play a game to the end. Return the results of both, and whether the guest came back without a code."""
    host.choose("knister", "table")
    host.click("phones-invite")
    meet(host, guest)
    host.click("start")
    for person in (host, guest):
        awaited(person, SHOWN, "turn")
    play_rounds([host, guest], Random(1), 2)
    # Longer than Firefox lets a connection wait that has no address to try.
    time.sleep(PAUSE_S)
    guest.page.goto(guest.page.evaluate("() => location.href.replace('#', '?again#')"))
    back = True
    try:
        awaited(guest, SHOWN, "turn")
        play_rounds([host, guest], Random(2), 4)
    except AssertionError:
        back = False
        return {"back": back, "results": []}
    play_to_the_end([host, guest], Random(3))
    return {"back": back, "results": [person.results() for person in (host, guest)]}


def main() -> None:
    parser = script.parser(__doc__)
    parser.add_argument("--browsers", nargs="+", choices=BROWSERS, default=list(BROWSERS))
    given = parser.parse_args()
    for name in given.browsers:
        for hosts in ("chromium", name):
            with contextlib.ExitStack() as stack:
                folder = stack.enter_context(tempfile.TemporaryDirectory())
                tab = stack.enter_context(BROWSERS[name]())
                agent, can = tab.evaluate(CAN)
                found = {"host": hosts, "browser": agent, "can_connect": can}
                script.report(found | (play_at(hosts, tab, Path(folder)) if can else {}))


def play_at(hosts: str, tab: Tab, folder: Path) -> dict[str, Any]:
    """Play a game of Chromium and another browser, after the web server has ended."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=[*ARGUMENTS, *CAMERA])
        with contextlib.ExitStack() as server:
            address = server.enter_context(serving_site(folder))
            context = browser.new_context(viewport={"width": 360, "height": 640}, has_touch=True)
            context.set_default_timeout(WAIT_S * 1000)
            context.add_init_script(AT_ONCE)
            people = [Person(context.new_page(), address), Other(tab, address)]
            for person in people:
                person.go("/")
            keeps = all(person.page.evaluate(KEEPS) for person in people)
            if keeps:
                for person in people:
                    person.page.evaluate(PACK_KEPT)
                server.close()
            found = play(*(people if hosts == "chromium" else people[::-1]))
            said = tab.evaluate("() => JSON.parse(sessionStorage.said ?? '[]')")
            browser.close()
    return {**found, "server_ended": keeps, "console": [*people[0].problems, *said]}


if __name__ == "__main__":
    main()
