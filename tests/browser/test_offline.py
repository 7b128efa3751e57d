"""The page without a server: a folder of static files below a path, with the interpreter in a worker."""

import base64
import io
import json
import threading
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from knobel import make
from knobel.cli.site import site as write_site
from knobel.engines.shared.memory import memory_for
from knobel.engines.wasm import image as images
from knobel.engines.wasm.image import games_with_modules
from tests.browser.conftest import Arrive
from tests.browser.devices import NO_SERVICE_WORKER
from tests.browser.person import LAST_ROUND, TIMEOUT_MS, Person, play_rounds, play_to_the_end
from tests.browser.random_games import digests
from tests.browser.routes import example_of, page_routes
from tests.browser.test_installation import manifest_of
from tests.browser.waits import PACK_KEPT, until
from tests.engines.wasm.positions import all_values
from tests.engines.wasm.tables import table_digests
from tests.slow import WHOLE, slow_except

ROOT = Path(__file__).parents[2]
QUICK_GAME = "kniffeliger"
"""The game with the smallest engine."""
FULL_LIBRARY = ROOT / "web" / "node_modules" / "pyodide" / "python_stdlib.zip"
AT_ONCE = """
const post = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (message, ...more) {
  return post.call(this, message?.kind === 'start' ? {...message, pace: 0} : message, ...more);
};
"""
"""Lets bots think for no time."""
FETCHED = f"""async (game) => {{
  const {{engines, coach}} = await (await fetch('offline.json')).json();
  for (const file of [coach, ...Object.values(engines[game]).filter((part) => typeof part === 'string')]) {{
    await (await fetch(file)).arrayBuffer();
    {until("await caches.match(file)")}
  }}
}}"""
"""Fetch the engine of a game and the coach, as a game does. Resolves when the service worker has kept them."""


