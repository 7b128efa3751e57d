"""The page as an app: installable, started without a network, and updated when the person wishes."""

import json
import re
import shutil
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from playwright.sync_api import Error as PlaywrightError

from knobel.games import GAMES
from knobel.server.http.page_files import FOLDER, PageFiles
from tests.browser.conftest import Arrive
from tests.browser.person import Person
from tests.browser.waits import PACK_KEPT
from tests.server.client import Server, running

# Resolves when the service worker answers for this page.
CONTROLLED = """() => navigator.serviceWorker.controller !== null
  || new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', () => done(true)))"""

OFFER_INSTALLATION = """() => {
  const event = new Event('beforeinstallprompt', {cancelable: true});
  event.prompt = async () => { window.prompted = true; };
  dispatchEvent(event);
}"""


def as_app(person: Person, path: str = "/") -> None:
    """Open the page and wait for its service worker."""
    person.go(path)
    person.page.evaluate(CONTROLLED)


def test_the_icons_match_the_manifest(arrive: Arrive) -> None:
    ann = arrive()
    sizes = ann.page.evaluate("""async () => {
      const manifest = await (await fetch(document.querySelector('link[rel=manifest]').href)).json();
      const found = [];
      for (const {src, sizes, type, purpose} of [...manifest.icons, ...manifest.shortcuts.flatMap((s) => s.icons)]) {
        const image = new Image();
        image.src = src;
        await image.decode();
        const right = sizes === 'any' || sizes === `${image.naturalWidth}x${image.naturalHeight}`;
        const served = (await fetch(src)).headers.get('content-type').split(';')[0] === type;
        found.push([src, right, served, purpose]);
      }
      return found;
    }""")
    assert all(right and served for _, right, served, _ in sizes), sizes
    assert {purpose for *_, purpose in sizes} == {"any", "maskable"}


def test_a_shortcut_leads_to_its_game(arrive: Arrive) -> None:
    ann = arrive("/?game=kniffeliger", width=360, height=640)
    expect(ann.find("play-kniffeliger")).to_be_focused()
    expect(ann.find("play-kniffeliger")).to_be_in_viewport(ratio=1)


def manifest_of(person: Person) -> dict[str, Any]:
    """Return the manifest of a page that can be installed below its own address."""
    browser = person.page.context.new_cdp_session(person.page)
    found = browser.send("Page.getAppManifest")
    assert found["errors"] == []
    assert found["manifest"]["scope"] == found["manifest"]["startUrl"] == f"{person.server}/"
    assert browser.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
    manifest: dict[str, Any] = found["manifest"]
    return manifest


def restarted(person: Person) -> Person:
    """Close the page of a device and open another one, without a network."""
    context = person.page.context
    person.page.close()
    context.set_offline(True)
    return Person(context.new_page(), person.server)


CELLULAR = "Object.defineProperty(navigator, 'connection', {value: {type: 'cellular'}})"


def test_an_installed_page_starts_and_plays_without_a_network(arrive: Arrive) -> None:
    ann = arrive(None, width=360, height=640, locale="de-DE", service_worker=True)
    ann.page.context.add_init_script(CELLULAR)
    as_app(ann)
    manifest = manifest_of(ann)
    assert "Würfelspiele" in manifest["name"]
    assert [shortcut["name"] for shortcut in manifest["shortcuts"]] == [game.titles["de"] for game in GAMES.values()]
    expect(ann.find("pack-keep")).to_have_count(0)

    # At a first visit only the page itself is kept.
    first = restarted(ann)
    for path in ("/?game=knister", "/t/ABCDEF"):
        first.page.goto(first.server + path)
        expect(first.find("starting").get_by_role("heading")).to_have_text("Gerade kein Netz")
    # What needs no server is one tap away.
    first.click("to-rules")
    expect(first.page.get_by_role("heading", level=2).first).to_have_text("Knister")
    for path in ("/docs/", "/healthz"):
        other = first.page.context.new_page()
        with pytest.raises(PlaywrightError, match="ERR_INTERNET_DISCONNECTED"):
            other.goto(first.server + path)
        other.close()
    first.page.goto(first.server)
    first.page.context.set_offline(False)
    expect(first.find("game-knister")).to_be_visible()
    # The letters of the handwriting are not kept at a first visit.
    assert [problem for problem in first.problems if "ERR_FAILED" not in problem] == []

    # The device of a player is prepared for all games, where the network is dear on demand.
    first.come_back()
    first.click("pack-keep")
    first.page.evaluate(PACK_KEPT)
    person = restarted(first)
    person.go("/")
    expect(person.find("offline")).to_be_visible()
    for game in GAMES:
        expect(person.find(f"play-{game}")).to_be_enabled()

    # People hand the device around. The policy of the server lets only the worker compile the interpreter.
    person.choose("knister", "turns")
    person.find("guest-0").fill("Bea")
    person.click("device-start")
    person.wait_for_game()
    person.press('[data-testid="lever"]')
    person.press('main [data-action="a1"]')
    assert person.find("undo").is_visible()
    person.click("hand-over")
    expect(person.find("hand-over-cover")).to_contain_text("Bea")
    person.click("take-over")
    expect(person.find("sheet-1")).to_contain_text("Bea")
    person.press('main [data-action="b2"]')
    person.press('[data-testid="lever"]')
    person.press('main [data-action="c3"]')
    person.click("hand-over")
    person.click("take-over")
    expect(person.find("sheet-0").locator('[data-cell="a1"]')).not_to_be_empty()
    assert person.problems == []


