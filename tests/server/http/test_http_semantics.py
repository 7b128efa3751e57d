"""Methods, lengths, codings and charsets of responses are those of the standard (RFC 9110)."""

import httpx
import pytest

from knobel.server.http.content_codings import accepts_coding
from knobel.server.http.page_files import FOLDER
from tests.server.client import Server

PATHS = ("/", "/nothing", "/nothing.txt", "/docs/", "/icon.svg", "/healthz", "/readyz", "/api/games", "/api/days/today")


@pytest.mark.parametrize("path", PATHS)
def test_head_answers_as_get_without_the_body(server: Server, path: str) -> None:
    read, asked = httpx.get(server.url + path), httpx.head(server.url + path)
    assert (asked.status_code, asked.content) == (read.status_code, b"")
    assert int(asked.headers["content-length"]) > 0
    for name in ("content-length", "content-type", "content-encoding", "vary", "cache-control"):
        assert asked.headers.get(name) == read.headers.get(name), name


def test_only_texts_have_a_charset_and_only_one(server: Server) -> None:
    """Browsers do not compile WebAssembly while it arrives if its type has a charset."""
    kinds = {path.suffix: f"/{path.relative_to(FOLDER).as_posix()}" for path in FOLDER.rglob("*.*") if path.is_file()}
    assert {".wasm", ".js", ".css", ".json", ".webmanifest", ".svg"} <= kinds.keys()
    for path in (*PATHS, *kinds.values()):
        kind = httpx.get(server.url + path).headers["content-type"]
        plain, _, parameters = kind.partition("; ")
        is_text = plain.startswith("text/") or plain.endswith("xml")
        assert parameters == ("charset=utf-8" if is_text else ""), path


def test_a_wrong_method_names_the_right_ones(server: Server) -> None:
    for method in ("DELETE", "PUT"):
        answer = httpx.request(method, f"{server.url}/api/games")
        assert (answer.status_code, answer.json()["reason"]) == (405, "malformed")
        assert answer.headers["allow"] == "GET, HEAD, OPTIONS"
    assert httpx.options(f"{server.url}/api/games").headers["allow"] == "GET, HEAD, OPTIONS"
    posted = httpx.head(f"{server.url}/api/records/replay")
    assert (posted.status_code, "GET" in posted.headers["allow"]) == (405, False)


@pytest.mark.parametrize("path", ["/", "/icon.svg"])
def test_a_refused_coding_is_not_used(server: Server, path: str) -> None:
    for refusal in ("gzip;q=0, br;q=0", "*;q=0", "identity"):
        answer = httpx.get(server.url + path, headers={"accept-encoding": refusal})
        assert "content-encoding" not in answer.headers, refusal


@pytest.mark.parametrize(
    ("header", "accepted"),
    [
        ("gzip", True),
        ("br, GZIP ; q=0.5", True),
        ("*", True),
        ("gzip;q=1.000", True),
        ("", False),
        ("gzip;q=0", False),
        ("gzip;q=0.000, *", False),
        ("*;q=0", False),
        ("x-gzip", False),
        ("gzip;q=nan", False),
        ("gzip;q=", False),
    ],
)
def test_qualities_of_codings(header: str, accepted: bool) -> None:
    assert accepts_coding(header, "gzip") == accepted