class Quiet(SimpleHTTPRequestHandler):
    """Serves files without a log."""

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def serving_site(root: Path, mailbox: str = "") -> Iterator[str]:
    """Write a folder of static files and serve it below a path. Yield its address."""
    write_site(root / "some" / "games", mailbox)
    with serving(root) as address:
        yield f"{address}/some/games"


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Serve a folder of static files. Yield its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture(scope="module")
def static(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the address of a folder that `knobel site` wrote, on a server that knows nothing of it."""
    with pytest.MonkeyPatch.context() as patch:
        if not any(item.get_closest_marker("slow") for item in request.session.items):
            # The engines of the other games take long to compress.
            patch.setattr(images, "games_with_modules", lambda: (QUICK_GAME,))
        with serving_site(tmp_path_factory.mktemp("host")) as address:
            yield address


Visit = Callable[..., Person]


@pytest.fixture
def phone(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": 360, "height": 640}, has_touch=True, locale="en-GB")
    context.set_default_timeout(TIMEOUT_MS)
    context.add_init_script(AT_ONCE)
    yield context
    context.close()


@pytest.fixture
def visit(phone: BrowserContext, static: str) -> Iterator[Visit]:
    """Return a function that opens a tab of the same phone. All tabs must leave the console empty."""
    people: list[Person] = []

    def come(path: str = "/") -> Person:
        people.append(Person(phone.new_page(), static))
        people[-1].go(path)
        return people[-1]

    yield come
    problems = [problem for person in people for problem in person.problems]
    assert not problems, problems


def play_without_network(context: BrowserContext, address: str, game: str) -> Person:
    """Play a game in a browser without a network, with a killed tab in the middle. Return the person at its end."""
    context.set_offline(True)
    started, rng = Person(context.new_page(), address), Random(game)
    started.go("/")
    started.play_bot(game)
    started.wait_for_game()
    play_rounds([started], rng, LAST_ROUND[game] // 2)
    started.page.close()
    again = Person(context.new_page(), address)
    again.go("/")
    again.page.locator('[data-testid^="device-table-"] a').click()
    play_to_the_end([again], rng)
    assert started.problems == again.problems == []
    return again


@pytest.mark.slow
@pytest.mark.parametrize("game", LAST_ROUND)
def test_a_static_site_plays_without_a_network(game: str, phone: BrowserContext, static: str, visit: Visit) -> None:
    person = visit()
    person.page.evaluate(PACK_KEPT)
    person.page.close()
    again = play_without_network(phone, static, game)
    scores = again.results()
    again.click("results-more")
    again.click("replay")
    again.find("what-if").wait_for()
    listed = visit().page.locator('[data-testid^="device-table-"] .hint')
    expect(listed).to_contain_text(str(scores[0]))
    assert again.problems == []


@pytest.mark.slow
def test_a_static_site_can_be_installed(visit: Visit, static: str) -> None:
    person = visit()
    person.page.evaluate(PACK_KEPT)
    found = manifest_of(person)
    shortcut = visit(found["shortcuts"][-1]["url"].removeprefix(static))
    expect(shortcut.find("play-kniffeliger")).to_be_focused()


@pytest.mark.slow
def test_pages_that_need_a_server_say_so(visit: Visit) -> None:
    person = visit("/")
    for page in (route for route in page_routes() if route["needs_server"] and not route["on_site"]):
        person.go(f"/#{example_of(page)}")
        expect(person.page.get_by_role("alert")).to_contain_text("only available with a server")
        expect(person.page.get_by_role("heading", level=1)).to_have_text(page["titles"]["en"])
    for absent in ("to-cups", "scores"):
        expect(person.find(absent)).to_have_count(0)
    person.go("/#/")
    expect(person.find("offline")).to_contain_text("Chat and high scores need a server")
    person.go("/#/practice")
    expect(person.find("nothing")).to_be_visible()
    person.go("/#/play")
    expect(person.find("no-games")).to_be_visible()
    person.go("/#/rules/knaster")
    expect(person.page.get_by_role("heading", level=1)).to_be_visible()
    person.go("/#/paper?game=knister")
    expect(person.page.get_by_role("heading", level=1)).to_be_visible()


CHECKED = "/checked"
"""The folder of tests in the worker."""
LOADED = f"""async (game) => {{
  const loaded = () => self.python?.runPython(
    `from knobel.engines.shared.memory import provided; provided('${{game}}')`);
  {until("loaded()")}
}}"""
"""Resolves when the engine of a game is loaded."""
PREPARED = f"""async ([game, options]) => {{
  const prepared = () => self.python.runPython(`
from knobel import engines, make
engines.engine(make('${{game}}', **${{options}})).is_prepared`);
  {until("prepared()")}
}}"""
"""Resolves when the loaded engine of a game is prepared for its options."""
CLASSIC = {"columns": 1, "free_rolls": "none", "knoeffel_points": 50}
"""The options of a preset of Knöffel, whose tables are solved on the device."""


COACHED = f"""async () => {{
  const found = `from importlib.util import find_spec; find_spec('knobel.offline.coach') is not None`;
  {until("self.python.runPython(found)")}
}}"""
"""Resolves when the modules of the coach are loaded."""


class Interpreter:
    """The interpreter in the worker of a page."""

    def __init__(self, person: Person) -> None:
        """Take the interpreter of a person who plays."""
        [self._worker] = person.page.workers

    def wait_for_engine(self, game: str) -> None:
        """Wait until the engine of a game and the coach are loaded."""
        self._worker.evaluate(LOADED, game)
        self._worker.evaluate(COACHED)

    def run(self, code: str) -> Any:
        """Run code and return its last value, which must be text."""
        return self._worker.evaluate("(code) => self.python.runPython(code)", code)

    def add(self, files: dict[str, bytes], folder: str) -> None:
        """Write files, and import modules from them."""
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in files.items():
                archive.writestr(name, content)
        text = base64.b64encode(buffer.getvalue()).decode()
        self._worker.evaluate(
            """([text, folder]) => self.python.unpackArchive(
                Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)), 'zip', {extractDir: folder})""",
            [text, folder],
        )
        self.run(f"import sys; {folder!r} in sys.path or sys.path.append({folder!r}); ''")

    def add_tests(self, *patterns: str) -> None:
        """Add modules of these tests."""
        tests = ROOT / "tests"
        found = [file for pattern in patterns for file in tests.glob(pattern)]
        packages = {
            folder / "__init__.py" for file in found for folder in file.parents if tests in (folder, *folder.parents)
        }
        files = {file.relative_to(ROOT).as_posix(): b"" for file in packages}
        self.add(files | {file.relative_to(ROOT).as_posix(): file.read_bytes() for file in found}, CHECKED)


@pytest.fixture
def interpreter(visit: Visit) -> Interpreter:
    return prepared(visit())


def prepared(person: Person, game: str = "knister") -> Interpreter:
    """Begin a game, and add what is compared to the interpreter."""
    person.play_bot(game)
    person.wait_for_game()
    found = Interpreter(person)
    found.add_tests("browser/random_games.py", "games/cases.py", "engines/wasm/positions.py", "engines/wasm/tables.py")
    return found


def compare(interpreter: Interpreter, game: str, seeds: range) -> None:
    """Play the same random games here and in the worker."""
    call = f"[digests({game!r}, seed) for seed in {seeds!r}]"
    code = f"import json; from tests.browser.random_games import digests; json.dumps({call})"
    for seed, there in zip(seeds, json.loads(interpreter.run(code)), strict=True):
        here = digests(game, seed)
        differing = [at for at, pair in enumerate(zip(here, there, strict=False)) if len(set(pair)) > 1]
        assert here == there, f"{game}, seed {seed}: differs from event {min(differing, default=len(here))} on"


SNAPSHOT_KEPT = f"""async () => {{
  const [folder] = /^.*[/]/.exec((await (await fetch('offline.json')).json()).files[0]);
  for (const name of ['snapshot.bin', 'pyodide.asm.wasm'])
    {until("await caches.match(folder + name)")}
  return folder + 'snapshot.bin';
}}"""
"""Resolves with the address of the interpreter's snapshot when it is kept, and the module without compression."""
SNAPSHOT_CHANGED = """async ([address, change]) => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name), found = await cache.match(address);
    if (!found) continue;
    if (change === 'left') {
      await cache.put(address.replace('snapshot.bin', 'starting'), new Response());
    } else {
      const content = new Uint8Array(await found.arrayBuffer());
      await cache.put(address, new Response(content.fill(1, content.length / 2), {headers: found.headers}));
    }
  }
}"""
"""Damage the snapshot, or leave the mark of a start from it that has not come to its end."""
START = """import os, random, secrets
is_restored = not os.path.exists('/packages/msgspec/__init__.pyc')
f"{is_restored} {random.random()} {secrets.token_hex()}\""""
"""Returns whether the interpreter was started from a snapshot, and random numbers."""


