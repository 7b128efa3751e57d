"""Measures how long a guest waits at a table of phones without a server, from the scan of the first code to its seat.

    python -m benchmarks.phone_joining
    python -m benchmarks.phone_joining --slowdowns 1 4 --guests 5

The page must be built. A folder of static files is served. The guest scans the code of the host, so that its page
opens, for the first time on this phone; the camera of the host's page then sees the code that the guest's page shows,
as in the tests. Nobody has to raise a phone: the times are those of the two pages alone. With a slowdown of 4, the
developer tools slow down the guest's page.

- `code_s`: from opening the link of the first code until the guest's page shows its own code (the medians, and the
  longest).
- `seated_s`: from the moment at which the host's camera sees it until the guest's page shows the table.
- `all_s`: both.
"""

import base64
import statistics
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright
from tests.browser.conftest import browser_path
from tests.browser.person import Person
from tests.browser.test_offline import AT_ONCE, serving_site
from tests.browser.test_phone_tables import CAMERA, NO_CAMERA, link_of, open_table, shown_code

from benchmarks.phone_tables import ARGUMENTS, WAIT_S
from benchmarks.shared import script


def phone(browser: Browser, address: str, camera: str) -> Person:
    """Return a phone that has not opened the page yet."""
    context = browser.new_context(viewport={"width": 360, "height": 640}, has_touch=True, locale="en-GB")
    context.set_default_timeout(WAIT_S * 1000)
    for text in (AT_ONCE, camera):
        context.add_init_script(text)
    return Person(context.new_page(), address)


def join(host: Person, guest: Person, slowdown: float) -> tuple[float, float]:
    """Seat a guest by two scans. Return the seconds until it shows its code, and until it is seated."""
    session = guest.page.context.new_cdp_session(guest.page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
    link = link_of(host)
    begun = time.monotonic()
    guest.page.goto(link, wait_until="commit")
    guest.find("share-qr").locator("svg").wait_for()
    code = time.monotonic() - begun
    picture = base64.b64encode(shown_code(guest)).decode()
    begun = time.monotonic()
    host.page.evaluate("(png) => window.showToCamera(png)", picture)
    guest.find("seats").wait_for()
    return code, time.monotonic() - begun


def figures(times: list[float]) -> dict[str, float]:
    """Return the median and the longest time."""
    return {"p50": round(statistics.median(times), 1), "max": round(max(times), 1)}


def main() -> None:
    parser = script.parser(__doc__)
    parser.add_argument("--slowdowns", type=float, nargs="+", default=[1, 4])
    parser.add_argument("--guests", type=int, default=5)
    given = parser.parse_args()
    with (
        sync_playwright() as playwright,
        tempfile.TemporaryDirectory() as folder,
        serving_site(Path(folder)) as address,
    ):
        browser = playwright.chromium.launch(executable_path=browser_path(), args=ARGUMENTS)
        for slowdown in given.slowdowns:
            host = phone(browser, address, CAMERA)
            host.go("/")
            open_table(host, "knister")
            times = []
            for _ in range(given.guests):
                guest, before = phone(browser, address, NO_CAMERA), link_of(host)
                times.append(join(host, guest, slowdown))
                while link_of(host) == before:
                    time.sleep(0.1)
                guest.page.context.close()
            codes, seats = (list(each) for each in zip(*times, strict=True))
            script.report(
                {
                    "slowdown": slowdown,
                    "guests": given.guests,
                    "code_s": figures(codes),
                    "seated_s": figures(seats),
                    "all_s": figures([sum(each) for each in times]),
                }
            )
            host.page.context.close()
        browser.close()


if __name__ == "__main__":
    main()
