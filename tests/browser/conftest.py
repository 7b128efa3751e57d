"""Fixtures with a real server in a separate process and a headless browser."""

import os
import shutil
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

from tests.browser.person import TIMEOUT_MS, Person
from tests.server.client import running

GRACE_SECONDS = 2
POLLS = {f"knobel.server.{domain}.views.FASTEST_POLL_S": 1 for domain in ("cups", "groups")}
"""Pages of cups and groups ask for news each second."""
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
        pytest.fail("no Chromium found: run the tests with `make test`, which says how to get one")
    return found


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the address of a server with fast bots and a short grace period."""
    with running(tmp_path_factory.mktemp("server"), POLLS, grace=GRACE_SECONDS) as started:
        yield started.url


# While it runs, no other test of this process can have an event loop.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=BROWSER_ARGUMENTS)
        yield browser
        browser.close()


expect.set_options(timeout=TIMEOUT_MS)

Arrive = Callable[..., Person]


@pytest.fixture
def arrive(browser: Browser, server: str) -> Iterator[Arrive]:
    """Return a function that opens a browser for a person, on a page or without one.

    The person must leave the page without an error on its console.
    """
    contexts: list[BrowserContext] = []
    people: list[Person] = []

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
    ) -> Person:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if scheme == "dark" else "light",
            locale=locale,
            reduced_motion="reduce",
            has_touch=touch,
        )
        context.set_default_timeout(TIMEOUT_MS)
        if not service_worker:
            # A page without one takes a fifth less processor time.
            context.add_init_script("delete Navigator.prototype.serviceWorker")
        if not sound:
            # From the first sound on, a page works until it is closed.
            context.add_init_script("try { localStorage.setItem('knobel.muted', 'yes') } catch {}")
        contexts.append(context)
        person = Person(context.new_page(), server)
        people.append(person)
        if path is not None:
            person.go(path)
        return person

    yield come
    for context in contexts:
        context.close()
    problems = [problem for person in people for problem in person.problems]
    assert not problems, problems
