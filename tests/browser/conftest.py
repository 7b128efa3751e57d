"""A real server in a process of its own, and a real headless browser."""

import os
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

from tests.browser.person import PATIENCE_MS, Person
from tests.server.client import free_port

GRACE_SECONDS = 2
BROWSER_ARGUMENTS = [
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def browser_path() -> str:
    """The Chromium that is installed."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    found = os.environ.get("KNOBEL_BROWSER") or next(filter(None, map(shutil.which, names)), None)
    if found is None:
        pytest.fail("no Chromium found: run the tests with `make test`, which says how to get one")
    return found


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server with quick bots and a short grace period."""
    folder = tmp_path_factory.mktemp("server")
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", "knobel", "serve", "--port", str(port), "--grace", str(GRACE_SECONDS)]
    command += ["--bot-pace", "0", "--database", str(folder / "knobel.db")]
    with (folder / "log").open("wb") as log, subprocess.Popen(command, stdout=log, stderr=log) as process:
        try:
            wait_for(address, process, folder / "log")
            yield address
        finally:
            process.terminate()
            process.wait(10)


def wait_for(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + PATIENCE_MS / 1000
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with urllib.request.urlopen(f"{address}/api/health", timeout=1):
                return
        except OSError:
            time.sleep(0.05)
    pytest.fail(f"the server did not start:\n{log.read_text()}")


# While it runs, no other test of this process can have an event loop.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=BROWSER_ARGUMENTS)
        yield browser
        browser.close()


expect.set_options(timeout=PATIENCE_MS)

Arrive = Callable[..., Person]


@pytest.fixture
def arrive(browser: Browser, server: str) -> Iterator[Arrive]:
    """Bring a person with a browser of their own to the page; they must leave it without an error on its console."""
    contexts: list[BrowserContext] = []
    people: list[Person] = []

    def come(
        path: str = "/", *, width: int = 1280, height: int = 800, scheme: str = "light", locale: str = "en-GB"
    ) -> Person:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if scheme == "dark" else "light",
            locale=locale,
            reduced_motion="reduce",
        )
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        person = Person(context.new_page(), server)
        people.append(person)
        person.go(path)
        return person

    yield come
    for context in contexts:
        context.close()
    problems = [problem for person in people for problem in person.problems]
    assert not problems, problems
