"""Takes the network from the host of a table of three phones, or gives it another address, and plays on.

    python -m benchmarks.phone_networks

It needs Linux and root: each phone is a Chromium in a network namespace of its own, and a bridge connects them as a
Wi-Fi does. The page must be built. A folder of static files is served in each, and the web servers then ended.
In the middle of a round of Knister

- `blink`: the host is without a network for 3 s;
- `address`: it gets another address in the same network, as from a router that was restarted;
- `away`: it is without a network for 30 s, and then has another address.

Prints for each how many seconds after the host had a network again all three phones had played the round to its end
(`round_s`), whether the same phone leads the table (`same_host`), and, at the end, how many of the accepted entries are
not in the log of the host (`lost`) or more than once (`doubled`).
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from random import Random

from playwright.sync_api import BrowserType, Error, sync_playwright
from tests.browser.conftest import BROWSER_ARGUMENTS, browser_path
from tests.browser.person import act, play_rounds
from tests.browser.test_offline import AT_ONCE
from tests.browser.test_phone_tables import NO_CAMERA, open_table, seat
from tests.browser.waits import PACK_KEPT

from benchmarks.phone_kills import NOTES, WAIT_S, Phone, compare
from benchmarks.shared import script
from knobel.cli.site import site as write_site

NETWORK = "10.66.0"
BRIDGE = "knobel-bridge"
ROUTER = f"{NETWORK}.254"
PORT = 8066
PHONES = 3
WITHOUT_S = {"blink": 3, "address": 0, "away": 30}


def ip(command: str) -> None:
    """Run a command of iproute2."""
    subprocess.run(["ip", *command.split()], check=True)


def take_address(name: str, number: int) -> None:
    """Give a phone the address with this last part. As in a Wi-Fi, there is a router, but no way further."""
    ip(f"-n {name} addr flush dev wifi")
    ip(f"-n {name} addr add {NETWORK}.{number}/24 dev wifi")
    ip(f"-n {name} route add default via {ROUTER}")


@contextmanager
def network() -> Iterator[list[str]]:
    """Yield the namespaces of the phones, which a bridge connects."""
    names = [f"knobel-{number}" for number in range(1, PHONES + 1)]
    ip(f"link add {BRIDGE} type bridge mcast_snooping 0")
    ip(f"addr add {ROUTER}/24 dev {BRIDGE}")
    ip(f"link set {BRIDGE} up")
    for number, name in enumerate(names, 1):
        ip(f"netns add {name}")
        ip(f"link add {name} type veth peer name wifi netns {name}")
        ip(f"link set {name} master {BRIDGE} up")
        ip(f"-n {name} link set lo up")
        ip(f"-n {name} link set wifi up")
        take_address(name, number)
    try:
        yield names
    finally:
        for name in names:
            with suppress(subprocess.CalledProcessError):
                ip(f"netns del {name}")
        ip(f"link del {BRIDGE}")


def phone_in(name: str, chromium: BrowserType, folder: Path) -> Phone:
    """Return a phone in a namespace, which has loaded the page from there, because only local addresses are safe."""
    command = folder / name
    command.write_text(f'#!/bin/sh\nexec ip netns exec {name} {browser_path()} "$@"\n')
    command.chmod(0o755)
    browser = chromium.launch(executable_path=str(command), args=BROWSER_ARGUMENTS)
    context = browser.new_context(viewport={"width": 360, "height": 640}, has_touch=True, locale="en-GB")
    context.set_default_timeout(WAIT_S * 1000)
    for text in (AT_ONCE, NO_CAMERA, NOTES):
        context.add_init_script(text)
    serve = f"ip netns exec {name} {sys.executable} -m http.server --bind 127.0.0.1 {PORT} --directory {folder}/site"
    with subprocess.Popen(serve.split(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        phone = Phone(context, f"http://127.0.0.1:{PORT}/some/games")
        time.sleep(1)
        phone.go("/")
        phone.page.evaluate(PACK_KEPT)
        server.terminate()
    return phone


def change(what: str, name: str, number: int) -> None:
    """Take the network from a phone, and give it one with this last part of the address."""
    if WITHOUT_S[what]:
        ip(f"link set {name} down")
        time.sleep(WITHOUT_S[what])
    ip(f"link set {name} up")
    if what != "blink":
        take_address(name, number)


def play_on(what: str, phones: list[Phone], names: list[str], number: int, rng: Random) -> dict[str, object]:
    """Change the network of the host in the middle of a round. Return how the game went on."""
    [host] = [phone for phone in phones if phone.leads()]
    current = max(phone.round() for phone in phones)
    while not any(phone.look()["actions"] for phone in phones):
        act(list(phones), rng)
    change(what, names[phones.index(host)], number)
    begun = time.monotonic()
    while True:
        try:
            play_rounds(list(phones), rng, current + 1)
            break
        except Error as error:
            # The table has changed since the look at it, when the phones connected again.
            if "is gone" not in str(error) or time.monotonic() > begun + WAIT_S:
                raise
    taken = time.monotonic() - begun
    return {"change": what, "round_s": round(taken, 1), "same_host": host.leads()}


def main() -> None:
    parser = script.parser(__doc__)
    parser.add_argument("--times", type=int, default=3, help="how often each change is made")
    given = parser.parse_args()
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        names = stack.enter_context(network())
        write_site(Path(folder) / "site" / "some" / "games", "")
        phones = [phone_in(name, playwright.chromium, Path(folder)) for name in names]
        host, *guests = phones
        open_table(host, "knister")
        for guest in guests:
            seat(host, guest)
        host.click("start")
        for phone in phones:
            phone.wait_for_game()
        rng = Random(1)
        play_rounds(list(phones), rng, 2)
        # The next host loads the interpreter meanwhile.
        time.sleep(20)
        number = 100
        for _ in range(given.times):
            for what in WITHOUT_S:
                number += 1
                script.report(play_on(what, phones, names, number, rng))
        script.report(compare(phones))
        for phone in phones:
            phone.context.close()


if __name__ == "__main__":
    main()
