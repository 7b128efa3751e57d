"""The files of the page and of the documentation, compressed once."""

import gzip
import hashlib
import mimetypes
import re
from dataclasses import dataclass
from pathlib import Path

from knobel.server.http.content_codings import accepts_coding
from knobel.server.http.page_routes import PageRoutes, parse_routes

FOLDER = Path(__file__).parents[1] / "page"
DOCS = Path(__file__).parents[1] / "docs"
BASE = b'<base href="/" />'
"""The element of the page's document that names the path to which its addresses are relative."""
LARGE = "/assets/python-"
"""Beginning of the paths of large files: reading, compressing and sending them takes a while."""
WORKERS = "assets/worker-", "assets/readerWorker-", "assets/sheetReaderWorker-"
"""Beginnings of the names of the scripts that run the interpreter for games without a server, and the reader of dice.
"""
WORKER_POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"
"""Only these scripts may compile WebAssembly. The policy of a worker comes from the response with its script."""
CACHE_FOREVER = "public, max-age=31536000, immutable"
COMPRESSIBLE = re.compile(r"text/|application/(json|javascript|manifest\+json|wasm|xml)|image/svg")
NO_DOCS = """<!doctype html><meta charset="utf-8"><title>Knobel</title>
<h1>Knobel</h1><p>The documentation has not been built: run <code>make docs</code>. It reads well as it is, in the
folder <code>docs</code>.</p>
"""
NO_SUCH_DOCUMENT = """<!doctype html><meta charset="utf-8"><title>Knobel</title>
<h1>Knobel</h1><p>There is no such page: <a href="{root}/docs/">to the first one</a>.</p>
"""
NOT_BUILT = """<!doctype html><meta charset="utf-8"><title>Knobel</title>
<h1>Knobel</h1><p>The server runs, but its page has not been built: run <code>make setup</code>.</p>
"""

mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("application/wasm", ".wasm")


@dataclass(slots=True, frozen=True)
class Answer:
    """The response for a path."""

    status: int
    body: bytes
    headers: dict[str, str]


@dataclass(slots=True, frozen=True)
class _File:
    stamp: int
    body: bytes
    gzipped: bytes | None
    brotli: bytes | None
    type: str

    @property
    def etag(self) -> str:
        """A validator for the contents, the same for all encodings."""
        return f'W/"{hashlib.blake2b(self.body, digest_size=12).hexdigest()}"'