def start(visit: Visit) -> list[str]:
    """Start the interpreter with a game, and return whether it was from a snapshot, and its random numbers."""
    person = visit()
    person.play_bot("knister")
    person.wait_for_game()
    found: list[str] = Interpreter(person).run(START).split()
    person.page.close()
    return found


@pytest.mark.slow
def test_the_interpreter_starts_from_a_snapshot_of_the_first_start(visit: Visit) -> None:
    # It uses internals of Pyodide and Emscripten.
    visit().page.evaluate(SNAPSHOT_KEPT)
    one, other = start(visit), start(visit)
    assert one[0] == other[0] == "True"
    assert not set(one[1:]) & set(other[1:])


@pytest.mark.slow
@pytest.mark.parametrize("change", ["left", "damaged"])
def test_without_a_usable_snapshot_the_start_is_from_the_beginning(change: str, visit: Visit) -> None:
    first = visit()
    snapshot = first.page.evaluate(SNAPSHOT_KEPT)
    first.page.evaluate(SNAPSHOT_CHANGED, [snapshot, change])
    assert start(visit)[0] == "False"


@pytest.mark.slow
@pytest.mark.parametrize("game", LAST_ROUND)
def test_random_games_are_the_same_in_both_places(game: str, interpreter: Interpreter) -> None:
    compare(interpreter, game, range(300))


@pytest.mark.slow
@pytest.mark.parametrize("game", games_with_modules())
def test_engines_in_the_worker_agree_to_the_last_bit(game: str, visit: Visit) -> None:
    number = 1500
    interpreter = prepared(visit(), game)
    interpreter.wait_for_engine(game)
    call = f"json.dumps(all_values({game!r}, 1, {number}))"
    found = interpreter.run(f"import json; from tests.engines.wasm.positions import all_values; {call}")
    assert json.loads(found) == all_values(game, 1, number)


