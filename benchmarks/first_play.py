"""Bytes that a first visit transfers.

    python -m benchmarks.first_play

A new browser opens the home page, waits until nothing is loaded any more, starts a game of Knister alone, and plays two
rounds. All bytes that the server sends are counted, headers, WebSockets and the service worker's files included. Prints
one JSON object with the bytes of the visit and of the visit with the game: over HTTPS or on the same machine, where
browsers accept Brotli and service workers (`secure`), and over plain HTTP (`plain`).

With `--page FOLDER` the server sends another page, such as that of an earlier version.
"""

import socket
import tempfile
import threading
from functools import partial
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright
from tests.browser.conftest import BROWSER_ARGUMENTS, browser_path
from tests.browser.test_installation import versioned_page
from tests.server.client import running

from benchmarks import script
from knobel.server.http.page_files import FOLDER

REST_MS = 3000
"""Pause in which the page and the service worker load what they want."""


class CountingProxy:
    """A TCP proxy that counts the bytes from the server."""

    def __init__(self, port: int) -> None:
        self.received = 0
        self._target = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        """Accept no more connections."""
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            server = socket.create_connection(("127.0.0.1", self._target))
            threading.Thread(target=self._copy, args=(client, server, False), daemon=True).start()
            threading.Thread(target=self._copy, args=(server, client, True), daemon=True).start()

    def _copy(self, source: socket.socket, target: socket.socket, count: bool) -> None:
        try:
            while data := source.recv(65536):
                self.received += len(data) if count else 0
                target.sendall(data)
            target.shutdown(socket.SHUT_WR)
        except OSError:
            target.close()


def visit(browser: Browser, address: str, proxy: CountingProxy) -> dict[str, int]:
    """Return the bytes after the home page and after two rounds."""
    context = browser.new_context(viewport={"width": 360, "height": 640}, locale="de-DE")
    page = context.new_page()
    page.goto(address)
    page.get_by_test_id("game-knister").wait_for()
    page.wait_for_timeout(REST_MS)
    home = proxy.received
    page.get_by_test_id("play-solo-knister").click()
    for _ in range(2):
        page.get_by_test_id("lever").click()
        page.locator("main [data-action]").first.click()
    page.wait_for_timeout(REST_MS)
    context.close()
    return {"home": home, "with_two_rounds": proxy.received}


def main() -> None:
    """Measure both kinds of addresses."""
    parser = script.parser(__doc__)
    parser.add_argument("--page", type=Path, default=FOLDER, help="folder of the page")
    page = parser.parse_args().page.resolve()
    changed = {"knobel.server.app.Page": partial(versioned_page, page)}
    figures = {}
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder), changed) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=browser_path(), args=BROWSER_ARGUMENTS)
        # Browsers trust only addresses of the machine itself without HTTPS, which 0.0.0.0 is not for them.
        for kind, host in (("secure", "127.0.0.1"), ("plain", "0.0.0.0")):
            proxy = CountingProxy(server.port)
            figures[kind] = visit(browser, f"http://{host}:{proxy.port}", proxy)
            proxy.close()
        browser.close()
    script.report(figures)


if __name__ == "__main__":
    main()