@pytest.mark.slow
def test_a_device_is_prepared_over_an_unmetered_network_without_a_tap(arrive: Arrive) -> None:
    ann = arrive(None, service_worker=True)
    as_app(ann)
    ann.come_back()
    ann.page.evaluate(PACK_KEPT)


INSTALLED = """async () => {
  const registration = await navigator.serviceWorker.ready;
  for (const end = Date.now() + 30_000; registration.waiting === null; ) {
    if (Date.now() > end) throw new Error('no newer version waits');
    await new Promise((done) => setTimeout(done, 20));
  }
}"""
"""Resolves when a newer version waits."""

INTERPRETER = """async () => {
  const version = document.querySelector('script[type=module]').src.split('/').pop();
  const {files} = await (await fetch(`/offline.json?${version}`)).json();
  return (await fetch(files[0])).text();
}"""
"""What a page loads to play without a server."""

KEEP_PAGE = """async () => {
  const channel = new MessageChannel();
  const answered = new Promise((done) => { channel.port1.onmessage = ({data}) => typeof data === 'string' && done(); });
  const {active} = await navigator.serviceWorker.ready;
  active.postMessage({type: 'keep', what: 'page'}, [channel.port2]);
  await Promise.race([answered, new Promise((done) => setTimeout(done, 2000))]);
}"""
"""What each start of the page asks of the service worker."""

OLD_FILES = """async () => {
  const urls = [];
  for (const name of await caches.keys())
    for (const {url} of await (await caches.open(name)).keys()) urls.push(url);
  return urls.filter((url) => /python-1|index-(?!next)[\\w-]+\\.js$/.test(url)).length;
}"""
"""The number of kept files of the first version."""

FIRST, NEXT = "first", "next"
"""Two versions of the page, told apart by an attribute of the document."""


class Versions:
    """A server whose page can be replaced by a newer version."""

    def __init__(self, server: Server, page: Path) -> None:
        self.url = server.url
        self._page = page

    def serve_interpreter(self, number: int = 1) -> None:
        """Serve an interpreter in place of any before, which is only one small file here."""
        for folder in (self._page / "assets").glob("python-*"):
            shutil.rmtree(folder)
        file = f"assets/python-{number}/python.bin"
        (self._page / file).parent.mkdir()
        (self._page / file).write_bytes(f"python {number}".encode())
        (self._page / "offline.json").write_text(json.dumps({"files": [file]}))
        (self._page / "offline.json.br").unlink(missing_ok=True)

    def serve_next(self) -> None:
        """Replace the page as a newer version of the package does."""
        assets = self._page / "assets"
        # Scripts import each other by their names.
        names = {path.name: re.sub(r"(-[\w-]{8}\.js)$", r"-next\1", path.name) for path in assets.glob("*-*.js")}
        pattern = re.compile("|".join(map(re.escape, sorted(names, key=len, reverse=True))))
        copies = {assets / old: assets / new for old, new in names.items()}
        changed = [self._page / name for name in ("index.html", "routes.json", "sw.js")]
        for old, new in {**copies, **{path: path for path in changed}}.items():
            new.write_text(pattern.sub(lambda found: names[found[0]], old.read_text()))
        document = self._page / "index.html"
        document.write_text(document.read_text().replace("<body>", f'<body data-version="{NEXT}">'))
        worker = self._page / "sw.js"
        worker.write_text(re.sub(r'("revision":")\w{32}("[^}]*index\.html)', r"\g<1>next\2", worker.read_text()))
        worker.with_name("sw.js.br").unlink()


def versioned_page(page: Path, folder: Path, root: str = "") -> PageFiles:
    """Return the files of `page` instead of those of the package's page."""
    return PageFiles(page if folder == FOLDER else folder, root)


@pytest.fixture
def versions(tmp_path: Path) -> Iterator[Versions]:
    page = tmp_path / "page"
    shutil.copytree(FOLDER, page)
    changed = {"knobel.server.app.PageFiles": partial(versioned_page, page)}
    with running(tmp_path, changed) as server:
        yield Versions(server, page)


def version(person: Person) -> str:
    return str(person.page.evaluate(f"() => document.body.dataset.version ?? '{FIRST}'"))


@pytest.fixture
def guest(browser: Browser, versions: Versions) -> Iterator[Person]:
    """Yield a person on the home page of the server with versions."""
    context = browser.new_context(viewport={"width": 360, "height": 640}, locale="en-GB")
    person = Person(context.new_page(), versions.url)
    person.use_fragile_line()
    yield person
    context.close()
    assert person.problems == []


