"""Frames in pages of other hosts: the daily game and a table, without the session of whoever uses the browser."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import unquote

import pytest
from playwright.sync_api import Browser, FrameLocator, Page, expect

from tests.browser.devices import NO_SERVICE_WORKER, open_context
from tests.browser.person import Person
from tests.server.client import running


class HomePage(BaseHTTPRequestHandler):
    """A page whose frame shows the address in its query."""

    def do_GET(self) -> None:
        address = unquote(self.path.partition("?")[2])
        body = f'<!doctype html><title>Home</title><iframe src="{address}" width="360" height="220"></iframe>'.encode()
        self.send_response(200)
        self.send_header("content-type", "text/html")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def port() -> Iterator[int]:
    """Yield the port of another server."""
    with ThreadingHTTPServer(("127.0.0.1", 0), HomePage) as other:
        Thread(target=other.serve_forever, daemon=True).start()
        yield other.server_port
        other.shutdown()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = open_context(browser, "en-GB", (NO_SERVICE_WORKER,), touch=False)
    yield context.new_page()
    context.close()


def test_other_pages_show_the_daily_game_and_a_table(page: Page, port: int, tmp_path: Path) -> None:
    # To browsers, localhost and 127.0.0.1 are different sites.
    home, other = f"http://localhost:{port}", f"http://127.0.0.1:{port}"
    with running(tmp_path, frame=["localhost"]) as server:
        ann = Person(page, server.url)
        code = ann.open_table(settings={"game": "knister", "seats": 1}, start=True)
        ann.wait_for_game()
        watching = page.context.new_page()
        cookies: list[str | None] = []
        watching.on("request", lambda each: cookies.append(each.all_headers().get("cookie")))

        def frame_in(host: str, path: str) -> FrameLocator:
            watching.goto(f"{host}/?{server.url}{path}")
            return watching.frame_locator("iframe")

        day = frame_in(home, "/embed/today")
        link = day.get_by_test_id("frame-open")
        expect(link).to_have_attribute("href", "/day/today")
        expect(link).to_have_attribute("target", "_blank")
        expect(day.get_by_test_id("frame-left")).not_to_be_empty()

        table = frame_in(home, f"/embed/t/{ann.page.url.rpartition('/')[2]}")
        expect(table.get_by_test_id("frame-players")).to_contain_text(ann.name())
        assert set(cookies) == {None}, "what a frame asks for is the same for everybody"
        assert not watching.context.cookies(home)

        with watching.expect_popup() as opened:
            table.get_by_test_id("frame-open").click()
        expect(opened.value.get_by_test_id("turn")).to_be_visible()
        assert code in opened.value.url
        for host, path in ((other, "/embed/today"), (home, "/"), (home, f"/t/{code}")):
            with watching.expect_event("framenavigated", lambda frame: frame.url.startswith("chrome-error:")):
                frame_in(host, path)
