"""The addresses of the page, from the list that the build derives from `web/src/routes.ts`."""

import json
import re
from typing import Any

from knobel.server.http.page_files import FOLDER


def page_routes() -> list[dict[str, Any]]:
    """Return the pages of the built page."""
    routes: list[dict[str, Any]] = json.loads((FOLDER / "routes.json").read_text(encoding="utf-8"))
    return routes


def example_of(route: dict[str, Any]) -> str:
    """Return an address of a page, which need not name anything that exists."""
    path: str = re.sub(r":day\b", "today", route["path"])
    return re.sub(r"/:\w+#?\??", "/1", path)
