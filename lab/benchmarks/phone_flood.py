"""Measures how soon a host answers a guest while another one floods it, at a table of phones without a server.

    python -m benchmarks.phone_flood

The page must be built. A folder of static files is served. A host and a guest play Knister. Another phone enters as a
spectator and sends hostile messages (`HOSTILE` of `tests/browser/test_phone_tables.py`) as fast as the channel takes
them, until the host ends the connection. It enters again with a new code until it has sent 5,000.

- `sent`, `received`: the messages sent by the hostile phone, and received by the host.
- `connections`: how often the hostile phone had to enter.
- `answers_ms`: milliseconds from a ping of the other guest to its answer, one every 50 ms, in the floods.
- `problems`: messages in the consoles of host and guest, of which there must be none.
"""

import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright
from tests.browser.conftest import browser_path
from tests.browser.person import Person
from tests.browser.test_offline import AT_ONCE, serving_site
from tests.browser.test_phone_tables import CHANNELS, HOSTILE, NO_CAMERA, enter, link_of, open_table, seat

from benchmarks.phone_tables import ARGUMENTS, WAIT_S, figures
from benchmarks.shared import script

COUNT = """
Object.assign(window, {received: 0, sent: 0});
const opened = RTCPeerConnection.prototype.createDataChannel;
RTCPeerConnection.prototype.createDataChannel = function (...more) {
  const channel = opened.apply(this, more);
  channel.addEventListener('message', () => (window.received += 1));
  const send = channel.send.bind(channel);
  channel.send = (text) => {
    send(text);
    window.sent += 1;
  };
  return channel;
};
"""
PING = """() => {
  window.answers = [];
  const channel = window.channels.find(({readyState}) => readyState === 'open');
  const sent = new Map();
  channel.addEventListener('message', ({data}) => {
    if (!data.startsWith('={"type":"pong"')) return;
    const {id} = JSON.parse(data.slice(1));
    if (sent.has(id)) window.answers.push(performance.now() - sent.get(id));
  });
  window.pinging = setInterval(() => {
    const id = crypto.randomUUID();
    sent.set(id, performance.now());
    channel.send(`={"type":"ping","id":"${id}"}`);
  }, 50);
}"""


def main() -> None:
    parser = script.parser(__doc__)
    parser.add_argument("--messages", type=int, default=5_000)
    given = parser.parse_args()
    with (
        sync_playwright() as playwright,
        tempfile.TemporaryDirectory() as folder,
        serving_site(Path(folder)) as address,
    ):
        browser = playwright.chromium.launch(executable_path=browser_path(), args=ARGUMENTS)
        phones = []
        for _ in range(3):
            context = browser.new_context(viewport={"width": 360, "height": 640}, has_touch=True, locale="en-GB")
            context.set_default_timeout(WAIT_S * 1000)
            for text in (AT_ONCE, NO_CAMERA, CHANNELS, COUNT):
                context.add_init_script(text)
            phones.append(Person(context.new_page(), address))
        host, guest, hostile = phones
        host.go("/")
        open_table(host, "knister")
        seat(host, guest)
        host.click("phones-done")
        host.click("start")
        guest.wait_for_game()
        host.click("people")
        host.click("order-share")
        host.click("phones-invite")
        answers: list[float] = []
        sent, before, connections = 0, host.page.evaluate("() => window.received"), 0
        while sent < given.messages:
            host.find("phones-paste").fill(enter(hostile, link_of(host)))
            host.click("phones-accept")
            hostile.wait_for_game()
            guest.page.evaluate(PING)
            hostile.page.evaluate(HOSTILE, given.messages)
            answers += guest.page.evaluate("() => (clearInterval(window.pinging), window.answers)")
            sent += hostile.page.evaluate("() => window.sent")
            connections += 1
            hostile.page.goto("about:blank")
        script.report(
            {
                "sent": sent,
                "received": host.page.evaluate("() => window.received") - before,
                "connections": connections,
                "answers_ms": figures(answers),
                "problems": host.problems + guest.problems,
            }
        )
        browser.close()


if __name__ == "__main__":
    main()
