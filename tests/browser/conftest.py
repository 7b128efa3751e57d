"""Fixtures with a real server in a separate process and a headless browser."""

import os
import shutil
from collections.abc import Callable, Iterator, Sequence

import pytest
from playwright.sync_api import Browser, BrowserContext, BrowserType, Error, expect, sync_playwright

from tests.browser.devices import MUTED, NO_SERVICE_WORKER, Devices, open_context
from tests.browser.person import TIMEOUT_MS, Person
from tests.server.client import running

GRACE_SECONDS = 2
POLLS = {f"knobel.server.{domain}.views.FASTEST_POLL_S": 1 for domain in ("cups", "groups")}
"""Pages of cups and groups ask for news each second."""
AWAY = {"knobel.server.groups.views.AWAY_MS": 0}
"""The host of a group counts as away without a connection."""
BROWSER_ARGUMENTS = [
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Disabled because no code runs long enough for optimization to pay.
    "--js-flags=--no-maglev --no-opt --liftoff-only",
    "--in-process-gpu",
    "--num-raster-threads=1",
]


def browser_path() -> str:
    """Return the path of the installed Chromium."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    found = os.environ.get("KNOBEL_BROWSER") or next(filter(None, map(shutil.which, names)), None)
    if found is None:
        pytest.fail("no Chromium found: `make browser` installs one or says how")
    return found


def launch(chromium: BrowserType, arguments: Sequence[str]) -> Browser:
    """Start a Chromium. One that crashes at its start, as it seldom does on a busy machine, is started again."""
    try:
        return chromium.launch(executable_path=browser_path(), args=arguments)
    except Error:
        return chromium.launch(executable_path=browser_path(), args=arguments)


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the address of a server with fast bots and a short grace period."""
    with running(tmp_path_factory.mktemp("server"), POLLS | AWAY, grace=GRACE_SECONDS) as started:
        yield started.url


# While it runs, no other test of this process can have an event loop.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = launch(playwright.chromium, BROWSER_ARGUMENTS)
        yield browser
        browser.close()


expect.set_options(timeout=TIMEOUT_MS)

Arrive = Callable[..., Person]


@pytest.fixture(scope="package")
def devices(browser: Browser) -> Devices:
    return Devices(browser)


@pytest.fixture
def arrive(browser: Browser, devices: Devices, server: str) -> Iterator[Arrive]:
    """Return a function that opens a browser for a person, on a page or without one.

    The person must leave the page without an error on its console. Who changes the device by scripts, or replaces its
    clock or its connections, needs a `new` one.
    """
    contexts: list[BrowserContext] = []
    people: list[Person] = []
    visitors: list[Person] = []

    def come(
        path: str | None = "/",
        *,
        width: int = 1280,
        height: int = 800,
        scheme: str = "light",
        locale: str = "en-GB",
        touch: bool = False,
        service_worker: bool = False,
        sound: bool = False,
        new: bool = False,
    ) -> Person:
        if new or service_worker or sound:
            scripts = (*(() if service_worker else (NO_SERVICE_WORKER,)), *(() if sound else (MUTED,)))
            contexts.append(open_context(browser, locale, scripts, touch=touch))
            person = Person(contexts[-1].new_page(), server)
        else:
            person = Person(devices.take(locale, touch=touch), server)
            visitors.append(person)
        people.append(person)
        person.page.set_viewport_size({"width": width, "height": height})
        person.page.emulate_media(
            media="null",
            color_scheme="dark" if scheme == "dark" else "light",
            reduced_motion="no-preference",
            forced_colors="null",
            contrast="null",
        )
        if path is not None:
            person.go(path)
        return person

    yield come
    for context in contexts:
        context.close()
    for person in visitors:
        person.leave()
        devices.put_back(person.page, server)
    problems = [problem for person in people for problem in person.problems]
    assert not problems, problems