class PageFiles:
    """The files below a folder, read on first use and again after they have changed."""

    def __init__(self, folder: Path = FOLDER, root: str = "") -> None:
        """`root` is the path below which the server is reached; empty for the root of the host."""
        self._folder = folder.resolve()
        self._root = root
        self._files: dict[Path, _File] = {}

    @property
    def routes(self) -> PageRoutes:
        """The paths that the page handles, all of which get the same document; none if the page is not built."""
        file = self._read("routes.json")
        return parse_routes(b"[]" if file is None else file.body)

    def has(self, name: str) -> bool:
        return self._read(name) is not None

    def is_page(self, path: str) -> bool:
        """True if a path is that of a page, known or not, and not that of a file."""
        return ("." not in path and not path.startswith("/assets/")) or self.routes.find(path) is not None

    def is_framed(self, path: str) -> bool:
        """True if a path is that of a page for a frame in other pages."""
        found = self.routes.find(path)
        return found is not None and found[0].framed

    def file_links(self, path: str, language: str = "") -> str:
        """Return the elements by which the browser loads the files of a page together with the first script.

        They are its scripts and styles, and the texts of a language, if it is known.
        """
        route, _ = self.routes.find(path) or (None, {})
        kinds = [language, f"later-{language}"] if route is not None and route.later_texts else [language]
        texts = [list((self._folder / "assets").glob(f"{kind}-*.js")) for kind in kinds]
        files = [f"assets/{names[0].name}" for names in texts if len(names) == 1]
        files += route.files if route is not None else ()
        return "".join(
            f'<link rel="preload" as="style" crossorigin href="./{file}" />'
            if file.endswith(".css")
            else f'<link rel="modulepreload" crossorigin href="./{file}" />'
            for file in files
        )

    def response_for(self, path: str, accept_encoding: str, head: str = "", if_none_match: str = "") -> Answer:
        """Return the file for a path, in the best encoding that the browser accepts.

        :param head: HTML inserted into the document's head.
        :param if_none_match: validators of the versions that the browser has; status 304 if any of them is valid.
        """
        # A path that names no file belongs to the page, which shows its own message if it does not know the path.
        for_people = self.is_page(path)
        name = "index.html" if for_people else path.lstrip("/")
        status = 200 if not for_people or self.routes.find(path) else 404
        file = self._read(name)
        if file is None:
            if name == "index.html":
                return Answer(503, NOT_BUILT.encode(), {"content-type": "text/html; charset=utf-8"})
            return Answer(404, b"not found\n", {"content-type": "text/plain; charset=utf-8"})
        hashed = name.startswith("assets/")
        headers = {
            "content-type": file.type,
            "cache-control": CACHE_FOREVER if hashed else "no-cache",
            "vary": "accept-encoding",
        }
        if name.startswith(WORKERS):
            headers["content-security-policy"] = WORKER_POLICY
        if name == "index.html":
            # The preview and the texts are in the visitor's language.
            headers["vary"] += ", accept-language"
            body = file.body.replace(b"</head>", head.encode() + b"</head>", 1)
            body = body.replace(BASE, f'<base href="{self._root}/" />'.encode(), 1)
            file = _File(file.stamp, body, gzip.compress(body, mtime=0), None, file.type)
        if not hashed:
            headers["etag"] = file.etag
            if file.etag in if_none_match and status == 200:
                return Answer(304, b"", headers)
        return self._encode_answer(file, status, headers, accept_encoding)

    def document(self, path: str, accept_encoding: str) -> Answer:
        """Return the file for a path below `/docs`."""
        name = path.removeprefix("/docs").lstrip("/")
        file = self._read(name) or self._read(f"{name}/index.html".lstrip("/"))
        if file is None:
            text = NO_SUCH_DOCUMENT.format(root=self._root) if self.has("index.html") else NO_DOCS
            return Answer(404, text.encode(), {"content-type": "text/html; charset=utf-8"})
        headers = {"content-type": file.type, "cache-control": "no-cache", "vary": "accept-encoding"}
        return self._encode_answer(file, 200, headers, accept_encoding)

    def _encode_answer(self, file: _File, status: int, headers: dict[str, str], accept_encoding: str) -> Answer:
        """Return the file in the best encoding that the browser accepts."""
        if file.brotli is not None and accepts_coding(accept_encoding, "br"):
            return Answer(status, file.brotli, headers | {"content-encoding": "br"})
        if file.gzipped is not None and accepts_coding(accept_encoding, "gzip"):
            return Answer(status, file.gzipped, headers | {"content-encoding": "gzip"})
        return Answer(status, file.body, headers)

    def _read(self, name: str) -> _File | None:
        if "\0" in name:
            return None
        path = (self._folder / name).resolve()
        if not path.is_relative_to(self._folder):
            return None
        try:
            stamp = path.stat().st_mtime_ns
            cached = self._files.get(path)
            if cached is not None and cached.stamp == stamp:
                return cached
            body = path.read_bytes()
        except OSError:
            return None
        kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        compressible = COMPRESSIBLE.match(kind) is not None
        precompressed = path.with_name(path.name + ".br")
        file = _File(
            stamp,
            body,
            gzip.compress(body, 9, mtime=0) if compressible else None,
            precompressed.read_bytes() if compressible and precompressed.is_file() else None,
            # Browsers compile WebAssembly while it arrives only if its type has no parameter.
            f"{kind}; charset=utf-8" if kind.startswith("text/") or kind.endswith("xml") else kind,
        )
        self._files[path] = file
        return file
