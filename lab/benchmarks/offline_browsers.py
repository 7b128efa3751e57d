"""Plays every game of a static site in Firefox and WebKitGTK, without a network, with the master and the coach.

    python -m benchmarks.offline_browsers
    python -m benchmarks.offline_browsers --browsers firefox --games knister kniffeliger

The page must be built. Firefox (Debian: `firefox-esr`) is driven by its own Marionette protocol, WebKitGTK (Debian:
`webkit2gtk-driver`) by WebDriver in MiniBrowser, which needs a display, such as `xvfb-run`.

A folder of static files is served below a path. Each game is started against `master` until its engine decides and the
coach has a hint. Then the web server ends. Each game is started again, with a hint in its stages and a closer look at
two moves, and played to the end by random moves. The game is reviewed, a mistake is shown in words, and an exercise is
opened. Prints, for each browser and game, the scores, the seconds of these parts and the messages of the console, of
which there must be none.
"""

import base64
import contextlib
import itertools
import json
import re
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from tests.browser.person import Person, play_to_the_end
from tests.browser.test_offline import AT_ONCE, serving_site
from tests.browser.waits import PACK_KEPT

from benchmarks.shared import script
from knobel.engines.wasm.image import games_with_modules

TIMEOUT_S = 600
MINI_BROWSER = "/usr/lib/*/webkit2gtk-4.*/MiniBrowser"
NO_MOUSE = 1_000
"""A number of steps after which a person clicks by script."""
ASYNC = """
const done = arguments[arguments.length - 1];
Promise.resolve((%s)(arguments[0])).then((value) => done({value}), (error) => done({error: String(error)}));
"""
LISTEN = """() => {
  const note = (words) =>
    sessionStorage.setItem('said', JSON.stringify([...JSON.parse(sessionStorage.said ?? '[]'), words.join(' ')]));
  addEventListener('error', ({message}) => note([message]));
  addEventListener('unhandledrejection', ({reason}) => note([String(reason)]));
  for (const kind of ['error', 'warn']) console[kind] = (...words) => note(words.map(String));
}"""
WAIT = """([selector, text]) => new Promise((done) => {
  const shows = (each) => (each.ariaLabel ?? each.textContent).includes(text ?? '');
  const look = () => {
    const seen = [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility() && !each.disabled);
    const found = seen.find(shows);
    if (text === null ? seen.length === 0 : found) done(found?.textContent);
    else setTimeout(look, 50);
  };
  look();
})"""
CHOOSE = """([selector, value]) => {
  const found = document.querySelector(selector);
  found.value = value;
  found.dispatchEvent(new Event('change', {bubbles: true}));
}"""

Command = Callable[[str, dict[str, Any]], Any]
"""Sends a command of WebDriver with its parameters, and returns its result."""


class Tab:
    """A tab with the functions that a person needs, by WebDriver."""

    def __init__(self, command: Command, capabilities: dict[str, Any]) -> None:
        self.command = command
        self.browser = f"{capabilities['browserName']} {capabilities['browserVersion']}"
        """Name and version of the browser."""

    def goto(self, address: str) -> None:
        self.command("Navigate", {"url": address})

    def resize(self, width: int, height: int) -> None:
        self.command("SetWindowRect", {"width": width, "height": height})

    def screenshot(self) -> bytes:
        """Return the visible part of the page as PNG."""
        return base64.b64decode(self.command("TakeScreenshot", {"full": False}))

    def evaluate(self, function: str, argument: Any = None) -> Any:
        """Call a function of JavaScript with an argument, and return its result, or the result of its promise."""
        result = self.command("ExecuteAsyncScript", {"script": ASYNC % function, "args": [argument]})
        if "error" in result:
            raise RuntimeError(result["error"])
        return result.get("value")


