"""Ends the page of the host at a table of three phones, again and again, and checks that the game goes on.

    python -m benchmarks.phone_kills
    python -m benchmarks.phone_kills --games knister --kills 3

The page must be built. A folder of static files is served, and the web server then ended. Three phones (contexts of
Chromium) play each game. In turn, the renderer of the host's page is ended in the middle of a round, directly after a
click on the dice, and between two messages (a random moment of up to 300 ms after another person's click). To the
others, that is a phone that falls silent. The next phone must lead the table on, and the old host then opens its page
again and must be a guest without a code.

Prints a line for each kill: after how many seconds all others had the whole table again (`live_s`), and one of them had
an action accepted (`action_s`; none if only the old host can act), and the old host was a guest (`back_s`, from the
opening of its page). After each game the log of the last host is compared with all entries that were accepted on any
phone: `lost` and `doubled` count those that are not in it, or more than once.
"""

import contextlib
import json
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import BrowserContext, Error, sync_playwright
from tests.browser.conftest import BROWSER_ARGUMENTS, browser_path
from tests.browser.person import Person, act, play_rounds
from tests.browser.test_offline import AT_ONCE, serving_site
from tests.browser.test_phone_tables import NO_CAMERA, open_table, seat
from tests.browser.waits import PACK_KEPT

from benchmarks.shared import script

MOMENTS = ("round", "roll", "messages")
WAIT_S = 120
NOTES = """
const TYPES = ['move', 'undo', 'roll'];
const sent = new Map();
const write = (text) => {
  try {
    const command = JSON.parse(text);
    if (TYPES.includes(command.type)) sent.set(command.id, command);
  } catch {}
};
const read = (text, isGuest) => {
  let message = {};
  try {
    message = JSON.parse(text);
  } catch {}
  if (message.type === 'state' && message.prev === -1) window.completeAt = Date.now();
  if (message.type === 'state' && isGuest) window.guestAt = Date.now();
  const command = message.type === 'accepted' && sent.get(message.id);
  if (!command) return;
  window.acceptedAt = Date.now();
  const known = JSON.parse(localStorage.getItem('test.accepted') ?? '[]');
  localStorage.setItem('test.accepted', JSON.stringify([...known, command]));
};
const create = RTCPeerConnection.prototype.createDataChannel;
RTCPeerConnection.prototype.createDataChannel = function (...more) {
  const channel = create.apply(this, more);
  let parts = '';
  channel.addEventListener('message', ({data}) => {
    if (data[0] === '!') return;
    parts += data.slice(1);
    if (data[0] === '+') return;
    read(parts, true);
    parts = '';
  });
  const send = channel.send.bind(channel);
  channel.send = (data) => {
    if (data[0] === '=') write(data.slice(1));
    send(data);
  };
  return channel;
};
const told = Worker.prototype.postMessage;
const own = new Map();
Worker.prototype.postMessage = function (message, ...more) {
  if (message?.kind === 'start')
    this.addEventListener('message', ({data}) => data.kind === 'message' && own.get(data.socket) && read(data.data));
  if (message?.kind === 'open') own.set(message.socket, message.person === 'you');
  if (message?.kind === 'send' && own.get(message.socket)) write(message.data);
  return told.call(this, message, ...more);
};
"""
"""Notes on each phone which commands of its person were accepted, and when it got the whole table."""
LINES = """(code) => new Promise((done) => {
  const opening = indexedDB.open('knobel');
  opening.onsuccess = () => {
    const asked = opening.result.transaction('tables').objectStore('tables').get(code);
    asked.onsuccess = () => done(asked.result?.lines ?? []);
  };
})"""


class Phone(Person):
    """A phone, whose page can be ended and opened again."""

    def __init__(self, context: BrowserContext, server: str) -> None:
        self.context = context
        super().__init__(context.new_page(), server)

    def end(self) -> None:
        """End the renderer of the page."""
        self.link = self.page.url
        with contextlib.suppress(Error):
            self.page.goto("chrome://crash", timeout=1_000)

    def open_again(self) -> None:
        """Open the page again in a new tab."""
        old, self.page = self.page, self.context.new_page()
        with contextlib.suppress(Error):
            old.close()
        self.page.goto(self.link)

    @property
    def table(self) -> str:
        return self.page.url.rpartition("/")[2].partition("-")[0]

    def leads(self) -> bool:
        """True if the phone leads its table."""
        found = (
            "(code) => !Object.entries(localStorage).some(([k, v]) => k.endsWith('phones.tables') && v.includes(code))"
        )
        return bool(self.page.evaluate(found, self.table))

    def time_of(self, name: str) -> float:
        """Return the Unix time at which the phone noted something."""
        return float(self.page.evaluate(f"() => window.{name} ?? 0")) / 1000


