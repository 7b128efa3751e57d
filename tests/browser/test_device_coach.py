"""The coach in the browser of a person who plays at a server: reviews and practice, and the server where it cannot."""

import json
import time
from collections.abc import Iterator
from random import Random
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Route, expect

from knobel.engines.wasm import image as images
from knobel.presentation import coach_jobs
from knobel.server.pages.engine_files import keep_engines
from tests.browser.conftest import Arrive
from tests.browser.person import LAST_ROUND, TIMEOUT_MS, Person
from tests.server.client import Server, running
from tests.server.process import no_compiler

GAME = "knapp_daneben"
"""A game whose engine is small to download."""
ALLOWED = "localStorage.setItem('knobel.device_reviews', 'on')"
ANSWERS = """
window.answers = [];
const Native = Worker;
window.Worker = class extends Native {
  constructor(...given) {
    super(...given);
    this.addEventListener('message', ({data}) => data.kind === 'answer' && answers.push(data.text));
  }
};
"""
"""Keeps what the worker answers."""
WITHOUT_COACH = {"knobel.server.compute.coach_service.has_compiler": no_compiler}
"""A server whose coach refuses all work."""


@pytest.fixture(scope="module")
def offering(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Yield a server that offers an engine to browsers, and whose own coach refuses all work."""
    folder = tmp_path_factory.mktemp("engines")
    with pytest.MonkeyPatch.context() as patch:
        # The engines of the other games take long to compress.
        patch.setattr(images, "games_with_modules", lambda: (GAME,))
        keep_engines(folder)
    with running(tmp_path_factory.mktemp("server"), WITHOUT_COACH, browser_engines=str(folder)) as server:
        # A process of its own reads them.
        while not httpx.get(f"{server.url}/api/engines", timeout=TIMEOUT_MS / 1000).json():
            time.sleep(0.05)
        yield server


@pytest.fixture
def person(browser: Browser, offering: Server) -> Iterator[Person]:
    """Yield a person who has finished a game and looks at its replay. Their console must stay empty."""
    context = browser.new_context(locale="en-GB", reduced_motion="reduce")
    context.set_default_timeout(TIMEOUT_MS)
    context.add_init_script(ANSWERS)
    found = Person(context.new_page(), offering.url)
    yield found
    context.close()
    assert not found.problems, found.problems


def finished(person: Person) -> str:
    """Play a game with random moves, and go to its table. Return its code."""
    return person.open_table(settings={"game": GAME, "seats": 1}, start=True, until=LAST_ROUND[GAME] + 1)


def reviewed(person: Person, path: str) -> dict[str, Any]:
    """Let the coach review the game of a replay, and return the review that the worker made."""
    person.go(path)
    person.click("ask-coach")
    expect(person.find("review")).to_be_visible()
    person.click("next-mistake")
    texts: list[str] = person.page.evaluate("() => answers")
    found: dict[str, Any] = next(json.loads(text) for text in texts if text.startswith('{"game"'))
    return found


def test_reviews_and_practice_are_the_work_of_the_device(person: Person) -> None:
    code = finished(person)
    person.go("/you")
    person.find("device-reviews").check()
    review = reviewed(person, f"/t/{code}/replay")
    expect(person.find("maker")).to_have_attribute("data-maker", "device")
    # The server's coach would give the same answer to the last digit.
    record = person.page.request.get(f"{person.server}/api/tables/{code}/record").text()
    progress, done = b"", None
    while done is None:
        step = coach_jobs.review(record, progress)
        progress, done = step.progress, step.done
    assert review == json.loads(done.data)
    # A mistake is tried again.
    person.click("try")
    expect(person.find("leave-trial")).to_be_visible()
    rng = Random(1)
    while not person.find("judgement").count():
        person.step(rng)
        person.settle()
    # What the device found is in the person's statistics, and its mistakes are practised there.
    (game,) = person.page.request.get(f"{person.server}/api/play").json()["games"]
    assert game["skill"]["accuracy"] == round(review["seats"][0]["accuracy"], 2)
    assert game["skill"]["luck"] == review["seats"][0]["ledger"]["luck"]
    before = person.page.request.get(f"{person.server}/api/practice").json()
    assert before["due"] > 0
    person.go("/practice")
    while not person.find("judgement").count():
        person.step(rng)
        person.settle()
    after = person.page.request.get(f"{person.server}/api/practice").json()
    assert (after["due"], after["next"] is not None) == (before["due"] - 1, True)


def test_the_server_reviews_what_the_device_cannot(arrive: Arrive) -> None:
    person = arrive(None)
    person.page.add_init_script(ALLOWED)
    files = dict.fromkeys(("module", "image", "coach"), "assets/python-engines/0000000000000000.bin") | {"bytes": 1}

    def offer(route: Route) -> None:
        route.fulfill(json={GAME: files})

    person.page.route("**/api/engines", offer)
    code = finished(person)
    person.go(f"/t/{code}/replay")
    person.click("ask-coach")
    expect(person.find("review")).to_be_visible()
    person.click("next-mistake")
    expect(person.find("maker")).to_have_attribute("data-maker", "server")
