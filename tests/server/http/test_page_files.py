"""The page's files: validators, encodings, and the paths that the page and its service worker handle."""

from pathlib import Path

import httpx
import pytest

from knobel.server.http.page_files import PAGE_PATH, Page
from tests.server.client import Server

PATHS = Path(__file__).parents[3] / "web" / "src" / "serviceWorker" / "pagePaths.ts"


@pytest.fixture
def page(tmp_path: Path) -> Page:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<html><head></head></html>")
    (tmp_path / "sw.js").write_text("worker")
    (tmp_path / "sw.js.br").write_bytes(b"smaller")
    (tmp_path / "assets" / "index-1.js").write_text("script")
    return Page(tmp_path)


def test_service_worker_handles_the_same_paths_as_the_page() -> None:
    assert f"`{PAGE_PATH.pattern}`" in PATHS.read_text(encoding="utf-8")


def test_known_files_are_not_sent_again(page: Page) -> None:
    first = page.answer("/sw.js", "")
    assert first.headers["cache-control"] == "no-cache"
    again = page.answer("/sw.js", "", if_none_match=first.headers["etag"])
    assert (again.status, again.body, again.headers["etag"]) == (304, b"", first.headers["etag"])
    assert page.answer("/sw.js", "", if_none_match='W/"other"').status == 200


def test_documents_are_known_only_with_the_same_preview(page: Page) -> None:
    etag = page.answer("/", "", "<meta>").headers["etag"]
    assert page.answer("/rules/knister", "", "<meta>", etag).status == 304
    assert page.answer("/rules/knister", "", "", etag).status == 200
    assert page.answer("/nothing", "", "<meta>", etag).status == 404


def test_files_with_a_digest_in_their_names_need_no_validator(page: Page) -> None:
    headers = page.answer("/assets/index-1.js", "").headers
    assert "etag" not in headers
    assert "immutable" in headers["cache-control"]


def test_browsers_get_the_encoding_that_they_accept(page: Page) -> None:
    assert page.answer("/sw.js", "gzip, br").body == b"smaller"
    assert page.answer("/sw.js", "gzip").headers["content-encoding"] == "gzip"
    assert page.answer("/sw.js", "").body == b"worker"


def test_server_allows_a_service_worker_and_a_manifest_of_its_own(server: Server) -> None:
    answer = httpx.get(server.url)
    assert "worker-src 'self'; manifest-src 'self'" in answer.headers["content-security-policy"]
    known = httpx.get(server.url, headers={"if-none-match": answer.headers.get("etag", "")})
    assert known.status_code == (304 if answer.status_code == 200 else 503)
