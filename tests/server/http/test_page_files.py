"""The page's files: validators, encodings, and the paths that the page handles."""

import asyncio
import os
import re
from pathlib import Path
from typing import cast

import httpx
import pytest

from knobel.server.cups.access import CupAccess
from knobel.server.http.page_files import FOLDER, PageFiles
from knobel.server.http.root_path import parse_root_path
from knobel.server.pages.link_previews import preview
from knobel.server.tables.live.room import Room
from knobel.texts import LANGUAGES
from tests.server.client import Server

ROUTES = """[
  {"page": "rules", "path": "/rules/:game", "pattern": "/rules(?:/([^/]+))/?", "parameters": ["game"],
   "titles": {"de": "So geht’s", "en": "How to play", "it": "Come si gioca"}, "framed": false,
   "files": ["assets/rules-1.js", "assets/rules-1.css"], "later_texts": false},
  {"page": "added", "path": "/added/:word/:number#?", "pattern": "/added(?:/([^/]+))(?:/([0-9]+))?/?",
   "parameters": ["word", "number"], "titles": {"de": "Neu", "en": "New", "it": "Nuovo"}, "framed": false,
   "files": [], "later_texts": true}
]"""


@pytest.fixture
def page(tmp_path: Path) -> PageFiles:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<html><head></head></html>")
    (tmp_path / "routes.json").write_text(ROUTES)
    (tmp_path / "sw.js").write_text("worker")
    (tmp_path / "sw.js.br").write_bytes(b"smaller")
    (tmp_path / "assets" / "index-1.js").write_text("script")
    return PageFiles(tmp_path)


@pytest.mark.parametrize("path", ["/added/a", "/added/a/", "/added/a%20b/7"])
def test_a_page_in_the_list_has_a_document_and_a_preview(page: PageFiles, path: str) -> None:
    assert page.response_for(path, "").status == 200
    tables: dict[str, Room] = {}
    elements = asyncio.run(preview(page, tables, cast("CupAccess", None), "", "http://knobel", path, "en"))
    assert 'content="Knobel: New"' in elements


@pytest.mark.parametrize("path", ["/added", "/added/a/b", "/added/a/1/2", "/added//1", "/x/added/a", "/rules", "/"])
def test_paths_that_the_list_lacks_are_not_found(page: PageFiles, path: str) -> None:
    assert page.response_for(path, "").status == 404


def test_a_document_names_the_files_and_the_texts_of_its_page(page: PageFiles, tmp_path: Path) -> None:
    for name in ("de-1.js", "later-de-1.js", "en-1.js"):
        (tmp_path / "assets" / name).touch()

    def named(path: str, *language: str) -> list[tuple[str, str]]:
        links = re.findall(r'<link rel="(\w+)"[^>]* href="./assets/([^"]+)" />', page.file_links(path, *language))
        return [(kind, name) for kind, name in links]

    script, style = ("modulepreload", "rules-1.js"), ("preload", "rules-1.css")
    assert named("/rules/knister", "de") == [("modulepreload", "de-1.js"), script, style]
    assert named("/added/a", "de") == [("modulepreload", "de-1.js"), ("modulepreload", "later-de-1.js")]
    assert named("/rules/knister") == [script, style]
    assert named("/nowhere", "en") == [("modulepreload", "en-1.js")]


def test_a_changed_list_is_read_again(page: PageFiles, tmp_path: Path) -> None:
    (tmp_path / "routes.json").write_text(ROUTES.replace("/added", "/moved"))
    os.utime(tmp_path / "routes.json", ns=(1, 1))
    assert [page.response_for(path, "").status for path in ("/added/a", "/moved/a")] == [404, 200]


def test_without_a_list_the_server_says_that_there_is_no_page(tmp_path: Path) -> None:
    assert PageFiles(tmp_path).response_for("/rules/knister", "").status == 503


@pytest.mark.parametrize("segment", sorted(PageFiles(FOLDER).routes.first_segments))
def test_no_root_path_begins_like_a_page(segment: str) -> None:
    with pytest.raises(ValueError, match="begins like an address of Knobel's own"):
        parse_root_path(f"/{segment}/knobel")


def test_known_files_are_not_sent_again(page: PageFiles) -> None:
    first = page.response_for("/sw.js", "")
    assert first.headers["cache-control"] == "no-cache"
    again = page.response_for("/sw.js", "", if_none_match=first.headers["etag"])
    assert (again.status, again.body, again.headers["etag"]) == (304, b"", first.headers["etag"])
    assert page.response_for("/sw.js", "", if_none_match='W/"other"').status == 200


def test_documents_are_known_only_with_the_same_preview(page: PageFiles) -> None:
    etag = page.response_for("/", "", "<meta>").headers["etag"]
    assert page.response_for("/rules/knister", "", "<meta>", etag).status == 304
    assert page.response_for("/rules/knister", "", "", etag).status == 200
    assert page.response_for("/nothing", "", "<meta>", etag).status == 404


def test_files_with_a_digest_in_their_names_need_no_validator(page: PageFiles) -> None:
    headers = page.response_for("/assets/index-1.js", "").headers
    assert "etag" not in headers
    assert "immutable" in headers["cache-control"]


def test_browsers_get_the_encoding_that_they_accept(page: PageFiles) -> None:
    assert page.response_for("/sw.js", "gzip, br").body == b"smaller"
    assert page.response_for("/sw.js", "gzip").headers["content-encoding"] == "gzip"
    assert page.response_for("/sw.js", "").body == b"worker"


def test_server_allows_a_service_worker_and_a_manifest_of_its_own(server: Server) -> None:
    answer = httpx.get(server.url)
    assert "worker-src 'self'; manifest-src 'self'" in answer.headers["content-security-policy"]
    known = httpx.get(server.url, headers={"if-none-match": answer.headers.get("etag", "")})
    assert known.status_code == (304 if answer.status_code == 200 else 503)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_document_names_the_texts_of_the_visitors_language(server: Server, language: str) -> None:
    with httpx.Client(base_url=server.url, headers={"accept-language": language}) as http:
        links = re.findall(
            r'<link rel="modulepreload" crossorigin href="\./(assets/\w\w-[^"]+)" />', http.get("/").text
        )
        assert [link[len("assets/") :][:2] for link in links] == [language]
        assert http.get(f"/{links[0]}").status_code == 200