class Visitor(Person):
    """A person who uses a page by scripts."""

    def __init__(self, tab: Tab, server: str) -> None:
        self.page: Any = tab
        self.server = server
        self.over = False
        self._steps = NO_MOUSE

    def go(self, path: str) -> None:
        self.page.goto(self.server + path)
        self.wait("main > *")
        self.page.evaluate(LISTEN)
        self.page.evaluate(f"() => {{ {AT_ONCE} }}")

    def wait(self, selector: str, text: str | None = "") -> str:
        """Wait until an element with this text is visible, or none if it is None. Return its whole text."""
        return str(self.page.evaluate(WAIT, [selector, text]))

    def click(self, testid: str) -> None:
        selector = f'[data-testid="{testid}"]'
        self.wait(selector)
        self.page.evaluate("(selector) => document.querySelector(selector).click()", selector)

    def press(self, selector: str) -> bool:
        self.page.evaluate("(selector) => document.querySelector(selector)?.click()", selector)
        return True

    def begin(self, game: str) -> None:
        """Begin a game against the master, and wait until its engine decides."""
        self.go("/")
        self.choose(game, "bots")
        self.wait('[data-testid="bots-level"]')
        self.page.evaluate(CHOOSE, ['[data-testid="bots-level"]', "master"])
        self.click("bots-start")
        self.wait('[data-testid="turn"]')
        self.wait('[data-testid="engine"]', None)

    def ask(self) -> None:
        """Roll and ask the coach, which then is ready to show the move."""
        self.press('[data-testid="lever"]')
        self.click("hint")
        self.wait('[data-testid="hint"]', "Show the move")

    def results(self) -> list[int]:
        # Until the points are counted, the final ones are only in the name of the headline.
        self.wait('[data-testid="results-headline"]:not([aria-label])')
        text = """() => [...document.querySelectorAll('[data-testid^=result-]')]
            .sort((one, two) => one.dataset.testid.localeCompare(two.dataset.testid))
            .map((each) => each.querySelector('.score').textContent)"""
        return [int(found[0]) for each in self.page.evaluate(text) if (found := re.search(r"\d+", each))]


def speak(connection: socket.socket) -> Command:
    """Return the commands of Firefox's Marionette: messages of JSON after their length."""
    stream, numbers = connection.makefile("rb"), itertools.count(1)

    def receive() -> Any:
        length = b"".join(iter(lambda: stream.read(1), b":"))
        return json.loads(stream.read(int(length)))

    receive()

    def command(name: str, parameters: dict[str, Any]) -> Any:
        text = json.dumps([0, next(numbers), f"WebDriver:{name}", parameters]).encode()
        connection.sendall(b"%d:%b" % (len(text), text))
        _, _, error, result = receive()
        if error:
            raise RuntimeError(f"{name}: {error['message']}")
        return result["value"] if isinstance(result, dict) and set(result) == {"value"} else result

    return command


@contextlib.contextmanager
def firefox(*, private: bool = False) -> Iterator[Tab]:
    """Start Firefox with an empty profile. All its windows can be private ones."""
    program = shutil.which("firefox-esr") or shutil.which("firefox") or "firefox"
    with tempfile.TemporaryDirectory() as profile:
        wishes = {"marionette.port": 0, "browser.privatebrowsing.autostart": private}
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in wishes.items()]
        Path(profile, "user.js").write_text("".join(lines))
        start = [program, "--headless", "--marionette", "--no-remote", "--profile", profile]
        with subprocess.Popen(start, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL) as process:
            try:
                port = Path(profile, "MarionetteActivePort")
                while not (port.exists() and port.read_text()):
                    time.sleep(0.1)
                with socket.create_connection(("127.0.0.1", int(port.read_text()))) as connection:
                    command = speak(connection)
                    tab = Tab(command, command("NewSession", {})["capabilities"])
                    tab.command("SetTimeouts", {"script": 1000 * TIMEOUT_S})
                    yield tab
            finally:
                process.kill()


