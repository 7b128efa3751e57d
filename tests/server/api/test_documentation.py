"""The documentation is served below the page's address, whether it was built or not."""

import httpx

from knobel.server.api import page_files
from tests.server.client import Server


def test_docs_have_an_address(server: Server) -> None:
    assert httpx.get(f"{server.url}/docs").headers["location"] == "/docs/"
    answer = httpx.get(f"{server.url}/docs/")
    assert answer.status_code == (200 if (page_files.DOCS / "index.html").exists() else 404)
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    assert httpx.head(f"{server.url}/docs/").content == b""
    assert httpx.get(f"{server.url}/docs/nothing.html").status_code == 404
