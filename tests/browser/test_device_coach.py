"""The coach in the browser of a person who plays at a server: reviews and practice, and the server where it cannot."""

import gzip
import json
from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from knobel import make
from knobel.engines.wasm import image as images
from knobel.engines.wasm.image import games_with_modules
from knobel.presentation import coach_jobs
from knobel.server.pages.engine_files import LIST, EngineFiles, keep_engines
from knobel.server.pages.engine_messages import BrowserEngine
from tests.browser.person import TIMEOUT_MS, Person
from tests.server.client import Server, running
from tests.server.process import no_compiler

GAME = "knapp_daneben"
"""A game whose engine is small to download."""
MANY_ROUNDS = 100
"""More rounds than any game has."""
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


class WrittenFiles(EngineFiles):
    """Engines whose files are written already."""

    async def write(self) -> None:
        assert self._folder is not None
        [self._written] = self._folder.iterdir()
        found = json.loads((self._written / LIST).read_bytes())
        self.engines = {game: BrowserEngine(**each) for game, each in found.items()}


CHANGED = {
    "knobel.server.compute.coach_service.has_compiler": no_compiler,
    "knobel.server.app.EngineFiles": WrittenFiles,
}
"""A server whose coach refuses all work, and which offers engines at once."""


@pytest.fixture(scope="module")
def offering(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Yield a server that offers engines to browsers, and whose own coach refuses all work."""
    folder = tmp_path_factory.mktemp("engines")
    with pytest.MonkeyPatch.context() as patch:
        if not any(item.get_closest_marker("slow") for item in request.session.items):
            # The engines of the other games take long to compress.
            patch.setattr(images, "games_with_modules", lambda: (GAME,))
        fast = partial(gzip.compress, compresslevel=1, mtime=0)
        patch.setattr(gzip, "compress", lambda content, *_, **__: fast(content))
        keep_engines(folder)
    with running(tmp_path_factory.mktemp("server"), CHANGED, browser_engines=str(folder)) as server:
        yield server


@pytest.fixture
def person(browser: Browser, offering: Server) -> Iterator[Person]:
    """Yield a person who has finished a game and looks at its replay. Their console must stay empty."""
    context = browser.new_context(locale="en-GB")
    context.set_default_timeout(TIMEOUT_MS)
    context.add_init_script(ANSWERS)
    found = Person(context.new_page(), offering.url)
    yield found
    context.close()
    assert not found.problems, found.problems


def finished(person: Person, game: str = GAME) -> str:
    """Play a game with random moves, and go to its table. Return its code."""
    seats = make(game).min_seats
    bots = ["random"] * (seats - 1)
    return person.open_table(settings={"game": game, "seats": seats}, bots=bots, start=True, until=MANY_ROUNDS)


def ask(person: Person, code: str) -> None:
    """Let the coach review the game of a table, and go to a mistake."""
    person.go(f"/t/{code}/replay")
    person.click("ask-coach")
    person.click("all")
    expect(person.find("review")).to_be_visible()
    person.click("next-mistake")


def reviewed(person: Person, code: str) -> dict[str, Any]:
    """Let the device review the game of a table. Return the review, which is that of a server to the last digit."""
    person.unfold("you-app")
    person.find("device-reviews").check()
    ask(person, code)
    expect(person.find("maker")).to_have_attribute("data-maker", "device")
    texts: list[str] = person.page.evaluate("() => answers")
    found: dict[str, Any] = next(json.loads(text) for text in texts if text.startswith('{"game"'))
    assert found == json.loads(review_on_server(person, code))
    return found


def review_on_server(person: Person, code: str) -> bytes:
    """Return the review that a server's coach makes of the game of a table."""
    record = person.ask("GET", f"/api/tables/{code}/record").text()
    progress, done = b"", None
    while done is None:
        step = coach_jobs.review(record, progress)
        progress, done = step.progress, step.done
    return done.data


@pytest.mark.slow
@pytest.mark.parametrize("game", games_with_modules())
def test_reviews_of_all_games_are_those_of_a_server_to_the_last_digit(game: str, person: Person) -> None:
    code = finished(person, game)
    person.go("/you")
    reviewed(person, code)


@pytest.mark.slow
def test_reviews_and_practice_are_the_work_of_the_device(person: Person) -> None:
    code = finished(person)
    person.go("/you")
    review = reviewed(person, code)
    # A mistake is tried again.
    person.click("try")
    expect(person.find("leave-trial")).to_be_visible()
    rng = Random(1)
    while not person.find("judgement").count():
        person.step(rng)
        person.settle()
    # What the device found is in the person's statistics, and its mistakes are practised there.
    (game,) = person.ask("GET", "/api/play").json()["games"]
    assert game["skill"]["accuracy"] == round(review["seats"][0]["accuracy"], 2)
    assert game["skill"]["luck"] == review["seats"][0]["ledger"]["luck"]
    before = person.ask("GET", "/api/practice").json()
    assert before["due"] > 0
    person.follow("/practice")
    while not person.find("judgement").count():
        person.step(rng)
        person.settle()
    after = person.ask("GET", "/api/practice").json()
    assert (after["due"], after["next"] is not None) == (before["due"] - 1, True)
    # After a reload the review is there without a worker.
    ask(person, code)
    expect(person.find("maker")).to_have_attribute("data-maker", "device")
    assert person.page.workers == []
