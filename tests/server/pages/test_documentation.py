"""The documentation is served below the page's address, whether it was built or not."""

import httpx

from knobel.server.http import page_files
from tests.server.client import Server


def test_docs_have_an_address(server: Server) -> None:
    assert httpx.get(f"{server.url}/docs").headers["location"] == "/docs/"
    answer = httpx.get(f"{server.url}/docs/")
    assert answer.status_code == (200 if (page_files.DOCS / "index.html").exists() else 404)
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    assert httpx.head(f"{server.url}/docs/").content == b""
    assert httpx.get(f"{server.url}/docs/nothing.html").status_code == 404


def test_only_three_workers_may_compile_webassembly(server: Server) -> None:
    names = "worker", "readerWorker", "sheetReaderWorker"
    scripts = [next((page_files.FOLDER / "assets").glob(f"{name}-*.js")).name for name in names]
    answers = [httpx.get(f"{server.url}{path}") for path in ("/", *(f"/assets/{script}" for script in scripts))]
    policies = [answer.headers.get_list("content-security-policy") for answer in answers]
    assert [["wasm-unsafe-eval" in one for one in policy] for policy in policies] == [[False], [True], [True], [True]]


def test_policies_of_documents_are_sent_only_with_documents_and_workers(server: Server) -> None:
    def named(path: str) -> set[str]:
        headers = httpx.get(f"{server.url}/{path}").headers
        assert headers["x-content-type-options"] == "nosniff"
        return {name for name in ("content-security-policy", "permissions-policy") if name in headers}

    def asset(pattern: str) -> str:
        return next(path.relative_to(page_files.FOLDER).as_posix() for path in page_files.FOLDER.glob(pattern))

    for path in ("", "sw.js", "icon.svg", "api/health"):
        assert named(path) == {"content-security-policy", "permissions-policy"}, path
    for pattern in ("assets/start-*.js", "assets/start-*.css", "assets/text-*.woff2"):
        assert named(asset(pattern)) == set(), pattern
    assert named(asset("assets/worker-*.js")) == {"content-security-policy"}


def test_only_the_page_itself_may_use_the_camera(server: Server) -> None:
    policy = httpx.get(server.url).headers["permissions-policy"]
    assert policy == "camera=(self), geolocation=(), microphone=()"


def test_the_interpreter_arrives_complete(server: Server) -> None:
    for file in page_files.FOLDER.glob("assets/python-*/*"):
        answer = httpx.get(f"{server.url}/{file.relative_to(page_files.FOLDER)}")
        assert answer.content == file.read_bytes()
        assert int(httpx.head(str(answer.url)).headers["content-length"]) == int(answer.headers["content-length"])