@pytest.mark.slow
def test_tables_in_the_worker_agree_to_the_last_bit(visit: Visit) -> None:
    interpreter = prepared(visit(), "knoeffel")
    interpreter.wait_for_engine("knoeffel")
    call = "json.dumps(table_digests(memory_for('knoeffel')))"
    imports = "from knobel.engines.shared.memory import memory_for; from tests.engines.wasm.tables import table_digests"
    found = interpreter.run(f"import json; {imports}; {call}")
    assert json.loads(found) == table_digests(memory_for("knoeffel"))


def assert_beaten(person: Person, game: str) -> None:
    """Assert that the bot has won; in Kniffeliger, where a person can take its sheet, only that the game is over."""
    own, bot = person.results()
    assert bot > own or game == "kniffeliger"


def play_master(person: Person, game: str, options: dict[str, Any]) -> None:
    """Begin a game against the strongest bot, with usual or classic options, and wait until its engine decides."""
    person.click(f"play-{game}")
    if options:
        person.find("setup-preset").select_option("classic")
    person.click("choose-bots")
    person.find("bots-level").select_option("master")
    person.click("bots-start")
    person.wait_for_game()
    person.page.workers[0].evaluate(LOADED, game)
    person.page.workers[0].evaluate(PREPARED, [game, repr(options)])
    expect(person.find("engine")).to_have_count(0)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "options"), [*((game, {}) for game in games_with_modules()), ("knoeffel", CLASSIC)])
def test_the_strongest_bot_plays_on_the_device_without_a_network(
    game: str, options: dict[str, Any], phone: BrowserContext, visit: Visit
) -> None:
    first = visit()
    first.page.evaluate(PACK_KEPT)
    first.page.close()
    # Under the service worker, which keeps the engine.
    person = visit()
    play_master(person, game, options)
    person.page.close()
    phone.set_offline(True)
    again = visit()
    play_master(again, game, options)
    play_to_the_end([again], Random(game))
    assert_beaten(again, game)
    # The page of the person lists the game, and has nothing to say that needs a server.
    again.go("/#/you")
    again.unfold("you-app")
    expect(again.find("app-state")).to_be_visible()
    expect(again.page.locator('[data-testid^="device-table-"] .hint').first).to_be_visible()
    expect(again.page.get_by_role("alert")).to_have_count(0)


def without_network(phone: BrowserContext, visit: Visit, game: str) -> Person:
    """Keep the engine of a game and the coach on a phone, and begin a game there without a network."""
    first = visit()
    first.page.evaluate(PACK_KEPT)
    first.page.evaluate(FETCHED, game)
    first.page.close()
    phone.set_offline(True)
    person = visit()
    person.choose(game, "bots")
    person.find("bots-level").select_option("master")
    person.click("bots-start")
    person.wait_for_game()
    return person


@pytest.mark.parametrize("game", slow_except(QUICK_GAME, games=games_with_modules()))
def test_the_coach_helps_without_a_network_by_the_same_rules(game: str, phone: BrowserContext, visit: Visit) -> None:
    person = without_network(phone, visit, game)
    person.page.workers[0].evaluate(LOADED, game)
    person.press('[data-testid="lever"]')
    # A hint in its stages, and a closer look at the two best moves.
    person.click("hint")
    expect(person.find("hint")).to_have_accessible_name("Show the move")
    person.click("hint")
    expect(person.find("todo")).to_contain_text("The coach says:")
    person.click("hint")
    # It plays many games to the end.
    if WHOLE:
        person.click("look-closer")
        expect(person.find("closer-difference")).to_contain_text("±")
    interpreter = Interpreter(person)
    interpreter.add_tests("browser/random_games.py")
    for each in LAST_ROUND:
        compare(interpreter, each, range(1))