def reconnect(person: Person) -> None:
    person.cut_line()
    person.mend_line()


def test_a_new_version_is_offered_but_not_during_a_game(guest: Person, versions: Versions) -> None:
    guest.open_table(settings={"game": "knister", "seats": 1}, start=True)
    guest.page.evaluate(CONTROLLED)
    expect(guest.find("lever")).to_be_visible()
    versions.serve_next()
    reconnect(guest)
    guest.page.evaluate(INSTALLED)
    expect(guest.find("app-bar")).to_have_count(0)
    guest.page.evaluate("() => document.querySelector('[data-testid=home]').click()")
    expect(guest.find("app-bar")).to_contain_text("new version")
    guest.page.reload()
    # The window of before has to be gone: old files stay for other windows.
    expect(guest.find("game-knister")).to_be_visible()
    guest.page.wait_for_load_state("networkidle")
    assert version(guest) == FIRST
    guest.click("app-accept")
    guest.page.wait_for_function(f"() => document.body?.dataset.version === '{NEXT}'")
    expect(guest.find("game-knister")).to_be_visible()
    expect(guest.find("app-bar")).to_have_count(0)
    assert guest.page.evaluate(OLD_FILES) == 0


@pytest.mark.slow
def test_a_new_version_is_offered_without_service_workers(guest: Person, versions: Versions) -> None:
    guest.page.add_init_script("delete Navigator.prototype.serviceWorker")
    guest.go("/")
    guest.find("game-knister").wait_for()
    versions.serve_next()
    reconnect(guest)
    expect(guest.find("app-bar")).to_contain_text("new version")
    guest.click("app-decline")
    expect(guest.find("app-bar")).to_have_count(0)
    guest.page.reload()
    assert version(guest) == NEXT


@pytest.mark.slow
def test_windows_of_an_old_version_keep_their_interpreter(guest: Person, versions: Versions) -> None:
    versions.serve_interpreter()
    as_app(guest, "/you")
    guest.unfold("you-app")
    guest.click("pack-keep")
    expect(guest.find("pack-kept")).to_be_visible()
    guest.go("/")
    # In this order, the old version does not take the new interpreter for its own.
    versions.serve_next()
    versions.serve_interpreter(2)
    guest.page.evaluate("async () => (await navigator.serviceWorker.ready).update()")
    guest.page.evaluate(INSTALLED)
    # The new version waits, with its own interpreter.
    assert guest.page.evaluate(INTERPRETER) == "python 1"
    other = Person(guest.page.context.new_page(), versions.url)
    other.page.goto(other.server)
    assert other.page.evaluate(INTERPRETER) == "python 1"
    other.click("app-accept")
    other.page.wait_for_function(f"() => document.body?.dataset.version === '{NEXT}'")
    assert other.page.evaluate(INTERPRETER) == "python 2"
    # The other window still shows the old version.
    assert (version(guest), guest.page.evaluate(INTERPRETER)) == (FIRST, "python 1")
    other.page.close()
    guest.page.reload()
    guest.find("game-knister").wait_for()
    # The browser may still count the closed window when the page is opened: the next time, old files are deleted.
    for _ in range(100):
        if not guest.page.evaluate(OLD_FILES):
            break
        guest.page.wait_for_timeout(100)
        guest.page.evaluate(KEEP_PAGE)
    assert guest.page.evaluate(OLD_FILES) == 0
    guest.page.context.set_offline(True)
    assert (version(guest), guest.page.evaluate(INTERPRETER)) == (NEXT, "python 2")
    guest.page.context.set_offline(False)
    guest.go("/you")
    guest.unfold("you-app")
    guest.click("pack-drop")
    expect(guest.find("pack-kept")).to_have_count(0)


@pytest.mark.slow
def test_the_installation_is_offered_after_the_second_game(arrive: Arrive) -> None:
    ann = arrive(None, width=360, height=640, service_worker=True)
    ann.page.add_init_script("localStorage.setItem('knobel.finished', '1')")
    ann.open_table(until=25, settings={"game": "knister", "seats": 1}, start=True)
    ann.page.evaluate(OFFER_INSTALLATION)
    Person(ann.page.context.new_page(), ann.server).play_by_protocol(ann.code, 99)
    expect(ann.find("app-bar")).to_contain_text("Install Knobel")
    expect(ann.find("announcements")).to_contain_text("Install Knobel")
    expect(ann.find("results")).to_be_visible()
    ann.click("app-accept")
    assert ann.page.evaluate("() => window.prompted")
    expect(ann.find("app-bar")).to_have_count(0)


def test_without_https_the_account_explains_missing_features(arrive: Arrive, server: str) -> None:
    ann = arrive(None, service_worker=True)
    # Browsers trust only addresses of this machine without HTTPS, of which this is none.
    ann.server = server.replace("127.0.0.1", "0.0.0.0")
    ann.go("/you")
    ann.unfold("you-app")
    expect(ann.find("app-insecure")).to_contain_text("without HTTPS")
    ann.problems = [problem for problem in ann.problems if "Cross-Origin-Opener-Policy" not in problem]
