"""The documentation site has no broken link, loads nothing from other hosts, and works under the server's policy."""

import functools
import importlib
import json
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from playwright.sync_api import Page, sync_playwright

from knobel.server.http import page_files
from knobel.server.http.content_policy import policy
from tests.browser.conftest import BROWSER_ARGUMENTS, launch

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the site in both languages."""
    folder = tmp_path_factory.mktemp("docs") / "site"
    command = [sys.executable, "-m", "manual.build", "--output", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    return folder


class Document(HTMLParser):
    """The anchors of a page, and the addresses that it links to or loads."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.addresses: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.anchors |= {given[name] for name in ("id", "name") if name in given}
        self.addresses += [given[name] for name in ("href", "src") if name in given]


def read(path: Path) -> Document:
    return Document(path.read_text(encoding="utf-8"))


@pytest.mark.slow
def test_every_page_is_reached_by_links_and_no_link_is_broken(site: Path) -> None:
    """Follow all links from the start page, as a crawler does, with their anchors."""
    documents: dict[str, Document] = {}
    broken, waiting = [], ["index.html"]
    while waiting:
        page = waiting.pop()
        if page in documents:
            continue
        documents[page] = read(site / page)
        for address in documents[page].addresses:
            target = urlsplit(urljoin(f"http://site/{page}", address))
            name = unquote(target.path).lstrip("/") or "index.html"
            if target.netloc != "site":
                continue
            if not (site / name).is_file():
                broken.append(f"{page}: {address}")
            elif name.endswith(".html"):
                waiting.append(name)
    for page, document in documents.items():
        for address in document.addresses:
            target = urlsplit(urljoin(f"http://site/{page}", address))
            linked = documents.get(unquote(target.path).lstrip("/") or "index.html")
            anchor = unquote(target.fragment)
            # The theme's scripts handle `#__…`.
            if target.netloc == "site" and linked is not None and anchor and not anchor.startswith("__"):
                broken += [] if anchor in linked.anchors else [f"{page}: {address}"]
    assert not broken
    assert set(documents) == {path.relative_to(site).as_posix() for path in site.rglob("*.html")}
    assert len(documents) > 60


@pytest.mark.slow
def test_the_site_needs_no_other_and_no_script_in_its_pages(site: Path) -> None:
    for path in site.rglob("*.html"):
        html = path.read_text(encoding="utf-8")
        assert not re.findall(r"<(?:script|link|img)\b[^>]*(?:src|href)=\"(?:https?:)?//[^\"]*", html)
        assert set(re.findall(r"<script([^>]*)>[^<]", html)) <= {' id="__config" type="application/json"'}
        assert "<style" not in html
        assert not re.findall(r"<[^>]* on[a-z]+=", html)


@pytest.mark.slow
def test_the_site_is_searchable_and_documents_all_public_names(site: Path) -> None:
    english, german = (json.loads((site / at / "search.json").read_text()) for at in (".", "de"))
    told = {entry["location"].partition("#")[2] for entry in english["items"]}
    packages = ["knobel", *(f"knobel.{part}" for part in ("arena", "bots", "coach", "encodings", "engines", "envs"))]
    public = [(package, name) for package in packages for name in importlib.import_module(package).__all__]
    # Some functions have the same name as their module.
    missing = {name for package, name in public if not {f"{package}.{name}", f"{package}.{name}.{name}"} & told}
    # Names that pages describe in text, because their source has no docstring.
    assert missing <= {"__version__", "Event", "encoding", "engine"}
    assert german["config"]["lang"] == ["de"]
    assert any("Freiwurf" in entry["text"] for entry in german["items"])


@pytest.mark.slow
def test_the_reference_shows_no_private_names(site: Path) -> None:
    """Modules have more names than those in `__all__`."""
    anchors = {anchor for page in (site / "reference").glob("*.html") for anchor in read(page).anchors}
    assert "knobel.notation.load" in anchors
    assert "knobel.notation.MAX_LINE" not in anchors


@pytest.mark.slow
def test_the_server_serves_the_built_site(site: Path) -> None:
    built, missing = page_files.PageFiles(site), page_files.PageFiles(site / "nowhere")
    first = built.document("/docs/", "gzip")
    assert (first.status, first.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert first.headers["content-encoding"] == "gzip"
    for path in ("/docs/de/", "/docs/games/knister.html", "/docs/images/ppo.svg"):
        assert built.document(path, "").status == 200
    for path in ("/docs/nothing.html", "/docs/../pyproject.toml", "/docs/\0"):
        assert built.document(path, "").status == 404
    assert b"make docs" in missing.document("/docs/", "").body


class Guarded(SimpleHTTPRequestHandler):
    """Serves files with the content security policy of the server."""

    def end_headers(self) -> None:
        self.send_header("content-security-policy", policy())
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 -- its name in the base class
        pass


@pytest.fixture
def address(site: Path) -> Iterator[str]:
    """Yield the address of the served site."""
    with ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Guarded, directory=str(site))) as served:
        thread = threading.Thread(target=served.serve_forever, args=(0.05,))
        thread.start()
        yield f"http://127.0.0.1:{served.server_port}"
        served.shutdown()
        thread.join()


def background(page: Page) -> str:
    return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))


@pytest.mark.slow
def test_search_languages_and_colours_work_under_the_policy(address: str) -> None:
    problems: list[str] = []
    with sync_playwright() as playwright:
        browser = launch(playwright.chromium, BROWSER_ARGUMENTS)
        page = browser.new_page(color_scheme="dark")
        page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.goto(f"{address}/index.html")
        dark = background(page)
        page.get_by_title("Switch to light").first.click()
        page.wait_for_function("before => getComputedStyle(document.body).backgroundColor !== before", arg=dark)
        for path, word, found in (("/index.html", "determinize", "bots"), ("/de/index.html", "Freiwürfe", "Knöffel")):
            page.goto(f"{address}{path}")
            assert background(page) != dark  # the choice is kept
            page.wait_for_function("[...document.body.children].some(part => part.shadowRoot)")  # search is ready
            page.keyboard.press("Control+k")
            box = page.get_by_role("combobox")
            box.fill(word)
            page.locator("dialog a").filter(has_text=found).filter(has_text=word).first.wait_for()
            assert box.evaluate("box => getComputedStyle(box).borderTopWidth") == "0px"  # its styles are not refused
        browser.close()
    assert not problems