@pytest.mark.slow
@pytest.mark.parametrize("game", games_with_modules())
def test_the_coach_reviews_games_on_the_device_without_a_network(
    game: str, phone: BrowserContext, visit: Visit
) -> None:
    person = without_network(phone, visit, game)
    play_to_the_end([person], Random(game))
    # The review goes through bad moves, and says in words what was better.
    person.click("results-more")
    person.click("ask-coach")
    person.find("show-answer").wait_for()
    person.click("all")
    expect(person.find("review")).to_be_visible()
    person.click("next-mistake")
    expect(person.find("verdict")).to_contain_text("point")
    # Its mistakes are exercises, and its figures are on the page of the person's play.
    person.go("/#/play")
    person.unfold("games")
    expect(person.find("my-games").locator("tbody tr")).to_have_count(1)
    expect(person.find("my-games").locator("tbody tr")).to_contain_text("%")
    person.click("practise")
    expect(person.find("sheet-0")).to_be_visible()
    before = person.page.locator("main [data-action]").first.get_attribute("data-action")
    for _ in range(1 if make(game).simultaneous else 2):  # where one seat moves, a second press confirms an entry
        person.press(f'main [data-action="{before}"]')
    expect(person.find("next")).to_be_visible()


@pytest.mark.slow
def test_deals_of_the_day_need_no_server(phone: BrowserContext, visit: Visit) -> None:
    person = visit()
    person.page.evaluate(PACK_KEPT)
    phone.set_offline(True)
    person.click("play-knister")
    expect(person.find("choose-day")).to_contain_text("Unranked.")
    person.page.keyboard.press("Escape")
    person.go("/#/day/today")
    expect(person.find("day-lead")).to_contain_text("the dice follow from the date")
    person.page.locator('[data-testid="play-knister"]').press("Enter")
    person.wait_for_game()
    play_to_the_end([person], Random(1))
    expect(person.find("deal-compared-nowhere")).to_be_visible()
    day = person.page.evaluate("new Date().toISOString().slice(0, 10)")
    score = person.results()[0]
    text = person.find("deal-share").get_attribute("data-text")
    assert text is not None
    assert text.startswith(f"Knobel · Knister · {day}\n")
    assert f"\n{score} points\n" in text
    person.page.close()
    # Another visit of the page knows the result.
    again = visit()
    expect(again.find("game-knister")).to_contain_text(f"Daily game: {score} points")
    again.go("/#/days")
    expect(again.find(f"day-{day}").locator(".played")).to_have_count(1)
    again.go("/#/day/today")
    again.unfold("card-knister")
    again.click("verify-knister")
    expect(again.page.locator("main")).to_contain_text("All 25 rolls are right.")


@pytest.mark.slow
def test_a_file_carries_everything_to_another_device_and_to_a_server(
    phone: BrowserContext, visit: Visit, browser: Browser, static: str, arrive: Arrive, tmp_path: Path
) -> None:
    phone.add_init_script(NO_SERVICE_WORKER)
    person = visit()
    person.choose("knister", "alone")
    person.wait_for_game()
    play_to_the_end([person], Random(1))
    score = person.results()[0]
    person.go("/#/you")
    with person.page.expect_download() as saved:
        person.page.locator('[data-testid="device-file-save"]').press("Enter")
    file = tmp_path / saved.value.suggested_filename
    saved.value.save_as(file)
    other = browser.new_context(viewport={"width": 360, "height": 640}, locale="en-GB")
    other.add_init_script(NO_SERVICE_WORKER)
    second = Person(other.new_page(), static)
    second.go("/#/you")
    bad = tmp_path / "other.json"
    bad.write_text('{"games": 3}')
    second.find("device-file-bring").set_input_files(bad)
    expect(second.find("device-file-problem")).to_contain_text("Nothing here has changed")
    for outcome in ("1 brought. 1 was there already.", "2 were there already."):
        second.find("device-file-bring").set_input_files(file)
        expect(second.find("device-file-brought")).to_have_text(outcome)
    expect(second.page.locator('[data-testid^="device-table-"]')).to_have_count(1)
    expect(second.page.locator('[data-testid^="device-table-"]')).to_contain_text(str(score))
    assert second.problems == []
    other.close()
    at_server = arrive("/you")
    at_server.unfold("you-data")
    at_server.find("bring-file").set_input_files(file)
    expect(at_server.find("bring-outcome")).to_contain_text("1 game brought back.")
