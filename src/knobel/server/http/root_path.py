"""The path below which the server is reached, if another program serves the rest of its host."""

import re
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from knobel.server.http.page_files import FOLDER, PageFiles

if TYPE_CHECKING:
    from knobel.server.http.middleware import App, Receive, Scope, Send

_SEGMENTS = re.compile(r"(/[\w.~-]*[\w~-][\w.~-]*)*", re.ASCII)
SERVER_PATHS = frozenset({"api", "assets", "docs", "icons", "previews"})
"""First segments of the server's own paths, besides those of the page."""


def parse_root_path(path: str) -> str:
    """Return the path with a slash at the start and none at the end; empty for the root of the host.

    :raises ValueError: if it is no such path. The text says why.
    """
    parsed = f"/{path.strip('/')}".rstrip("/")
    if not _SEGMENTS.fullmatch(parsed):
        raise ValueError(f"a root path is a path such as /games/, of letters, digits and -._~, not {path!r}")
    # A root path that begins like an address below it would be ambiguous.
    if parsed and parsed.split("/")[1] in SERVER_PATHS | PageFiles(FOLDER).routes.first_segments:
        raise ValueError(f"the root path {path!r} begins like an address of Knobel's own: choose another")
    return parsed


def split_public_url(public_url: str | None, root_path: str | None) -> tuple[str | None, str]:
    """Return the origin of the public URL and the root path, which the URL may contain.

    :raises ValueError: if the URL or the path is invalid, or the URL has another path than `root_path`.
    """
    if public_url is None:
        return None, parse_root_path(root_path or "")
    try:
        parts = urlsplit(public_url)
    except ValueError:
        parts = urlsplit("")
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise ValueError(f"--public-url is an address such as https://knobel.example, not {public_url!r}")
    path = parse_root_path(parts.path)
    root = path if root_path is None else parse_root_path(root_path)
    if path not in ("", root):
        raise ValueError(f"the public URL {public_url} is not below the root path {root_path}")
    return f"{parts.scheme}://{parts.netloc}", root


class RootPath:
    """ASGI middleware that removes the root path from a request's path.

    Proxies differ in whether they remove it before; both kinds are accepted.
    """

    def __init__(self, app: "App", root: str) -> None:
        self._app = app
        self._root = root

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        if scope["type"] != "lifespan" and self._root:
            path: str = scope["path"]
            if path == self._root and scope["type"] == "http":
                await self._redirect(scope, send)
                return
            if path.startswith(f"{self._root}/"):
                raw = scope.get("raw_path", b"").removeprefix(self._root.encode())
                scope = dict(scope) | {"path": path.removeprefix(self._root), "raw_path": raw}
        await self._app(scope, receive, send)

    async def _redirect(self, scope: "Scope", send: "Send") -> None:
        """Redirect to the root path with a slash, for a link without it."""
        query = scope["query_string"]
        location = f"{self._root}/".encode() + (b"?" + query if query else b"")
        headers = [(b"location", location), (b"content-length", b"0")]
        await send({"type": "http.response.start", "status": 308, "headers": headers})
        await send({"type": "http.response.body", "body": b""})