@contextlib.contextmanager
def webkit() -> Iterator[Tab]:
    """Start WebKitGTK's MiniBrowser by its driver."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    paths = {
        "Navigate": "url",
        "ExecuteAsyncScript": "execute/async",
        "SetTimeouts": "timeouts",
        "SetWindowRect": "window/rect",
    }

    def post(path: str, parameters: dict[str, Any]) -> Any:
        request = urllib.request.Request(f"http://127.0.0.1:{port}/{path}", json.dumps(parameters).encode())
        with urllib.request.urlopen(request, timeout=2 * TIMEOUT_S) as answer:
            return json.load(answer)["value"]

    with subprocess.Popen(["WebKitWebDriver", f"--port={port}"]) as process:
        try:
            while True:
                with contextlib.suppress(ConnectionRefusedError), socket.create_connection(("127.0.0.1", port)):
                    break
                time.sleep(0.1)
            binary = str(next(Path("/").glob(MINI_BROWSER.lstrip("/"))))
            wish = {"webkitgtk:browserOptions": {"binary": binary, "args": ["--automation"]}}
            opened = post("session", {"capabilities": {"alwaysMatch": wish}})
            session = opened["sessionId"]

            def command(name: str, parameters: dict[str, Any]) -> Any:
                if name == "TakeScreenshot":
                    with urllib.request.urlopen(f"http://127.0.0.1:{port}/session/{session}/screenshot") as answer:
                        return json.load(answer)["value"]
                return post(f"session/{session}/{paths[name]}", parameters)

            tab = Tab(command, opened["capabilities"])
            tab.command("SetTimeouts", {"script": 1000 * TIMEOUT_S})
            yield tab
        finally:
            process.terminate()


BROWSERS = {"firefox": firefox, "webkit": webkit}


def play(person: Visitor, game: str) -> dict[str, Any]:
    """Play a game without a network, with the coach before and after. Return the scores, times and messages."""
    marks = [time.monotonic()]
    person.begin(game)
    marks.append(time.monotonic())
    person.ask()
    person.click("hint")
    person.wait('[data-testid="todo"]', "The coach says:")
    person.click("hint")
    marks.append(time.monotonic())
    person.click("look-closer")
    closer = person.wait('[data-testid="closer-difference"]')
    assert "±" in closer, closer
    marks.append(time.monotonic())
    play_to_the_end([person], Random(game))
    marks.append(time.monotonic())
    scores = person.results()
    person.click("replay")
    person.click("ask-coach")
    person.wait('[data-testid="review"]')
    marks.append(time.monotonic())
    person.click("next-mistake")
    verdict = person.wait('[data-testid="verdict"]')
    person.go("/#/play")
    person.click("practise")
    person.wait('[data-testid="sheet-0"]')
    names = "start", "hint", "look closer", "play to the end", "review"
    seconds = {name: round(after - before, 1) for name, before, after in zip(names, marks, marks[1:], strict=False)}
    said = person.page.evaluate("() => JSON.parse(sessionStorage.said ?? '[]')")
    return {"scores": scores, "seconds": seconds, "verdict": " ".join(verdict.split())[:160], "console": said}


def main() -> None:
    parser = script.parser(__doc__)
    parser.add_argument("--browsers", nargs="+", choices=BROWSERS, default=list(BROWSERS))
    parser.add_argument("--games", nargs="+", choices=games_with_modules(), default=list(games_with_modules()))
    options = parser.parse_args()
    for browser in options.browsers:
        with tempfile.TemporaryDirectory() as folder, BROWSERS[browser]() as tab:
            with serving_site(Path(folder)) as address:
                person = Visitor(tab, address)
                person.go("/")
                tab.evaluate(PACK_KEPT)
                # Under the service worker, which keeps the engines and the coach.
                for game in options.games:
                    person.begin(game)
                    person.ask()
            for game in options.games:
                script.report({"browser": browser, "game": game, **play(person, game)})


if __name__ == "__main__":
    main()