def accepted(phone: Phone) -> list[dict[str, Any]]:
    """Return the commands of the phone's person that were accepted."""
    found: list[dict[str, Any]] = phone.page.evaluate("() => JSON.parse(localStorage.getItem('test.accepted') ?? '[]')")
    return found


def can_roll(phone: Phone) -> bool:
    """True if its person may roll."""
    return bool(phone.look()["lever"])


def come_to(moment: str, phones: list[Phone], rng: Random) -> None:
    """Play on to the moment of the kill."""
    if moment == "round":
        before = sum(len(accepted(phone)) for phone in phones)
        while sum(len(accepted(phone)) for phone in phones) < before + 1:
            rng.choice(phones).step(rng)
        return
    while not (rollers := [phone for phone in phones if can_roll(phone)]):
        act(list(phones), rng)
    if moment == "roll":
        rollers[0].page.evaluate("() => document.querySelector('[data-testid=lever]').click()")
        return
    rollers[0].step(rng)
    others = [phone for phone in phones if phone.look()["actions"]]
    if others:
        click = "() => document.querySelector('main [data-action]:not([data-testid=lever])')?.click()"
        others[0].page.evaluate(click)
    time.sleep(rng.random() * 0.3)


def kill(moment: str, phones: list[Phone], rng: Random) -> dict[str, object]:
    """End the host at a moment. Return how the game went on."""
    [host] = [phone for phone in phones if phone.leads()]
    others = [phone for phone in phones if phone is not host]
    come_to(moment, phones, rng)
    ended = time.time()
    host.end()
    deadline = ended + WAIT_S
    while not all(phone.time_of("completeAt") > ended for phone in others):
        assert time.time() < deadline, [phone.look()["text"][:200] for phone in others]
        time.sleep(0.05)
    live = max(phone.time_of("completeAt") for phone in others) - ended
    assert sum(phone.leads() for phone in others) == 1
    action = None
    for _ in range(3):
        act(list(others), rng)
        times = [at for phone in others if (at := phone.time_of("acceptedAt")) > ended + live]
        if times:
            action = min(times) - ended
            break
    opened = time.time()
    host.open_again()
    while not host.time_of("guestAt"):
        assert time.time() < deadline + WAIT_S, host.look()["text"][:200]
        time.sleep(0.05)
    back = time.time() - opened
    host.wait_for_game()
    play_rounds(list(phones), rng, max(phone.round() for phone in phones) + 1)
    return {
        "live_s": round(live, 1),
        "action_s": None if action is None else round(action, 1),
        "back_s": round(back, 1),
    }


def compare(phones: list[Phone]) -> dict[str, int]:
    """Compare what was accepted on any phone with the log of the host."""
    [host] = [phone for phone in phones if phone.leads()]
    host.page.wait_for_timeout(1_000)
    lines = [json.loads(line) for line in host.page.evaluate(LINES, host.table)]
    counts: dict[str, int] = {}
    for line in lines:
        # One undo of several entries is one event.
        counts[line.get("id") or ""] = counts.get(line.get("id") or "", 0) + 1
    ids = {command["id"] for phone in phones for command in accepted(phone)}
    return {
        "accepted": len(ids),
        "lost": sum(each not in counts for each in ids),
        "doubled": sum(counts.get(each, 0) > 1 for each in ids),
    }


def play(game: str, kills: int, rng: Random, browser: Any) -> None:
    """Play a game with so many kills."""
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        phones = []
        with serving_site(Path(folder)) as address:
            for _ in range(3):
                context = browser.new_context(viewport={"width": 360, "height": 640}, has_touch=True, locale="en-GB")
                context.set_default_timeout(WAIT_S * 1000)
                stack.callback(context.close)
                for text in (AT_ONCE, NO_CAMERA, NOTES):
                    context.add_init_script(text)
                phones.append(Phone(context, address))
                phones[-1].go("/")
                phones[-1].page.evaluate(PACK_KEPT)
        host, *guests = phones
        open_table(host, game)
        for guest in guests:
            seat(host, guest)
        host.click("start")
        for phone in phones:
            phone.wait_for_game()
        play_rounds(list(phones), rng, 2)
        # The next host loads the interpreter meanwhile.
        time.sleep(15)
        for number in range(kills):
            moment = MOMENTS[number % len(MOMENTS)]
            script.report({"game": game, "kill": number + 1, "moment": moment, **kill(moment, phones, rng)})
        script.report({"game": game, **compare(phones)})


def main() -> None:
    parser = script.parser(__doc__)
    parser.add_argument(
        "--games", nargs="+", default=["knister", "knaster", "knapp_daneben", "knoeffel", "kniffeliger"]
    )
    parser.add_argument("--kills", type=int, default=6, help="number of kills in each game (default: 6)")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=BROWSER_ARGUMENTS)
        for game in given.games:
            play(game, given.kills, Random(f"{given.seed} {game}"), browser)
        browser.close()


if __name__ == "__main__":
    main()
